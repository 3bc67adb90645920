#include "covering.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/number.h"
#include "base/rng.h"
#include "volumes.h"

// Factors
// ------------------------------------------------------------------------------------------------------

static char *copy_of(const char *text) {
	char *copy = malloc(strlen(text) + 1);
	CHECK(copy != NULL);
	return strcpy(copy, text);
}

// One value more, if the table takes it and it is not there.
static void factor_add(Factor *factor, const Param *p, const char *text) {
	void *def = calloc(1, p->offset + sizeof(ParamVectors) + 64);
	CHECK(def != NULL);
	bool good = param_set_value(p, def, "value", text) == HN_OK;
	free(def);
	for (int32_t i = 0; i < factor->count; ++i) good &= strcmp(factor->values[i], text) != 0;
	if (!good) return;
	CHECK(factor->count < FACTOR_VALUES_MAX);
	factor->values[factor->count++] = copy_of(text);
}

static void add_number(Factor *factor, const Param *p, double x) {
	char text[NUMBER_TEXT_SIZE];
	number_format(fmin(p->hi, fmax(p->lo, x)), text);
	factor_add(factor, p, text);
}

static void add_vectors(Factor *factor, const Param *p) {
	char text[PARAM_TEXT_SIZE];
	Rng rng = rng_of(1902, 0);
	while (factor->count < 4) {
		directions_draw_text(&rng, text);
		if (strlen(text) < 400) factor_add(factor, p, text);
	}
}

// Each name; and of a list of names the first two, which a single choice refuses.
static void add_names(Factor *factor, const Param *p) {
	char two[2 * PARAM_NAME_SIZE];
	for (int32_t i = 0; param_choice(p, i) != NULL; ++i) factor_add(factor, p, param_choice(p, i));
	if (param_choice(p, 0) == NULL || param_choice(p, 1) == NULL) return;
	snprintf(two, sizeof two, "%s+%s", param_choice(p, 1), param_choice(p, 0));
	factor_add(factor, p, two);
}

// Each with its own parameters as they are, and with others.
static void add_parts(Factor *factor, const Param *p) {
	char text[PARAM_TEXT_SIZE];
	for (int32_t i = 0; p->more->part(i).name != NULL; ++i) factor_add(factor, p, p->more->part(i).name);
	Rng rng = rng_of(1903, 0);
	for (int32_t i = 0; i < 4; ++i) {
		part_draw_text(&rng, p, text);
		factor_add(factor, p, text);
	}
}

// The default comes first.
static void factor_fill(Factor *factor, const HnDetectClass *class, int32_t index) {
	const Param *p = &class->params.params[index];
	static char s_usual[PARAM_TEXT_SIZE];
	*factor = (Factor){ .name = p->name };
	CHECK(hn_detect_param_default(class, index, s_usual, sizeof s_usual) == HN_OK);
	factor_add(factor, p, s_usual);
	CHECK(factor->count == 1);
	if (p->type == PARAM_INT || p->type == PARAM_REAL) {
		add_number(factor, p, p->lo);
		add_number(factor, p, 2 * p->fallback + 1);
		add_number(factor, p, p->hi);
	} else if (p->type == PARAM_BOOL) {
		factor_add(factor, p, "false");
		factor_add(factor, p, "true");
	} else if (p->type == PARAM_VECTORS) {
		add_vectors(factor, p);
	} else if (p->type == PARAM_PART) {
		add_parts(factor, p);
	} else {
		add_names(factor, p);
	}
}

void factors_create(Factors *out, const HnDetectClass *class) {
	*out = (Factors){ .class_ = class, .count = class->params.count + 1 };
	CHECK(out->count <= FACTORS_MAX);
	for (int32_t f = 0; f < class->params.count; ++f) factor_fill(&out->factor[f], class, f);
	Factor *query = &out->factor[out->count - 1];
	query->count = 2;
	query->values[0] = copy_of("all"), query->values[1] = copy_of("first");
	for (int32_t f = 0; f < out->count; ++f) {
		out->first[f] = out->sum;
		out->sum += out->factor[f].count;
	}
}

void factors_free(Factors *factors) {
	for (int32_t f = 0; f < factors->count; ++f)
		for (int32_t v = 0; v < factors->factor[f].count; ++v) free(factors->factor[f].values[v]);
	*factors = (Factors){ 0 };
}

