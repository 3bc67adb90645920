// Template: the kernels of wide trees. The including file defines WIDE_KERNELS, the name of the table.
// A step has sixteen lanes in two halves. In the first half, lanes 0 to 3 test child i of a against child i
// of b, and lanes 4 to 7 test it against child i + 1 (mod 4). The second half tests child i of a against i +
// 2 and i + 3. So only b's rows have to be rotated.
#include "simd/lanes.h"
#include "tree/wide_pairs.h"

// Error bounds (docs/exactness.md, section 15).
#define WIDE_MARGIN 0x1p-16f  // margin of a box test, relative to the reach of both nodes and their distance
#define WIDE_PLACED 0x1p-20f  // error of a leaf pair's coordinates, relative to the largest of them
#define WIDE_SIGN   33.0f     // error of a determinant, relative to that error times lengths (group_test)
#define WIDE_TINY   0x1p-110f // exceeds the sum of all underflow errors

#define INLINE LANES_INLINE

// Lanes
// ------------------------------------------------------------------------------------------------------

INLINE Lanes8 dot(const Lanes8 a[3], const Lanes8 b[3]) {
	return lanes8_add(lanes8_add(lanes8_mul(a[0], b[0]), lanes8_mul(a[1], b[1])), lanes8_mul(a[2], b[2]));
}
INLINE void cross(Lanes8 out[3], const Lanes8 a[3], const Lanes8 b[3]) {
	out[0] = lanes8_sub(lanes8_mul(a[1], b[2]), lanes8_mul(a[2], b[1]));
	out[1] = lanes8_sub(lanes8_mul(a[2], b[0]), lanes8_mul(a[0], b[2]));
	out[2] = lanes8_sub(lanes8_mul(a[0], b[1]), lanes8_mul(a[1], b[0]));
}

// lanes_of(a, b): the lanes whose child of a is in the set a and whose child of b is in the set b. A set is
// four bits. The table holds the lanes for each set of children of b.
static const uint16_t s_lanes_of_b[16] = {
#define TURNED(m)     ((m) | ((m) >> 1 | ((m) << 3 & 15)) << 4)
#define LANES_OF_B(m) TURNED(m) | TURNED(((m) >> 2 | (m) << 2) & 15) << 8
	LANES_OF_B(0u),  LANES_OF_B(1u),  LANES_OF_B(2u),  LANES_OF_B(3u),  LANES_OF_B(4u),  LANES_OF_B(5u),
	LANES_OF_B(6u),  LANES_OF_B(7u),  LANES_OF_B(8u),  LANES_OF_B(9u),  LANES_OF_B(10u), LANES_OF_B(11u),
	LANES_OF_B(12u), LANES_OF_B(13u), LANES_OF_B(14u), LANES_OF_B(15u),
};
INLINE unsigned lanes_of(unsigned a, unsigned b) { return a * 0x1111 & s_lanes_of_b[b]; }

// Nodes
// ------------------------------------------------------------------------------------------------------

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

// Leaves
// -----------------------------------------------------------------------------------------------------

// The triangles of both leaves, a's in lanes 0 to 3 and b's in lanes 4 to 7: vertices v, edges e, their
// moments m = v x e, normals n, the scalar products c of n and the first vertex, and the largest component of
// an edge.
typedef struct Rows {
	float v[9][8], e[9][8], m[9][8], n[3][8], c[8], length[8];
} Rows;

// most: the largest magnitude of a coordinate. sign: the error of a coordinate times WIDE_SIGN; times lengths
// it bounds the error of a determinant.
typedef struct Sizes {
	float most, sign;
} Sizes;

INLINE Sizes leaf_sizes(float d[3], const WideQuery *q, const WideLeaf *a, const WideLeaf *b) {
	float far = 0;
	for (int i = 0; i < 3; ++i) {
		const double *row = q->turn + 3 * i;
		double at = row[0] * (double)b->origin[0] + row[1] * (double)b->origin[1] +
		            row[2] * (double)b->origin[2] + q->shift[i];
		d[i] = (float)(at - (double)a->origin[i]);
		far = fabsf(d[i]) > far ? fabsf(d[i]) : far;
	}
	Sizes out = { (a->radius + 2 * b->radius + far) * (1 + 0x1p-20f), 0 };
	out.sign = WIDE_SIGN * (WIDE_PLACED * out.most + 2 * q->slack);
	return out;
}

