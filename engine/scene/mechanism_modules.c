#include "scene/mechanism_modules.h"

#include <math.h>

#include "math/elementary.h"

enum { ROUND = 24, SMALL = 12 }; // vertices around

// Parts
// ------------------------------------------------------------------------------------------------------

static int32_t tube(Mechanism *m, double in, double out, double height, int32_t around, int32_t sides) {
	Turned t = { .count = 4, .ring = true, .around = around };
	t.sections[0] = (Section){ .r = out, .sides = sides };
	t.sections[1] = (Section){ .z = height, .r = out, .sides = sides };
	t.sections[2] = (Section){ .z = height, .r = in, .inside = true };
	t.sections[3] = (Section){ .r = in, .inside = true };
	return mechanism_turned(m, &t);
}

static int32_t rod(Mechanism *m, double r, double length) {
	double edge = 0.15 * r;
	Turned t = { .count = 4, .around = SMALL, .low = 0, .high = length };
	t.sections[0] = (Section){ .r = r - edge };
	t.sections[1] = (Section){ .z = edge, .r = r };
	t.sections[2] = (Section){ .z = length - edge, .r = r };
	t.sections[3] = (Section){ .z = length, .r = r - edge };
	return mechanism_turned(m, &t);
}

// A bolt. The head stands on z = 0, and the shank points down.
static int32_t bolt(Mechanism *m, double r, double length) {
	Turned t = { .count = 5, .around = SMALL, .low = -length, .high = 1.3 * r };
	t.sections[0] = (Section){ .z = -length, .r = 0.8 * r };
	t.sections[1] = (Section){ .z = -length + 0.2 * r, .r = r };
	t.sections[2] = (Section){ .z = 0, .r = r };
	t.sections[3] = (Section){ .z = 0, .r = 1.9 * r, .sides = 6 };
	t.sections[4] = (Section){ .z = 1.3 * r, .r = 1.9 * r, .sides = 6 };
	return mechanism_turned(m, &t);
}

static int32_t ball(Mechanism *m, double r) {
	Turned t = { .count = 5, .around = SMALL, .low = -r, .high = r };
	for (int i = 0; i < 5; ++i) {
		double angle = MATH_PI / 6 * (i - 2);
		t.sections[i] = (Section){ .z = r * math_sin(angle), .r = r * math_cos(angle) };
	}
	return mechanism_turned(m, &t);
}

static int32_t gear(Mechanism *m, double bore, double pitch, double module, int32_t teeth, double height) {
	Turned t = { .count = 4, .ring = true, .around = teeth, .notches = teeth };
	t.root = pitch - module, t.bottom = 0.2, t.mouth = 0.38;
	t.sections[0] = (Section){ .r = pitch + 0.8 * module, .cut = true };
	t.sections[1] = (Section){ .z = height, .r = pitch + 0.8 * module, .cut = true };
	t.sections[2] = (Section){ .z = height, .r = bore, .inside = true };
	t.sections[3] = (Section){ .r = bore, .inside = true };
	return mechanism_turned(m, &t);
}

// Bolts around a rim
// ------------------------------------------------------------------------------------------------------

// Open slots in a rim, for bolts of radius r at the distance `at` from the axis.
typedef struct Rim {
	int32_t bolts;
	double r, clear, at, out;
} Rim;

static Rim rim_about(double in, int32_t bolts, double r, double clear) {
	double least = 1.2 * (bolts * 2.4 * r) / (2 * MATH_PI), at = in + 3.4 * r;
	if (at < least) at = least;
	return (Rim){ bolts, r, clear, at, at + 1.5 * r };
}

static double rim_root(const Rim *rim) { return rim->at - rim->r - rim->clear; }

static void rim_notch(Turned *t, const Rim *rim, int32_t around) {
	double half = 1.1 * math_asin((rim->r + rim->clear) / rim_root(rim)) / (2 * MATH_PI);
	t->notches = rim->bolts, t->around = around;
	t->root = rim_root(rim);
	t->bottom = half * rim->bolts, t->mouth = t->bottom + 0.01;
}

