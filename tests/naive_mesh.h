// A second reader of every mesh format, written another way and without a single check: what it says about a
// file counts only where the engine takes the file.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "mesh/mesh.h"

enum { NAIVE_MAX = 500 };

typedef struct NaiveMesh {
	double xyz[NAIVE_MAX][3];
	int triangles[NAIVE_MAX][3];
	int vertices, triangle_count;
	bool shared; // false: three vertices of their own for every triangle (STL)
} NaiveMesh;

void naive_read(NaiveMesh *out, const char *bytes, size_t size, const char *format);
// The same values: vertex by vertex, or corner by corner where the format shares none.
bool naive_equal(const NaiveMesh *naive, const HnMesh *mesh);
