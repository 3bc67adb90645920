// Parameters whose value is an entry of another registry, with parameters of its own: "none", "grid",
// "grid(side=2,cells=4)".
#pragma once

#include "base/param.h"

int32_t part_set(const Param *param, ParamPart *out, const char *owner, const char *text);
// Writes only the values that differ from the entry's defaults, in the order of its table. Equal values
// therefore have the same text.
void part_get(const Param *param, const ParamPart *part, char text[PARAM_TEXT_SIZE]);
void part_allowed(const Param *param, char allowed[PARAM_ALLOWED_SIZE]);
