// Template: the function of lanes.h for one instruction set. The including file defines LANES_ANSWERS, its
// name.
#include <float.h>

#include "base/rng.h"
#include "lanes.h"
#include "simd/doubles_most.h"
#include "simd/lanes_most.h"

enum { ROUNDS = 20000, FLOATS = 32, WIDEST = 16 };

typedef struct Inputs {
	float a[FLOATS], b[FLOATS], c[FLOATS];
	double x[FLOATS], y[FLOATS], z[FLOATS];
	float bytes[4];
	int32_t ints[4];
	uint8_t eights[2][16];
} Inputs;

static float any_float(Rng *rng) {
	static const float special[] = { 0,       -0.0f,        INFINITY,          -INFINITY, NAN, FLT_MIN,
		                             FLT_MAX, FLT_TRUE_MIN, -3 * FLT_TRUE_MIN, -FLT_MIN,  1,   -FLT_MAX };
	uint64_t kind = rng_below(rng, 8);
	if (kind == 0) return special[rng_below(rng, sizeof special / sizeof *special)];
	if (kind == 1) return (float)rng_below(rng, 3) - 1;
	if (kind > 2) return (float)rng_range(rng, -2, 2);
	uint32_t bits = (uint32_t)rng_u64(rng);
	float any;
	memcpy(&any, &bits, sizeof any);
	return any;
}

static double any_double(Rng *rng) {
	uint64_t kind = rng_below(rng, 8);
	if (kind < 3) return (double)any_float(rng);
	if (kind > 3) return rng_range(rng, -2, 2);
	uint64_t bits = rng_u64(rng);
	double any;
	memcpy(&any, &bits, sizeof any);
	return any;
}

static void inputs_draw(Inputs *in, Rng *rng) {
	for (int i = 0; i < FLOATS; ++i) {
		in->a[i] = any_float(rng), in->b[i] = any_float(rng), in->c[i] = any_float(rng);
		in->x[i] = any_double(rng), in->y[i] = any_double(rng), in->z[i] = any_double(rng);
	}
	for (int i = 0; i < 4; ++i) in->bytes[i] = (float)rng_range(rng, 0, 256);
	for (int i = 0; i < 4; ++i) in->bytes[i] = in->bytes[i] < 256 ? in->bytes[i] : 255;
	for (int i = 0; i < 4; ++i) in->ints[i] = (int32_t)(rng_u64(rng) >> (33 + rng_below(rng, 31)));
	for (int i = 0; i < 32; ++i) in->eights[i / 16][i % 16] = (uint8_t)rng_u64(rng);
}

typedef struct Teller {
	LanesAnswers *out;
	int at;
} Teller;

static void tell(Teller *to, const char *name, const void *bytes, size_t size) {
	uint64_t hash = to->out->hashes[to->at];
	const uint8_t *byte = bytes;
	for (size_t i = 0; i < size; ++i) hash = (hash ^ byte[i]) * 0x100000001b3;
	to->out->names[to->at] = name;
	to->out->hashes[to->at] = hash;
	to->at += 1;
}

// Of NaN that arithmetic gives, processors choose the sign and what it carries.
static void tell_floats(Teller *to, const char *name, float *v, int count) {
	for (int i = 0; i < count; ++i) v[i] = isnan(v[i]) ? NAN : v[i];
	tell(to, name, v, (size_t)count * sizeof *v);
}
static void tell_doubles(Teller *to, const char *name, double *v, int count) {
	for (int i = 0; i < count; ++i) v[i] = isnan(v[i]) ? (double)NAN : v[i];
	tell(to, name, v, (size_t)count * sizeof *v);
}
static void tell_bits(Teller *to, const char *name, unsigned bits) { tell(to, name, &bits, sizeof bits); }

