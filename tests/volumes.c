#include "volumes.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/number.h"
#include "bv/kdop.h"
#include "chance.h"

enum { TITLE = 64, DEFS_MAX = 2048 };

void directions_draw(Rng *rng, Directions *out, int32_t slabs) {
	double vectors[DIRECTIONS_MAX][3];
	int32_t kind = (int32_t)rng_below(rng, 3);
	for (bool good = false; !good;) {
		for (int32_t i = 0; i < 3 * slabs; ++i) {
			bool whole = kind == 0 || (kind == 1 && rng_below(rng, 2) == 0);
			vectors[i / 3][i % 3] = whole ? (double)rng_below(rng, 11) - 5 : rng_range(rng, -3, 3);
		}
		int32_t status = directions_init(out, (const double(*)[3])vectors, slabs);
		good = status == HN_OK && out->count == slabs;
	}
}

const BvClass *volume_class(const char *name) {
	for (int32_t i = 0; bv_class(i) != NULL; ++i)
		if (strcmp(bv_name(i), name) == 0) return bv_class(i);
	return NULL;
}

// What a kind points to. It stays as long as the program.
typedef struct Kept {
	_Alignas(max_align_t) char def[DEFS_MAX];
	Directions directions;
	char title[TITLE];
} Kept;

static Kept *kept_at(int32_t index) {
	static Kept **s_kept;
	static int32_t s_count;
	while (index >= s_count) {
		s_kept = realloc(s_kept, (size_t)(s_count + 1) * sizeof(Kept *));
		CHECK(s_kept != NULL);
		s_kept[s_count] = calloc(1, sizeof(Kept));
		CHECK(s_kept[s_count++] != NULL);
	}
	return s_kept[index];
}

// The first parameter of a table that is a choice, not of a fit: NULL where none is.
static const Param *choice_of(const ParamTable *table) {
	for (int32_t i = 0; i < table->count; ++i)
		if (table->params[i].type == PARAM_CHOICE && table->params[i].choice != NULL)
			return &table->params[i];
	return NULL;
}

// The values of that choice, each a variant, or one without it: the Def of the variant *index, or NULL, with
// *index less their number.
static bool def_at(const void **out, const ParamTable *table, char def[DEFS_MAX], char title[TITLE],
                   int32_t *index) {
	const Param *choice = choice_of(table);
	*out = NULL;
	if (choice == NULL) return (*index)-- == 0;
	for (int32_t i = 0; param_choice(choice, i) != NULL; ++i) {
		if ((*index)-- != 0) continue;
		CHECK(table->def_size <= DEFS_MAX);
		param_set_defaults(table, def);
		CHECK(param_set(table, def, "test", choice->name, param_choice(choice, i)) == HN_OK);
		snprintf(title + strlen(title), TITLE - strlen(title), " %s=%s", choice->name,
		         param_choice(choice, i));
		*out = def;
		return true;
	}
	return false;
}

// The ways a class is fitted in.
static bool fit_kind(VolumeKind *kind, char def[DEFS_MAX], char title[TITLE], int32_t *index) {
	snprintf(title, TITLE, "%s", kind->bv->name);
	if (kind->bv->fits == NULL) {
		if (kind->bv->directions == 0) return def_at(&kind->params, &kind->bv->params, def, title, index);
		return (*index)-- == 0;
	}
	for (const BvFit *const *fit = kind->bv->fits; *fit != NULL; ++fit) {
		snprintf(title, TITLE, "%s %s", kind->bv->name, (*fit)->name);
		kind->fit = *fit;
		if (def_at(&kind->fit_params, &(*fit)->params, def, title, index)) return true;
	}
	kind->fit = NULL;
	return false;
}

// The classes, each with all its fits: false past the end, with index less their number.
static bool class_kind(VolumeKind *kind, char def[DEFS_MAX], char title[TITLE], int32_t *index) {
	for (int32_t volume = 0; bv_class(volume) != NULL; ++volume) {
		kind->bv = bv_class(volume);
		if (fit_kind(kind, def, title, index)) return true;
	}
	kind->bv = NULL;
	return false;
}

// A class of any directions with a set of so many slabs.
static void kdop_kind(VolumeKind *kind, char title[TITLE], Directions *set, int32_t slabs) {
	KdopDef def = { .k = 14 };
	Rng rng = rng_of(71, (uint64_t)slabs);
	for (int32_t i = 0; bv_class(i) != NULL; ++i)
		if (bv_class(i)->directions == BV_DIRECTIONS_GIVEN) kind->bv = bv_class(i);
	directions_draw(&rng, set, slabs);
	def.directions.count = slabs;
	for (int32_t i = 0; i < set->count; ++i)
		vec3_store(def.directions.xyz[i], (HnVec3){ set->x[i], set->y[i], set->z[i] });
	CHECK(kdop_choose(&kind->bv, set, &def) == HN_OK);
	snprintf(title, TITLE, "%s of %d", kind->bv->name, set->count);
	kind->directions = set;
}