// Rows
// ------------------------------------------------------------------------------------------------------

void row_text(const Factors *factors, const Row *row, char text[ROW_TEXT_SIZE]) {
	size_t used = 0;
	text[0] = '\0';
	for (int32_t f = 0; f < factors->count - 1; ++f) {
		const Factor *factor = &factors->factor[f];
		if (row->at[f] == 0) continue;
		used += (size_t)snprintf(text + used, ROW_TEXT_SIZE - used, "%s%s=%s", used > 0 ? " " : "",
		                         factor->name, factor->values[row->at[f]]);
		CHECK(used < ROW_TEXT_SIZE);
	}
}

HnQuery row_query(const Factors *factors, const Row *row) {
	return row->at[factors->count - 1] == 0 ? HN_QUERY_ALL : HN_QUERY_FIRST;
}

bool row_check(const Factors *factors, const Row *row, bool idle[FACTORS_MAX]) {
	char text[ROW_TEXT_SIZE];
	row_text(factors, row, text);
	memset(idle, 0, FACTORS_MAX * sizeof *idle);
	return detect_idle(idle, factors->class_, text) == HN_OK;
}

static bool row_says(const Factors *factors, const Row *row, int32_t f, int32_t g) {
	bool idle[FACTORS_MAX];
	return row_check(factors, row, idle) && !idle[f] && !idle[g];
}

// The array
// ------------------------------------------------------------------------------------------------------

// Values are numbered through all factors. covered: of each two.
typedef struct Search {
	const Factors *factors;
	Row *with; // one for each value: a row in which it says something
	bool *has; // is there one?
	bool *covered;
	Rng rng;
} Search;

static bool *covered_at(Search *s, int32_t v, int32_t w) {
	return &s->covered[(int64_t)v * s->factors->sum + w];
}

static int32_t value_of(const Factors *factors, const Row *row, int32_t f) {
	return factors->first[f] + row->at[f];
}

// How many pairs of values the row has that no row had; with `mark` they are had from now on.
static int32_t row_gain(Search *s, const Row *row, bool mark) {
	const Factors *factors = s->factors;
	bool idle[FACTORS_MAX];
	int32_t gain = 0;
	if (!row_check(factors, row, idle)) return -1;
	for (int32_t f = 0; f < factors->count; ++f)
		for (int32_t g = f + 1; g < factors->count && !idle[f]; ++g) {
			if (idle[g]) continue;
			bool *at = covered_at(s, value_of(factors, row, f), value_of(factors, row, g));
			gain += !*at;
			*at |= mark;
		}
	return gain;
}

// Changes up to `more` factors, but f and g, until the row is a combination in which both say something.
static bool row_mend(const Factors *factors, Row *row, int32_t f, int32_t g, int32_t more) {
	if (row_says(factors, row, f, g)) return true;
	for (int32_t h = 0; h < factors->count && more > 0; ++h) {
		uint8_t was = row->at[h];
		if (h == f || h == g) continue;
		for (int32_t v = 0; v < factors->factor[h].count; ++v) {
			row->at[h] = (uint8_t)v;
			if (v != was && row_mend(factors, row, f, g, more - 1)) return true;
		}
		row->at[h] = was;
	}
	return false;
}

static void values_find(Search *s) {
	const Factors *factors = s->factors;
	for (int32_t f = 0; f < factors->count; ++f)
		for (int32_t v = 0; v < factors->factor[f].count; ++v) {
			bool found = false;
			Row row = factors->usual;
			row.at[f] = (uint8_t)v;
			for (int32_t more = 0; more < 3 && !found; ++more) found = row_mend(factors, &row, f, f, more);
			s->with[factors->first[f] + v] = row;
			s->has[factors->first[f] + v] = found;
		}
}

// A row with both values, from the rows that have each: what makes them say something is put together.
static bool pair_find_row(Search *s, Row *out, int32_t f, int32_t v, int32_t g, int32_t w) {
	const Factors *factors = s->factors;
	const Row *rows[2] = { &s->with[factors->first[f] + v], &s->with[factors->first[g] + w] };
	if (!s->has[factors->first[f] + v] || !s->has[factors->first[g] + w]) return false;
	for (int order = 0; order < 2; ++order) {
		*out = *rows[order];
		for (int32_t h = 0; h < factors->count; ++h)
			if (rows[1 - order]->at[h] != factors->usual.at[h]) out->at[h] = rows[1 - order]->at[h];
		out->at[f] = (uint8_t)v, out->at[g] = (uint8_t)w;
		if (row_mend(factors, out, f, g, 1)) return true;
	}
	return false;
}