#define NUMBERS4(name, lanes) (lanes4_store(f, lanes), tell_floats(to, name, f, 4))
#define EXACT4(name, lanes)   (lanes4_store(f, lanes), tell(to, name, f, 4 * sizeof *f))
static void four(Teller *to, const Inputs *in) {
	float f[4];
	Lanes4 a = lanes4_load(in->a), b = lanes4_load(in->b), columns[4];
	Mask4f above = lanes4_above(a, b), equal = lanes4_equal(a, b);
	NUMBERS4("lanes4_add", lanes4_add(a, b)), NUMBERS4("lanes4_sub", lanes4_sub(a, b));
	NUMBERS4("lanes4_mul", lanes4_mul(a, b)), NUMBERS4("lanes4_over", lanes4_over(a, b));
	EXACT4("lanes4_one", lanes4_one(in->a[0]));
	EXACT4("lanes4_min", lanes4_min(a, b)), EXACT4("lanes4_max", lanes4_max(a, b));
	EXACT4("lanes4_abs", lanes4_abs(a)), EXACT4("lanes4_negate", lanes4_negate(a));
	EXACT4("lanes4_select", lanes4_select(above, a, b)), EXACT4("lanes4_where", lanes4_where(above, b));
	tell_bits(to, "lanes4_above", mask4f_bits(above)), tell_bits(to, "lanes4_equal", mask4f_bits(equal));
	tell_bits(to, "mask4f_and", mask4f_bits(mask4f_and(above, lanes4_above(b, lanes4_one(0)))));
	tell_bits(to, "mask4f_or", mask4f_bits(mask4f_or(above, equal)));
	EXACT4("lanes4_turn 0", lanes4_turn(a, 0)), EXACT4("lanes4_turn 1", lanes4_turn(a, 1));
	EXACT4("lanes4_turn 2", lanes4_turn(a, 2)), EXACT4("lanes4_turn 3", lanes4_turn(a, 3));
	lanes4_columns(columns, in->a);
	for (int k = 0; k < 4; ++k) EXACT4("lanes4_columns", columns[k]);
	tell_bits(to, "lanes4_bytes", lanes4_bytes(lanes4_load(in->bytes)));
	EXACT4("lanes4_fourths", lanes4_fourths(in->ints));
	tell_bits(to, "lanes4_top_bits 0", lanes4_top_bits(in->b, 0));
	tell_bits(to, "lanes4_top_bits 1", lanes4_top_bits(in->b, 1));
	uint8_t sum[16];
	Bytes16 eights = bytes16_add(bytes16_load(in->eights[0]), bytes16_zero());
	bytes16_store(sum, bytes16_add(eights, bytes16_load(in->eights[1])));
	tell(to, "bytes16_add", sum, sizeof sum);
}

#define NUMBERS8(name, lanes) (lanes8_store(f, lanes), tell_floats(to, name, f, 8))
#define EXACT8(name, lanes)   (lanes8_store(f, lanes), tell(to, name, f, 8 * sizeof *f))
static void eight(Teller *to, const Inputs *in) {
	float f[8];
	Lanes8 a = lanes8_load(in->a), b = lanes8_load(in->b), twice = lanes8_twice(in->c), columns[4];
	Mask8 above = lanes8_above(a, b), other = lanes8_above(b, twice);
	NUMBERS8("lanes8_add", lanes8_add(a, b)), NUMBERS8("lanes8_sub", lanes8_sub(a, b));
	NUMBERS8("lanes8_mul", lanes8_mul(a, b));
	EXACT8("lanes8_one", lanes8_one(in->a[0])), EXACT8("lanes8_twice", twice);
	EXACT8("lanes8_pair", lanes8_pair(in->a, in->b)), EXACT8("lanes8_halves", lanes8_halves(f[0], f[7]));
	EXACT8("lanes8_min", lanes8_min(a, b)), EXACT8("lanes8_max", lanes8_max(a, b));
	EXACT8("lanes8_abs", lanes8_abs(a)), EXACT8("lanes8_negate", lanes8_negate(a));
	EXACT8("lanes8_select", lanes8_select(above, a, b));
	tell_bits(to, "lanes8_above", mask8_bits(above));
	tell_bits(to, "mask8_and", mask8_bits(mask8_and(above, other)));
	tell_bits(to, "mask8_or", mask8_bits(mask8_or(above, other)));
	EXACT8("lanes8_turn 0", lanes8_turn(twice, 0)), EXACT8("lanes8_turn 1", lanes8_turn(twice, 1));
	EXACT8("lanes8_low", lanes8_low(a)), EXACT8("lanes8_high", lanes8_high(a));
	EXACT8("lanes8_beside", lanes8_beside(lanes8_last(a), lanes8_first(b)));
	lanes8_columns(columns, in->a);
	for (int k = 0; k < 4; ++k) EXACT8("lanes8_columns", columns[k]);
}

// As many steps as sixteen lanes take.
#define EACH(name, lanes)                                                                                    \
	do {                                                                                                     \
		for (int g = 0; g < WIDEST / LANES; ++g) lanes_store(f + LANES * g, lanes);                          \
		tell_floats(to, name, f, WIDEST);                                                                    \
	} while (0)
