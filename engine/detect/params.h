// Parameters of algorithms in the form that the functions of their classes take; for detect/ only.
#pragma once

#include "detect/detect.h"

// Sets the values that a preset fixes.
int32_t detect_preset_apply(const HnDetectClass *class, void *def);
// Makes the parameters of a text, with a preset's fixed ones: class->params.def_size bytes, to be freed.
// HN_ERR_BAD_INPUT, HN_ERR_NO_MEMORY.
int32_t detect_params_make(void **out, const HnDetectClass *class, const char *params);
