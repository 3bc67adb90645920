#include "base/param.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "base/number.h"

enum { WORD_MAX = 48 };

// Edit distance with transpositions (optimal string alignment); words over WORD_MAX are far from everything.
static int32_t word_distance(const char *a, const char *b) {
	size_t n = strlen(a), m = strlen(b);
	if (n > WORD_MAX || m > WORD_MAX) return INT32_MAX;
	int32_t row[3][WORD_MAX + 1];
	for (size_t j = 0; j <= m; ++j) row[0][j] = (int32_t)j;
	for (size_t i = 1; i <= n; ++i) {
		int32_t *now = row[i % 3], *up = row[(i + 2) % 3], *up2 = row[(i + 1) % 3];
		now[0] = (int32_t)i;
		for (size_t j = 1; j <= m; ++j) {
			int32_t best = up[j - 1] + (a[i - 1] != b[j - 1]);
			if (up[j] + 1 < best) best = up[j] + 1;
			if (now[j - 1] + 1 < best) best = now[j - 1] + 1;
			bool swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
			if (swapped && up2[j - 2] + 1 < best) best = up2[j - 2] + 1;
			now[j] = best;
		}
	}
	return row[n % 3][m];
}

// A name is near when at most a third of its letters, and at least one, must change.
static const char *nearer(const char *word, const char *name, const char *best, int32_t *best_distance) {
	int32_t d = word_distance(word, name), allowed = (int32_t)(strlen(name) + 2) / 3;
	if (d > allowed || d >= *best_distance) return best;
	*best_distance = d;
	return name;
}

const char *param_nearest(const char *word, const char *(*choice)(int32_t index)) {
	const char *best = NULL;
	int32_t distance = INT32_MAX;
	for (int32_t i = 0; choice(i) != NULL; ++i) best = nearer(word, choice(i), best, &distance);
	return best;
}

static int32_t *int_field(const Param *p, void *def) { return (int32_t *)(void *)((char *)def + p->offset); }
static double *real_field(const Param *p, void *def) { return (double *)(void *)((char *)def + p->offset); }

void param_set_defaults(const ParamTable *table, void *def) {
	memset(def, 0, table->def_size);
	for (int32_t i = 0; i < table->count; ++i) {
		const Param *p = &table->params[i];
		if (p->type == PARAM_REAL)
			*real_field(p, def) = p->fallback;
		else
			*int_field(p, def) = (int32_t)p->fallback;
	}
}

int32_t param_find(const ParamTable *table, const char *owner, const char *name) {
	const char *best = NULL;
	int32_t distance = INT32_MAX;
	for (int32_t i = 0; i < table->count; ++i) {
		if (strcmp(table->params[i].name, name) == 0) return i;
		best = nearer(name, table->params[i].name, best, &distance);
	}
	if (best != NULL)
		return error_set(ERR_NOT_FOUND, "%s: unknown parameter '%s'; did you mean '%s'?", owner, name, best);
	return error_set(ERR_NOT_FOUND, "%s: unknown parameter '%s'%s", owner, name,
	                 table->count == 0 ? "; it has none" : "");
}

void param_allowed(const Param *p, char allowed[PARAM_ALLOWED_SIZE]) {
	size_t used = 0;
	if (p->type == PARAM_INT)
		snprintf(allowed, PARAM_ALLOWED_SIZE, "an integer from %.0f to %.0f", p->lo, p->hi);
	else if (p->type == PARAM_REAL) {
		char lo[NUMBER_TEXT_SIZE], hi[NUMBER_TEXT_SIZE];
		number_format(p->lo, lo);
		number_format(p->hi, hi);
		snprintf(allowed, PARAM_ALLOWED_SIZE, "a number from %s to %s", lo, hi);
	} else if (p->type == PARAM_BOOL)
		snprintf(allowed, PARAM_ALLOWED_SIZE, "true or false");
	else
		for (int32_t i = 0; p->choice(i) != NULL && used < PARAM_ALLOWED_SIZE; ++i)
			used += (size_t)snprintf(allowed + used, PARAM_ALLOWED_SIZE - used, "%s'%s'",
			                         i > 0 ? ", " : "one of ", p->choice(i));
}

static int32_t refuse(const char *owner, const Param *p, const char *text) {
	char allowed[PARAM_ALLOWED_SIZE];
	param_allowed(p, allowed);
	return error_set(ERR_BAD_INPUT, "%s: parameter '%s' is '%.40s', must be %s", owner, p->name, text,
	                 allowed);
}

static int32_t choice_index(const Param *p, const char *text) {
	for (int32_t i = 0; p->choice(i) != NULL; ++i)
		if (strcmp(p->choice(i), text) == 0) return i;
	return -1;
}

int32_t param_set(const ParamTable *table, void *def, const char *owner, const char *name, const char *text) {
	int32_t index = param_find(table, owner, name);
	if (index < 0) return index;
	const Param *p = &table->params[index];
	double number = 0;
	switch (p->type) {
	case PARAM_INT:
	case PARAM_REAL:
		if (!number_parse(&number, text) || !(number >= p->lo && number <= p->hi))
			return refuse(owner, p, text);
		if (p->type == PARAM_REAL) {
			*real_field(p, def) = number;
			return ERR_OK;
		}
		if (number != floor(number)) return refuse(owner, p, text);
		*int_field(p, def) = (int32_t)number;
		return ERR_OK;
	case PARAM_BOOL:
		if (strcmp(text, "true") != 0 && strcmp(text, "false") != 0) return refuse(owner, p, text);
		*int_field(p, def) = text[0] == 't';
		return ERR_OK;
	default:
		index = choice_index(p, text);
		if (index < 0) return refuse(owner, p, text);
		*int_field(p, def) = index;
		return ERR_OK;
	}
}

void param_get(const Param *param, const void *def, char text[PARAM_TEXT_SIZE]) {
	void *field = (char *)(uintptr_t)def;
	switch (param->type) {
	case PARAM_INT:
		snprintf(text, PARAM_TEXT_SIZE, "%d", *int_field(param, field));
		return;
	case PARAM_REAL:
		number_format(*real_field(param, field), text);
		return;
	case PARAM_BOOL:
		snprintf(text, PARAM_TEXT_SIZE, "%s", *int_field(param, field) ? "true" : "false");
		return;
	default:
		snprintf(text, PARAM_TEXT_SIZE, "%s", param->choice(*int_field(param, field)));
		return;
	}
}

int32_t param_parse(const ParamTable *table, void *def, const char *owner, const char *text) {
	param_set_defaults(table, def);
	while (*text != '\0') {
		char name[PARAM_TEXT_SIZE], value[PARAM_TEXT_SIZE];
		int used = 0;
		if (sscanf(text, " %63[^= ]=%63[^ ]%n", name, value, &used) != 2)
			return error_set(ERR_BAD_INPUT, "%s: '%.60s' is not name=value", owner, text);
		int32_t status = param_set(table, def, owner, name, value);
		if (status != ERR_OK) return status;
		text += used;
		text += strspn(text, " ");
	}
	return ERR_OK;
}
