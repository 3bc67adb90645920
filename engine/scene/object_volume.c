#include "scene/object_volume.h"

#include <math.h>
#include <string.h>

#include "math/nearest_float.h"

const ObjectVolume *object_volume_find(const char *name) {
	static const ObjectVolume s_volumes[] = {
#define OBJECT_VOLUME(name, type, floats, length, lengths) { #name, floats, length, lengths },
#include "scene/object_volumes.def"
#undef OBJECT_VOLUME
	};
	for (size_t i = 0; i < sizeof s_volumes / sizeof *s_volumes; ++i)
		if (strcmp(s_volumes[i].name, name) == 0) return &s_volumes[i];
	return NULL;
}

const char *object_volume_wrong(const ObjectVolume *volume, const float *v) {
	for (int32_t k = 0; k < volume->floats; ++k) {
		if (!isfinite(v[k])) return "a number is not finite";
		if (fabsf(v[k]) > 0x1p120F) return "a number is beyond 2^120";
	}
	for (int32_t k = volume->length; k < volume->length + volume->lengths; ++k)
		if (v[k] < 0) return "a length is negative";
	for (int32_t k = 0; k < 3 && volume->lengths == 0; ++k)
		if (v[k] > v[k + 3]) return "a box ends before it begins";
	return NULL;
}

static double dot(const float a[3], const float b[3]) {
	return (double)a[0] * (double)b[0] + (double)a[1] * (double)b[1] + (double)a[2] * (double)b[2];
}

bool object_box_straight(const float box[OBB_FLOATS]) {
	const double most = 6 * 0x1p-25 * (1 + 0x1p-20); // bound on the Frobenius norm of M M^T - I
	const float *axes = box + OBB_AXES_AT;
	double square = 0;
	for (int i = 0; i < 3; ++i)
		for (int k = 0; k < 3; ++k) {
			double off = dot(axes + 3 * i, axes + 3 * k) - (i == k ? 1 : 0);
			square += off * off;
		}
	return square <= most * most;
}

// What the radius has to be at least: axes may be longer than 1 by their rounding.
static double reach_of(const float box[OBB_FLOATS]) {
	return sqrt(dot(box + OBB_HALF_AT, box + OBB_HALF_AT)) * (1 + 0x1p-22);
}

bool object_box_sound(const float box[OBB_FLOATS]) {
	return object_box_straight(box) && (double)box[OBB_FLOATS - 1] >= reach_of(box);
}

// Gram and Schmidt, in the order of the axes.
static void straighten(float axes[9]) {
	double u[3][3];
	for (int i = 0; i < 3; ++i) {
		for (int k = 0; k < 3; ++k) u[i][k] = (double)axes[3 * i + k];
		for (int j = 0; j < i; ++j) {
			double along = u[i][0] * u[j][0] + u[i][1] * u[j][1] + u[i][2] * u[j][2];
			for (int k = 0; k < 3; ++k) u[i][k] -= along * u[j][k];
		}
		double length = sqrt(u[i][0] * u[i][0] + u[i][1] * u[i][1] + u[i][2] * u[i][2]);
		for (int k = 0; k < 3; ++k) {
			u[i][k] /= length;
			axes[3 * i + k] = nearest_float(u[i][k]);
		}
	}
}

void object_box_make_sound(float box[OBB_FLOATS]) {
	if (!object_box_straight(box)) straighten(box + OBB_AXES_AT);
	const double reach = reach_of(box);
	if ((double)box[OBB_FLOATS - 1] < reach) box[OBB_FLOATS - 1] = outward(reach);
}
