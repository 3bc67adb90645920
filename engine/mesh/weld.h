// Vertices by position, for formats that do not share vertices. Open addressing, with expected constant time
// for each vertex.
#pragma once

#include "mesh/mesh_builder.h"

typedef struct Welder {
	int32_t *slots;     // vertex indices, or -1
	int64_t slot_count; // 0 or a power of two
} Welder;

// The vertex of the builder at this position; it is added if there is none. Errors as mesh_builder_vertex.
int32_t weld_vertex(Welder *w, MeshBuilder *b, const double xyz[3], int32_t *out);
void weld_free(Welder *w);
