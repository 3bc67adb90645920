// Instruction sets. A kernel that gains by a wider one is a template (.inl) that is stamped once for each: in
// <name>.c for the baseline, which every machine has, and in <name>_avx2.c, which the Makefile compiles with
// -mavx2 and which is empty on other machines. The caller picks by simd_set() before its loop. Every stamp
// does the same IEEE operations in the same order per lane, without FMA and without reciprocal estimates, so
// that counts and hashes are the same from each.
#pragma once

#include <stdbool.h>
#include <stdint.h>

typedef enum SimdSet {
	SIMD_BASELINE, // SSE2 on x86-64, plain C elsewhere
	SIMD_AVX2,
	SIMD_SETS
} SimdSet;

const char *simd_name(int32_t index); // "baseline", "avx2"; NULL past the end
bool simd_available(SimdSet set);     // on this machine
// The set that kernels use: the last one available, unless simd_choose chose another.
SimdSet simd_set(void);
// By name; NULL or "auto": the last one available. Call it before anything is built. HN_ERR_BAD_INPUT: no
// such set, or this machine lacks it.
int32_t simd_choose(const char *name);
