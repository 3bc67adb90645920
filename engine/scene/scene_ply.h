// A scene at one step as one coloured PLY, for viewers such as MeshLab, Blender and CloudCompare. The bodies'
// poses place them in the world. Contacts are computed elsewhere, in the frame of the body with the lower id,
// so the last bits of the coordinates drawn are not those that decide a contact.
#pragma once

#include <stdint.h>
#include <stdio.h>

#include "scene/scene.h"

typedef struct ScenePly {
	const HnScene *scene;
	int32_t step; // from 0
	// For each triangle, bodies one after the other: the number of contacts in which it is.
	const int32_t *contacts;
} ScenePly;

int64_t scene_triangle_count(const HnScene *scene); // of all bodies

// Writes a binary, little-endian file in which a comment names each part. Vertices: double x y z, uchar red
// green blue. Faces: vertex_indices, uchar red green blue, int body, triangle (numbered as in contacts),
// contacts. Triangles in contact have the signal colour and vertices of their own, because some viewers
// support colours of vertices only. HN_ERR_IO: writing failed. HN_ERR_BAD_INPUT: more vertices than an int
// can count.
int32_t scene_ply_write(const ScenePly *def, FILE *file);

extern const uint8_t scene_ply_signal[3];            // red
void scene_ply_colour(int32_t body, uint8_t rgb[3]); // yellow to purple, never near the signal
