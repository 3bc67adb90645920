// Part of wide/pairs.inl: two leaves, the triangles of one against those of the other.

// The triangles of pairs of leaves: of the first pair, a's in lanes 0 to 3 and b's in lanes 4 to 7. Vertices
// v, edges e, their moments m = v x e, normals n, the scalar products c of n and the first vertex, and the
// largest component of an edge.
typedef struct Rows {
	float v[9][LANES], e[9][LANES], m[9][LANES], n[3][LANES], c[LANES], length[LANES];
} Rows;

// A pair of leaves. d: the vector between their origins, in the frame of a. most: the largest magnitude of a
// coordinate. sign: the error of a coordinate times WIDE_SIGN; times lengths it bounds the error of a
// determinant.
typedef struct LeafPair {
	const WideLeaf *a, *b;
	float d[4], most, sign;
	int at; // the first of its lanes in the rows
} LeafPair;

INLINE void leaf_pair_set(LeafPair *out, const WideQuery *q, WidePair pair) {
	const WideLeaf *a = q->a->leaves + wide_place(pair.a), *b = q->b->leaves + wide_place(pair.b);
	float far = 0;
	lanes4_store(out->d, between(q, a->origin, b->origin));
	for (int i = 0; i < 3; ++i) far = fabsf(out->d[i]) > far ? fabsf(out->d[i]) : far;
	out->a = a, out->b = b;
	out->most = (a->radius + 2 * b->radius + far) * (1 + 0x1p-20f);
	out->sign = WIDE_SIGN * (WIDE_PLACED * out->most + 2 * q->slack);
}

// Row c of the vertices of all pairs, as stored.
INLINE Lanes stored(const LeafPair pairs[TOGETHER], int c) {
	const LeafPair *last = pairs + TOGETHER - 1;
	return lanes_joined(lanes8_pair(pairs->a->v[c], pairs->b->v[c]),
	                    lanes8_pair(last->a->v[c], last->b->v[c]));
}

// Places the triangles in the frame of a. a's vertices stay exact, because 1 x + 0 y + 0 z + 0 is x.
INLINE void rows_place(Lanes v[9], const WideQuery *q, const LeafPair pairs[TOGETHER]) {
	Lanes x[9];
	for (int c = 0; c < 9; ++c) x[c] = stored(pairs, c);
	for (int i = 0; i < 3; ++i) {
		Lanes row[3];
		for (int k = 0; k < 3; ++k) {
			Lanes8 halves = lanes8_halves(i == k ? 1 : 0, q->turn_rounded[3 * i + k]);
			row[k] = lanes_joined(halves, halves);
		}
		Lanes shift =
		    lanes_joined(lanes8_halves(0, pairs[0].d[i]), lanes8_halves(0, pairs[TOGETHER - 1].d[i]));
		for (int k = 0; k < 3; ++k) v[3 * k + i] = lanes_add(dot(row, x + 3 * k), shift);
	}
}

INLINE void rows_fill(Rows *rows, const WideQuery *q, const LeafPair pairs[TOGETHER]) {
	Lanes v[9], e[9], n[3], length = lanes_one(0);
	rows_place(v, q, pairs);
	for (int k = 0; k < 9; ++k) {
		e[k] = lanes_sub(v[(k + 3) % 9], v[k]);
		length = lanes_max(lanes_abs(e[k]), length);
		lanes_store(rows->v[k], v[k]);
		lanes_store(rows->e[k], e[k]);
	}
	for (int k = 0; k < 3; ++k) {
		Lanes m[3];
		cross(m, v + 3 * k, e + 3 * k);
		for (int i = 0; i < 3; ++i) lanes_store(rows->m[3 * k + i], m[i]);
	}
	cross(n, e, e + 3);
	for (int i = 0; i < 3; ++i) lanes_store(rows->n[i], n[i]);
	lanes_store(rows->c, dot(n, v));
	lanes_store(rows->length, length);
}

// Places the pairs of leaves from `at` on, as many as are placed together. Returns their number.
INLINE int leaves_begin(Rows *rows, LeafPair pairs[TOGETHER], const WideQuery *q, int64_t at) {
	int64_t left = q->leaves.count - at;
	int count = left < TOGETHER ? (int)left : TOGETHER;
	for (int i = 0; i < TOGETHER; ++i) {
		leaf_pair_set(&pairs[i], q, q->leaves.data[at + (i < count ? i : 0)]);
		pairs[i].at = 8 * i;
	}
	rows_fill(rows, q, pairs);
	return count;
}

// Above e: all signs are certainly the same. Below -e: both signs certainly occur. For |x| > e to prove the
// sign of x.
INLINE Lanes agreement(Lanes least, Lanes most) { return lanes_max(least, lanes_negate(most)); }

// The agreement of the heights of each edge's ends over a plane, and of all three heights.
typedef struct Sides {
	Lanes ends[3], all, error;
} Sides;

INLINE Sides sides_of(const Lanes n[3], Lanes c, const Lanes v[9], Lanes error) {
	Sides out = { .error = error };
	Lanes h[3], least[3], most[3];
	for (int k = 0; k < 3; ++k) h[k] = lanes_sub(dot(n, v + 3 * k), c);
	for (int k = 0; k < 3; ++k) {
		least[k] = lanes_min(h[k], h[(k + 1) % 3]), most[k] = lanes_max(h[k], h[(k + 1) % 3]);
		out.ends[k] = agreement(least[k], most[k]);
	}
	out.all = agreement(lanes_min(least[0], h[2]), lanes_max(most[0], h[2]));
	return out;
}

// Pairs of triangles that certainly meet, and pairs that certainly do not.
typedef struct Answer {
	Mask meet, part;
} Answer;

