// Template: places nodes in another frame, one at a time or all, from what the TreePlacement holds.
// In: NODE, BV, BV_OP(fit_node); with BV_FOLLOW also BV_OP(place_conic), BV_OP(place_hull),
// BV_OP(hull_points), BV_OP(translate), or with BV_RIGID BV_OP(place).
#if !defined(NODE) || !defined(BV) || !defined(BV_OP)
#error "tree_move.inl needs NODE, BV and BV_OP"
#endif

#ifdef BV_RIGID
static void BV_OP(move)(TreePlacement *m, int32_t first, int32_t end, bool drift) {
	(void)drift;
	NODE *to = m->nodes;
	const NODE *from = m->rest;
	for (int32_t i = first; i < end; ++i) BV_OP(place)(&to[i].v, &from[i].v, m->follow);
}

static void BV_OP(class_follow)(void *out, const BvStep *step, const void *root, const BvSpace *space) {
	(void)root;
	BV_OP(follow)(out, step, space);
}
#elif defined(BV_FOLLOW)
static inline void BV_OP(place_stored)(TreePlacement *m, BV *out, const BV *rest, int32_t i) {
	int64_t start = m->starts[i];
	BV_OP(place_hull)(out, rest, m->points + 3 * start, (int32_t)(m->starts[i + 1] - start), m->follow);
}

static void BV_OP(place_drifted)(TreePlacement *m, BV *out, const BV *source, const BV_FOLLOW *follow) {
	int32_t count = BV_OP(hull_points)(source, m->space, m->scratch);
	BV_OP(place_hull)(out, source, m->scratch, count, follow);
}

// Places nodes first .. end - 1. drift: from their placement in the step before.
static void BV_OP(move)(TreePlacement *m, int32_t first, int32_t end, bool drift) {
	NODE *to = m->nodes;
	const NODE *from = m->rest;
	if (m->translation)
		for (int32_t i = first; i < end; ++i) BV_OP(translate)(&to[i].v, &from[i].v, m->follow);
	else if (m->by == MOVE_CONIC)
		for (int32_t i = first; i < end; ++i) BV_OP(place_conic)(&to[i].v, &from[i].v, m->follow);
	else if (m->by == MOVE_HULL)
		for (int32_t i = first; i < end; ++i) BV_OP(place_stored)(m, &to[i].v, &from[i].v, i);
	else if (drift)
		for (int32_t i = first; i < end; ++i) BV_OP(place_drifted)(m, &to[i].v, &to[i].v, m->drift);
	else
		for (int32_t i = first; i < end; ++i) BV_OP(place_drifted)(m, &to[i].v, &from[i].v, m->follow);
}

static void BV_OP(class_follow)(void *out, const BvStep *step, const void *root, const BvSpace *space) {
	BV_OP(follow)(out, step, root, space);
}
static int32_t BV_OP(class_points_max)(const BvSpace *space) {
	(void)space;
	return BV_HULL_POINTS_MAX(space);
}
static int32_t BV_OP(class_hull_points)(const void *volume, const BvSpace *space, double *xyz) {
	return BV_OP(hull_points)(volume, space, xyz);
}
#else
static void BV_OP(move)(TreePlacement *m, int32_t first, int32_t end, bool drift) {
	(void)m, (void)first, (void)end, (void)drift;
}
#endif

// Lazy update: called when a traversal meets the node for the first time in a step.
static __attribute__((noinline)) void BV_OP(update_node)(TreePlacement *m, int32_t i) {
	bool drift = m->stamps[i] == m->now - 1;
	m->stamps[i] = m->now;
	if (m->by == MOVE_REFIT)
		BV_OP(fit_node)(m, i);
	else
		BV_OP(move)(m, i, i + 1, drift);
}

// Repeats the updates of the nodes that a traversal met.
static void BV_OP(update_nodes)(TreePlacement *m, const int32_t *nodes, int32_t count) {
	for (int32_t i = 0; i < count; ++i) BV_OP(update_node)(m, nodes[i]);
}
