// Parameters whose value is an entry of another registry with parameters of its own: "none", "grid",
// "grid(side=2,cells=4)".
#pragma once

#include "base/param.h"

int32_t part_set(const Param *param, ParamPart *out, const char *owner, const char *text);
// What differs from the entry's defaults, in its table's order: values that mean the same have one text.
void part_get(const Param *param, const ParamPart *part, char text[PARAM_TEXT_SIZE]);
void part_allowed(const Param *param, char allowed[PARAM_ALLOWED_SIZE]);
