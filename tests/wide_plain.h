#pragma once

#include "tree/wide_pairs.h"

extern const WideKernels wide_kernels_plain;
