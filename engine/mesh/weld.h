// Vertices by position: for formats that share none. Open addressing; expected constant time a vertex.
#pragma once

#include "mesh/mesh_builder.h"

typedef struct Welder {
	int32_t *slots;     // vertices, or -1
	int64_t slot_count; // 0 or a power of two
} Welder;

// The vertex of the builder at this position, added where there is none; as mesh_builder_vertex.
int32_t weld_vertex(Welder *w, MeshBuilder *b, const double xyz[3], int32_t *out);
void weld_free(Welder *w);