// Places the triangles of both leaves in the frame of a. a's vertices stay exact, because 1 x + 0 y + 0 z + 0
// is x.
INLINE void rows_fill(Rows *rows, const WideQuery *q, const WideLeaf *a, const WideLeaf *b,
                      const float d[3]) {
	Lanes8 v[9], e[9], n[3], length = lanes8_one(0);
	for (int i = 0; i < 3; ++i) {
		const float *r = q->turn_rounded + 3 * i;
		const Lanes8 row[3] = { lanes8_halves(i == 0 ? 1 : 0, r[0]), lanes8_halves(i == 1 ? 1 : 0, r[1]),
			                    lanes8_halves(i == 2 ? 1 : 0, r[2]) };
		Lanes8 shift = lanes8_halves(0, d[i]);
		for (int k = 0; k < 3; ++k) {
			const Lanes8 x[3] = { lanes8_pair(a->v[3 * k], b->v[3 * k]),
				                  lanes8_pair(a->v[3 * k + 1], b->v[3 * k + 1]),
				                  lanes8_pair(a->v[3 * k + 2], b->v[3 * k + 2]) };
			v[3 * k + i] = lanes8_add(dot(row, x), shift);
		}
	}
	for (int k = 0; k < 9; ++k) {
		e[k] = lanes8_sub(v[(k + 3) % 9], v[k]);
		length = lanes8_max(lanes8_abs(e[k]), length);
		lanes8_store(rows->v[k], v[k]);
		lanes8_store(rows->e[k], e[k]);
	}
	for (int k = 0; k < 3; ++k) {
		Lanes8 m[3];
		cross(m, v + 3 * k, e + 3 * k);
		for (int i = 0; i < 3; ++i) lanes8_store(rows->m[3 * k + i], m[i]);
	}
	cross(n, e, e + 3);
	for (int i = 0; i < 3; ++i) lanes8_store(rows->n[i], n[i]);
	lanes8_store(rows->c, dot(n, v));
	lanes8_store(rows->length, length);
}

// For each of three vertices, whether it is certainly above or certainly below a plane.
typedef struct Sides {
	Mask8 above[3], below[3];
} Sides;

INLINE Sides sides_of(Lanes8 n[3], Lanes8 c, Lanes8 v[9], Lanes8 error) {
	Sides out;
	Lanes8 other = lanes8_sub(lanes8_one(0), error);
	for (int k = 0; k < 3; ++k) {
		Lanes8 height = lanes8_sub(dot(n, v + 3 * k), c);
		out.above[k] = lanes8_above(height, error);
		out.below[k] = lanes8_above(other, height);
	}
	return out;
}

INLINE Mask8 all_three(const Mask8 m[3]) { return mask8_and(mask8_and(m[0], m[1]), m[2]); }

// Pairs of triangles that certainly meet, and pairs that certainly do not.
typedef struct Answer {
	Mask8 meet, part;
} Answer;

// Tests the edge from corner k to the next against the other triangle. s: the sides of the corners by the
// plane of the other triangle. t: the products of the edge with the other triangle's edges. The pair meets if
// any edge certainly passes through; it is parted if every edge certainly does not.
INLINE void edge_look(Answer *answer, bool first, const Sides *s, int k, const Lanes8 t[3], Lanes8 error) {
	int l = (k + 1) % 3;
	Lanes8 least = lanes8_min(lanes8_min(t[0], t[1]), t[2]), most = lanes8_max(lanes8_max(t[0], t[1]), t[2]);
	Lanes8 other = lanes8_sub(lanes8_one(0), error);
	Mask8 all_above = lanes8_above(least, error), all_below = lanes8_above(other, most);
	Mask8 both = mask8_and(lanes8_above(most, error), lanes8_above(other, least));
	Mask8 opposite = mask8_or(mask8_and(s->above[k], s->below[l]), mask8_and(s->below[k], s->above[l]));
	Mask8 same = mask8_or(mask8_and(s->above[k], s->above[l]), mask8_and(s->below[k], s->below[l]));
	Mask8 through = mask8_and(opposite, mask8_or(all_above, all_below)), past = mask8_or(same, both);
	answer->meet = first ? through : mask8_or(answer->meet, through);
	answer->part = first ? past : mask8_and(answer->part, past);
}

INLINE void rows_load(Lanes8 *out, float rows[][8], int count, int half, int group) {
	for (int i = 0; i < count; ++i) {
		Lanes8 row = lanes8_twice(rows[i] + half);
		out[i] = half == 0 ? row : lanes8_turn(row, group);
	}
}

