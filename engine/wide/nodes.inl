// Part of wide/pairs.inl: one step, all children of a node against all children of another.

typedef struct Step {
	const WideHead *a, *b;
	WidePair places; // links to the nodes, with an empty set of children
	float d[4], margin;
	unsigned lanes; // lanes to test
	float gap[16]; // for each lane, the largest distance of the boxes over all axes; below 0 if no axis parts
	               // them
} Step;

INLINE void step_begin(Step *s, const WideQuery *q) {
	float size = s->a->reach + s->b->reach;
	lanes4_store(s->d, between(q, s->a->anchor, s->b->anchor));
	for (int i = 0; i < 3; ++i) size += fabsf(s->d[i]);
	s->margin = WIDE_MARGIN * size + 4 * q->slack;
}

// The middles of b's boxes in the frame of a, relative to a's anchor: R off + d.
INLINE void middles(Lanes out[3], const WideQuery *q, const Step *s, const float off[3][WIDE]) {
	const Lanes v[3] = { lanes_repeated(off[0]), lanes_repeated(off[1]), lanes_repeated(off[2]) };
	for (int i = 0; i < 3; ++i) {
		const float *r = q->turn_rounded + 3 * i;
		const Lanes row[3] = { lanes_one(r[0]), lanes_one(r[1]), lanes_one(r[2]) };
		out[i] = lanes_add(dot(row, v), lanes_one(s->d[i]));
	}
}

INLINE Lanes gap_with(Lanes gap, Lanes between, Lanes reach) {
	return lanes_max(lanes_sub(lanes_abs(between), reach), gap);
}

INLINE unsigned step_boxes(Step *s, const WideQuery *q) {
	const WideBoxNode *a = (const WideBoxNode *)(const void *)s->a,
	                  *b = (const WideBoxNode *)(const void *)s->b;
	Lanes at[3], r[9], abs_r[9], of_a[3], of_b[3], h[3], k[3];
	unsigned apart = 0;
	middles(at, q, s, b->off);
	for (int i = 0; i < 9; ++i) {
		r[i] = lanes_one(q->turn_rounded[i]);
		abs_r[i] = lanes_abs(r[i]);
	}
	for (int i = 0; i < 3; ++i) h[i] = lanes_repeated(a->half[i]), k[i] = lanes_repeated(b->half[i]);
	for (int i = 0; i < 3; ++i) {
		const Lanes column[3] = { abs_r[i], abs_r[3 + i], abs_r[6 + i] };
		of_a[i] = dot(h, column);
		of_b[i] = dot(k, abs_r + 3 * i);
	}
	for (int group = 0; group < GROUPS; ++group) {
		Lanes d[3], gap = lanes_one(-INFINITY);
		for (int i = 0; i < 3; ++i) {
			d[i] = lanes_sub(lanes_turn(at[i], group), lanes_repeated(a->off[i]));
			Lanes reach = lanes_add(h[i], lanes_turn(of_b[i], group));
			gap = gap_with(gap, d[i], reach);
		}
		for (int j = 0; j < 3; ++j) {
			const Lanes column[3] = { r[j], r[3 + j], r[6 + j] };
			gap = gap_with(gap, dot(d, column), lanes_add(lanes_turn(k[j], group), of_a[j]));
		}
		lanes_store(s->gap + LANES * group, gap);
		apart |= mask_bits(lanes_above(gap, lanes_one(s->margin))) << (LANES * group);
	}
	return s->lanes & ~apart;
}

// b's boxes in the frame of a: component i of axes 0 and 1 of the four boxes, and of axis 2 and the middle.
// The middles are relative to a's anchor: R off + d.
typedef struct Turned {
	Lanes8 first[3], last[3];
} Turned;

INLINE void obb_turned(Turned *out, const WideQuery *q, const Step *s, const WideObbNode *b) {
	Lanes8 first[3], last[3];
	Lanes4 axis[2][3];
	for (int i = 0; i < 6; ++i) axis[i / 3][i % 3] = lanes4_load(b->axes[i]);
	for (int i = 0; i < 3; ++i) {
		int u = (i + 1) % 3, v = (i + 2) % 3;
		Lanes4 third = lanes4_sub(lanes4_mul(axis[0][u], axis[1][v]), lanes4_mul(axis[0][v], axis[1][u]));
		first[i] = lanes8_pair(b->axes[i], b->axes[3 + i]);
		last[i] = lanes8_beside(third, lanes4_load(b->off[i]));
	}
	for (int i = 0; i < 3; ++i) {
		const float *r = q->turn_rounded + 3 * i;
		const Lanes8 row[3] = { lanes8_one(r[0]), lanes8_one(r[1]), lanes8_one(r[2]) };
		out->first[i] = dot8(row, first);
		out->last[i] = lanes8_add(dot8(row, last), lanes8_halves(0, s->d[i]));
	}
}

