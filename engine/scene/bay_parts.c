#include "scene/bay_parts.h"

#include <stdarg.h>
#include <stdio.h>

#include "base/error.h"
#include "math/vec3.h"
#include "mesh/shape_build.h"

// Several meshes that are joined into one.
typedef struct Assembly {
	ShapeBuilder builder;
	int32_t level, code;
} Assembly;

static const char *const s_names[BAY_KINDS] = { "skin", "skin", "tray",    "shelf",     "bottle",
	                                            "pipe", "case", "bracket", "fasteners", "mount",
	                                            "post", "box",  "line" };

const char *bay_kind_name(BayKind kind) { return s_names[kind]; }

HnMat3 bay_turned(HnVec3 x, HnVec3 y) {
	HnVec3 z = vec3_cross(x, y);
	return (HnMat3){ { { x.x, y.x, z.x }, { x.y, y.y, z.y }, { x.z, y.z, z.z } } };
}

// Turns a part upright: x stays, y points up, and z points to the front.
static HnMat3 upright(void) { return bay_turned((HnVec3){ 1, 0, 0 }, (HnVec3){ 0, 0, 1 }); }

__attribute__((format(printf, 3, 4))) static int32_t shape_printed(HnMesh **out, const char *name,
                                                                   const char *format, ...) {
	char params[200];
	va_list args;
	va_start(args, format);
	vsnprintf(params, sizeof params, format, args);
	va_end(args);
	return hn_shape_create(out, name, params);
}

// A number of cells that grows by one every `each` levels. The phase decides at which level, so that not all
// numbers grow at once.
static int32_t cells_at(int32_t level, int32_t each, int32_t phase, int32_t least) {
	int32_t cells = (level + phase) / each;
	return cells < least ? least : cells;
}

static void add_piece(Assembly *a, const HnMesh *mesh, const HnMat3 *r, HnVec3 t) {
	int32_t first = (int32_t)a->builder.vertices.count;
	for (int32_t v = 0; v < mesh->vertex_count; ++v)
		shape_vertex(&a->builder, vec3_add(mat3_mul_vec(r, vec3_load(mesh->xyz + 3 * (int64_t)v)), t));
	for (int32_t i = 0; i < mesh->triangle_count; ++i) {
		const int32_t *v = mesh->triangles + 3 * (int64_t)i;
		shape_triangle(&a->builder, first + v[0], first + v[1], first + v[2]);
	}
}

// Adds a mesh to the assembly and takes ownership of it.
static void add_mesh(Assembly *a, HnMesh *mesh, int32_t code, const HnMat3 *r, HnVec3 t) {
	if (a->code == HN_OK) a->code = code;
	if (a->code == HN_OK) add_piece(a, mesh, r, t);
	hn_mesh_destroy(mesh);
}

static int32_t finish(HnMesh **out, Assembly *a) { return shape_finish(out, &a->builder, a->code); }

int32_t bay_join(HnMesh **out, const BayPiece *pieces, int32_t count) {
	Assembly a = { .code = HN_OK };
	*out = NULL;
	for (int32_t i = 0; i < count; ++i) add_piece(&a, pieces[i].mesh, &pieces[i].pose.r, pieces[i].pose.t);
	return finish(out, &a);
}

static void add_box(Assembly *a, HnVec3 size, HnVec3 t) {
	int32_t n = cells_at(a->level, 4, 3, 1);
	HnMat3 r = mat3_identity();
	HnMesh *mesh;
	int32_t code = shape_grid_box(&mesh, size, (int32_t[3]){ n, n, n });
	add_mesh(a, mesh, code, &r, t);
}

// Adds four bolts through the holes of a plate, slightly apart from it, with their heads on its upper side,
// and nuts on the other side if `nuts` is set.
static void add_bolts(Assembly *a, const HnMat3 *r, double x, double y, HnVec3 plate, bool nuts) {
	for (int k = 0; k < 4; ++k) {
		HnVec3 hole = { k % 2 ? x : -x, k / 2 ? y : -y, 0 };
		int32_t code, sixth = cells_at(a->level, 6, 3, 1);
		HnMesh *mesh;
		code = shape_printed(&mesh, "bolt", "radius=%s length=%s sixth=%d", nuts ? "0.085" : "0.105",
		                     nuts ? "0.18" : "0.06", sixth);
		HnVec3 head = vec3_add(hole, (HnVec3){ 0, 0, nuts ? 0.027 : 0.032 });
		add_mesh(a, mesh, code, r, vec3_add(mat3_mul_vec(r, head), plate));
		if (!nuts) continue;
		code = shape_printed(&mesh, "nut", "radius=0.1 height=0.06 sixth=%d", sixth);
		add_mesh(a, mesh, code, r,
		         vec3_add(mat3_mul_vec(r, vec3_add(hole, (HnVec3){ 0, 0, -0.057 })), plate));
	}
}