// Adds a bolt from above through the material between two heights, with two washers and a nut.
static void rim_bolt(Mechanism *m, const Rim *rim, double low, double high) {
	double r = rim->r, c = rim->clear, washer = 0.3 * r;
	double head = high + washer + 2 * c, end = low - washer - 2 * c;
	int32_t meshes[] = { bolt(m, r, head - end + 2 * r), tube(m, r + c, 2.1 * r, washer, SMALL, 0),
		                 tube(m, r + c, 1.9 * r, 1.2 * r, SMALL, 6) };
	double arc = math_asin((r + c) / rim_root(rim)) * 1.1,
	       shift = c + 0.4 * r + rim_root(rim) * (1 - math_cos(arc));
	for (int32_t i = 0; i < rim->bolts; ++i) {
		double angle = 2 * MATH_PI * i / rim->bolts, x = math_cos(angle), y = math_sin(angle);
		mechanism_open(m, "bolted", i + 1);
#define AT(z) pose_turned(pose_at(rim->at *x, rim->at *y, z), 2, angle)
		mechanism_part(m, meshes[0], AT(head), "bolt", 0);
		mechanism_part(m, meshes[1], AT(high + c), "washer", 1);
		mechanism_part(m, meshes[1], AT(low - c - washer), "washer", 2);
		mechanism_part(m, meshes[2], AT(end - 1.2 * r), "nut", 0);
#undef AT
		mechanism_fit(m, 4, (HnVec3){ -shift * x, -shift * y, 0 });
		mechanism_close(m);
	}
}

static int32_t rim_parts(int32_t bolts) { return 4 * bolts; }

// A bearing about z, from z = 0 upwards

static void bearing(Mechanism *m, double in, double out, double height, int32_t balls, double clear) {
	double race = 0.28 * (out - in), inner = in + race, outer = out - race;
	double r = 0.5 * (outer - inner) - clear, at = 0.5 * (outer + inner);
	mechanism_open(m, "bearing", 0);
	mechanism_part(m, tube(m, in, inner, height, ROUND, 0), pose_at(0, 0, 0), "inner ring", 0);
	mechanism_part(m, tube(m, outer, out, height, ROUND, 0), pose_at(0, 0, 0), "outer ring", 0);
	int32_t mesh = ball(m, r);
	for (int32_t i = 0; i < balls; ++i) {
		double angle = 2 * MATH_PI * i / balls;
		mechanism_part(m, mesh, pose_at(at * math_cos(angle), at * math_sin(angle), 0.5 * height), "ball",
		               i + 1);
	}
	mechanism_close(m);
}

// The number of balls for which there is room.
static int32_t bearing_balls(double in, double out, double clear) {
	double race = 0.28 * (out - in), r = 0.5 * (out - in - 2 * race) - clear, at = 0.5 * (out + in);
	int32_t most = (int32_t)(MATH_PI / math_asin((r + clear) / at));
	return most > 14 ? 14 : most;
}

// Flanged pipes
// ------------------------------------------------------------------------------------------------------

static void joint_draw(Module *j, Rng *rng) {
	j->bolts = 4 + (int32_t)rng_below(rng, 9);
	j->pipe = rng_range(rng, 3, 8) * j->size;
	j->parts = 3 + rim_parts(j->bolts);
	j->reach = rim_about(1.2 * j->pipe, j->bolts, j->size, j->clear).out + 2 * j->size;
}

static void joint_build(Mechanism *m, const Module *j) {
	double r = j->size, c = j->clear, in = j->pipe, neck = 1.2 * in, thick = 1.5 * r, length = 2 * in + 4 * r;
	Rim rim = rim_about(neck, j->bolts, r, c);
	Turned t = { .count = 6, .ring = true };
	rim_notch(&t, &rim, ROUND);
	t.sections[0] = (Section){ .r = rim.out, .cut = true };
	t.sections[1] = (Section){ .z = thick, .r = rim.out, .cut = true };
	t.sections[2] = (Section){ .z = thick, .r = neck };
	t.sections[3] = (Section){ .z = length, .r = neck };
	t.sections[4] = (Section){ .z = length, .r = in, .inside = true };
	t.sections[5] = (Section){ .r = in, .inside = true };
	int32_t flange = mechanism_turned(m, &t),
	        gasket = tube(m, in, 0.5 * (neck + rim_root(&rim)), 0.4 * r, ROUND, 0);
	double lower = length + c, upper = lower + 0.4 * r + 2 * c;
	mechanism_part(m, flange, pose_turned(pose_at(0, 0, lower), 0, MATH_PI), "lower pipe", 0);
	mechanism_part(m, gasket, pose_at(0, 0, lower + c), "gasket", 0);
	mechanism_part(m, flange, pose_at(0, 0, upper), "upper pipe", 0);
	rim_bolt(m, &rim, lower - thick, upper + thick);
}