// Tests the face axes of both boxes. c[i][j] is the scalar product of a's axis i and b's axis j, and m[i][j]
// its magnitude. d is the vector from a's middle to b's middle along a's axes.
INLINE Lanes obb_face_gap(Lanes c[3][3], Lanes m[3][3], const Lanes d[3], const Lanes h[3],
                          const Lanes k[3]) {
	Lanes gap = lanes_one(-INFINITY);
	for (int i = 0; i < 3; ++i) {
		for (int j = 0; j < 3; ++j) m[i][j] = lanes_abs(c[i][j]);
		Lanes reach = lanes_add(h[i], dot(k, m[i]));
		gap = gap_with(gap, d[i], reach);
	}
	for (int j = 0; j < 3; ++j) {
		const Lanes column[3] = { c[0][j], c[1][j], c[2][j] }, size[3] = { m[0][j], m[1][j], m[2][j] };
		gap = gap_with(gap, dot(d, column), lanes_add(k[j], dot(h, size)));
	}
	return gap;
}

// Tests the cross products of the boxes' first two axes. Boxes are thinnest along the third, and the five
// products with it would part few more of them.
INLINE Lanes obb_edge_gap(Lanes gap, Lanes c[3][3], Lanes m[3][3], const Lanes d[3], const Lanes h[3],
                          const Lanes k[3]) {
	for (int i = 0; i < 2; ++i)
		for (int j = 0; j < 2; ++j) {
			int u = (i + 1) % 3, v = (i + 2) % 3, x = (j + 1) % 3, y = (j + 2) % 3;
			Lanes between = lanes_sub(lanes_mul(d[v], c[u][j]), lanes_mul(d[u], c[v][j]));
			Lanes of_a = lanes_add(lanes_mul(h[u], m[v][j]), lanes_mul(h[v], m[u][j]));
			Lanes of_b = lanes_add(lanes_mul(k[x], m[i][y]), lanes_mul(k[y], m[i][x]));
			gap = gap_with(gap, between, lanes_add(of_a, of_b));
		}
	return gap;
}

// The boxes of a.
typedef struct Still {
	Lanes axis[3][3], half[3], off[3];
} Still;

INLINE void obb_still(Still *out, const WideObbNode *a) {
	for (int i = 0; i < 6; ++i) out->axis[i / 3][i % 3] = lanes_repeated(a->axes[i]);
	cross(out->axis[2], out->axis[0], out->axis[1]);
	for (int i = 0; i < 3; ++i)
		out->half[i] = lanes_repeated(a->half[i]), out->off[i] = lanes_repeated(a->off[i]);
}

// Tests a group and returns the lanes that are separated.
INLINE unsigned obb_group(Step *s, const Still *a, const Turned *turned, bool edges, int group) {
	const WideObbNode *b = (const WideObbNode *)(const void *)s->b;
	Lanes c[3][3], m[3][3], between[3], d[3], k[3], margin = lanes_one(s->margin);
	for (int i = 0; i < 3; ++i) {
		between[i] = lanes_sub(lanes_turned_high(turned->last[i], group), a->off[i]);
		k[i] = lanes_turn(lanes_repeated(b->half[i]), group);
	}
	for (int j = 0; j < 3; ++j) {
		Lanes other[3];
		for (int i = 0; i < 3; ++i) {
			Lanes8 from = j < 2 ? turned->first[i] : turned->last[i];
			other[i] = j == 1 ? lanes_turned_high(from, group) : lanes_turned_low(from, group);
		}
		for (int i = 0; i < 3; ++i) c[i][j] = dot(a->axis[i], other);
	}
	for (int i = 0; i < 3; ++i) d[i] = dot(a->axis[i], between);
	Lanes gap = obb_face_gap(c, m, d, a->half, k);
	// Faces often part all of sixteen lanes. They part all of eight too rarely for a branch.
	if (edges && (GROUPS > 1 || (s->lanes & ~mask_bits(lanes_above(gap, margin))) != 0))
		gap = obb_edge_gap(gap, c, m, d, a->half, k);
	lanes_store(s->gap + LANES * group, gap);
	return mask_bits(lanes_above(gap, margin)) << (LANES * group);
}

