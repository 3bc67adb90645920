// A mesh without any structure: its own copy of the vertices that triangles use, each once, and the triangles
// in the mesh's order. A body is placed as a whole. A placed copy has the same bits as the placed vertex.
#pragma once

#include "exact/tri_tri.h"
#include "scene/mesh_blocks.h"

typedef struct MeshPlain {
	int32_t triangle_count, vertex_count; // vertices that triangles use
	int32_t *corner;                      // 3 for each triangle: index among the copies
	int32_t *vertex;                      // the mesh's vertex of each copy
	double *v[3];                         // the copies: x, y, z
	MeshBox box;
} MeshPlain;

// Error: HN_ERR_NO_MEMORY. *out is empty then (plain_free does nothing).
int32_t plain_init(MeshPlain *out, const HnSceneMesh *mesh);
// Copies the vertices again. mesh must be that of plain_init except for its vertices.
void plain_refit(MeshPlain *plain, const HnSceneMesh *mesh);
void plain_free(MeshPlain *plain);
size_t plain_bytes(const MeshPlain *plain);

// A body in the frame in which two bodies are compared, at rest or placed.
typedef struct PlainBody {
	const MeshPlain *mesh;
	const double *v[3];
} PlainBody;

PlainBody plain_at_rest(const MeshPlain *plain);
// A body whose placed vertices are in room: 3 * vertex_count doubles.
PlainBody plain_placed(const MeshPlain *plain, const double *room);
// Places all vertices into room.
void plain_place(const MeshPlain *plain, const HnPose *pose, double *room);
// Narrows a box to its intersection with the box of the body's vertices. False if that is empty.
bool plain_clip_box(const PlainBody *body, double lo[3], double hi[3]);
// Writes the triangles whose boxes touch the box to out, which needs room for all, ascending. Returns their
// number. codes: room for vertex_count bytes.
int32_t plain_touching(const PlainBody *body, const double lo[3], const double hi[3], uint8_t *codes,
                       int32_t *out);

static inline Triangle plain_triangle(const PlainBody *body, int32_t triangle) {
	const int32_t *corner = body->mesh->corner + 3 * (int64_t)triangle;
	Triangle t;
	for (int i = 0; i < 3; ++i)
		t.p[i] = (HnVec3){ body->v[0][corner[i]], body->v[1][corner[i]], body->v[2][corner[i]] };
	return t;
}