#define A lanes_load(in->a + LANES * g)
#define B lanes_load(in->b + LANES * g)
static void most(Teller *to, const Inputs *in) {
	float f[WIDEST];
	unsigned bits = 0, both = 0, either = 0;
	EACH("lanes_add", lanes_add(A, B));
	EACH("lanes_sub", lanes_sub(A, B));
	EACH("lanes_mul", lanes_mul(A, B));
	EACH("lanes_min", lanes_min(A, B));
	EACH("lanes_max", lanes_max(A, B));
	EACH("lanes_abs", lanes_abs(A));
	EACH("lanes_negate", lanes_negate(A));
	EACH("lanes_one", lanes_one(in->a[0]));
	EACH("lanes_turn", lanes_turn(lanes_repeated(in->c), g));
	EACH("lanes_turned_low", lanes_turned_low(lanes8_load(in->c), g));
	EACH("lanes_turned_high", lanes_turned_high(lanes8_load(in->c), g));
	for (int g = 0; g < WIDEST / LANES; ++g) {
		Mask above = lanes_above(A, B), other = lanes_above(B, lanes_one(0));
		bits |= mask_bits(above) << LANES * g;
		both |= mask_bits(mask_and(above, other)) << LANES * g;
		either |= mask_bits(mask_or(above, other)) << LANES * g;
	}
	tell_bits(to, "lanes_above", bits), tell_bits(to, "mask_and", both), tell_bits(to, "mask_or", either);
	Lanes12 kinds = lanes12_kinds(in->a[0], in->a[1], in->a[2]), four = lanes12_repeated(in->b);
	four = lanes12_min(lanes12_max(four, kinds), lanes12_add(lanes12_mul(four, lanes12_one(2)), kinds));
	lanes8_store(f, lanes12_first(four)), lanes4_store(f + 8, lanes12_last(four));
	tell_floats(to, "lanes12", f, 12);
}
#undef A
#undef B

#define DOUBLES4(name, doubles) (doubles4_store(d, doubles), tell_doubles(to, name, d, 4))
#define EXACT(name, doubles)    (doubles4_store(d, doubles), tell(to, name, d, 4 * sizeof *d))
static void doubles(Teller *to, const Inputs *in) {
	double d[4];
	float f[4];
	Doubles4 x = doubles4_load(in->x), y = doubles4_load(in->y);
	Mask4 above = doubles4_above(x, y), equal = doubles4_equal(x, y);
	DOUBLES4("doubles4_add", doubles4_add(x, y)), DOUBLES4("doubles4_sub", doubles4_sub(x, y));
	DOUBLES4("doubles4_mul", doubles4_mul(x, y)), DOUBLES4("doubles4_over", doubles4_over(x, y));
	DOUBLES4("doubles4_root", doubles4_root(x)), DOUBLES4("doubles4_of", doubles4_of(lanes4_load(in->a)));
	EXACT("doubles4_one", doubles4_one(in->x[0]));
	EXACT("doubles4_these", doubles4_these(in->x[3], in->x[1], in->x[0], in->x[2]));
	EXACT("doubles4_min", doubles4_min(x, y)), EXACT("doubles4_max", doubles4_max(x, y));
	EXACT("doubles4_abs", doubles4_abs(x)), EXACT("doubles4_turn", doubles4_turn(x, y));
	EXACT("doubles4_power", doubles4_power(doubles4_of(lanes4_load(in->bytes))));
	EXACT("doubles4_select", doubles4_select(above, x, y));
	tell_bits(to, "doubles4_above", mask4_bits(above)), tell_bits(to, "doubles4_equal", mask4_bits(equal));
	Mask4 other = doubles4_above(y, doubles4_one(0));
	tell_bits(to, "mask4_and", mask4_bits(mask4_and(above, other)));
	tell_bits(to, "mask4_or", mask4_bits(mask4_or(above, other)));
	tell_bits(to, "mask4_but", mask4_bits(mask4_but(above, other)));
	Doubles4 rows[4], columns[4];
	for (int k = 0; k < 4; ++k) rows[k] = doubles4_load(in->z + 4 * k);
	doubles4_columns(columns, rows);
	for (int k = 0; k < 4; ++k) EXACT("doubles4_columns", columns[k]);
	NUMBERS4("doubles4_rounded", doubles4_rounded(x));
	double repeated[8];
	for (int i = 0; i < 8; ++i) repeated[i] = in->x[i % 4];
	unsigned least = 0, same = 0;
	for (int g = 0; g < 8 / DOUBLES; ++g) {
		Doubles turned = doubles_turned(repeated, g), all = doubles_repeated(in->y);
		Doubles sum = doubles_sub(doubles_add(turned, all), doubles_mul(doubles_turn(all, turned), turned));
		least |= doubles_above(doubles_min(doubles_abs(sum), all), turned) << DOUBLES * g;
		same |= doubles_equal(doubles_max(all, turned), doubles_one(in->y[0])) << DOUBLES * g;
	}
	tell_bits(to, "doubles_above", least), tell_bits(to, "doubles_equal", same);
}

void LANES_ANSWERS(LanesAnswers *out) {
	Inputs in;
	Rng rng = rng_of(2026, 0);
	*out = (LanesAnswers){ 0 };
	for (int round = 0; round < ROUNDS; ++round) {
		Teller to = { out, 0 };
		inputs_draw(&in, &rng);
		four(&to, &in), eight(&to, &in), most(&to, &in), doubles(&to, &in);
		out->count = to.at;
	}
}
