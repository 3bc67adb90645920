// The machine and this binary, on which a measurement depends besides the algorithm.
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "base/clock.h"
#include "base/hash.h"
#include "simd/simd.h"

enum { MACHINE_TEXT_SIZE = 128 };

typedef struct Machine {
	char cpu[MACHINE_TEXT_SIZE], arch[MACHINE_TEXT_SIZE], kernel[MACHINE_TEXT_SIZE];
	char host[MACHINE_TEXT_SIZE];       // name in the network
	char governor[MACHINE_TEXT_SIZE];   // of the pinned core; "unknown" if the system does not say
	char huge_pages[MACHINE_TEXT_SIZE]; // who gets them: "always", "madvise" or "never"; or "unknown"
	SimdSet simd;                       // the instruction set of the kernels
	int32_t cores;
	int32_t core;          // of the workers; -1: none could be chosen
	bool shared;           // the supervisor runs there too
	uint64_t memory_bytes; // machine_memory
	ClockInfo clock;
	HnHash engine;                // of the binary, without its commit
	char binary[SHA256_HEX_SIZE]; // SHA-256 of the whole binary
} Machine;

// HN_ERR_INVALID: no usable clock; HN_ERR_IO: the binary cannot be read.
int32_t machine_look(Machine *out);
uint64_t machine_memory(void);     // bytes: installed, or what control groups allow
void machine_load(double load[3]); // averages over 1, 5, 15 minutes; NaN: unknown
// Event counts since the machine started. Only their differences matter. -1: the system does not say.
typedef struct Strain {
	int64_t throttled; // how often the pinned core was slowed down because of its heat
	int64_t swapped;   // pages
	// Processor time in seconds that other processes took, or that the host of a virtual machine withheld,
	// and the time of this look on the monotonic clock. NaN: unknown.
	double others_s, at_s;
	double withheld_s; // of others_s, what the host withheld
} Strain;
// The mean number of processors that were busy with other processes between two looks. NaN: unknown.
double strain_others(const Strain *before, const Strain *after);
// The same without what the host withheld: of programs of this machine.
double strain_programs(const Strain *before, const Strain *after);
Strain machine_strain(const Machine *machine);

enum { UTC_SIZE = 32 };
// The current time in UTC: 2026-05-01T12:00:00Z, or compact: 20260501T120000Z.
void utc_now(char out[UTC_SIZE], int32_t compact);
