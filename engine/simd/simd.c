#include "simd/simd.h"

#include <string.h>

#include "base/error.h"
#include "base/names.h"

static _Atomic int32_t s_chosen = -1; // -1: not chosen yet

const char *simd_name(int32_t index) {
	NAME_AT(index, [SIMD_BASELINE] = "baseline", [SIMD_AVX2] = "avx2", [SIMD_AVX512] = "avx512");
}

bool simd_available(SimdSet set) {
#if defined(__x86_64__) || defined(__i386__)
	if (set == SIMD_AVX2) return __builtin_cpu_supports("avx2") != 0;
	if (set == SIMD_AVX512)
		return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
		       __builtin_cpu_supports("avx512vl");
#endif
	return set == SIMD_BASELINE;
}

static SimdSet best_up_to(int32_t set) {
	while (!simd_available((SimdSet)set)) --set;
	return (SimdSet)set;
}
static SimdSet best(void) { return best_up_to(SIMD_SETS - 1); }

SimdSet simd_set(void) {
	int32_t chosen = s_chosen;
	if (chosen < 0) s_chosen = chosen = (int32_t)best(); // the same in every thread
	return (SimdSet)chosen;
}

int32_t hn_simd_choose(const char *name) {
	if (name == NULL || strcmp(name, "auto") == 0) {
		s_chosen = (int32_t)best();
		return HN_OK;
	}
	for (int32_t set = 0; set < SIMD_SETS; ++set) {
		if (strcmp(name, simd_name(set)) != 0) continue;
		if (!simd_available((SimdSet)set))
			return error_set(HN_ERR_BAD_INPUT, "this processor has no %s", name);
		s_chosen = set;
		return HN_OK;
	}
	return error_set(HN_ERR_BAD_INPUT, "unknown instruction set '%.40s'; one of auto, baseline, avx2, avx512",
	                 name);
}

void simd_choose_up_to(SimdSet set) { s_chosen = (int32_t)best_up_to((int32_t)set); }

const char *hn_simd_chosen(void) { return simd_name((int32_t)simd_set()); }
