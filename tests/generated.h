// Generated scenes that a test cannot do without, and their poses.
#pragma once

#include "scene/generator.h"

// Its parameters are formatted. Where it cannot be made, the test fails.
GeneratedScene generated_of(const char *name, const char *format, ...) __attribute__((format(printf, 2, 3)));
const HnPose *generated_pose(const GeneratedScene *scene, int32_t body, int32_t step);
