#include "bv/fit_room.h"

#include <string.h>

void fit_room_free(FitRoom *room) {
	if (room == NULL) return;
	ARRAY_FREE(&room->points);
	ARRAY_FREE(&room->chosen);
	ARRAY_FREE(&room->flat);
	ARRAY_FREE(&room->table);
}

bool fit_room_fail(FitRoom *room) {
	room->status = ERR_NO_MEMORY;
	return false;
}

// Few enough to be looked through without a table.
enum { FEW = 12 };

static uint64_t bits(double x) {
	uint64_t u;
	memcpy(&u, &x, sizeof u);
	return u;
}

static uint64_t place_hash(Vec3 p) {
	uint64_t h = bits(p.x) * 0x9E3779B97F4A7C15u;
	h = ((h ^ (h >> 32)) + bits(p.y)) * 0xBF58476D1CE4E5B9u;
	h = ((h ^ (h >> 29)) + bits(p.z)) * 0x94D049BB133111EBu;
	return h ^ (h >> 32);
}

static bool is_same(Vec3 a, Vec3 b) { return a.x == b.x && a.y == b.y && a.z == b.z; }

static void add_to_few(PointList *list, Vec3 p) {
	for (int64_t i = 0; i < list->count; ++i)
		if (is_same(list->data[i], p)) return;
	list->data[list->count++] = p;
}

static void add_by_table(FitRoom *room, uint64_t mask, Vec3 p) {
	PointList *list = &room->points;
	int32_t *table = room->table.data;
	uint64_t slot = place_hash(p) & mask;
	for (; table[slot] != 0; slot = (slot + 1) & mask)
		if (is_same(list->data[table[slot] - 1], p)) return;
	list->data[list->count++] = p;
	table[slot] = (int32_t)list->count;
}

// Room for `most` points and a table that is at most half full; its last number, 0 where none is needed.
static bool open_room(FitRoom *room, int64_t most, uint64_t *mask) {
	*mask = 0;
	room->points.count = 0;
	if (!ARRAY_RESERVE(&room->points, most)) return fit_room_fail(room);
	if (most <= FEW) return true;
	int64_t slots = 64;
	while (slots < 2 * most) slots *= 2;
	if (!ARRAY_RESERVE(&room->table, slots)) return fit_room_fail(room);
	memset(room->table.data, 0, (size_t)slots * sizeof *room->table.data);
	*mask = (uint64_t)slots - 1;
	return true;
}

static inline void add_point(FitRoom *room, uint64_t mask, Vec3 p) {
	p = (Vec3){ p.x + 0.0, p.y + 0.0, p.z + 0.0 }; // no -0, so that equal positions have equal bits
	if (mask == 0)
		add_to_few(&room->points, p);
	else
		add_by_table(room, mask, p);
}

bool fit_room_corners(FitRoom *room, const ObbTriangles *t) {
	uint64_t mask;
	if (!open_room(room, 3 * (int64_t)t->count, &mask)) return false;
	for (int32_t i = 0; i < t->count; ++i) {
		const int32_t *v = t->triangles + 3 * (int64_t)t->first[(int64_t)i * t->stride];
		for (int k = 0; k < 3; ++k) add_point(room, mask, vec3_load(t->xyz + 3 * (int64_t)v[k]));
	}
	return true;
}

bool fit_room_points(FitRoom *room, const Vec3 *points, int32_t count) {
	uint64_t mask;
	if (!open_room(room, count, &mask)) return false;
	for (int32_t i = 0; i < count; ++i) add_point(room, mask, points[i]);
	return true;
}
