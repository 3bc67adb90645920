// A scene at one step as one coloured PLY, to be looked at in MeshLab, Blender, CloudCompare and the like.
// Bodies are placed in the world by their poses; contacts are computed elsewhere, in the frame of the body
// with the lower id, so the last bits of what is drawn are not those that decide.
#pragma once

#include <stdint.h>
#include <stdio.h>

#include "scene/scene.h"

typedef struct ScenePly {
	const HnScene *scene;
	int32_t step;            // from 0
	const int32_t *contacts; // of every triangle, bodies one after the other: in how many contacts it is
} ScenePly;

int64_t scene_triangle_count(const HnScene *scene); // of all bodies

// Binary, little-endian; a comment names each part. Vertices: double x y z, uchar red green blue. Faces:
// vertex_indices, uchar red green blue, int body, triangle (both as the contacts name them), contacts.
// Triangles in contact have the signal colour and vertices of their own, because some viewers know colours of
// vertices only. HN_ERR_IO: writing failed; HN_ERR_BAD_INPUT: more vertices than an int counts.
int32_t scene_ply_write(const ScenePly *def, FILE *file);

extern const uint8_t scene_ply_signal[3];            // red
void scene_ply_colour(int32_t body, uint8_t rgb[3]); // yellow to purple, never near the signal
