// Part of wide/pairs.inl: two leaves, the triangles of one against those of the other.

// The triangles of pairs of leaves: of the first pair, a's in lanes 0 to 3 and b's in lanes 4 to 7. Vertices
// v, edges e, normals n, the scalar products c of n and the first vertex, and the largest component of an
// edge.
typedef struct Rows {
	float v[9][LANES], e[9][LANES], n[3][LANES], c[LANES], length[LANES];
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

// The corners of a triangle and the plane of another. sure: that no corner is too near to it to tell its
// side. Where that is so: above: which corners are; over: between which the edge goes through the plane.
typedef struct Sides {
	Mask above[3], over[2], one_side, sure;
} Sides;

INLINE Sides sides_of(const Lanes n[3], Lanes c, const Lanes v[9], Lanes error) {
	Sides out;
	Mask sure[3];
	for (int k = 0; k < 3; ++k) {
		Lanes h = lanes_sub(dot(n, v + 3 * k), c);
		sure[k] = lanes_above(lanes_abs(h), error);
		out.above[k] = lanes_above(h, lanes_one(0));
	}
	out.sure = mask_and(mask_and(sure[0], sure[1]), sure[2]);
	for (int k = 0; k < 2; ++k) out.over[k] = mask_xor(out.above[k], out.above[k + 1]);
	out.one_side = mask_xor(out.sure, mask_and(out.sure, mask_or(out.over[0], out.over[1])));
	return out;
}

INLINE void rows_of_a(Lanes *out, float rows[][LANES], int count, int at) {
	for (int i = 0; i < count; ++i) out[i] = lanes_repeated(rows[i] + at);
}
INLINE void rows_of_b(Lanes *out, float rows[][LANES], int count, int at, int group) {
	for (int i = 0; i < count; ++i) out[i] = lanes_turn(lanes_repeated(rows[i] + at + 4), group);
}

// Of each triangle the edge that goes down, from above the other's plane to below it, and the one that comes
// up again. A triangle with sure corners on both sides has one of each. The corner that is alone on its side
// is an end of both.
typedef struct Crossing {
	Lanes down[3], up[3], alone[3];
} Crossing;

INLINE Crossing crossing_of(const Lanes x[9], const Lanes v[9], const Sides *s) {
	Crossing out;
	for (int i = 0; i < 3; ++i)
		out.alone[i] = lanes_select(s->over[0], lanes_select(s->over[1], v[3 + i], v[i]), v[6 + i]);
	for (int i = 0; i < 3; ++i) {
		Lanes down = lanes_select(mask_and(s->over[1], s->above[1]), x[3 + i], x[6 + i]);
		Lanes up = lanes_select(mask_and(s->over[1], s->above[2]), x[3 + i], x[6 + i]);
		out.down[i] = lanes_select(mask_and(s->over[0], s->above[0]), x[i], down);
		out.up[i] = lanes_select(mask_and(s->over[0], s->above[1]), x[i], up);
	}
	return out;
}

// Pairs of triangles that certainly meet, and pairs that certainly do not.
typedef struct Answer {
	Mask meet, part;
} Answer;

// Of triangles whose corners are certainly on both sides of the other's plane: compares where their edges
// cross the line that the planes share (docs/explanation/exactness.md, section 15).
INLINE Answer crossings_test(Rows *rows, int at, const Lanes va[9], const Lanes vb[9], const Sides *of_a,
                             const Sides *of_b, Lanes error, int group) {
	Lanes x[9], w[3], n[3];
	rows_of_a(x, rows->e, 9, at);
	Crossing e = crossing_of(x, va, of_a);
	rows_of_b(x, rows->e, 9, at, group);
	Crossing f = crossing_of(x, vb, of_b);
	for (int i = 0; i < 3; ++i) w[i] = lanes_sub(e.alone[i], f.alone[i]);
	cross(n, f.down, w);
	Lanes down = dot(e.down, n);
	cross(n, f.up, w);
	Lanes up = dot(e.up, n), less = lanes_negate(error);
	Mask meet = mask_and(lanes_above(less, down), lanes_above(up, error));
	Mask part = mask_or(lanes_above(down, error), lanes_above(less, up));
	Mask sure = mask_and(of_a->sure, of_b->sure);
	return (Answer){ mask_and(sure, meet), mask_and(sure, part) };
}

// Sets of lanes. meet: those that certainly meet. unsure: those that floats cannot decide.
typedef struct Judged {
	unsigned meet, unsure;
} Judged;

// Tests a group of pairs of triangles.
INLINE Judged group_test(Rows *rows, const LeafPair *pair, int group, unsigned wanted) {
	Lanes na[3], nb[3], ca, cb, la, lb, va[9], vb[9];
	Lanes most = lanes_one(pair->most), sign = lanes_one(pair->sign), tiny = lanes_one(WIDE_TINY);
	const int at = TOGETHER > 1 ? pair->at : 0;
	rows_of_a(na, rows->n, 3, at), rows_of_b(nb, rows->n, 3, at, group);
	rows_of_a(va, rows->v, 9, at), rows_of_b(vb, rows->v, 9, at, group);
	rows_of_a(&ca, &rows->c, 1, at), rows_of_b(&cb, &rows->c, 1, at, group);
	rows_of_a(&la, &rows->length, 1, at), rows_of_b(&lb, &rows->length, 1, at, group);
	Lanes twice = lanes_add(most, most);
	Lanes by_a = lanes_add(lanes_mul(sign, lanes_mul(la, lanes_add(twice, la))), tiny);
	Lanes by_b = lanes_add(lanes_mul(sign, lanes_mul(lb, lanes_add(twice, lb))), tiny);
	Sides of_b = sides_of(na, ca, vb, by_a), of_a = sides_of(nb, cb, va, by_b);
	unsigned left = wanted >> (LANES * group) & LANES_ALL & ~mask_bits(mask_or(of_a.one_side, of_b.one_side));
	if (left == 0) return (Judged){ 0, 0 };
	Lanes by_edges = lanes_add(lanes_mul(most, lanes_add(la, lb)), lanes_mul(la, lb));
	Answer answer =
	    crossings_test(rows, at, va, vb, &of_a, &of_b, lanes_add(lanes_mul(sign, by_edges), tiny), group);
	unsigned meet = left & mask_bits(answer.meet), unsure = left & ~meet & ~mask_bits(answer.part);
	return (Judged){ meet << (LANES * group), unsure << (LANES * group) };
}

INLINE unsigned triangle_bits(const WideLeaf *leaf) { return ~lanes4_top_bits(leaf->id, 0) & 15; }

// Tests a pair of leaves. Returns the lanes whose triangles meet.
INLINE unsigned leaf_test(WideQuery *q, Rows *rows, const LeafPair *pair, bool counted) {
	unsigned lanes = lanes_of(triangle_bits(pair->a), triangle_bits(pair->b));
	if (counted) q->np += __builtin_popcount(lanes);
	// not a loop, as in step_obbs
	Judged low = group_test(rows, pair, 0, lanes), high = { 0, 0 };
	if (GROUPS > 1) high = group_test(rows, pair, 1, lanes);
	unsigned meet = low.meet | high.meet, unsure = low.unsure | high.unsure;
	if (unsure == 0) return meet;
	q->settled += __builtin_popcount(unsure);
	return meet | settle(q, pair->a->id, pair->b->id, unsure);
}

INLINE int64_t push_hits(WideQuery *q, const LeafPair *pair, unsigned meet) {
	const uint32_t *a = (const uint32_t *)pair->a->id, *b = (const uint32_t *)pair->b->id;
	return push_pairs(q->hits.data, q->hits.count, a, b, meet);
}
