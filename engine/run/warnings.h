// Warnings about a run's times. Each stands once, with a code that docs/explanation/measuring.md explains.
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "machine/machine.h"
#include "run/result/noise.h"
#include "run/result/retake.h"

typedef struct WarningFacts {
	const Machine *machine;
	const char *config;                     // of the build
	const double *load_before, *load_after; // of this session, over 1, 5, 15 minutes
	Strain strain_before, strain_after;
	int32_t imprecise, groups; // groups that missed their precision; all groups
	double precision, worst;   // of the worst such group: the precision asked for and reached
	int32_t cut, few;          // groups that the budget ended, and before they had six sessions
	double budget_s;
	int32_t varied, fixed;  // groups whose addresses varied although they should be fixed; the opposite
	const Retakes *retakes; // NULL: nothing is known of any
	const Noise *noise;
} WarningFacts;

typedef struct Warning {
	const char *code;
	char text[200];
} Warning;

enum { WARNINGS_MAX = 16 }; // W001 to W016

int32_t warnings_find(Warning out[WARNINGS_MAX], const WarningFacts *facts);
// Does the warning concern all rows of a run? Then it replaces what an earlier process said.
bool warning_of_run(const char *code);