// Planetary gearboxes
// ------------------------------------------------------------------------------------------------------

// Values that follow from the draw. The heights are those of floor, carrier, gears, rim and cover.
typedef struct Gearbox {
	double module, sun, planet, arm, shaft, inside, outside;
	double floor, carrier, gears, height, top;
	Rim rim;
} Gearbox;

static Gearbox gearbox_of(const Module *g) {
	Gearbox b = { .module = 0.8 * g->size };
	b.sun = 0.5 * b.module * g->teeth[0], b.planet = 0.5 * b.module * g->teeth[1];
	b.arm = b.sun + b.planet;
	b.shaft = 0.5 * b.sun;
	b.inside = b.arm + b.planet + 2 * b.module;
	b.outside = b.inside + 2 * g->size;
	b.rim = rim_about(b.outside, g->bolts, g->size, g->clear);
	b.floor = 1.5 * g->size;
	b.carrier = b.floor + g->clear;
	b.gears = b.carrier + 1.5 * g->size + 0.3 * g->size + 2 * g->clear;
	b.height = b.gears + 3.3 * g->size + 4 * g->clear;
	b.top = b.height + g->clear;
	return b;
}

static void gearbox_draw(Module *g, Rng *rng) {
	g->teeth[0] = 18 + (int32_t)rng_below(rng, 13), g->teeth[1] = 14 + (int32_t)rng_below(rng, 11);
	g->bolts = 6 + (int32_t)rng_below(rng, 9);
	int32_t most = (int32_t)(MATH_PI / math_asin((g->teeth[1] + 2.5) / (g->teeth[0] + g->teeth[1])));
	g->gears = most > 2 ? 2 + (int32_t)rng_below(rng, (uint64_t)(most < 6 ? most : 6) - 1) : most;
	Gearbox b = gearbox_of(g);
	g->balls = bearing_balls(b.shaft + g->clear, 1.9 * b.shaft, g->clear);
	g->parts = 5 + 4 * g->gears + 2 + g->balls + rim_parts(g->bolts);
	g->reach = b.rim.out + 2 * g->size;
}

static void gearbox_case(Mechanism *m, const Module *g, const Gearbox *b) {
	double r = g->size, bore = 1.9 * b->shaft + g->clear;
	Turned t = { .count = 6, .low = 0, .high = b->floor }, cover = { .count = 4, .ring = true };
	rim_notch(&t, &b->rim, ROUND);
	t.sections[0] = (Section){ .r = b->outside };
	t.sections[1] = (Section){ .z = b->height - r, .r = b->outside };
	t.sections[2] = (Section){ .z = b->height - r, .r = b->rim.out, .cut = true };
	t.sections[3] = (Section){ .z = b->height, .r = b->rim.out, .cut = true };
	t.sections[4] = (Section){ .z = b->height, .r = b->inside, .inside = true };
	t.sections[5] = (Section){ .z = b->floor, .r = b->inside, .inside = true };
	rim_notch(&cover, &b->rim, ROUND);
	cover.sections[0] = (Section){ .r = b->rim.out, .cut = true };
	cover.sections[1] = (Section){ .z = r, .r = b->rim.out, .cut = true };
	cover.sections[2] = (Section){ .z = r, .r = bore, .inside = true };
	cover.sections[3] = (Section){ .r = bore, .inside = true };
	mechanism_part(m, mechanism_turned(m, &t), pose_at(0, 0, 0), "housing", 0);
	mechanism_part(m, mechanism_turned(m, &cover), pose_at(0, 0, b->top), "cover", 0);
}

