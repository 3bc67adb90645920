// What speaks against trusting a run's times: each once, with a code that the documents explain.
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "run/machine/machine.h"
#include "run/result/noise.h"

typedef struct WarningFacts {
	const Machine *machine;
	const char *config;                     // of the build
	const double *load_before, *load_after; // of this session, over 1, 5, 15 minutes
	Strain strain_before, strain_after;
	int32_t imprecise, groups; // so many groups were to be precise and are not
	double precision, worst;   // what was asked of the worst of them, and what it reached
	int32_t cut;               // groups that the budget ended
	double budget_s;
	int32_t varied, fixed; // groups whose addresses varied though they should not, and the other way round
	const Noise *noise;
} WarningFacts;

typedef struct Warning {
	const char *code;
	char text[200];
} Warning;

enum { WARNINGS_MAX = 14 }; // W001 to W014

int32_t warnings_find(Warning out[WARNINGS_MAX], const WarningFacts *facts);
// Is it of all rows of a run? Then what an earlier session said of them does not stand.
bool warning_of_run(const char *code);
