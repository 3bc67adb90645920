// Instruction sets. A kernel that gains from wider vectors is a template (.inl), compiled once for each
// instruction set. <name>.c compiles it for the baseline, which every machine has. <name>_avx2.c compiles it
// again; the Makefile builds that file with -mavx2, and it is empty on other architectures. <name>_avx512.c
// is the same for AVX-512; a kernel without such a file uses that of AVX2. The caller asks simd_set() before
// its loop. Every version does the same IEEE operations in the same order for each lane, without FMA and
// reciprocal estimates. Counts and hashes are therefore the same for all instruction sets.
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "api/engine.h"

typedef enum SimdSet {
	SIMD_BASELINE, // SSE2 on x86-64, NEON on 64-bit ARM, plain C elsewhere
	SIMD_AVX2,
	SIMD_AVX512, // its parts F, DQ and VL
	SIMD_SETS
} SimdSet;

const char *simd_name(int32_t index); // "baseline", "avx2", "avx512"; NULL past the end
bool simd_available(SimdSet set);     // on this machine
// The set that kernels use: the one that hn_simd_choose chose, or else the last one available.
SimdSet simd_set(void);
// Chooses the set or, if this processor lacks it, the widest one below. A worker under valgrind has no
// AVX-512 even if its supervisor has.
void simd_choose_up_to(SimdSet set);