// Tests the edge from corner k to the next against the other triangle. s: the sides of the corners by the
// plane of the other triangle. t: the products of the edge with the other triangle's edges. The pair meets if
// any edge certainly passes through; it is parted if every edge certainly does not.
INLINE void edge_look(Answer *answer, bool first, const Sides *s, int k, const Lanes t[3], Lanes error) {
	Lanes least = lanes_min(lanes_min(t[0], t[1]), t[2]), most = lanes_max(lanes_max(t[0], t[1]), t[2]);
	Lanes agree = agreement(least, most);
	Mask opposite = lanes_above(lanes_negate(s->error), s->ends[k]);
	Mask same = lanes_above(s->ends[k], s->error);
	Mask through = mask_and(opposite, lanes_above(agree, error));
	Mask past = mask_or(same, lanes_above(lanes_negate(error), agree));
	answer->meet = first ? through : mask_or(answer->meet, through);
	answer->part = first ? past : mask_and(answer->part, past);
}

INLINE void rows_of_a(Lanes *out, float rows[][LANES], int count, int at) {
	for (int i = 0; i < count; ++i) out[i] = lanes_repeated(rows[i] + at);
}
INLINE void rows_of_b(Lanes *out, float rows[][LANES], int count, int at, int group) {
	for (int i = 0; i < count; ++i) out[i] = lanes_turn(lanes_repeated(rows[i] + at + 4), group);
}

// Tests all edges of each triangle against the other triangle.
INLINE Answer edges_test(Rows *rows, int at, const Sides *of_a, const Sides *of_b, Lanes error, int group) {
	Lanes e[9], m[9], f[9], n[9], t[3][3];
	Answer answer;
	rows_of_a(e, rows->e, 9, at), rows_of_a(m, rows->m, 9, at);
	rows_of_b(f, rows->e, 9, at, group), rows_of_b(n, rows->m, 9, at, group);
	for (int i = 0; i < 3; ++i)
		for (int j = 0; j < 3; ++j) t[i][j] = lanes_add(dot(e + 3 * i, n + 3 * j), dot(f + 3 * j, m + 3 * i));
	for (int i = 0; i < 3; ++i) edge_look(&answer, i == 0, of_a, i, t[i], error);
	for (int j = 0; j < 3; ++j) {
		const Lanes column[3] = { t[0][j], t[1][j], t[2][j] };
		edge_look(&answer, false, of_b, j, column, error);
	}
	return answer;
}

// Tests a group of pairs of triangles. meet: the lanes that certainly meet. unsure: the lanes that floats
// cannot decide.
INLINE void group_test(Rows *rows, const LeafPair *pair, int group, unsigned lanes, unsigned *meet,
                       unsigned *unsure) {
	Lanes na[3], nb[3], ca, cb, la, lb, va[9], vb[9];
	Lanes most = lanes_one(pair->most), sign = lanes_one(pair->sign), tiny = lanes_one(WIDE_TINY);
	int at = pair->at;
	rows_of_a(na, rows->n, 3, at), rows_of_b(nb, rows->n, 3, at, group);
	rows_of_a(va, rows->v, 9, at), rows_of_b(vb, rows->v, 9, at, group);
	rows_of_a(&ca, &rows->c, 1, at), rows_of_b(&cb, &rows->c, 1, at, group);
	rows_of_a(&la, &rows->length, 1, at), rows_of_b(&lb, &rows->length, 1, at, group);
	Lanes twice = lanes_add(most, most);
	Lanes by_a = lanes_add(lanes_mul(sign, lanes_mul(la, lanes_add(twice, la))), tiny);
	Lanes by_b = lanes_add(lanes_mul(sign, lanes_mul(lb, lanes_add(twice, lb))), tiny);
	Sides of_b = sides_of(na, ca, vb, by_a), of_a = sides_of(nb, cb, va, by_b);
	Mask part = mask_or(lanes_above(of_a.all, by_b), lanes_above(of_b.all, by_a));
	unsigned left = lanes & ~mask_bits(part);
	*meet = *unsure = 0;
	if (left == 0) return;
	Lanes by_edges = lanes_add(lanes_mul(most, lanes_add(la, lb)), lanes_mul(la, lb));
	Answer answer = edges_test(rows, at, &of_a, &of_b, lanes_add(lanes_mul(sign, by_edges), tiny), group);
	*meet = left & mask_bits(answer.meet);
	*unsure = left & ~*meet & ~mask_bits(answer.part);
}

INLINE unsigned triangle_bits(const WideLeaf *leaf) { return ~lanes4_top_bits(leaf->id, 0) & 15; }

// Tests a pair of leaves. Returns the lanes whose triangles meet.
INLINE unsigned leaf_test(WideQuery *q, Rows *rows, const LeafPair *pair, bool counted) {
	unsigned lanes = lanes_of(triangle_bits(pair->a), triangle_bits(pair->b)), all_meet = 0, all_unsure = 0;
	if (counted) q->np += __builtin_popcount(lanes);
	for (int group = 0; group < GROUPS; ++group) {
		unsigned meet, unsure;
		group_test(rows, pair, group, lanes >> (LANES * group) & LANES_ALL, &meet, &unsure);
		all_meet |= meet << (LANES * group), all_unsure |= unsure << (LANES * group);
	}
	if (all_unsure == 0) return all_meet;
	q->settled += __builtin_popcount(all_unsure);
	return all_meet | settle(q, pair->a->id, pair->b->id, all_unsure);
}

INLINE int64_t push_hits(WideQuery *q, const LeafPair *pair, unsigned meet) {
	const uint32_t *a = (const uint32_t *)pair->a->id, *b = (const uint32_t *)pair->b->id;
	return push_pairs(q->hits.data, q->hits.count, a, b, meet);
}