// Tests all edges of each triangle against the other triangle.
INLINE Answer edges_test(Rows *rows, const Sides *of_a, const Sides *of_b, Lanes8 error, int group) {
	Lanes8 e[9], m[9], f[9], n[9], t[3][3];
	Answer answer;
	rows_load(e, rows->e, 9, 0, group), rows_load(m, rows->m, 9, 0, group);
	rows_load(f, rows->e, 9, 4, group), rows_load(n, rows->m, 9, 4, group);
	for (int i = 0; i < 3; ++i)
		for (int j = 0; j < 3; ++j)
			t[i][j] = lanes8_add(dot(e + 3 * i, n + 3 * j), dot(f + 3 * j, m + 3 * i));
	for (int i = 0; i < 3; ++i) edge_look(&answer, i == 0, of_a, i, t[i], error);
	for (int j = 0; j < 3; ++j) {
		const Lanes8 column[3] = { t[0][j], t[1][j], t[2][j] };
		edge_look(&answer, false, of_b, j, column, error);
	}
	return answer;
}

// Tests eight pairs of triangles. meet: the lanes that certainly meet. unsure: the lanes that floats cannot
// decide.
INLINE void group_test(Rows *rows, Sizes sizes, int group, unsigned lanes, unsigned *meet, unsigned *unsure) {
	Lanes8 na[3], nb[3], ca, cb, la, lb, va[9], vb[9];
	Lanes8 most = lanes8_one(sizes.most), sign = lanes8_one(sizes.sign), tiny = lanes8_one(WIDE_TINY);
	rows_load(na, rows->n, 3, 0, group), rows_load(nb, rows->n, 3, 4, group);
	rows_load(va, rows->v, 9, 0, group), rows_load(vb, rows->v, 9, 4, group);
	rows_load(&ca, &rows->c, 1, 0, group), rows_load(&cb, &rows->c, 1, 4, group);
	rows_load(&la, &rows->length, 1, 0, group), rows_load(&lb, &rows->length, 1, 4, group);
	Lanes8 twice = lanes8_add(most, most);
	Lanes8 by_a = lanes8_add(lanes8_mul(sign, lanes8_mul(la, lanes8_add(twice, la))), tiny);
	Lanes8 by_b = lanes8_add(lanes8_mul(sign, lanes8_mul(lb, lanes8_add(twice, lb))), tiny);
	Sides of_b = sides_of(na, ca, vb, by_a), of_a = sides_of(nb, cb, va, by_b);
	Mask8 part = mask8_or(mask8_or(all_three(of_a.above), all_three(of_a.below)),
	                      mask8_or(all_three(of_b.above), all_three(of_b.below)));
	unsigned left = lanes & ~mask8_bits(part);
	*meet = *unsure = 0;
	if (left == 0) return;
	Lanes8 by_edges = lanes8_add(lanes8_mul(most, lanes8_add(la, lb)), lanes8_mul(la, lb));
	Answer answer = edges_test(rows, &of_a, &of_b, lanes8_add(lanes8_mul(sign, by_edges), tiny), group);
	*meet = left & mask8_bits(answer.meet);
	*unsure = left & ~*meet & ~mask8_bits(answer.part);
}

INLINE unsigned triangle_bits(const WideLeaf *leaf) {
#if LANES_SSE
	return ~(unsigned)_mm_movemask_ps(_mm_loadu_ps((const float *)(const void *)leaf->id)) & 15;
#else
	unsigned bits = 0;
	for (int i = 0; i < WIDE; ++i) bits |= (unsigned)(leaf->id[i] >= 0) << i;
	return bits;
#endif
}

static __attribute__((noinline)) unsigned settle(WideQuery *q, const WideLeaf *a, const WideLeaf *b,
                                                 unsigned unsure) {
	unsigned meet = 0;
	q->settled += __builtin_popcount(unsure);
	for (; unsure != 0; unsure &= unsure - 1) {
		int lane = __builtin_ctz(unsure);
		meet |= (unsigned)wide_settle(q, a->id[lane & 3], b->id[(lane + lane / 4) & 3]) << lane;
	}
	return meet;
}