// The angle of a planet, at which its teeth meet the gaps of the sun.
static double planet_turn(const Module *g, double angle) {
	double pitches = angle * g->teeth[0] / (2 * MATH_PI);
	return angle + MATH_PI + (pitches - floor(pitches) - 0.5) * (2 * MATH_PI / g->teeth[1]);
}

static void gearbox_gears(Mechanism *m, const Module *g, const Gearbox *b) {
	double r = g->size, c = g->clear, high = 2.4 * r, washer = 0.3 * r, pin = 0.4 * b->planet,
	       foot = b->gears - washer - c;
	double stub = b->top + r + 4 * r;
	mechanism_open(m, "sun", 0);
	mechanism_part(m, rod(m, b->shaft, stub - foot), pose_at(0, 0, foot), "shaft", 0);
	mechanism_part(m, gear(m, b->shaft + c, b->sun, b->module, g->teeth[0], high), pose_at(0, 0, b->gears),
	               "gear", 0);
	mechanism_close(m);
	mechanism_open(m, "planets", 0);
	mechanism_part(m, tube(m, 0.3 * b->sun, b->arm + pin, 1.5 * r, ROUND, 0), pose_at(0, 0, b->carrier),
	               "carrier", 0);
	int32_t meshes[] = { gear(m, pin + c, b->planet, b->module, g->teeth[1], high),
		                 rod(m, pin, high + 2 * washer + 2 * c),
		                 tube(m, pin + c, 1.4 * pin, washer, SMALL, 0) };
	for (int32_t i = 0; i < g->gears; ++i) {
		double angle = 2 * MATH_PI * i / g->gears, x = b->arm * math_cos(angle), y = b->arm * math_sin(angle);
		mechanism_open(m, "planet", i + 1);
		mechanism_part(m, meshes[0], pose_turned(pose_at(x, y, b->gears), 2, planet_turn(g, angle)), "gear",
		               0);
		mechanism_part(m, meshes[1], pose_at(x, y, foot), "pin", 0);
		mechanism_part(m, meshes[2], pose_at(x, y, foot), "washer", 1);
		mechanism_part(m, meshes[2], pose_at(x, y, b->gears + high + c), "washer", 2);
		mechanism_close(m);
	}
	mechanism_close(m);
}

static void gearbox_build(Mechanism *m, const Module *g) {
	Gearbox b = gearbox_of(g);
	HnPose frame = m->frame;
	gearbox_case(m, g, &b);
	gearbox_gears(m, g, &b);
	m->frame.t = vec3_add(frame.t, (HnVec3){ 0, 0, b.top });
	bearing(m, b.shaft + g->clear, 1.9 * b.shaft, g->size, g->balls, g->clear);
	m->frame = frame;
	rim_bolt(m, &b.rim, b.height - g->size, b.top + g->size);
}

// Shafts on two feet
// ------------------------------------------------------------------------------------------------------

static void stand_draw(Module *s, Rng *rng) {
	s->bore = rng_range(rng, 1.5, 3) * s->size;
	s->teeth[0] = 16 + (int32_t)rng_below(rng, 25);
	s->balls = bearing_balls(s->bore + s->clear, 2 * s->bore, s->clear);
	s->parts = 2 * (3 + s->balls) + 4;
	s->reach = 4.5 * s->bore + 0.5 * s->size * 0.5 * s->teeth[0];
}

static void stand_build(Mechanism *m, const Module *s) {
	double c = s->clear, bore = s->bore, out = 2 * bore, wide = 0.8 * bore, apart = 2.5 * bore;
	double pitch = 0.25 * s->size * s->teeth[0], high = pitch + out + 2 * s->size;
	HnPose frame = m->frame;
	int32_t foot = mechanism_box(m, (HnVec3){ wide, 2 * out, high - out - c });
	for (int side = 0; side < 2; ++side) {
		double x = side == 0 ? -apart : apart - wide;
		mechanism_open(m, "pillow block", side + 1);
		mechanism_part(m, foot, pose_at(x + 0.5 * wide, 0, 0.5 * (high - out - c)), "foot", 0);
		m->frame = pose_turned(frame, 1, MATH_PI / 2);
		m->frame.t = vec3_add(frame.t, mat3_mul_vec(&frame.r, (HnVec3){ x, 0, high }));
		bearing(m, bore + c, out, wide, s->balls, c);
		m->frame = frame;
		mechanism_close(m);
	}
#define ALONG(x) pose_turned(pose_at(x, 0, high), 1, MATH_PI / 2)
	mechanism_open(m, "line shaft", 0);
	mechanism_part(m, rod(m, bore, 7 * bore), ALONG(-3.5 * bore), "shaft", 0);
	mechanism_part(m, gear(m, bore + c, pitch + bore, 0.5 * s->size, s->teeth[0], bore), ALONG(-0.5 * bore),
	               "gear", 0);
	int32_t collar = tube(m, bore + c, 1.5 * bore, 0.5 * bore, ROUND, 0);
	mechanism_part(m, collar, ALONG(-1.2 * bore), "collar", 1);
	mechanism_fit(m, 1, (HnVec3){ 0, c + 0.1 * bore, 0 });
	mechanism_part(m, collar, ALONG(0.7 * bore), "collar", 2);
	mechanism_close(m);
#undef ALONG
}

