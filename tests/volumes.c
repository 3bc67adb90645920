#include "volumes.h"

#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "base/number.h"
#include "bv/kdop.h"

enum { KINDS_MAX = 64 };

void directions_draw(Rng *rng, Directions *out, int32_t slabs) {
	double vectors[DIRECTIONS_MAX][3];
	int32_t kind = (int32_t)rng_below(rng, 3);
	for (bool good = false; !good;) {
		for (int32_t i = 0; i < 3 * slabs; ++i) {
			bool whole = kind == 0 || (kind == 1 && rng_below(rng, 2) == 0);
			vectors[i / 3][i % 3] = whole ? (double)rng_below(rng, 11) - 5 : rng_range(rng, -3, 3);
		}
		int32_t status = directions_init(out, (const double(*)[3])vectors, slabs);
		good = status == ERR_OK && out->count == slabs;
	}
}

VolumeKind volume_kind(int32_t index) {
	static Directions s_directions[KINDS_MAX];
	static const int32_t slabs[] = { 3, 4, 5, 8, 9, 16, 17, 33, 64 };
	int32_t more = 0;
	VolumeKind kind = { .bv = bv_class(index) };
	while (bv_class(more) != NULL) ++more;
	if (kind.bv == NULL) {
		more = index - more;
		if (more >= (int32_t)(sizeof slabs / sizeof slabs[0])) return kind;
		for (int32_t i = 0; bv_class(i) != NULL; ++i)
			if (bv_class(i)->directions == BV_DIRECTIONS_GIVEN) kind.bv = bv_class(i);
	}
	CHECK(kind.bv != NULL);
	snprintf(kind.title, sizeof kind.title, "%s", kind.bv->name);
	if (kind.bv->directions == 0) return kind;
	Directions *set = &s_directions[index];
	if (index < KINDS_MAX && bv_class(index) != NULL) {
		CHECK(kdop_choose(&kind.bv, set, 14, NULL, 0) == ERR_OK);
	} else {
		double vectors[DIRECTIONS_MAX][3];
		Rng rng;
		rng_seed(&rng, 71, (uint64_t)index);
		directions_draw(&rng, set, slabs[more]);
		for (int32_t i = 0; i < set->count; ++i)
			vec3_store(vectors[i], (Vec3){ set->x[i], set->y[i], set->z[i] });
		CHECK(kdop_choose(&kind.bv, set, 14, (const double(*)[3])vectors, slabs[more]) == ERR_OK);
		snprintf(kind.title, sizeof kind.title, "%s of %d", kind.bv->name, set->count);
	}
	kind.directions = set;
	return kind;
}

void directions_draw_text(Rng *rng, char text[PARAM_TEXT_SIZE]) {
	Directions set;
	size_t used = 0;
	strcpy(text, "none");
	if (rng_below(rng, 3) == 0) return;
	directions_draw(rng, &set, 3 + (int32_t)rng_below(rng, rng_below(rng, 8) == 0 ? 62 : 9));
	for (int32_t i = 0; i < set.count; ++i) {
		char x[NUMBER_TEXT_SIZE], y[NUMBER_TEXT_SIZE], z[NUMBER_TEXT_SIZE];
		number_format(set.x[i], x);
		number_format(set.y[i], y);
		number_format(set.z[i], z);
		used +=
		    (size_t)snprintf(text + used, PARAM_TEXT_SIZE - used, "%s%s,%s,%s", i > 0 ? ";" : "", x, y, z);
	}
}
