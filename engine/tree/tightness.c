#include "tree/tightness.h"

#include <math.h>
#include <string.h>

#include "base/error.h"
#include "mesh/hull.h"
#include "tree/nearest.h"
#include "tree/quality.h"

// Everything here is in scaled coordinates.
typedef struct TightWork {
	const Tree *tree;
	const TreeDef *def;
	MeshView mesh; // with scaled vertices
	size_t xyz_size;
	double *xyz;
	Nearest nearest;
	double diameter; // the object's diameter
	int32_t *levels; // one for each node
	int32_t *first;  // one triangle of each node
	Solid solid;
	Polytope scratch;
} TightWork;

// The distance from the object
// ------------------------------------------------------------------------------------------------------

static double object_distance(const void *context, HnVec3 p, int32_t *hint) {
	return nearest_distance(context, p, hint);
}

// A spherical triangle with chords up to m is within 1 - sqrt(1 - m^2 / 3) of the plane triangle. A point sum
// w_i u_i of the plane triangle has the length sqrt(1 - sum w_i w_j |u_i - u_j|^2), and the sum of w_i w_j is
// at most 1/3.
static double sagitta(const Patch *patch) {
	double most = 0;
	for (int i = 0; i < patch->dirs; ++i)
		for (int j = i + 1; j < patch->dirs; ++j) {
			HnVec3 d = vec3_sub(patch->dir[i], patch->dir[j]);
			most = fmax(most, vec3_dot(d, d));
		}
	return most < 3 ? patch->r * (1 - sqrt(1 - most / 3)) : patch->r;
}

// The distance from the object is at most the distance from one triangle. The latter is convex, so its
// maximum is at a corner.
static double object_bound(const void *context, const Patch *patch, int32_t hint) {
	Triangle triangle = nearest_triangle(context, hint);
	double most = 0;
	for (int i = 0; i < patch->cores; ++i)
		for (int j = 0; j < patch->dirs; ++j) {
			HnVec3 corner = vec3_add(patch->core[i], vec3_scale(patch->dir[j], patch->r));
			most = fmax(most, point_triangle_distance2(corner, &triangle));
		}
	return (sqrt(most) + sagitta(patch)) * (1 + 0x1p-40);
}

static void farthest_from(Farthest *out, const Nearest *object, double diameter) {
	Field field = { object_distance, object_bound, object };
	farthest_begin(out, &field, 0x1p-10 * diameter);
}

// How deep a point is within a solid
// ------------------------------------------------------------------------------------------------------

static double slabs_depth(const Solid *solid, HnVec3 p) {
	double least = (double)INFINITY;
	for (int32_t i = 0; i < solid->slabs; ++i) {
		double length = vec3_length(solid->normal[i]), at = vec3_dot(solid->normal[i], p);
		least = fmin(least, fmin(solid->hi[i] - at, at - solid->lo[i]) / length);
	}
	return fmax(least, 0);
}

static double swept_depth(const Solid *solid, HnVec3 p) {
	double best2 = (double)INFINITY;
	for (int half = -1; half <= 1; half += 2) {
		HnVec3 e = solid->e[0], f = vec3_scale(solid->e[1], half), ends = vec3_add(e, f);
		Triangle triangle = { { vec3_sub(solid->c, ends), vec3_add(solid->c, ends),
			                    vec3_add(solid->c, vec3_sub(e, f)) } };
		best2 = fmin(best2, point_triangle_distance2(p, &triangle));
		triangle.p[2] = vec3_sub(solid->c, vec3_sub(e, f));
		best2 = fmin(best2, point_triangle_distance2(p, &triangle));
	}
	return fmax(solid->r - sqrt(best2), 0);
}

static double depth(const void *context, HnVec3 p, int32_t *hint) {
	const Solid *solid = context;
	(void)hint;
	if (solid->kind == SOLID_UNKNOWN) return 0;
	return solid->kind == SOLID_SLABS ? slabs_depth(solid, p) : swept_depth(solid, p);
}

