// The kernel of exact/flat.h in plain C, as a machine without SSE has it.
#pragma once

#include "exact/flat.h"

FlatAnswer flat_four_plain(const FlatFour *a, const FlatFour *b, int axis, unsigned lanes);
