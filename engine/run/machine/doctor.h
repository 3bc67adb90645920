// Is this machine fit to measure on? Looks, says what is unfit and what an administrator could do, and
// changes nothing.
#pragma once

#include <stdbool.h>
#include <stdio.h>

#include "run/machine/machine.h"

typedef enum Fitness { FIT, UNFIT, UNKNOWN } Fitness;

typedef struct Finding {
	const char *what; // "frequency governor"
	Fitness fitness;
	char found[160];
	const char *advice; // NULL: there is nothing to do
} Finding;

enum { DOCTOR_FINDINGS_MAX = 24 };

// root: where /proc and /sys are, "" for this machine (another for tests). How many findings.
int32_t doctor_look(Finding out[DOCTOR_FINDINGS_MAX], const Machine *machine, const char *root);
// How many are unfit.
int32_t doctor_print(FILE *file, const Finding *findings, int32_t count);