static double no_bound(const void *context, const Patch *patch, int32_t hint) {
	(void)context, (void)patch, (void)hint;
	return (double)INFINITY;
}

// For a convex volume that holds the object, the distance of an object's point from the volume's surface is
// at most its depth in the volume.
static int32_t find_depth(Bounds *out, TightWork *work) {
	Farthest f;
	Field field = { depth, no_bound, &work->solid };
	farthest_begin(&f, &field, 0x1p-10 * work->diameter);
	int32_t status = HN_OK;
	for (int32_t i = 0; i < work->mesh.triangle_count && status == HN_OK; ++i) {
		Triangle triangle = nearest_triangle(&work->nearest, i);
		status = farthest_add_triangle(&f, triangle.p, 0);
	}
	if (status == HN_OK) status = farthest_find(&f, out);
	farthest_free(&f);
	return status;
}

// Levels
// ------------------------------------------------------------------------------------------------------

static void solid_at(TightWork *work, int32_t node) {
	work->def->bv->solid(&work->solid, tree_volume(work->tree, work->def, node), &work->def->space);
}

// An upper bound on the distance of the solid's points from one triangle, computed from the corners of a box
// around the solid. Not finite if the volume has bounds that are not finite.
static double most_from(const TightWork *work, int32_t hint) {
	const Solid *solid = &work->solid;
	Triangle triangle = nearest_triangle(&work->nearest, hint);
	HnVec3 corners[8];
	double most = 0;
	int32_t count = solid_corners(corners, solid);
	for (int32_t i = 0; i < count; ++i) {
		double d2 = point_triangle_distance2(corners[i], &triangle);
		if (!(d2 <= most)) most = d2; // NaN is kept
	}
	double r = solid->kind == SOLID_SWEPT ? solid->r : 0;
	return count == 0 ? (double)INFINITY : (sqrt(most) + r) * (1 + 0x1p-40);
}

static int32_t add_node(Farthest *f, TightWork *work, int32_t node) {
	solid_at(work, node);
	int32_t hint = work->first[node];
	double most = most_from(work, hint);
	if (!isfinite(most)) return error_set(HN_ERR_INVALID, "a volume without bounds");
	if (most <= f->lo) return HN_OK;
	return farthest_add_solid(f, &work->solid, hint, &work->scratch);
}

// The bounds for the nodes that cover the object on a level. They are unknown if some volume's surface is
// unknown.
static int32_t find_level(Bounds *out, TightWork *work, int32_t level) {
	Farthest f;
	farthest_from(&f, &work->nearest, work->diameter);
	int32_t status = HN_OK;
	for (int32_t i = 0; i < work->tree->node_count && status == HN_OK; ++i) {
		bool own = tree_node(work->tree, work->def, i).count != 0;
		if (work->levels[i] == level || (work->levels[i] < level && own)) status = add_node(&f, work, i);
	}
	if (status == HN_OK) status = farthest_find(&f, out);
	farthest_free(&f);
	if (status == HN_ERR_INVALID) *out = (Bounds){ (double)NAN, (double)NAN };
	return status == HN_ERR_INVALID ? HN_OK : status;
}

// The convex hull
// ------------------------------------------------------------------------------------------------------

static int32_t find_hull_tau(Tightness *out, TightWork *work, const HnHull *hull, const double *xyz) {
	Farthest f;
	farthest_from(&f, &work->nearest, work->diameter);
	int32_t status = HN_OK;
	double six = 0, two = 0;
	HnVec3 o = vec3_load(xyz + 3 * (int64_t)hull->vertices[0]);
	for (int32_t i = 0; i < hull->triangle_count && status == HN_OK; ++i) {
		HnVec3 p[3];
		for (int k = 0; k < 3; ++k) p[k] = vec3_load(xyz + 3 * (int64_t)hull->triangles[3 * (int64_t)i + k]);
		HnVec3 normal = vec3_cross(vec3_sub(p[1], p[0]), vec3_sub(p[2], p[0]));
		six += vec3_dot(vec3_sub(p[0], o), normal);
		two += vec3_length(normal);
		status = farthest_add_triangle(&f, p, 0);
	}
	out->hull_volume = six / 6, out->hull_area = two / 2;
	if (status == HN_OK) status = farthest_find(&f, &out->hull_tau);
	farthest_free(&f);
	return status;
}

