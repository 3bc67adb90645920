// The kernels that build wide trees in plain C, as a machine without SSE has them.
#define LANES_PLAIN
#define WIDE_BUILD wide_build_plain
#include "wide_plain.h"

#include "wide/build.inl"
