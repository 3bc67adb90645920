// The kernels of wide trees in plain C, as a machine without SSE has them.
#define LANES_PLAIN
#define WIDE_KERNELS wide_kernels_plain
#define WIDE_FLAT    flat_four_plain
#include "flat_plain.h"
#include "wide_plain.h"

#include "wide/pairs.inl"
