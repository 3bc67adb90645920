#include "base/param.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/number.h"
#include "base/param_part.h"
#include "base/param_set.h"
#include "base/param_set_parts.h"

enum { WORD_MAX = 48 };

// The edit distance with transpositions (optimal string alignment). A word longer than WORD_MAX is far from
// every other word.
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

// Returns `name` if it is nearer to `word` than `best`. A name is near if at most a third of its letters,
// rounded up, must change.
static const char *nearer(const char *word, const char *name, const char *best, int32_t *best_distance) {
	int32_t length = (int32_t)strlen(name), allowed = (length + 2) / 3;
	// a lower bound on the number of letters that must change
	int32_t d = abs((int32_t)strlen(word) - length);
	if (d <= allowed && d < *best_distance) d = word_distance(word, name);
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

const char *param_choice(const Param *p, int32_t index) {
	if (p->more != NULL && p->more->names != NULL) return p->more->names[index];
	if (p->choice != NULL) return p->choice(index);
	CHECK(p->more != NULL);
	return p->more->part(index).name;
}

static void defaults_fill(const ParamTable *table, void *def) {
	for (int32_t i = 0; i < table->count; ++i) {
		const Param *p = &table->params[i];
		if (p->type == PARAM_REAL)
			*(double *)field_of(p, def) = p->fallback;
		else // of a list its count, 0, and of a part its kind: they come first, and all is 0 before
			*(int32_t *)field_of(p, def) = (int32_t)p->fallback;
	}
}

// The table of a preset may lack parameters of its set, so the defaults of the whole set come first.
void param_set_defaults(const ParamTable *table, void *def) {
	memset(def, 0, table->def_size);
	if (table->count > 0 && param_owner(table->params) != NULL)
		defaults_fill(&param_owner(table->params)->table, def);
	defaults_fill(table, def);
}

int32_t param_find(const ParamTable *table, const char *owner, const char *name) {
	const char *best = NULL;
	int32_t distance = INT32_MAX;
	for (int32_t i = 0; i < table->count; ++i)
		if (strcmp(table->params[i].name, name) == 0) return i;
	for (int32_t i = 0; i < table->count; ++i) best = nearer(name, table->params[i].name, best, &distance);
	if (best != NULL)
		return error_set(HN_ERR_NOT_FOUND, "%s: unknown parameter '%s'; did you mean '%s'?", owner, name,
		                 best);
	return error_set(HN_ERR_NOT_FOUND, "%s: unknown parameter '%s'%s", owner, name,
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
	else if (p->type == PARAM_VECTORS)
		snprintf(allowed, PARAM_ALLOWED_SIZE, "a list of at most %d vectors, or 'none'", PARAM_VECTORS_MAX);
	else if (p->type == PARAM_PART)
		part_allowed(p, allowed);
	else
		for (int32_t i = 0; param_choice(p, i) != NULL && used < PARAM_ALLOWED_SIZE; ++i)
			used += (size_t)snprintf(allowed + used, PARAM_ALLOWED_SIZE - used, "%s'%s'",
			                         i > 0                    ? ", "
			                         : p->type == PARAM_NAMES ? "'none' or a list, joined by '+', of "
			                                                  : "one of ",
			                         param_choice(p, i));
}

static int32_t refuse(const char *owner, const Param *p, const char *text) {
	char allowed[PARAM_ALLOWED_SIZE];
	param_allowed(p, allowed);
	return error_set(HN_ERR_BAD_INPUT, "%s: parameter '%s' is '%.40s', must be %s", owner, p->name, text,
	                 allowed);
}

// Reads the number before `end` and returns the text after it. The last number of a vector may also end with
// the text. NULL if there is no number.
static const char *next_number(double *out, const char *text, char end) {
	char number[NUMBER_TEXT_SIZE * 2];
	size_t size = strcspn(text, ",;");
	if (size >= sizeof number || (text[size] != end && !(end == ';' && text[size] == '\0'))) return NULL;
	memcpy(number, text, size);
	number[size] = '\0';
	return number_parse(out, number) ? text + size + (text[size] != '\0') : NULL;
}

static int32_t refuse_vector(const char *owner, const Param *p, int32_t index, const char *text) {
	return error_set(HN_ERR_BAD_INPUT,
	                 "%s: parameter '%s': vector %d is '%.*s', must be three finite numbers x,y,z", owner,
	                 p->name, index, (int)(strcspn(text, ";") < 60 ? strcspn(text, ";") : 60), text);
}

static int32_t set_vectors(const Param *p, ParamVectors *out, const char *owner, const char *text) {
	ParamVectors vectors = { 0 };
	int32_t count = 1;
	for (const char *c = text; *c != '\0'; ++c) count += *c == ';';
	if (strcmp(text, "none") == 0) count = 0;
	if (count > PARAM_VECTORS_MAX)
		return error_set(HN_ERR_BAD_INPUT,
		                 "%s: parameter '%s' has %d vectors, at most %d are possible: vector %d is too many",
		                 owner, p->name, count, PARAM_VECTORS_MAX, PARAM_VECTORS_MAX + 1);
	for (; vectors.count < count; ++vectors.count) {
		double *v = vectors.xyz[vectors.count];
		const char *next = next_number(&v[0], text, ',');
		if (next != NULL) next = next_number(&v[1], next, ',');
		if (next != NULL) next = next_number(&v[2], next, ';');
		if (next == NULL) return refuse_vector(owner, p, vectors.count + 1, text);
		text = next;
	}
	*out = vectors;
	return HN_OK;
}

static void get_vectors(const ParamVectors *vectors, char text[PARAM_TEXT_SIZE]) {
	snprintf(text, PARAM_TEXT_SIZE, "none");
	for (int32_t i = 0; i < 3 * vectors->count; ++i) {
		char number[NUMBER_TEXT_SIZE];
		number_format(vectors->xyz[i / 3][i % 3], number);
		if (i > 0) *text++ = i % 3 == 0 ? ';' : ',';
		memcpy(text, number, strlen(number) + 1);
		text += strlen(number);
	}
}

static int32_t choice_index(const Param *p, const char *text) {
	for (int32_t i = 0; param_choice(p, i) != NULL; ++i)
		if (strcmp(param_choice(p, i), text) == 0) return i;
	return -1;
}

static int32_t set_names(const Param *p, ParamNames *out, const char *owner, const char *text) {
	ParamNames names = { 0 };
	const char *rest = strcmp(text, "none") == 0 ? NULL : text;
	while (rest != NULL) {
		char word[PARAM_NAME_SIZE];
		size_t size = strcspn(rest, "+");
		snprintf(word, sizeof word, "%.*s", (int)(size < sizeof word ? size : sizeof word - 1), rest);
		int32_t index = size < sizeof word ? choice_index(p, word) : -1;
		if (index < 0) return refuse(owner, p, text);
		for (int32_t i = 0; i < names.count; ++i)
			if (names.index[i] == index)
				return error_set(HN_ERR_BAD_INPUT, "%s: parameter '%s' names '%s' twice", owner, p->name,
				                 word);
		if (names.count == PARAM_NAMES_MAX)
			return error_set(HN_ERR_BAD_INPUT, "%s: parameter '%s' has more than %d names", owner, p->name,
			                 PARAM_NAMES_MAX);
		names.index[names.count++] = index;
		rest = rest[size] == '+' ? rest + size + 1 : NULL;
	}
	*out = names;
	return HN_OK;
}

static void get_names(const Param *p, const ParamNames *names, char text[PARAM_TEXT_SIZE]) {
	size_t used = (size_t)snprintf(text, PARAM_TEXT_SIZE, "%s", names->count == 0 ? "none" : "");
	for (int32_t i = 0; i < names->count; ++i)
		used += (size_t)snprintf(text + used, PARAM_TEXT_SIZE - used, "%s%s", i > 0 ? "+" : "",
		                         param_choice(p, names->index[i]));
}

int32_t param_set_value(const Param *p, void *def, const char *owner, const char *text) {
	double number = 0;
	int32_t index;
	switch (p->type) {
	case PARAM_INT:
	case PARAM_REAL:
		if (!number_parse(&number, text) || !(number >= p->lo && number <= p->hi))
			return refuse(owner, p, text);
		if (p->type == PARAM_REAL) {
			*(double *)field_of(p, def) = number;
			return HN_OK;
		}
		if (number != floor(number)) return refuse(owner, p, text);
		*(int32_t *)field_of(p, def) = (int32_t)number;
		return HN_OK;
	case PARAM_BOOL:
		if (strcmp(text, "true") != 0 && strcmp(text, "false") != 0) return refuse(owner, p, text);
		*(int32_t *)field_of(p, def) = text[0] == 't';
		return HN_OK;
	case PARAM_VECTORS:
		return set_vectors(p, field_of(p, def), owner, text);
	case PARAM_NAMES:
		return set_names(p, field_of(p, def), owner, text);
	case PARAM_PART:
		return part_set(p, field_of(p, def), owner, text);
	default:
		index = choice_index(p, text);
		if (index < 0) return refuse(owner, p, text);
		*(int32_t *)field_of(p, def) = index;
		return HN_OK;
	}
}

int32_t param_set(const ParamTable *table, void *def, const char *owner, const char *name, const char *text) {
	int32_t index = param_find(table, owner, name);
	if (index < 0) return index;
	const Param *p = &table->params[index];
	return param_owner(p) == NULL ? param_set_value(p, def, owner, text)
	                              : param_set_composed(table, p, def, owner, text);
}

void param_get(const Param *param, const void *def, char text[PARAM_TEXT_SIZE]) {
	switch (param->type) {
	case PARAM_INT:
		snprintf(text, PARAM_TEXT_SIZE, "%d", *(int32_t *)field_of(param, def));
		return;
	case PARAM_REAL:
		number_format(*(double *)field_of(param, def), text);
		return;
	case PARAM_BOOL:
		snprintf(text, PARAM_TEXT_SIZE, "%s", *(int32_t *)field_of(param, def) ? "true" : "false");
		return;
	case PARAM_VECTORS:
		get_vectors(field_of(param, def), text);
		return;
	case PARAM_NAMES:
		get_names(param, field_of(param, def), text);
		return;
	case PARAM_PART:
		part_get(param, field_of(param, def), text);
		return;
	default:
		snprintf(text, PARAM_TEXT_SIZE, "%s", param_choice(param, *(int32_t *)field_of(param, def)));
		return;
	}
}

// Copies the word up to one of `ends` to out and returns the text after it. NULL if the word is empty or does
// not fit.
static const char *next_word(char *out, size_t size, const char *text, const char *ends) {
	size_t used = strcspn(text, ends);
	if (used == 0 || used >= size) return NULL;
	memcpy(out, text, used);
	out[used] = '\0';
	return text + used;
}

int32_t param_parse(const ParamTable *table, void *def, const char *owner, const char *text) {
	param_set_defaults(table, def);
	if (text == NULL) return error_set(HN_ERR_BAD_INPUT, "%s: the parameters are NULL", owner);
	for (text += strspn(text, " "); *text != '\0'; text += strspn(text, " ")) {
		char name[PARAM_NAME_SIZE], value[PARAM_TEXT_SIZE];
		const char *next = next_word(name, sizeof name, text, "= ");
		if (next != NULL) next = *next == '=' ? next_word(value, sizeof value, next + 1, " ") : NULL;
		if (next == NULL) return error_set(HN_ERR_BAD_INPUT, "%s: '%.60s' is not name=value", owner, text);
		int32_t status = param_set(table, def, owner, name, value);
		if (status != HN_OK) return status;
		text = next;
	}
	return HN_OK;
}