// Tests a pair of leaves. Returns the lanes whose triangles meet.
INLINE unsigned leaf_test(WideQuery *q, WidePair pair, bool counted) {
	const WideLeaf *a = q->a->leaves + wide_place(pair.a), *b = q->b->leaves + wide_place(pair.b);
	unsigned lanes = lanes_of(triangle_bits(a), triangle_bits(b)), all_meet = 0, all_unsure = 0;
	float d[3];
	Rows rows;
	if (counted) q->np += __builtin_popcount(lanes);
	Sizes sizes = leaf_sizes(d, q, a, b);
	rows_fill(&rows, q, a, b, d);
	for (int group = 0; group < 2; ++group) {
		unsigned meet, unsure;
		group_test(&rows, sizes, group, lanes >> (8 * group) & 255, &meet, &unsure);
		all_meet |= meet << (8 * group), all_unsure |= unsure << (8 * group);
	}
	if (all_unsure != 0) all_meet |= settle(q, a, b, all_unsure);
	return all_meet;
}

INLINE int64_t push_hits(WideQuery *q, WidePair pair, unsigned meet) {
	const WideLeaf *a = q->a->leaves + wide_place(pair.a), *b = q->b->leaves + wide_place(pair.b);
	int64_t count = q->hits.count;
	for (; meet != 0; meet &= meet - 1) {
		int lane = __builtin_ctz(meet);
		q->hits.data[count++] = (WideHit){ a->id[lane & 3], b->id[(lane + lane / 4) & 3] };
	}
	return count;
}

// Walks
// ------------------------------------------------------------------------------------------------------

INLINE void fetch(const char *p, size_t size) {
	for (size_t at = 0; at < size; at += 64) __builtin_prefetch(p + at);
}
INLINE void fetch_nodes(const WideQuery *q, WidePair pair, WideVolume volume) {
	size_t size = wide_node_size(volume);
	fetch((const char *)q->a->nodes + (size_t)wide_place(pair.a) * size, size);
	fetch((const char *)q->b->nodes + (size_t)wide_place(pair.b) * size, size);
}
INLINE void fetch_leaves(const WideQuery *q, WidePair pair) {
	fetch((const char *)(q->a->leaves + wide_place(pair.a)), sizeof(WideLeaf));
	fetch((const char *)(q->b->leaves + wide_place(pair.b)), sizeof(WideLeaf));
}

enum { AHEAD = 4 };

INLINE WideEnd leaves_all(WideQuery *q, bool counted) {
	for (; q->leaf_at < q->leaves.count; q->leaf_at += 1) {
		if (q->hits.count + 16 > q->hits.capacity) return WIDE_ROOM;
		if (q->leaf_at + AHEAD < q->leaves.count) fetch_leaves(q, q->leaves.data[q->leaf_at + AHEAD]);
		WidePair pair = q->leaves.data[q->leaf_at];
		q->hits.count = push_hits(q, pair, leaf_test(q, pair, counted));
	}
	q->leaves.count = q->leaf_at = 0;
	return WIDE_DONE;
}

// Processes one pair of the level. Its results go to `next` and `leaves`.
INLINE void level_step(WideQuery *q, WidePair pair, WideVolume volume, bool counted) {
	Step step = { 0 };
	Found found = step_sort(&step, step_test(&step, q, pair, volume, true, counted));
	q->next.count = push_lanes(q->next.data, q->next.count, &step, found.nodes);
	q->leaves.count = push_lanes(q->leaves.data, q->leaves.count, &step, found.leaves);
	if (found.mixed != 0) q->next.count = push_mixed(q->next.data, q->next.count, &step, found.mixed);
}

INLINE WideEnd level_all(WideQuery *q, WideVolume volume, bool counted) {
	for (; q->at < q->level.count; q->at += 1) {
		if (q->next.count + WIDE_PUSHES + WIDE_SPILL > q->next.capacity) return WIDE_ROOM;
		if (q->leaves.count > WIDE_LEAVES && leaves_all(q, counted) != WIDE_DONE) return WIDE_ROOM;
		if (q->at + AHEAD < q->level.count) fetch_nodes(q, q->level.data[q->at + AHEAD], volume);
		level_step(q, q->level.data[q->at], volume, counted);
	}
	return WIDE_DONE;
}

INLINE WideEnd walk_all(WideQuery *q, WideVolume volume, bool counted) {
	for (;;) {
		if (level_all(q, volume, counted) != WIDE_DONE) return WIDE_ROOM;
		if (q->next.count == 0) return leaves_all(q, counted);
		WidePair *data = q->level.data;
		int64_t capacity = q->level.capacity;
		q->level.data = q->next.data, q->level.count = q->next.count, q->level.capacity = q->next.capacity;
		q->next.data = data, q->next.count = 0, q->next.capacity = capacity;
		q->at = 0;
	}
}