// Stacks of plates on tie rods
// ------------------------------------------------------------------------------------------------------

static void stack_draw(Module *s, Rng *rng) {
	s->plates = 4 + (int32_t)rng_below(rng, 25);
	s->bolts = 4 + 2 * (int32_t)rng_below(rng, 3);
	s->bore = rng_range(rng, 1.5, 4) * s->size;
	s->parts = 2 * s->plates + rim_parts(s->bolts);
	s->reach = rim_about(1.6 * s->bore, s->bolts, s->size, s->clear).out + 2 * s->size;
}

static void stack_build(Mechanism *m, const Module *s) {
	double r = s->size, c = s->clear, thick = 0.5 * r, gap = 0.9 * r, pitch = thick + gap + 2 * c,
	       low = 5 * r;
	Rim rim = rim_about(1.6 * s->bore, s->bolts, r, c);
	Turned t = { .count = 4, .ring = true };
	rim_notch(&t, &rim, SMALL);
	t.sections[0] = (Section){ .r = rim.out, .cut = true };
	t.sections[1] = (Section){ .z = thick, .r = rim.out, .cut = true };
	t.sections[2] = (Section){ .z = thick, .r = s->bore + c, .inside = true };
	t.sections[3] = (Section){ .r = s->bore + c, .inside = true };
	int32_t plate = mechanism_turned(m, &t), spacer = tube(m, s->bore + c, 1.4 * s->bore, gap, ROUND, 0);
	mechanism_part(m, rod(m, s->bore, s->plates * pitch + low + r), pose_at(0, 0, 0), "core", 0);
	mechanism_open(m, "plates", 0);
	for (int32_t i = 0; i < s->plates; ++i) {
		mechanism_part(m, plate, pose_at(0, 0, low + i * pitch), "plate", i + 1);
		if (i + 1 < s->plates)
			mechanism_part(m, spacer, pose_at(0, 0, low + i * pitch + thick + c), "spacer", i + 1);
	}
	mechanism_close(m);
	rim_bolt(m, &rim, low, low + (s->plates - 1) * pitch + thick);
}

// The table of modules
// ------------------------------------------------------------------------------------------------------

static const struct {
	const char *name;
	void (*draw)(Module *module, Rng *rng);
	void (*build)(Mechanism *mechanism, const Module *module);
} s_kinds[MODULE_KINDS] = {
	[MODULE_JOINT] = { "flanged joint", joint_draw, joint_build },
	[MODULE_GEARBOX] = { "planetary gearbox", gearbox_draw, gearbox_build },
	[MODULE_STAND] = { "shaft on blocks", stand_draw, stand_build },
	[MODULE_STACK] = { "plate stack", stack_draw, stack_build },
};

Module module_draw(ModuleKind kind, Rng *rng) {
	Module module = { .kind = kind, .size = rng_range(rng, 0.4, 1) };
	module.clear = rng_range(rng, 0.02, 0.06) * module.size;
	s_kinds[kind].draw(&module, rng);
	return module;
}

void module_build(Mechanism *mechanism, const Module *module, int32_t number) {
	mechanism_open(mechanism, s_kinds[module->kind].name, number);
	s_kinds[module->kind].build(mechanism, module);
	mechanism_close(mechanism);
}
