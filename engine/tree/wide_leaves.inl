// Part of wide_pairs.inl: two leaves, the triangles of one against those of the other.

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