// Tests oriented boxes and returns the lanes that are not separated. edges: cross products of axes are
// tested too.
INLINE unsigned step_obbs(Step *s, const WideQuery *q, bool edges) {
	Still a;
	Turned b;
	obb_turned(&b, q, s, (const WideObbNode *)(const void *)s->b);
	obb_still(&a, (const WideObbNode *)(const void *)s->a);
	// Not a loop: compilers keep it, with the addresses of what it reads, and most registers are spilled.
	unsigned apart = obb_group(s, &a, &b, edges, 0);
	if (GROUPS > 1) apart |= obb_group(s, &a, &b, edges, 1);
	return s->lanes & ~apart;
}

// leaf_bits: the children that are leaves (highest bit of the link). full_bits: the children that exist (the
// bit below it is 0).
INLINE unsigned leaf_bits(const WideHead *head) { return lanes4_top_bits(head->link, 0); }
INLINE unsigned full_bits(const WideHead *head) { return ~lanes4_top_bits(head->link, 1) & 15; }

// Tests a pair of nodes. Returns the lanes whose boxes may overlap.
INLINE unsigned step_test(Step *s, WideQuery *q, WidePair pair, WideVolume volume, bool edges, bool counted) {
	size_t size = wide_node_size(volume);
	s->a = (const WideHead *)(const void *)((const char *)q->a->nodes + (size_t)wide_place(pair.a) * size);
	s->b = (const WideHead *)(const void *)((const char *)q->b->nodes + (size_t)wide_place(pair.b) * size);
	s->places = (WidePair){ pair.a & ~WIDE_ALL, pair.b & ~WIDE_ALL };
	s->lanes = lanes_of(pair.a & full_bits(s->a), pair.b & full_bits(s->b));
	if (counted) q->nb += __builtin_popcount(s->lanes);
	step_begin(s, q);
	return volume == WIDE_OBB ? step_obbs(s, q, edges) : step_boxes(s, q);
}

// The overlapping lanes by kind: pairs of nodes, pairs of leaves, and pairs of a node and a leaf.
typedef struct Found {
	unsigned nodes, leaves, mixed;
} Found;

INLINE Found step_sort(const Step *s, unsigned meet) {
	unsigned leaf_a = leaf_bits(s->a), leaf_b = leaf_bits(s->b);
	Found out = { meet & lanes_of(~leaf_a & 15, ~leaf_b & 15), meet & lanes_of(leaf_a, leaf_b), 0 };
	out.mixed = meet & ~out.nodes & ~out.leaves;
	return out;
}

