// What bv/kdop.inl wants to have been included.
#pragma once

#include <math.h>
#ifdef __SSE2__
#include <emmintrin.h>
#endif

#include "base/error.h"
#include "bv/aabb.h"
#include "bv/kdop.h"

// The overlap test looks after so many slabs whether it is decided: more often costs more in wrongly
// predicted branches than it saves, measured from 7 to 64 slabs.
#define KDOP_LOOK 16
