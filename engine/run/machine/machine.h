// What a measurement depends on beside the algorithm: the machine, and this binary.
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "base/clock.h"
#include "base/hash.h"
#include "simd/simd.h"

enum { MACHINE_TEXT_SIZE = 128 };

typedef struct Machine {
	char cpu[MACHINE_TEXT_SIZE], arch[MACHINE_TEXT_SIZE], kernel[MACHINE_TEXT_SIZE];
	char governor[MACHINE_TEXT_SIZE]; // of the pinned core; "unknown" where the system does not say
	SimdSet simd;                     // that kernels use
	int32_t cores;
	int32_t core;          // on which workers run; -1: none could be chosen
	bool shared;           // the supervisor runs there too
	uint64_t memory_bytes; // installed, or what a container allows
	ClockInfo clock;
	HnHash engine;                // of the binary, without its commit
	char binary[SHA256_HEX_SIZE]; // SHA-256 of all of it
} Machine;

// HN_ERR_INVALID: no usable clock; HN_ERR_IO: the binary cannot be read.
int32_t machine_look(Machine *out);
void machine_load(double load[3]); // averages over 1, 5, 15 minutes; NaN where unknown
// Event counts since the machine started; differences of them matter. -1: the system does not say.
typedef struct Strain {
	int64_t throttled; // times that the pinned core was slowed down for its heat
	int64_t swapped;   // pages
} Strain;
Strain machine_strain(const Machine *machine);

enum { UTC_SIZE = 32 };
// Now in UTC: 2026-05-01T12:00:00Z, or compact: 20260501T120000Z.
void utc_now(char out[UTC_SIZE], int32_t compact);
