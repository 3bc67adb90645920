#include "draw/shade.h"

#include <math.h>
#include <string.h>

#include "scene/scene_ply.h"

enum { SHADES = 40, FULL = 256 };

// Mixes a colour with white: `white` of FULL parts.
static void lighten(uint8_t rgb[3], int white) {
	for (int i = 0; i < 3; ++i) rgb[i] = (uint8_t)((rgb[i] * (FULL - white) + 255 * white) / FULL);
}

void shade_body(uint8_t rgb[3], int32_t body) {
	scene_ply_colour(body, rgb);
	lighten(rgb, 90);
}

// How much light a face gets, 0 .. 1, the same from both sides.
static double light_of(const HnVec3 c[3]) {
	static const HnVec3 s_light = { -2, -3, 6 }; // right, down, towards the viewer; of length 7
	HnVec3 normal = vec3_cross(vec3_sub(c[1], c[0]), vec3_sub(c[2], c[0]));
	double size = vec3_length(normal), light = fabs(vec3_dot(normal, s_light) / (7 * size));
	return light >= 0 && light <= 1 ? light : 0;
}

// In whole steps: the last bits of a normal do not show.
void shade_face(uint8_t rgb[3], const HnVec3 corners[3], int32_t body, bool touching, bool pale) {
	int shade = (int)(light_of(corners) * SHADES + 0.5);
	if (touching)
		memcpy(rgb, scene_ply_signal, 3);
	else
		shade_body(rgb, body);
	for (int i = 0; i < 3; ++i) rgb[i] = (uint8_t)(rgb[i] * (2 * SHADES + 3 * shade) / (5 * SHADES));
	if (pale) lighten(rgb, 150);
}