VolumeKind volume_kind(int32_t index) {
	static const int32_t slabs[] = { 3, 4, 5, 8, 9, 16, 17, 33, 64 };
	Kept *kept = kept_at(index);
	VolumeKind kind = { .title = kept->title };
	int32_t more = index;
	Directions *set = &kept->directions;
	if (class_kind(&kind, kept->def, kept->title, &more)) {
		if (kind.bv->directions == 0) return kind;
		CHECK(kdop_choose(&kind.bv, set, &(KdopDef){ .k = 14 }) == HN_OK);
		kind.directions = set;
	} else if (more < (int32_t)(sizeof slabs / sizeof slabs[0])) {
		kdop_kind(&kind, kept->title, set, slabs[more]);
	}
	return kind;
}

BvSpace volume_space(const VolumeKind *kind, double scale) {
	return (BvSpace){ .scale = scale,
		              .directions = kind->directions,
		              .params = kind->params,
		              .fit = kind->fit,
		              .fit_params = kind->fit_params };
}

bool volume_is_known(const VolumeKind *kind) {
	static _Alignas(64) char s_volume[4096];
	static Solid s_solid;
	BvSpace space = volume_space(kind, 1);
	const HnVec3 points[] = { { 0, 0, 0 }, { 1, 0, 0 }, { 0, 1, 0 }, { 0, 0, 1 } };
	CHECK(kind->bv->size <= sizeof s_volume);
	kind->bv->fit(s_volume, points, 4, &space);
	kind->bv->solid(&s_solid, s_volume, &space);
	return s_solid.kind != SOLID_UNKNOWN;
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

void roots_draw_text(Rng *rng, char text[PARAM_TEXT_SIZE]) {
	int32_t drawn[3], count = 0, all = 0, wanted = (int32_t)rng_below(rng, 4);
	size_t used = (size_t)snprintf(text, PARAM_TEXT_SIZE, "%s", "none");
	while (bv_name(all) != NULL) ++all;
	for (int32_t i = 0; i < wanted; ++i) {
		int32_t at = (int32_t)rng_below(rng, (uint64_t)all);
		bool fits = bv_class(at)->directions != BV_DIRECTIONS_GIVEN;
		for (int32_t j = 0; j < count; ++j) fits = fits && drawn[j] != at;
		if (!fits) continue;
		if (count == 0) used = 0;
		used +=
		    (size_t)snprintf(text + used, PARAM_TEXT_SIZE - used, "%s%s", count > 0 ? "+" : "", bv_name(at));
		drawn[count++] = at;
	}
}

static double part_number(Rng *rng, const Param *p) {
	double hi = p->hi < 40 ? p->hi : 40, x = rng_below(rng, 3) == 0 ? p->lo : rng_range(rng, p->lo, hi);
	return p->type == PARAM_INT ? floor(x) : x;
}

static int32_t choices(const Param *p) {
	int32_t count = 0;
	while (param_choice(p, count) != NULL) ++count;
	return count;
}

static void part_value(Rng *rng, const Param *p, char text[NUMBER_TEXT_SIZE]) {
	if (p->type == PARAM_CHOICE)
		snprintf(text, NUMBER_TEXT_SIZE, "%s", param_choice(p, below(rng, choices(p))));
	else if (p->type == PARAM_BOOL)
		snprintf(text, NUMBER_TEXT_SIZE, "%s", rng_below(rng, 2) == 0 ? "false" : "true");
	else
		number_format(part_number(rng, p), text);
}

void part_draw_text(Rng *rng, const Param *param, char text[PARAM_TEXT_SIZE]) {
	int32_t kinds = 0;
	while (param->more->part(kinds).name != NULL) ++kinds;
	int32_t kind = (int32_t)rng_below(rng, (uint64_t)kinds + 1);
	if (kind == kinds) {
		snprintf(text, PARAM_TEXT_SIZE, "none");
		return;
	}
	const ParamTable *table = param->more->part(kind).table;
	size_t used = (size_t)sprintf(text, "%s", param->more->part(kind).name);
	bool any = false;
	for (int32_t i = 0; i < table->count; ++i) {
		char value[NUMBER_TEXT_SIZE];
		part_value(rng, &table->params[i], value);
		if (rng_below(rng, 2) == 0) continue;
		used += (size_t)sprintf(text + used, "%s%s=%s", any ? "," : "(", table->params[i].name, value);
		any = true;
	}
	if (any) strcpy(text + used, ")");
}

void params_draw_text(Rng *rng, const ParamTable *table, double (*number)(Rng *rng, const Param *param),
                      char *text, size_t size) {
	size_t used = 0;
	text[0] = '\0';
	for (int32_t i = 0; i < table->count; ++i) {
		const Param *p = &table->params[i];
		char value[PARAM_TEXT_SIZE];
		if (chance(rng, 2)) continue;
		if (p->type == PARAM_PART)
			part_draw_text(rng, p, value);
		else if (p->type == PARAM_CHOICE)
			snprintf(value, sizeof value, "%s", param_choice(p, below(rng, choices(p))));
		else if (p->type == PARAM_VECTORS)
			directions_draw_text(rng, value);
		else if (p->type == PARAM_NAMES)
			roots_draw_text(rng, value);
		else if (p->type == PARAM_BOOL)
			snprintf(value, sizeof value, "%s", chance(rng, 2) ? "true" : "false");
		else
			number_format(number(rng, p), value);
		used += (size_t)snprintf(text + used, size - used, "%s%s=%s", used > 0 ? " " : "", p->name, value);
		CHECK(used < size);
	}
}