// Writes pairs of the four numbers of a and the four of b, which are those of the given lanes, in ascending
// order. A branch on each lane would often be mispredicted. So the versions for AVX always write eight or
// four pairs, the given ones first, and advance by their number.
#if LANES_AVX512
INLINE int64_t push_eight(WidePair *out, int64_t count, __m512i pairs, unsigned eight) {
	_mm512_storeu_si512(out + count, _mm512_maskz_compress_epi64((__mmask8)eight, pairs));
	return count + __builtin_popcount(eight);
}
INLINE int64_t push_pairs(WidePair *out, int64_t count, const uint32_t four_a[4], const uint32_t four_b[4],
                          unsigned lanes) {
	__m512i a = _mm512_castsi128_si512(_mm_loadu_si128((const __m128i *)(const void *)four_a));
	__m512i b = _mm512_castsi128_si512(_mm_loadu_si128((const __m128i *)(const void *)four_b));
	if (lanes == 0) return count;
	const __m512i low = _mm512_setr_epi32(0, 16, 1, 17, 2, 18, 3, 19, 0, 17, 1, 18, 2, 19, 3, 16);
	const __m512i high = _mm512_setr_epi32(0, 18, 1, 19, 2, 16, 3, 17, 0, 19, 1, 16, 2, 17, 3, 18);
	count = push_eight(out, count, _mm512_permutex2var_epi32(a, low, b), lanes & 255);
	return push_eight(out, count, _mm512_permutex2var_epi32(a, high, b), lanes >> 8);
}
#elif LANES_AVX
static const _Alignas(32) uint8_t s_first_of[16][8] = {
	{ 0 },
	{ 0, 1 },
	{ 2, 3 },
	{ 0, 1, 2, 3 },
	{ 4, 5 },
	{ 0, 1, 4, 5 },
	{ 2, 3, 4, 5 },
	{ 0, 1, 2, 3, 4, 5 },
	{ 6, 7 },
	{ 0, 1, 6, 7 },
	{ 2, 3, 6, 7 },
	{ 0, 1, 2, 3, 6, 7 },
	{ 4, 5, 6, 7 },
	{ 0, 1, 4, 5, 6, 7 },
	{ 2, 3, 4, 5, 6, 7 },
	{ 0, 1, 2, 3, 4, 5, 6, 7 },
};
INLINE int64_t push_four(WidePair *out, int64_t count, __m128i a, __m128i b, unsigned four) {
	__m256i pairs = _mm256_inserti128_si256(_mm256_castsi128_si256(_mm_unpacklo_epi32(a, b)),
	                                        _mm_unpackhi_epi32(a, b), 1);
	__m256i order = _mm256_cvtepu8_epi32(_mm_loadl_epi64((const __m128i *)(const void *)s_first_of[four]));
	_mm256_storeu_si256((__m256i *)(void *)(out + count), _mm256_permutevar8x32_epi32(pairs, order));
	return count + __builtin_popcount(four);
}
INLINE int64_t push_pairs(WidePair *out, int64_t count, const uint32_t four_a[4], const uint32_t four_b[4],
                          unsigned lanes) {
	__m128i a = _mm_loadu_si128((const __m128i *)(const void *)four_a);
	__m128i b = _mm_loadu_si128((const __m128i *)(const void *)four_b);
	if (lanes == 0) return count;
	count = push_four(out, count, a, b, lanes & 15);
	count = push_four(out, count, a, _mm_shuffle_epi32(b, _MM_SHUFFLE(0, 3, 2, 1)), lanes >> 4 & 15);
	count = push_four(out, count, a, _mm_shuffle_epi32(b, _MM_SHUFFLE(1, 0, 3, 2)), lanes >> 8 & 15);
	return push_four(out, count, a, _mm_shuffle_epi32(b, _MM_SHUFFLE(2, 1, 0, 3)), lanes >> 12);
}
#else
INLINE int64_t push_pairs(WidePair *out, int64_t count, const uint32_t four_a[4], const uint32_t four_b[4],
                          unsigned lanes) {
	for (; lanes != 0; lanes &= lanes - 1) {
		int lane = __builtin_ctz(lanes);
		out[count++] = (WidePair){ four_a[lane & 3], four_b[(lane + lane / 4) & 3] };
	}
	return count;
}
#endif
INLINE int64_t push_lanes(WidePair *out, int64_t count, const Step *s, unsigned lanes) {
	return push_pairs(out, count, s->a->link, s->b->link, lanes);
}

// Pushes the pairs of a node and leaves: for each child of b that is a node, with the set of a's leaves that
// it may meet, and the other way round. It takes no Step, because then the compiler keeps a step in
// registers.
static int64_t push_mixed(WidePair *out, int64_t count, const WideHead *a, const WideHead *b, WidePair places,
                          unsigned lanes) {
	unsigned leaves_a = lanes & lanes_of(leaf_bits(a), WIDE_ALL), leaves_b = lanes & ~leaves_a;
	for (int j = 0; j < WIDE; ++j) {
		unsigned of = leaves_a & s_lanes_of_b[1 << j], meant = (of | of >> 4 | of >> 8 | of >> 12) & 15;
		out[count] = (WidePair){ places.a | meant, b->link[j] };
		count += meant != 0;
	}
	for (int i = 0; i < WIDE; ++i) {
		// The product moves bits 0, 4, 8 and 12 to bits 12 to 15. Bit k of the set is child i + k of b.
		unsigned set = (leaves_b >> i & 0x1111) * 0x1248 >> 12 & 15, meant = (set << i | set >> (4 - i)) & 15;
		out[count] = (WidePair){ a->link[i], places.b | meant };
		count += meant != 0;
	}
	return count;
}
