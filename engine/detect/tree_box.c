#include "detect/tree_box.h"

#include "base/clock.h"
#include "base/error.h"
#include "base/mem.h"
#include "stats/stats.h"

enum { SAMPLES = 9, SAMPLE_NS = 200000, WARM = 3, KINDS = 2 };

typedef struct Fit {
	Tree tree; // a single node
	const TreeDef *def;
	MeshView mesh;
	HnVec3 *points; // the vertices
	bool of_points;
} Fit;

static void fit_once(Fit *fit) {
	const BvClass *bv = fit->def->bv;
	TreeView view = tree_view(&fit->tree, &fit->mesh);
	if (fit->of_points)
		bv->fit(fit->tree.nodes, fit->points, fit->mesh.vertex_count, &fit->def->space);
	else if (bv->fit_leaves != NULL)
		bv->fit_leaves(fit->tree.nodes, &view, &fit->def->space);
	else
		bv->refit(fit->tree.nodes, &view, &fit->def->space);
}

static double sample(Fit *fit, int64_t repeats) {
	int64_t begin = clock_ns();
	for (int64_t i = 0; i < repeats; ++i) fit_once(fit);
	return (double)(clock_ns() - begin) / (double)repeats;
}

// Of corners and of vertices, a sample of each in turn, so that both have the same bad moments. A sample is
// long beside the clock's resolution.
static void time_fits(double *const median[KINDS], Fit *fit) {
	double samples[KINDS][SAMPLES], scratch[SAMPLES];
	int64_t repeats[KINDS];
	for (int kind = 0; kind < KINDS; ++kind) {
		fit->of_points = kind == 1;
		const double one = sample(fit, WARM);
		repeats[kind] = one < SAMPLE_NS ? (int64_t)(SAMPLE_NS / (one > 1 ? one : 1)) + 1 : 1;
	}
	for (int i = 0; i < SAMPLES; ++i)
		for (int kind = 0; kind < KINDS; ++kind) {
			fit->of_points = kind == 1;
			samples[kind][i] = sample(fit, repeats[kind]);
		}
	for (int kind = 0; kind < KINDS; ++kind) *median[kind] = stats_median(samples[kind], SAMPLES, scratch);
}

static size_t points_size(const MeshView *mesh) { return mem_array_size(mesh->vertex_count, sizeof(HnVec3)); }

static int32_t fit_build(Fit *fit) {
	int32_t status = tree_build_once(&fit->tree, fit->def, &fit->mesh);
	if (status != HN_OK) return status;
	fit->points = mem_alloc(points_size(&fit->mesh));
	if (fit->points == NULL) return HN_ERR_NO_MEMORY;
	for (int32_t v = 0; v < fit->mesh.vertex_count; ++v)
		fit->points[v] = vec3_load(fit->mesh.xyz + 3 * (int64_t)v);
	return HN_OK;
}

int32_t tree_inspect_box(Inspection *out, const HnScene *scene, const TreeDef *def) {
	const HnSceneMesh *mesh = scene_mesh(scene, scene->body_count - 1);
	if (mesh->triangle_count == 0) return HN_OK;
	TreeDef one = *def;
	one.topo.leaf = mesh->triangle_count;
	one.storage = STORE_LEAVES;
	Fit fit = { .def = &one, .mesh = scene_mesh_view(mesh) };
	int32_t status = fit_build(&fit);
	if (status == HN_OK) {
		double *const median[KINDS] = { &out->value[INSPECT_INDEX_box_ns],
			                            &out->value[INSPECT_INDEX_box_points_ns] };
		time_fits(median, &fit);
	}
	mem_free(fit.points, fit.points == NULL ? 0 : points_size(&fit.mesh));
	tree_free(&fit.tree, &one);
	return status;
}