// The hull of the triangles' corners. Vertices that no triangle uses do not belong to the object.
static int32_t find_hull(Tightness *out, TightWork *work) {
	int64_t corners = 3 * (int64_t)work->mesh.triangle_count;
	out->hull_volume = out->hull_area = out->hull_tau.lo = out->hull_tau.hi = (double)NAN;
	if (corners > HN_HULL_POINTS_MAX) return HN_OK;
	size_t size = mem_array_size(3 * corners, sizeof(double));
	HnHull *hull = NULL;
	double *xyz = mem_alloc(size);
	if (xyz == NULL) return HN_ERR_NO_MEMORY;
	for (int64_t i = 0; i < corners; ++i)
		memcpy(xyz + 3 * i, work->xyz + 3 * (int64_t)work->mesh.triangles[i], 3 * sizeof(double));
	int32_t status = hn_hull_create(&hull, xyz, (int32_t)corners);
	if (status == HN_OK) status = find_hull_tau(out, work, hull, xyz);
	hn_hull_destroy(hull);
	mem_free(xyz, size);
	return status;
}

// The whole
// ------------------------------------------------------------------------------------------------------

static void find_first(TightWork *work) {
	TreeView view = tree_view(work->tree, &work->mesh);
	for (int32_t i = work->tree->node_count - 1; i >= 0; --i) {
		TopoNode node = tree_node(work->tree, work->def, i);
		work->first[i] = node.count == 0 ? work->first[node.link]
		                                 : view.order[tree_own_range(&view, i, node.link, node.count).first];
	}
}

static void work_free(TightWork *work) {
	size_t nodes = mem_array_size(work->tree->node_count, sizeof(int32_t));
	nearest_free(&work->nearest);
	mem_free(work->xyz, work->xyz_size);
	mem_free(work->levels, nodes);
	mem_free(work->first, nodes);
	mem_free(work, sizeof *work);
}

static int32_t work_fill(TightWork *work, const MeshView *mesh) {
	work->mesh = *mesh;
	work->xyz_size = mem_array_size(3 * (int64_t)mesh->vertex_count, sizeof(double));
	size_t nodes = mem_array_size(work->tree->node_count, sizeof(int32_t));
	work->xyz = mem_alloc(work->xyz_size);
	work->levels = mem_alloc(nodes);
	work->first = mem_alloc(nodes);
	if (work->xyz == NULL || work->levels == NULL || work->first == NULL) return HN_ERR_NO_MEMORY;
	for (int64_t i = 0; i < 3 * (int64_t)mesh->vertex_count; ++i)
		work->xyz[i] = mesh->xyz[i] * work->def->space.scale;
	work->mesh.xyz = work->xyz;
	HnMesh whole = { work->xyz, (int32_t *)(uintptr_t)mesh->triangles, mesh->vertex_count,
		             mesh->triangle_count };
	work->diameter = hn_mesh_diameter(&whole);
	find_first(work);
	return nearest_create(&work->nearest, &work->mesh);
}

static int32_t find_root(Tightness *out, TightWork *work) {
	Bounds deep;
	solid_at(work, 0);
	SolidSize size = solid_size(&work->solid, &work->scratch);
	out->volume = size.volume, out->area = size.area;
	out->diameter = solid_diameter(&work->solid, &work->scratch);
	out->tau = out->levels[0];
	int32_t status = find_depth(&deep, work);
	out->hausdorff = out->tau; // the other direction is unknown, or smaller
	if (status == HN_OK && deep.lo > out->tau.lo) out->hausdorff.lo = deep.lo;
	if (status == HN_OK && deep.hi > out->tau.hi) out->hausdorff.hi = deep.hi;
	return status;
}