// Of the pairs just pushed, moves the one whose boxes overlap most to the top of the stack.
INLINE void deepest_last(WidePair *pushed, int64_t count, const Step *s, unsigned lanes) {
	float least = INFINITY;
	int64_t at = 0, best = -1;
	for (; lanes != 0; lanes &= lanes - 1, ++at) {
		float gap = s->gap[__builtin_ctz(lanes)];
		if (gap < least) least = gap, best = at;
	}
	if (best < 0) return;
	WidePair pair = pushed[best];
	pushed[best] = pushed[count - 1];
	pushed[count - 1] = pair;
}

INLINE bool is_done(const WideQuery *q, WidePair pair) {
	int32_t a = wide_place(pair.a), b = wide_place(pair.b);
	return (a >= q->done_a) & (a < q->done_a_end) & (b >= q->done_b) & (b < q->done_b_end);
}

// In the first NARROW visits a hit is likely. They process one pair at a time and skip the cross products of
// axes.
enum { BATCH = 4, NARROW = 12 };

INLINE void stack_step(WideQuery *q, WidePair pair, WideVolume volume, bool counted) {
	Step step = { 0 };
	if (is_done(q, pair)) return;
	Found found = step_sort(&step, step_test(&step, q, pair, volume, q->visits >= NARROW, counted));
	int64_t leaves = q->leaves.count;
	if (found.mixed != 0) q->level.count = push_mixed(q->level.data, q->level.count, &step, found.mixed);
	int64_t count = q->level.count;
	q->level.count = push_lanes(q->level.data, count, &step, found.nodes);
	deepest_last(q->level.data + count, q->level.count - count, &step, found.nodes);
	q->leaves.count = push_lanes(q->leaves.data, leaves, &step, found.leaves);
	for (int64_t i = leaves; i < q->leaves.count; ++i) q->next.data[i] = pair; // their parents
}

INLINE bool leaves_first(WideQuery *q, bool counted) {
	for (int64_t i = 0; i < q->leaves.count; ++i) {
		WidePair pair = q->leaves.data[i];
		unsigned meet = leaf_test(q, pair, counted);
		if (meet == 0) continue;
		q->hits.count = push_hits(q, pair, meet & ~(meet - 1));
		q->hit_at = q->next.data[i];
		return true;
	}
	q->leaves.count = 0;
	return false;
}

// Traverses depth first: one pair at a time at the beginning, later two, then four. A hit is likely to be
// found early, so large batches at the beginning would be wasted work.
INLINE WideEnd walk_first(WideQuery *q, WideVolume volume, bool counted) {
	while (q->level.count > 0) {
		WidePair batch[BATCH];
		int64_t wide = q->visits < NARROW ? 1 : q->visits < 3 * NARROW ? 2 : BATCH;
		int64_t count = q->level.count < wide ? q->level.count : wide;
		if (q->level.count + BATCH * WIDE_PUSHES + WIDE_SPILL > q->level.capacity) return WIDE_ROOM;
		q->level.count -= count;
		for (int64_t i = 0; i < count; ++i) batch[i] = q->level.data[q->level.count + i];
		for (int64_t i = 0; i < count - 1; ++i) fetch_nodes(q, batch[i], volume);
		for (int64_t i = 0; i < count; ++i) stack_step(q, batch[i], volume, counted);
		q->visits += count;
		if (q->leaves.count > 0 && leaves_first(q, counted)) return WIDE_DONE;
	}
	return WIDE_DONE;
}

#define WIDE_WALKS(name, volume)                                                                             \
	static WideEnd name##_all(WideQuery *q) { return walk_all(q, volume, false); }                           \
	static WideEnd name##_all_counted(WideQuery *q) { return walk_all(q, volume, true); }                    \
	static WideEnd name##_first(WideQuery *q) { return walk_first(q, volume, false); }                       \
	static WideEnd name##_first_counted(WideQuery *q) { return walk_first(q, volume, true); }
WIDE_WALKS(obb, WIDE_OBB)
WIDE_WALKS(aabb, WIDE_AABB)

const WideKernels WIDE_KERNELS = {
	.all = { { obb_all, obb_all_counted }, { aabb_all, aabb_all_counted } },
	.first = { { obb_first, obb_first_counted }, { aabb_first, aabb_first_counted } },
};
