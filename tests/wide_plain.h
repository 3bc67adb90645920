#pragma once

#include "wide/build.h"
#include "wide/pairs.h"

extern const WideKernels wide_kernels_plain;
extern const WideBuildKernels wide_build_plain;