static int32_t find_all(Tightness *out, TightWork *work) {
	out->height = tree_find_levels(work->levels, work->tree, work->def);
	out->levels = mem_alloc_zero(mem_array_size((int64_t)out->height + 1, sizeof *out->levels));
	int32_t status = out->levels == NULL ? HN_ERR_NO_MEMORY : HN_OK;
	for (int32_t i = 0; i <= out->height && status == HN_OK; ++i)
		status = find_level(&out->levels[i], work, i);
	if (status == HN_OK) status = find_root(out, work);
	if (status == HN_OK) status = find_hull(out, work);
	out->object_diameter = work->diameter;
	return status;
}

// A distance in double may be too long by 2^-24 of a triangle's sides (point_triangle.h), and too short by
// the rounding of the coordinates.
static void unscale(Bounds *bounds, double factor, double diameter) {
	double lo = bounds->lo - 0x1p-23 * diameter;
	bounds->lo = lo < 0 ? 0 : lo * factor;
	bounds->hi = (bounds->hi + 0x1p-40 * diameter) * factor;
}

static void unscale_all(Tightness *out, double scale) {
	double factor = 1 / scale, d = out->object_diameter;
	for (int32_t i = 0; i <= out->height; ++i) unscale(&out->levels[i], factor, d);
	unscale(&out->tau, factor, d);
	unscale(&out->hausdorff, factor, d);
	unscale(&out->hull_tau, factor, d);
	out->volume *= factor * factor * factor, out->hull_volume *= factor * factor * factor;
	out->area *= factor * factor, out->hull_area *= factor * factor;
	out->diameter *= factor, out->object_diameter *= factor;
}

int32_t tree_tightness(Tightness *out, const Tree *tree, const TreeDef *def, const MeshView *mesh) {
	*out = (Tightness){ 0 };
	TightWork *work = mem_alloc_zero(sizeof *work);
	if (work == NULL) return HN_ERR_NO_MEMORY;
	work->tree = tree, work->def = def;
	int32_t status = work_fill(work, mesh);
	if (status == HN_OK) status = find_all(out, work);
	if (status == HN_OK) unscale_all(out, def->space.scale);
	work_free(work);
	return status;
}

// The input for the bounds of a set of boxes.
typedef struct BoxWork {
	Nearest nearest;
	Solid solid;
	Polytope scratch;
} BoxWork;

static int32_t find_boxes(Bounds *out, BoxWork *work, double diameter, const Aabb *boxes, int32_t count) {
	Farthest f;
	farthest_from(&f, &work->nearest, diameter);
	int32_t status = HN_OK;
	for (int32_t i = 0; i < count && status == HN_OK; ++i) {
		solid_box(&work->solid, boxes[i].lo, boxes[i].hi);
		status = farthest_add_solid(&f, &work->solid, 0, &work->scratch);
	}
	if (status == HN_OK) status = farthest_find(&f, out);
	farthest_free(&f);
	if (status == HN_OK) unscale(out, 1, diameter);
	return status;
}

int32_t boxes_tau(Bounds *out, double *diameter, const MeshView *mesh, const Aabb *boxes, int32_t count) {
	BoxWork *work = mem_alloc_zero(sizeof *work);
	if (work == NULL) return HN_ERR_NO_MEMORY;
	HnMesh whole = { (double *)(uintptr_t)mesh->xyz, (int32_t *)(uintptr_t)mesh->triangles,
		             mesh->vertex_count, mesh->triangle_count };
	*diameter = hn_mesh_diameter(&whole);
	int32_t status = nearest_create(&work->nearest, mesh);
	if (status == HN_OK) status = find_boxes(out, work, *diameter, boxes, count);
	nearest_free(&work->nearest);
	mem_free(work, sizeof *work);
	return status;
}

void tightness_free(Tightness *tightness) {
	if (tightness->levels != NULL)
		mem_free(tightness->levels,
		         mem_array_size((int64_t)tightness->height + 1, sizeof *tightness->levels));
	*tightness = (Tightness){ 0 };
}