// Each other factor in turn, in a random order, gets the value that brings most.
static void row_improve(Search *s, Row *row, int32_t f, int32_t g) {
	const Factors *factors = s->factors;
	int32_t shift = (int32_t)rng_below(&s->rng, (uint64_t)factors->count), best = row_gain(s, row, false);
	for (int32_t i = 0; i < 2 * factors->count; ++i) {
		int32_t h = (i + shift) % factors->count, values = factors->factor[h].count;
		if (h == f || h == g) continue;
		int32_t turn = (int32_t)rng_below(&s->rng, (uint64_t)values);
		for (int32_t v = 0; v < values; ++v) {
			Row other = *row;
			other.at[h] = (uint8_t)((v + turn) % values);
			int32_t gain = row_gain(s, &other, false);
			if (gain <= best || !row_says(factors, &other, f, g)) continue;
			*row = other, best = gain;
		}
	}
}

// What makes a row slow where each volume is fitted or turned anew in each step, and what makes it quick
// again. It is about time alone: a row that is as good without.
static const char *const s_slow[][2] = { { "fit", "minimum" }, { "fit", "hull" }, { "by", "hull_drift" } };
static const char *const s_quick[][2] = { { "by", "place" }, { "update", "lazy" } };

// The factor and, into *value, the number of such a value; -1: there is none.
static int32_t find_value(const Factors *factors, const char *const named[2], int32_t *value) {
	for (int32_t f = 0; f < factors->count - 1; ++f)
		for (int32_t v = 0; v < factors->factor[f].count && strcmp(factors->factor[f].name, named[0]) == 0;
		     ++v)
			if (strcmp(factors->factor[f].values[v], named[1]) == 0) {
				*value = v;
				return f;
			}
	return -1;
}

static bool row_is_slow(const Factors *factors, const Row *row) {
	for (size_t i = 0; i < sizeof s_slow / sizeof s_slow[0]; ++i) {
		int32_t value = 0, at = find_value(factors, s_slow[i], &value);
		if (at >= 0 && row->at[at] == value) return true;
	}
	return false;
}

static void row_quicken(Search *s, Row *row, int32_t f, int32_t g) {
	const Factors *factors = s->factors;
	int32_t gain = row_gain(s, row, false);
	if (!row_is_slow(factors, row)) return;
	for (size_t i = 0; i < sizeof s_quick / sizeof s_quick[0]; ++i) {
		int32_t value = 0, at = find_value(factors, s_quick[i], &value);
		Row other = *row;
		if (at < 0 || at == f || at == g) continue;
		other.at[at] = (uint8_t)value;
		if (row_gain(s, &other, false) >= gain && row_says(factors, &other, f, g)) *row = other;
	}
}

static void rows_add(Covering *out, const Row *row) {
	if (out->count == out->capacity) {
		out->capacity = 2 * out->capacity + 64;
		out->rows = realloc(out->rows, (size_t)out->capacity * sizeof *row);
		CHECK(out->rows != NULL);
	}
	out->rows[out->count++] = *row;
}

static void pair_cover(Search *s, Covering *out, int32_t f, int32_t v, int32_t g, int32_t w) {
	const Factors *factors = s->factors;
	Row row;
	if (*covered_at(s, factors->first[f] + v, factors->first[g] + w)) return;
	if (!pair_find_row(s, &row, f, v, g, w)) return;
	row_improve(s, &row, f, g);
	row_quicken(s, &row, f, g);
	CHECK(row_gain(s, &row, true) > 0);
	rows_add(out, &row);
}

