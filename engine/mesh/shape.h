// Generated meshes: h.shape.<name>. Each shape has a file of its own, with its parameter table, and an entry
// in shape.def. All are manifold, oriented outwards, without degenerate or repeated triangles, and have the
// same bytes on every machine. All are closed unless marked open. Lengths have no unit.
#pragma once

#include <stdbool.h>

#include "base/param.h"
#include "mesh/mesh.h"

typedef struct ShapeClass {
	const char *name, *about;
	const char *source; // the published model that it replaces, or NULL
	bool open;          // a sheet with one rim, counter-clockwise seen from above
	ParamTable params;
	// HN_ERR_BAD_INPUT if parameters contradict each other; the text begins with the shape's name.
	int32_t (*create)(HnMesh **out, const void *params);
} ShapeClass;

int32_t shape_count(void);
const ShapeClass *shape_at(int32_t index);      // NULL: past the last
const ShapeClass *shape_find(const char *name); // NULL: unknown
