#include "simd/simd.h"

#include <string.h>

#include "base/error.h"

static int32_t s_chosen = -1; // -1: not chosen yet

const char *simd_name(int32_t index) {
	static const char *const s_names[] = { [SIMD_BASELINE] = "baseline", [SIMD_AVX2] = "avx2" };
	return index >= 0 && index < SIMD_SETS ? s_names[index] : NULL;
}

bool simd_available(SimdSet set) {
#if defined(__x86_64__) || defined(__i386__)
	if (set == SIMD_AVX2) return __builtin_cpu_supports("avx2") != 0;
#endif
	return set == SIMD_BASELINE;
}

static SimdSet best(void) {
	int32_t set = SIMD_SETS - 1;
	while (!simd_available((SimdSet)set)) --set;
	return (SimdSet)set;
}

SimdSet simd_set(void) {
	if (s_chosen < 0) s_chosen = (int32_t)best();
	return (SimdSet)s_chosen;
}

int32_t simd_choose(const char *name) {
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
	return error_set(HN_ERR_BAD_INPUT, "unknown instruction set '%.40s'; one of auto, baseline, avx2", name);
}
