// Small draws.
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "base/rng.h"

// 0 .. n - 1
static inline int32_t below(Rng *rng, int32_t n) { return (int32_t)rng_below(rng, (uint64_t)n); }
// once in so many
static inline bool chance(Rng *rng, int32_t of) { return below(rng, of) == 0; }