// Pairs that only rows with more changes have than were looked through: rows near those there are, drawn at
// random.
static void rows_complete(Search *s, Covering *out) {
	enum { DRAWS = 20000 };
	const Factors *factors = s->factors;
	for (int32_t i = 0; i < DRAWS; ++i) {
		Row row = out->rows[rng_below(&s->rng, (uint64_t)out->count)];
		for (uint64_t changes = 1 + rng_below(&s->rng, 5); changes > 0; --changes) {
			uint64_t f = rng_below(&s->rng, (uint64_t)factors->count);
			row.at[f] = (uint8_t)rng_below(&s->rng, (uint64_t)factors->factor[f].count);
		}
		if (row_gain(s, &row, false) <= 0) continue;
		row_gain(s, &row, true);
		rows_add(out, &row);
	}
}

void covering_create(Covering *out, const Factors *factors) {
	Search s = { .factors = factors };
	size_t sum = (size_t)factors->sum;
	*out = (Covering){ 0 };
	s.with = calloc(sum, sizeof *s.with), s.has = calloc(sum, sizeof *s.has);
	s.covered = calloc(sum * sum, sizeof *s.covered);
	CHECK(s.with != NULL && s.has != NULL && s.covered != NULL);
	s.rng = rng_of(1903, 0);
	values_find(&s);
	row_gain(&s, &factors->usual, true);
	rows_add(out, &factors->usual);
	for (int32_t f = 0; f < factors->count; ++f)
		for (int32_t g = f + 1; g < factors->count; ++g)
			for (int32_t v = 0; v < factors->factor[f].count; ++v)
				for (int32_t w = 0; w < factors->factor[g].count; ++w) pair_cover(&s, out, f, v, g, w);
	rows_complete(&s, out);
	free(s.with), free(s.has), free(s.covered);
}

void covering_free(Covering *covering) {
	free(covering->rows);
	*covering = (Covering){ 0 };
}

// All combinations
// ------------------------------------------------------------------------------------------------------

static void factor_drop(Factor *factor, int32_t value) {
	free(factor->values[value]);
	factor->count -= 1;
	for (int32_t v = value; v < factor->count; ++v) factor->values[v] = factor->values[v + 1];
}

// A number's largest is often so large that it
// is like the one before: the first ones stay.
void factors_thin(Factors *factors, int32_t values) {
	factors->sum = 0;
	for (int32_t f = 0; f < factors->count; ++f) {
		Factor *factor = &factors->factor[f];
		ParamType type = f < factors->count - 1 ? factors->class_->params.params[f].type : PARAM_BOOL;
		bool whole = type == PARAM_CHOICE || type == PARAM_BOOL;
		bool number = type == PARAM_INT || type == PARAM_REAL;
		for (int32_t v = factor->count - 1; v > 0 && type == PARAM_PART; --v)
			if (strchr(factor->values[v], '(') != NULL) factor_drop(factor, v);
		while (!whole && factor->count > values)
			factor_drop(factor, number && values < 3 ? factor->count - 1 : factor->count - 2);
		factors->first[f] = factors->sum;
		factors->sum += factor->count;
	}
}

typedef struct Influence {
	bool says[FACTORS_MAX][FACTORS_MAX]; // says[g][f]: whether f says something hangs on g
	bool bars[FACTORS_MAX];              // a change of f made a combination of what was none, or none of one
} Influence;

static void row_draw(const Factors *factors, Rng *rng, Row *out) {
	*out = factors->usual;
	for (int32_t f = 0; f < factors->count; ++f)
		if (rng_below(rng, 2) == 0) out->at[f] = (uint8_t)rng_below(rng, (uint64_t)factors->factor[f].count);
}

// What one change does to rows drawn at random.
static void influence_look(Influence *out, const Factors *factors, Rng *rng) {
	bool idle[2][FACTORS_MAX];
	Row row;
	row_draw(factors, rng, &row);
	if (!row_check(factors, &row, idle[0])) return;
	for (int32_t g = 0; g < factors->count; ++g)
		for (int32_t v = 0; v < factors->factor[g].count; ++v) {
			Row other = row;
			if (v == row.at[g]) continue;
			other.at[g] = (uint8_t)v;
			if (!row_check(factors, &other, idle[1])) {
				out->bars[g] = true;
				continue;
			}
			for (int32_t f = 0; f < factors->count; ++f)
				out->says[g][f] |= f != g && idle[0][f] != idle[1][f];
		}
}

