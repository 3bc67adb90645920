// Part of wide_pairs.inl: one step, all children of a node against all children of another.

typedef struct Step {
	const WideHead *a, *b;
	uint32_t place_a, place_b; // links to the nodes, with an empty set of children
	float d[3], margin;
	unsigned lanes; // lanes to test
	float gap[16]; // for each lane, the largest distance of the boxes over all axes; below 0 if no axis parts
	               // them
} Step;

INLINE void step_begin(Step *s, const WideQuery *q) {
	const float *p = s->a->anchor, *r = s->b->anchor;
	float size = s->a->reach + s->b->reach;
	for (int i = 0; i < 3; ++i) {
		const double *row = q->turn + 3 * i;
		double d = row[0] * (double)r[0] + row[1] * (double)r[1] + row[2] * (double)r[2] + q->shift[i];
		s->d[i] = (float)(d - (double)p[i]);
		size += fabsf(s->d[i]);
	}
	s->margin = WIDE_MARGIN * size + 4 * q->slack;
}

// The middles of b's boxes in the frame of a, relative to a's anchor: R off + d.
INLINE void middles(Lanes8 out[3], const WideQuery *q, const Step *s, const float off[3][WIDE]) {
	const Lanes8 v[3] = { lanes8_twice(off[0]), lanes8_twice(off[1]), lanes8_twice(off[2]) };
	for (int i = 0; i < 3; ++i) {
		const float *r = q->turn_rounded + 3 * i;
		const Lanes8 row[3] = { lanes8_one(r[0]), lanes8_one(r[1]), lanes8_one(r[2]) };
		out[i] = lanes8_add(dot(row, v), lanes8_one(s->d[i]));
	}
}

INLINE Lanes8 gap_with(Lanes8 gap, Lanes8 between, Lanes8 reach) {
	return lanes8_max(lanes8_sub(lanes8_abs(between), reach), gap);
}

INLINE unsigned step_boxes(Step *s, const WideQuery *q) {
	const WideBoxNode *a = (const WideBoxNode *)(const void *)s->a,
	                  *b = (const WideBoxNode *)(const void *)s->b;
	Lanes8 at[3], r[9], abs_r[9], of_a[3], of_b[3], h[3], k[3];
	unsigned apart = 0;
	middles(at, q, s, b->off);
	for (int i = 0; i < 9; ++i) {
		r[i] = lanes8_one(q->turn_rounded[i]);
		abs_r[i] = lanes8_abs(r[i]);
	}
	for (int i = 0; i < 3; ++i) h[i] = lanes8_twice(a->half[i]), k[i] = lanes8_twice(b->half[i]);
	for (int i = 0; i < 3; ++i) {
		const Lanes8 column[3] = { abs_r[i], abs_r[3 + i], abs_r[6 + i] };
		of_a[i] = dot(h, column);
		of_b[i] = dot(k, abs_r + 3 * i);
	}
	for (int group = 0; group < 2; ++group) {
		Lanes8 d[3], gap = lanes8_one(-INFINITY);
		for (int i = 0; i < 3; ++i) {
			d[i] = lanes8_sub(lanes8_turn(at[i], group), lanes8_twice(a->off[i]));
			Lanes8 reach = lanes8_add(h[i], lanes8_turn(of_b[i], group));
			gap = gap_with(gap, d[i], reach);
		}
		for (int j = 0; j < 3; ++j) {
			const Lanes8 column[3] = { r[j], r[3 + j], r[6 + j] };
			gap = gap_with(gap, dot(d, column), lanes8_add(lanes8_turn(k[j], group), of_a[j]));
		}
		lanes8_store(s->gap + 8 * group, gap);
		apart |= mask8_bits(lanes8_above(gap, lanes8_one(s->margin))) << (8 * group);
	}
	return s->lanes & ~apart;
}

// The axes of b's boxes in the frame of a.
INLINE void obb_turned(Lanes8 out[3][3], const WideQuery *q, const WideObbNode *b) {
	Lanes8 axis[3][3];
	for (int i = 0; i < 6; ++i) axis[i / 3][i % 3] = lanes8_twice(b->axes[i]);
	cross(axis[2], axis[0], axis[1]);
	for (int i = 0; i < 3; ++i) {
		const float *r = q->turn_rounded + 3 * i;
		const Lanes8 row[3] = { lanes8_one(r[0]), lanes8_one(r[1]), lanes8_one(r[2]) };
		for (int j = 0; j < 3; ++j) out[j][i] = dot(row, axis[j]);
	}
}

