#include "run/worker/block.h"

#include "base/error.h"
#include "base/mem.h"
#include "base/rng.h"

int32_t block_draw(int32_t *out, int32_t size, int32_t count, uint64_t seed, int32_t round) {
	const int32_t blocks = count / size, place = round % blocks; // of one shuffle
	int32_t *left = mem_alloc(mem_array_size(count, sizeof *left));
	if (left == NULL) return HN_ERR_NO_MEMORY;
	Rng rng = rng_of(seed, (uint64_t)(round / blocks));
	for (int32_t i = 0; i < count; ++i) left[i] = i;
	for (int32_t i = 0; i < (place + 1) * size; ++i) {
		int32_t k = i + (int32_t)rng_below(&rng, (uint64_t)(count - i)), drawn = left[k];
		left[k] = left[i];
		left[i] = drawn;
		if (i >= place * size) out[i - place * size] = drawn;
	}
	mem_free(left, mem_array_size(count, sizeof *left));
	return HN_OK;
}