// Factors that do not go together with others are all in one part.
static void parts_find(Combinations *c, const Influence *influence) {
	const Factors *factors = c->factors;
	int32_t bar = -1;
	for (int32_t f = 0; f < factors->count; ++f) c->part[f] = f;
	for (int32_t g = 0; g < factors->count; ++g) {
		for (int32_t f = 0; f < factors->count; ++f) {
			bool joined = influence->says[g][f] || (influence->bars[g] && bar == f);
			int32_t from = c->part[f], to = c->part[g];
			for (int32_t h = 0; h < factors->count && joined; ++h)
				if (c->part[h] == from) c->part[h] = to;
		}
		if (influence->bars[g]) bar = g;
	}
}

typedef struct Walking {
	const Factors *factors;
	Covering *out;
	int32_t order[FACTORS_MAX], count; // factors of the part
	bool settled[FACTORS_MAX]; // of factor order[i]: whether it says something hangs on those before it alone
} Walking;

// Those that others hang on come first; where they hang on each other, the first in the table.
static void walking_order(Walking *w, const Combinations *c, const Influence *influence, int32_t part) {
	const Factors *factors = w->factors;
	bool placed[FACTORS_MAX] = { false };
	for (;;) {
		int32_t best = -1;
		for (int32_t f = factors->count - 1; f >= 0; --f) {
			bool waits = false;
			for (int32_t g = 0; g < factors->count; ++g) waits |= influence->says[g][f] && !placed[g];
			if (c->part[f] != part || placed[f] || (waits && best >= 0 && w->settled[w->count])) continue;
			best = f, w->settled[w->count] = !waits;
		}
		if (best < 0) return;
		w->order[w->count++] = best, placed[best] = true;
	}
}

static void walk(Walking *w, Row *row, int32_t depth) {
	const Factors *factors = w->factors;
	bool idle[FACTORS_MAX];
	if (depth == w->count) {
		bool good = row_check(factors, row, idle);
		for (int32_t f = 0; f < factors->count; ++f) good &= row->at[f] == factors->usual.at[f] || !idle[f];
		if (good) rows_add(w->out, row);
		return;
	}
	int32_t f = w->order[depth];
	for (int32_t v = 0; v < factors->factor[f].count; ++v) {
		row->at[f] = (uint8_t)v;
		bool silent = v > 0 && w->settled[depth] && row_check(factors, row, idle) && idle[f];
		if (!silent) walk(w, row, depth + 1);
	}
	row->at[f] = factors->usual.at[f];
}

void combinations_create(Combinations *out, const Factors *factors) {
	enum { DRAWS = 20000 };
	Influence influence = { .bars = { false } };
	*out = (Combinations){ .factors = factors, .total = 1 };
	Rng rng = rng_of(1904, 0);
	for (int32_t i = 0; i < DRAWS; ++i) influence_look(&influence, factors, &rng);
	parts_find(out, &influence);
	for (int32_t part = 0; part < factors->count; ++part) {
		Walking w = { .factors = factors, .out = &out->parts[out->count] };
		Row row = factors->usual;
		walking_order(&w, out, &influence, part);
		if (w.count == 0) continue;
		walk(&w, &row, 0);
		out->total *= w.out->count;
		for (int32_t i = 0; i < w.count; ++i) out->part[w.order[i]] = ~out->count; // its number from now on
		out->count += 1;
	}
	for (int32_t f = 0; f < factors->count; ++f) out->part[f] = ~out->part[f];
}

void combinations_free(Combinations *combinations) {
	for (int32_t i = 0; i < combinations->count; ++i) covering_free(&combinations->parts[i]);
	*combinations = (Combinations){ 0 };
}

bool combinations_at(const Combinations *combinations, int64_t index, Row *out) {
	const Factors *factors = combinations->factors;
	bool idle[FACTORS_MAX];
	*out = factors->usual;
	for (int32_t i = 0; i < combinations->count; ++i) {
		const Row *row = &combinations->parts[i].rows[index % combinations->parts[i].count];
		index /= combinations->parts[i].count;
		for (int32_t f = 0; f < factors->count; ++f)
			if (combinations->part[f] == i) out->at[f] = row->at[f];
	}
	if (!row_check(factors, out, idle)) return false;
	for (int32_t f = 0; f < factors->count; ++f)
		if (out->at[f] != factors->usual.at[f] && idle[f]) return false;
	return true;
}