// Tests the face axes of both boxes. c[i][j] is the scalar product of a's axis i and b's axis j, and m[i][j]
// its magnitude. d is the vector from a's middle to b's middle along a's axes.
INLINE Lanes8 obb_face_gap(Lanes8 c[3][3], Lanes8 m[3][3], const Lanes8 d[3], const Lanes8 h[3],
                           const Lanes8 k[3]) {
	Lanes8 gap = lanes8_one(-INFINITY);
	for (int i = 0; i < 3; ++i) {
		for (int j = 0; j < 3; ++j) m[i][j] = lanes8_abs(c[i][j]);
		Lanes8 reach = lanes8_add(h[i], dot(k, m[i]));
		gap = gap_with(gap, d[i], reach);
	}
	for (int j = 0; j < 3; ++j) {
		const Lanes8 column[3] = { c[0][j], c[1][j], c[2][j] }, size[3] = { m[0][j], m[1][j], m[2][j] };
		gap = gap_with(gap, dot(d, column), lanes8_add(k[j], dot(h, size)));
	}
	return gap;
}

// Tests the nine cross products of the boxes' axes.
INLINE Lanes8 obb_edge_gap(Lanes8 gap, Lanes8 c[3][3], Lanes8 m[3][3], const Lanes8 d[3], const Lanes8 h[3],
                           const Lanes8 k[3]) {
	for (int i = 0; i < 3; ++i)
		for (int j = 0; j < 3; ++j) {
			int u = (i + 1) % 3, v = (i + 2) % 3, x = (j + 1) % 3, y = (j + 2) % 3;
			Lanes8 between = lanes8_sub(lanes8_mul(d[v], c[u][j]), lanes8_mul(d[u], c[v][j]));
			Lanes8 of_a = lanes8_add(lanes8_mul(h[u], m[v][j]), lanes8_mul(h[v], m[u][j]));
			Lanes8 of_b = lanes8_add(lanes8_mul(k[x], m[i][y]), lanes8_mul(k[y], m[i][x]));
			gap = gap_with(gap, between, lanes8_add(of_a, of_b));
		}
	return gap;
}

// Tests oriented boxes and returns the lanes that are not separated. edges: the cross products of axes are
// tested too.
INLINE unsigned step_obbs(Step *s, const WideQuery *q, bool edges) {
	const WideObbNode *a = (const WideObbNode *)(const void *)s->a,
	                  *b = (const WideObbNode *)(const void *)s->b;
	Lanes8 at[3], of_b[3][3], axis[3][3], h[3], margin = lanes8_one(s->margin);
	unsigned apart = 0;
	middles(at, q, s, b->off);
	obb_turned(of_b, q, b);
	for (int i = 0; i < 6; ++i) axis[i / 3][i % 3] = lanes8_twice(a->axes[i]);
	cross(axis[2], axis[0], axis[1]);
	for (int i = 0; i < 3; ++i) h[i] = lanes8_twice(a->half[i]);
	for (int group = 0; group < 2; ++group) {
		Lanes8 c[3][3], m[3][3], between[3], d[3], k[3];
		for (int i = 0; i < 3; ++i) {
			between[i] = lanes8_sub(lanes8_turn(at[i], group), lanes8_twice(a->off[i]));
			k[i] = lanes8_turn(lanes8_twice(b->half[i]), group);
		}
		for (int j = 0; j < 3; ++j) {
			Lanes8 other[3];
			for (int i = 0; i < 3; ++i) other[i] = lanes8_turn(of_b[j][i], group);
			for (int i = 0; i < 3; ++i) c[i][j] = dot(axis[i], other);
		}
		for (int i = 0; i < 3; ++i) d[i] = dot(axis[i], between);
		Lanes8 gap = obb_face_gap(c, m, d, h, k);
		unsigned parted = mask8_bits(lanes8_above(gap, margin));
		if (edges && (s->lanes >> (8 * group) & 255 & ~parted) != 0) {
			gap = obb_edge_gap(gap, c, m, d, h, k);
			parted = mask8_bits(lanes8_above(gap, margin));
		}
		lanes8_store(s->gap + 8 * group, gap);
		apart |= parted << (8 * group);
	}
	return s->lanes & ~apart;
}