static int32_t fasteners(HnMesh **out, int32_t level) {
	Assembly a = { .level = level };
	HnMat3 r = mat3_identity();
	add_bolts(&a, &r, 1.8 * 3 / 8, 2.6 * 5 / 12, (HnVec3){ 0, 0, 0 }, true);
	return finish(out, &a);
}

static int32_t skin(HnMesh **out, int32_t faces, int32_t rows) {
	int32_t tenths = 24 * rows - 2;
	return shape_printed(out, "sheet", "width=2 depth=%d.%d bulge=0.05 faces=%d", tenths / 10, tenths % 10,
	                     faces);
}

static int32_t bay_box(HnMesh **out, HnVec3 size, int32_t level) {
	Assembly a = { .level = level };
	add_box(&a, size, (HnVec3){ 0, 0, 0 });
	return finish(out, &a);
}

int32_t bay_part(HnMesh **out, BayKind kind, int32_t level, int32_t rows) {
	*out = NULL;
	switch (kind) {
	case BAY_SKIN_MORE:
	case BAY_SKIN:
		return skin(out, level, rows);
	case BAY_TRAY:
		return shape_printed(out, "plate", "x=2.1 y=0.6 nx=12 ny=4 folds=2 quarter=%d",
		                     cells_at(level, 5, 2, 1));
	case BAY_SHELF:
		return shape_printed(out, "plate", "x=1.8 y=2.6 nx=4 ny=6 quarter=%d", cells_at(level, 4, 0, 1));
	case BAY_BOTTLE:
		return shape_printed(out, "vessel", "radius=0.38 length=0.7 sides=%d arc=%d", 2 * level,
		                     cells_at(level, 2, 1, 2));
	case BAY_PIPE:
		return shape_printed(out, "tube", "radius=0.05 bend=2.5 x=0.35 y=0.9 z=0.08 legs=7 sides=%d arc=%d",
		                     level < 6 ? 6 : level, cells_at(level, 3, 2, 2));
	case BAY_CASE:
		return bay_box(out, (HnVec3){ 1, 1.4, 0.8 }, level);
	case BAY_BRACKET:
		return shape_printed(out, "plate", "x=0.6 y=0.8 nx=3 ny=4 folds=1 quarter=%d",
		                     cells_at(level, 4, 1, 1));
	case BAY_FASTENERS:
		return fasteners(out, level);
	case BAY_MOUNT:
		return shape_printed(out, "plate", "x=1.6 y=1.6 nx=4 ny=4 quarter=%d", cells_at(level, 4, 3, 1));
	case BAY_POST:
		return shape_printed(out, "plate", "x=1.8 y=0.8 nx=6 ny=4 folds=1 quarter=%d",
		                     cells_at(level, 4, 2, 1));
	case BAY_BOX:
		return bay_box(out, (HnVec3){ 0.24, 0.4, 1 }, level);
	case BAY_LINE: // a vertex points down at every level
		return shape_printed(out, "tube", "radius=0.06 x=2 legs=1 sides=%d", 4 * cells_at(level, 4, 3, 2));
	default:
		ASSERT(false);
		return HN_ERR_BAD_INPUT;
	}
}

// ---- what is taken out. Its plate is at the back; the plate's edges graze other parts.

static void add_vessel(Assembly *a, const char *size, int32_t sides, HnVec3 t) {
	HnMat3 r = mat3_identity();
	HnMesh *mesh;
	int32_t code =
	    shape_printed(&mesh, "vessel", "%s sides=%d arc=%d", size, sides, cells_at(a->level, 2, 0, 2));
	add_mesh(a, mesh, code, &r, t);
}

// Adds a clamp around a vessel with the same number of sides. The corners of both are in the same directions.
static void add_clamp(Assembly *a, const char *size, int32_t sides, HnVec3 t) {
	HnMat3 r = mat3_identity();
	HnMesh *mesh;
	int32_t code = shape_printed(&mesh, "ring", "%s axial=1 segments=%d", size, sides);
	add_mesh(a, mesh, code, &r, t);
}

