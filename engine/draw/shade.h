// The colours of faces: a body's colour, lit from the upper left of the viewer.
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "math/vec3.h"

// corners: projected. Touching faces are red. pale: as the ground of something that is drawn over it.
void shade_face(uint8_t rgb[3], const HnVec3 corners[3], int32_t body, bool touching, bool pale);
void shade_body(uint8_t rgb[3], int32_t body); // its colour in legends
