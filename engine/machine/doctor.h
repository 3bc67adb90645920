// Checks whether this machine is fit to measure on. Reports what is unfit and what an administrator could do.
// Changes nothing.
#pragma once

#include <stdbool.h>
#include <stdio.h>

#include "machine/machine.h"

typedef enum Fitness { FIT, UNFIT, UNKNOWN } Fitness;

typedef struct Finding {
	const char *what; // "frequency governor"
	Fitness fitness;
	char found[160];
	const char *advice; // NULL: nothing to do
} Finding;

enum { DOCTOR_FINDINGS_MAX = 24 };

// root: the folder of /proc and /sys; "" is this machine, tests use another. Returns the number of findings.
int32_t doctor_look(Finding out[DOCTOR_FINDINGS_MAX], const Machine *machine, const char *root);
// Returns the number of unfit findings.
int32_t doctor_print(FILE *file, const Finding *findings, int32_t count);