static void add_hose(Assembly *a, HnVec3 t) {
	HnMat3 r = mat3_identity();
	HnMesh *mesh;
	int32_t code =
	    shape_printed(&mesh, "tube", "radius=0.04 bend=2.5 x=0.05 y=0.1 z=0.3 legs=4 sides=%d arc=%d",
	                  a->level < 6 ? 6 : a->level, cells_at(a->level, 3, 1, 2));
	add_mesh(a, mesh, code, &r, t);
}

// Adds a plate with its bolts at the back, and a valve on top.
static void add_mounting(Assembly *a) {
	HnMat3 r = upright(), identity = mat3_identity();
	HnVec3 back = { 0, 0.5, 0 };
	HnMesh *mesh;
	int32_t code =
	    shape_printed(&mesh, "plate", "x=1.6 y=1.8 nx=3 ny=3 quarter=%d", cells_at(a->level, 4, 1, 1));
	add_mesh(a, mesh, code, &r, back);
	add_bolts(a, &r, 1.6 / 3, 1.8 / 3, back, false);
	code = shape_printed(&mesh, "bolt", "radius=0.1 length=0.04 sixth=%d", cells_at(a->level, 6, 0, 1));
	add_mesh(a, mesh, code, &identity, (HnVec3){ 0, 0, 0.9 - 0.12 });
}

static void add_accumulator(Assembly *a) {
	int32_t sides = 2 * a->level;
	add_vessel(a, "radius=0.38 length=0.7", sides, (HnVec3){ 0, 0, 0 });
	for (int k = -1; k <= 1; k += 2)
		add_clamp(a, "radius=0.42 width=0.03 height=0.08", sides, (HnVec3){ 0, 0, 0.25 * k });
	add_hose(a, (HnVec3){ 0.42, -0.2, -0.5 });
}

static void add_fin(Assembly *a, double x) {
	HnMat3 r = bay_turned((HnVec3){ 0, 0, 1 }, (HnVec3){ 0, 1, 0 });
	HnMesh *mesh;
	int32_t code = shape_printed(&mesh, "sheet", "width=0.7 depth=0.1 bulge=0.02 faces=%d",
	                             2 * cells_at(a->level, 2, 1, 2));
	add_mesh(a, mesh, code, &r, (HnVec3){ x, -0.36, -0.2 });
}

static void add_ptu(Assembly *a) {
	int32_t sides = 2 * a->level;
	add_box(a, (HnVec3){ 0.8, 0.6, 0.8 }, (HnVec3){ 0, 0, -0.2 });
	add_vessel(a, "radius=0.24 length=0.02", sides, (HnVec3){ 0, 0, 0.48 });
	for (int k = -1; k <= 1; k += 2) {
		add_vessel(a, "radius=0.15 length=0.6", sides, (HnVec3){ 0.6 * k, 0, -0.2 });
		for (int end = -1; end <= 1; end += 2)
			add_clamp(a, "radius=0.17 width=0.015 height=0.06", sides,
			          (HnVec3){ 0.6 * k, 0, -0.2 + 0.2 * end });
	}
	for (int i = 0; i < 20; ++i) add_fin(a, -0.37 + 0.04 * i);
	for (int k = 0; k < 2; ++k) add_hose(a, (HnVec3){ -0.7 + k, -0.05, 0.33 });
}

// Adds the name plate or a fairing, which has the faces that are missing from the count.
static void add_cover(Assembly *a, int32_t faces) {
	HnMat3 r = upright();
	HnMesh *mesh;
	int32_t code = shape_printed(&mesh, "sheet", "width=0.7 depth=0.9 bulge=0.1 faces=%d", faces);
	add_mesh(a, mesh, code, &r, (HnVec3){ 0, -0.46, -0.2 });
}

int32_t bay_object(HnMesh **out, BayTask task, int32_t level, int32_t faces) {
	Assembly a = { .level = level };
	*out = NULL;
	add_mounting(&a);
	if (task == BAY_ACCUMULATOR)
		add_accumulator(&a);
	else
		add_ptu(&a);
	if (faces > 0) add_cover(&a, faces - (int32_t)shape_triangles(&a.builder));
	return finish(out, &a);
}
