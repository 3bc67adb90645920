#define LANES_PLAIN
#define FLAT_KERNEL flat_four_plain
#include "flat_plain.h"

#include "exact/flat.inl"
