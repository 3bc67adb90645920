#include "scene/mesh_plain.h"

#include "base/error.h"
#include "base/mem.h"

// Numbers the vertices in the order in which triangles use them. number: one entry for each vertex of the
// mesh.
static void corners_number(MeshPlain *p, const HnSceneMesh *mesh, int32_t *number) {
	for (int32_t i = 0; i < mesh->vertex_count; ++i) number[i] = -1;
	for (int64_t i = 0; i < 3 * (int64_t)mesh->triangle_count; ++i) {
		int32_t *of = &number[mesh->triangles[i]];
		if (*of < 0) *of = p->vertex_count++;
		p->corner[i] = *of;
	}
}

static int32_t plain_build(MeshPlain *p, const HnSceneMesh *mesh) {
	size_t numbers = mem_array_size(mesh->vertex_count, sizeof(int32_t));
	int32_t *number = mem_alloc(numbers);
	p->corner = mem_alloc(mem_array_size(3 * (int64_t)p->triangle_count, sizeof *p->corner));
	bool ok = number != NULL && p->corner != NULL;
	if (ok) {
		corners_number(p, mesh, number);
		p->vertex = mem_alloc(mem_array_size(p->vertex_count, sizeof *p->vertex));
		for (int axis = 0; axis < 3; ++axis)
			p->v[axis] = mem_alloc(mem_array_size(p->vertex_count, sizeof(double)));
		ok = p->vertex != NULL && p->v[0] != NULL && p->v[1] != NULL && p->v[2] != NULL;
	}
	for (int32_t i = 0; ok && i < mesh->vertex_count; ++i)
		if (number[i] >= 0) p->vertex[number[i]] = i;
	mem_free(number, numbers);
	return ok ? HN_OK : HN_ERR_NO_MEMORY;
}

int32_t plain_init(MeshPlain *out, const HnSceneMesh *mesh) {
	*out = (MeshPlain){ .triangle_count = mesh->triangle_count };
	if (mesh->triangle_count == 0) return HN_OK;
	int32_t code = plain_build(out, mesh);
	if (code == HN_OK)
		plain_refit(out, mesh);
	else
		plain_free(out);
	return code;
}

void plain_refit(MeshPlain *p, const HnSceneMesh *mesh) {
	for (int32_t i = 0; i < p->vertex_count; ++i)
		for (int axis = 0; axis < 3; ++axis) p->v[axis][i] = mesh->xyz[3 * (int64_t)p->vertex[i] + axis];
	p->box = mesh_box(mesh);
}

void plain_free(MeshPlain *p) {
	mem_free(p->corner, mem_array_size(3 * (int64_t)p->triangle_count, sizeof *p->corner));
	mem_free(p->vertex, mem_array_size(p->vertex_count, sizeof *p->vertex));
	for (int axis = 0; axis < 3; ++axis)
		mem_free(p->v[axis], mem_array_size(p->vertex_count, sizeof(double)));
	*p = (MeshPlain){ 0 };
}

size_t plain_bytes(const MeshPlain *p) {
	return (size_t)p->triangle_count * 3 * sizeof *p->corner +
	       (size_t)p->vertex_count * (sizeof *p->vertex + 3 * sizeof(double));
}

PlainBody plain_at_rest(const MeshPlain *p) { return (PlainBody){ p, { p->v[0], p->v[1], p->v[2] } }; }

PlainBody plain_placed(const MeshPlain *p, const double *room) {
	int64_t count = p->vertex_count;
	return (PlainBody){ p, { room, room + count, room + 2 * count } };
}

void plain_place(const MeshPlain *p, const HnPose *pose, double *room) {
	const double *restrict x = p->v[0], *restrict y = p->v[1], *restrict z = p->v[2];
	double *restrict out = room;
	const int64_t count = p->vertex_count;
	const HnPose to = *pose;
	for (int64_t k = 0; k < count; ++k) {
		HnVec3 v = pose_place(&to, (HnVec3){ x[k], y[k], z[k] });
		out[k] = v.x, out[count + k] = v.y, out[2 * count + k] = v.z;
	}
}

bool plain_clip_box(const PlainBody *body, double lo[3], double hi[3]) {
	for (int axis = 0; axis < 3; ++axis) {
		const double *v = body->v[axis];
		double least = v[0], most = v[0];
		for (int32_t k = 1; k < body->mesh->vertex_count; ++k) {
			least = v[k] < least ? v[k] : least;
			most = v[k] > most ? v[k] : most;
		}
		lo[axis] = least > lo[axis] ? least : lo[axis];
		hi[axis] = most < hi[axis] ? most : hi[axis];
		if (lo[axis] > hi[axis]) return false;
	}
	return true;
}

// A triangle's box is apart from a box if all corners lie beyond the same side of it. So one bit for each
// side that a vertex lies beyond decides every triangle by three loads.
static void sides_code(const PlainBody *body, const double lo[3], const double hi[3],
                       uint8_t *restrict codes) {
	const double *restrict x = body->v[0], *restrict y = body->v[1], *restrict z = body->v[2];
	const double lx = lo[0], ly = lo[1], lz = lo[2], hx = hi[0], hy = hi[1], hz = hi[2];
	for (int32_t k = 0; k < body->mesh->vertex_count; ++k)
		codes[k] = (uint8_t)((x[k] < lx) | (x[k] > hx) << 1 | (y[k] < ly) << 2 | (y[k] > hy) << 3 |
		                     (z[k] < lz) << 4 | (z[k] > hz) << 5);
}

int32_t plain_touching(const PlainBody *body, const double lo[3], const double hi[3], uint8_t *codes,
                       int32_t *out) {
	int32_t count = 0;
	sides_code(body, lo, hi, codes);
	for (int32_t i = 0; i < body->mesh->triangle_count; ++i) {
		const int32_t *corner = body->mesh->corner + 3 * (int64_t)i;
		out[count] = i;
		count += (codes[corner[0]] & codes[corner[1]] & codes[corner[2]]) == 0;
	}
	return count;
}
