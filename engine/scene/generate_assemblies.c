// A family of mechanical assemblies with 20 to 400 parts each. An assembly has four kinds of modules on a
// base plate: flanged pipes, planetary gearboxes, shafts on pillow blocks, stacks of plates on tie rods. They
// have bolts, washers, nuts and bearings. The family replaces the 50 samples of lin2008, which are not
// public.
//
// Parts that belong together are separated by a clearance of 2 to 6 % of a bolt's radius, and no two share a
// plane. The parameter `interferences` spoils that many fits, or all if there are fewer. A bolt with its
// washers and nut is displaced into the rim that it goes through, or a collar into its shaft.
#include <math.h>

#include "base/error.h"
#include "math/elementary.h"
#include "scene/generator_build.h"
#include "scene/mechanism_modules.h"

enum { SAMPLES = 50, PARTS_LEAST = 20, PARTS_MOST = 400, DRAWS = 30, ANGLES_MOST = 12 };

typedef struct AssembliesParams {
	int32_t index, seed, interferences;
} AssembliesParams;

// The place of the next module. Modules stand in rows along x; a row ends when it reaches `width`.
typedef struct Floor {
	double width, x, y, row; // row: the greatest reach of a module in the row
	HnVec3 size;             // of the area in use
} Floor;

static HnVec3 floor_take(Floor *f, double reach) {
	if (f->x > 0 && f->x + 2 * reach > f->width) f->y += 2 * f->row + 1, f->x = f->row = 0;
	if (reach > f->row) f->row = reach;
	HnVec3 at = { f->x + reach, f->y + reach, 0 };
	f->x += 2 * reach + 1;
	f->size.x = fmax(f->size.x, f->x), f->size.y = fmax(f->size.y, f->y + 2 * f->row + 1);
	return at;
}

// The number of parts. The members of the family are spread over the sizes on a logarithmic scale; neighbours
// differ much.
static int32_t wanted_parts(const AssembliesParams *p, Rng *rng) {
	double share = (p->index * 17 % SAMPLES + rng_double(rng)) / (double)SAMPLES;
	double parts = (double)PARTS_LEAST * math_exp(share * math_log((double)PARTS_MOST / (double)PARTS_LEAST));
	return (int32_t)fmax(parts, 22);
}

// Draws any module with at most that many parts. The last resort is a joint of four bolts.
static bool draw(Module *out, int32_t most, Rng *rng) {
	for (int32_t i = 0; i < DRAWS; ++i) {
		*out = module_draw((ModuleKind)rng_below(rng, MODULE_KINDS), rng);
		if (out->parts <= most) return true;
	}
	for (int32_t i = 0; i < DRAWS; ++i) {
		*out = module_draw(MODULE_JOINT, rng);
		if (out->parts <= most) return true;
	}
	return false;
}

static void modules_build(Mechanism *m, Floor *f, int32_t parts, Rng *rng) {
	int32_t numbers[MODULE_KINDS] = { 0 };
	Module module;
	while (m->status == HN_OK && draw(&module, parts - (int32_t)m->bodies.count - 1, rng)) {
		m->frame = pose_at(0, 0, 0);
		m->frame.t = floor_take(f, module.reach);
		m->frame.t.z = 0.1;
		if (rng_below(rng, 2) == 0) m->frame = pose_turned(m->frame, 2, rng_range(rng, 0, 2 * MATH_PI));
		module_build(m, &module, ++numbers[module.kind]);
	}
	m->frame = pose_at(0, 0, 0);
}

// Builds the base plate. A row of angles at its edge supplies the missing parts.
static void base_build(Mechanism *m, const Floor *f, int32_t parts) {
	double thick = 2, apart = 3;
	int32_t angles = parts - (int32_t)m->bodies.count - 1;
	angles = angles < 0 ? 0 : angles > ANGLES_MOST ? ANGLES_MOST : angles;
	HnVec3 size = { fmax(f->size.x, angles * apart), f->size.y + apart, thick };
	mechanism_open(m, "base", 0);
	mechanism_part(m, mechanism_box(m, size), pose_at(0.5 * size.x, 0.5 * size.y - apart, -0.5 * thick),
	               "base plate", 0);
	int32_t angle = angles == 0 ? 0 : mechanism_angle(m, 2, 0.4, 1.5);
	for (int32_t i = 0; i < angles; ++i)
		mechanism_part(m, angle, pose_turned(pose_at((i + 0.5) * apart, -0.6 * apart, 0.1), 2, 0.1 * i),
		               "angle", i + 1);
	mechanism_close(m);
}

static void displace(Mechanism *m, int32_t wanted, Rng *rng) {
	for (int32_t i = 0; i < wanted && i < m->fits.count; ++i) {
		int64_t k = i + (int64_t)rng_below(rng, (uint64_t)(m->fits.count - i));
		Fit fit = m->fits.data[k];
		m->fits.data[k] = m->fits.data[i];
		for (int32_t b = fit.first; b < fit.first + fit.count; ++b)
			m->bodies.data[b].pose.t = vec3_add(m->bodies.data[b].pose.t, fit.shift);
	}
}

static int32_t assemblies_create(GeneratedScene *out, const void *params) {
	const AssembliesParams *p = params;
	Mechanism mechanism = { .parent = -1, .frame = pose_at(0, 0, 0) };
	Rng rng = rng_of((uint64_t)p->seed, (uint64_t)p->index);
	int32_t parts = wanted_parts(p, &rng);
	Floor ground = { .width = 12 * sqrt((double)parts) };
	mechanism_open(&mechanism, "assembly", p->index);
	modules_build(&mechanism, &ground, parts, &rng);
	base_build(&mechanism, &ground, parts);
	mechanism_close(&mechanism);
	if (mechanism.status == HN_OK) displace(&mechanism, p->interferences, &rng);
	int32_t status = mechanism_finish(&mechanism, out);
	mechanism_free(&mechanism);
	return status;
}

static const Param s_params[] = {
	SHAPE_INT(AssembliesParams, index, 1, 1, SAMPLES, "which of the family"),
	SHAPE_SEED(AssembliesParams),
	SHAPE_INT(AssembliesParams, interferences, 3, 0, 1000,
	          "bolts and collars that are displaced into what they are fitted to"),
};

extern const GeneratorClass generate_assemblies;
const GeneratorClass generate_assemblies = {
	.name = "assemblies",
	.about =
	    "machines of 20 to 400 parts: pipes, gearboxes, shafts, stacks, and their fasteners; nothing moves",
	.source = "lin2008: 50 samples that are not public",
	.params = SHAPE_PARAMS(s_params, AssembliesParams),
	.create = assemblies_create,
};