// leaf_bits: the children that are leaves (highest bit of the link). full_bits: the children that exist (the
// bit below it is 0).
#if LANES_SSE
INLINE unsigned leaf_bits(const WideHead *head) {
	return (unsigned)_mm_movemask_ps(_mm_loadu_ps((const float *)(const void *)head->link));
}
INLINE unsigned full_bits(const WideHead *head) {
	__m128i links = _mm_loadu_si128((const __m128i *)(const void *)head->link);
	return ~(unsigned)_mm_movemask_ps(_mm_castsi128_ps(_mm_slli_epi32(links, 1))) & 15;
}
#else
INLINE unsigned leaf_bits(const WideHead *head) {
	unsigned bits = 0;
	for (int i = 0; i < WIDE; ++i) bits |= (head->link[i] >> 31) << i;
	return bits;
}
INLINE unsigned full_bits(const WideHead *head) {
	unsigned bits = 0;
	for (int i = 0; i < WIDE; ++i) bits |= (head->link[i] >> 30 & 1) << i;
	return ~bits & 15;
}
#endif

// Tests a pair of nodes. Returns the lanes whose boxes may overlap.
INLINE unsigned step_test(Step *s, WideQuery *q, WidePair pair, WideVolume volume, bool edges, bool counted) {
	size_t size = wide_node_size(volume);
	s->a = (const WideHead *)(const void *)((const char *)q->a->nodes + (size_t)wide_place(pair.a) * size);
	s->b = (const WideHead *)(const void *)((const char *)q->b->nodes + (size_t)wide_place(pair.b) * size);
	s->place_a = pair.a & ~WIDE_ALL, s->place_b = pair.b & ~WIDE_ALL;
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

// Pushes the pairs of the given lanes in ascending order. A branch on each lane would often be mispredicted.
// So the AVX2 version always writes four pairs, the given ones first, and advances by their number.
#if LANES_AVX
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
INLINE int64_t push_lanes(WidePair *out, int64_t count, const Step *s, unsigned lanes) {
	__m128i a = _mm_loadu_si128((const __m128i *)(const void *)s->a->link);
	__m128i b = _mm_loadu_si128((const __m128i *)(const void *)s->b->link);
	if (lanes == 0) return count;
	count = push_four(out, count, a, b, lanes & 15);
	count = push_four(out, count, a, _mm_shuffle_epi32(b, _MM_SHUFFLE(0, 3, 2, 1)), lanes >> 4 & 15);
	count = push_four(out, count, a, _mm_shuffle_epi32(b, _MM_SHUFFLE(1, 0, 3, 2)), lanes >> 8 & 15);
	return push_four(out, count, a, _mm_shuffle_epi32(b, _MM_SHUFFLE(2, 1, 0, 3)), lanes >> 12);
}
#else
INLINE int64_t push_lanes(WidePair *out, int64_t count, const Step *s, unsigned lanes) {
	for (; lanes != 0; lanes &= lanes - 1) {
		int lane = __builtin_ctz(lanes);
		out[count++] = (WidePair){ s->a->link[lane & 3], s->b->link[(lane + lane / 4) & 3] };
	}
	return count;
}
#endif

static int64_t push_mixed(WidePair *out, int64_t count, const Step *s, unsigned lanes) {
	for (int j = 0; j < 4; ++j) { // b's child j is a node
		uint32_t meant = 0;
		for (int i = 0; i < 4; ++i)
			meant |= (lanes >> (4 * ((j - i) & 3) + i) & 1 & s->a->link[i] >> 31) << i;
		out[count] = (WidePair){ s->place_a | meant, s->b->link[j] };
		count += meant != 0;
	}
	for (int i = 0; i < 4; ++i) {
		uint32_t meant = 0;
		for (int j = 0; j < 4; ++j)
			meant |= (lanes >> (4 * ((j - i) & 3) + i) & 1 & s->b->link[j] >> 31) << j;
		out[count] = (WidePair){ s->a->link[i], s->place_b | meant };
		count += meant != 0;
	}
	return count;
}
