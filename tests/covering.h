// Combinations of an algorithm's parameters, from its own table: some values of each parameter, and rows of
// one value each. Which rows are none is asked of the algorithm (detect_check), and so is which parameters
// say nothing in a row (detect_idle): no rule of either stands here. The query, all or first, is one
// parameter more.
//
// A covering array of strength 2 has every pair of values of every two parameters in some row in which both
// say something, where there is such a row at all. Rows are made one at a time: a pair that no row has yet,
// then for each other parameter the value that brings most new pairs (the greedy idea of AETG: Cohen et al.
// 1997).
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "detect/detect.h"

enum { FACTORS_MAX = DETECT_PARAMS_MAX + 1, FACTOR_VALUES_MAX = 32, ROW_TEXT_SIZE = 4096 };

typedef struct Factor {
	const char *name; // NULL: the query
	int32_t count;
	char *values[FACTOR_VALUES_MAX]; // as text
} Factor;

typedef struct Row {
	uint8_t at[FACTORS_MAX]; // index of a value of each factor
} Row;

typedef struct Factors {
	const HnDetectClass *class_;
	int32_t count; // parameters, then the query
	Factor factor[FACTORS_MAX];
	Row usual;                  // the defaults, all contacts
	int32_t sum;                // of values of all factors
	int32_t first[FACTORS_MAX]; // number of a factor's first value among all
} Factors;

// All choices; false and true; of numbers the least, the default, more than that, and the largest; of vectors
// none and some sets.
void factors_create(Factors *out, const HnDetectClass *class);
void factors_free(Factors *factors);
// As hn_detector_create wants it, without parameters that are at their default.
void row_text(const Factors *factors, const Row *row, char text[ROW_TEXT_SIZE]);
HnQuery row_query(const Factors *factors, const Row *row);
// Is it a combination? idle: which of its values say nothing.
bool row_check(const Factors *factors, const Row *row, bool idle[FACTORS_MAX]);

typedef struct Covering {
	Row *rows;
	int32_t count, capacity;
} Covering;
// The same rows on every machine.
void covering_create(Covering *out, const Factors *factors);
void covering_free(Covering *covering);

// Choices stay all. Of all else two values do, or three: of a number the default and what comes next; of
// vectors, lists and parts none and the last, of parts without parameters of their own.
void factors_thin(Factors *factors, int32_t values);

// Every combination once: of values that say nothing only the default, what the algorithm refuses left out.
// Factors on which others hang, in that they say nothing or do not go together, are listed together; those
// lists combine freely. What hangs on what is seen in rows drawn at random.
enum { PARTS_MAX = FACTORS_MAX };
typedef struct Combinations {
	const Factors *factors;
	int32_t part[FACTORS_MAX]; // that a factor belongs to
	Covering parts[PARTS_MAX]; // rows in which all other factors are at their default
	int32_t count;
	int64_t total; // the product of their lengths
} Combinations;
void combinations_create(Combinations *out, const Factors *factors);
void combinations_free(Combinations *combinations);
// index: 0 .. total - 1. False: it is none after all.
bool combinations_at(const Combinations *combinations, int64_t index, Row *out);
