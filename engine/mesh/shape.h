// Generated meshes: h.shape.<name>. Each stands in a file of its own and in shape.def, and has its parameters
// in a table beside it. All are manifold and oriented outwards, without degenerate or repeated triangles, and
// the same bytes on every machine; closed, but for those that say they are open. Lengths are in no unit.
#pragma once

#include <stdbool.h>

#include "base/param.h"
#include "mesh/mesh.h"

typedef struct ShapeClass {
	const char *name, *about;
	const char *source; // whose model it stands for, or NULL
	bool open;          // a sheet with one rim, seen from above
	ParamTable params;
	// HN_ERR_BAD_INPUT for parameters that do not go together; the text begins with the name.
	int32_t (*create)(HnMesh **out, const void *params);
} ShapeClass;

int32_t shape_count(void);
const ShapeClass *shape_at(int32_t index);
const ShapeClass *shape_find(const char *name); // NULL: unknown
