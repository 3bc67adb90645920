// Queries of two meshes at given poses (api/pair.h), over wide trees. A scene is scaled by what it holds at
// all its steps; here poses are not known before they are asked, so the meshes alone give the scale, and a
// pose that takes them farther apart than they are large is answered without the trees.
#include <math.h>
#include <stdatomic.h>
#include <string.h>

#include "base/error.h"
#include "base/mem.h"
#include "base/threads.h"
#include "detect/wide_params.h"
#include "mesh/mesh.h"
#include "scene/scene.h"
#include "wide/pairs.h"

// A rotation that is one to 1e-9 lengthens by less than 2^-28; the rest covers the rounding of radii.
#define REACH_MORE (1 + 0x1p-26)

struct HnPair {
	WideTree trees[2]; // of the still mesh, of the moving one
	MeshView meshes[2];
	double reach; // scaled: beyond this distance of their trees' origins the meshes cannot meet
	int32_t up;
};

struct HnPairContext {
	const HnPair *pair;
	WideHint hint;
	WideQuery query;
};

static double largest_of(const HnMesh *const meshes[2]) {
	double largest = 0;
	for (int m = 0; m < 2; ++m)
		for (int64_t i = 0; i < 3 * (int64_t)meshes[m]->vertex_count; ++i)
			largest = fmax(largest, fabs(meshes[m]->xyz[i]));
	return largest;
}

// The largest distance of a triangle's vertex from the tree's origin.
static double radius_of(const WideTree *tree, const MeshView *mesh) {
	double most = 0;
	for (int64_t i = 0; i < 3 * (int64_t)mesh->triangle_count; ++i) {
		double square = 0;
		for (int k = 0; k < 3; ++k) {
			double d = mesh->xyz[3 * (int64_t)mesh->triangles[i] + k] * tree->scale - tree->origin[k];
			square += d * d;
		}
		most = fmax(most, square);
	}
	return sqrt(most);
}

static int32_t trees_build(HnPair *pair, const HnMesh *const meshes[2], const char *params) {
	WideParams chosen;
	double largest = largest_of(meshes);
	int exponent = 0;
	int32_t status = param_parse(&detect_wide.params, &chosen, detect_wide.name, params);
	if (status != HN_OK) return status;
	pair->up = chosen.up;
	if (largest > 0) frexp(largest, &exponent); // the scale brings it into [1, 2)
	WideDef def = {
		(WideVolume)chosen.volume, ldexp(1, 1 - exponent), chosen.bins, chosen.turns, false, NULL
	};
	for (int m = 0; status == HN_OK && m < 2; ++m) {
		pair->meshes[m] = mesh_view(meshes[m]);
		status = wide_tree_build(&pair->trees[m], &def, &pair->meshes[m]);
		if (status == HN_OK) pair->reach += REACH_MORE * radius_of(&pair->trees[m], &pair->meshes[m]);
	}
	return status;
}

int32_t hn_pair_create(HnPair **out, const HnMesh *still, const HnMesh *moving, const char *params) {
	int32_t status = error_if_null(out, "out");
	if (status == HN_OK) *out = NULL;
	if (status == HN_OK) status = mesh_check_two(still, moving);
	if (status == HN_OK) status = error_if_null(params, "params");
	if (status != HN_OK) return status;
	HnPair *pair = mem_alloc_zero(sizeof *pair);
	if (pair == NULL) return HN_ERR_NO_MEMORY;
	status = trees_build(pair, (const HnMesh *const[2]){ still, moving }, params);
	if (status == HN_OK)
		*out = pair;
	else
		hn_pair_destroy(pair);
	return status;
}

void hn_pair_destroy(HnPair *pair) {
	if (pair == NULL) return;
	for (int m = 0; m < 2; ++m) wide_tree_free(&pair->trees[m]);
	mem_free(pair, sizeof *pair);
}

size_t hn_pair_bytes(const HnPair *pair) {
	return pair == NULL ? 0 : wide_tree_bytes(&pair->trees[0]) + wide_tree_bytes(&pair->trees[1]);
}

static void context_init(HnPairContext *context, const HnPair *pair) {
	*context = (HnPairContext){ .pair = pair };
	context->query.a = &pair->trees[0], context->query.b = &pair->trees[1];
	context->query.mesh_a = pair->meshes[0], context->query.mesh_b = pair->meshes[1];
}

int32_t hn_pair_context_create(HnPairContext **out, const HnPair *pair) {
	int32_t status = error_if_null(out, "out");
	if (status == HN_OK) *out = NULL;
	if (status == HN_OK) status = error_if_null(pair, "the pair of a context");
	if (status != HN_OK) return status;
	HnPairContext *context = mem_alloc(sizeof *context);
	if (context == NULL) return HN_ERR_NO_MEMORY;
	context_init(context, pair);
	*out = context;
	return HN_OK;
}

void hn_pair_context_destroy(HnPairContext *context) {
	if (context == NULL) return;
	wide_query_free(&context->query);
	mem_free(context, sizeof *context);
}

void hn_pair_context_begin(HnPairContext *context) {
	if (context != NULL) context->hint.known = false;
}

// Queries
// ------------------------------------------------------------------------------------------------------------

// Whether the pose alone keeps the meshes apart. No scaled coordinate of either reaches 2, so no rotated one
// reaches 3.47; beyond 5.5 they cannot meet. What is left has floats as small as in a scene
// (docs/explanation/exactness.md, section 15).
// Placed coordinates are below nine times 2^200. Determinants of three of them are far from overflow.
static bool is_far(const HnPair *pair, const HnPose *pose) {
	double s = pair->trees[0].scale;
	return fabs(pose->t.x) * s > 5.5 || fabs(pose->t.y) * s > 5.5 || fabs(pose->t.z) * s > 5.5;
}

// Places the meshes. Returns whether their balls are apart; the trees need not be asked then.
static bool place_apart(HnPairContext *context, const HnPose *pose) {
	WideQuery *query = &context->query;
	if (is_far(context->pair, pose)) return true;
	query->pose = *pose;
	wide_query_place(query);
	const double *d = query->shift; // from one origin to the other, with an error of less than slack
	double reach = context->pair->reach + 4 * (double)query->slack;
	return d[0] * d[0] + d[1] * d[1] + d[2] * d[2] > reach * reach;
}

static int32_t query_check(const void *context, const HnPose *pose) {
	int32_t status = error_if_null(context, "the context of a pair");
	if (status == HN_OK) status = error_if_null(pose, "the pose of a pair");
	const char *wrong = status == HN_OK ? scene_pose_wrong(pose) : NULL;
	return wrong == NULL ? status : error_set(HN_ERR_BAD_INPUT, "the pose of a pair: %s", wrong);
}

static int32_t first_of(HnPairContext *context, const HnPose *pose, HnContact *contact) {
	WideQuery *query = &context->query;
	int32_t up = context->pair->up;
	if (place_apart(context, pose)) {
		context->hint.known = false;
		return 0;
	}
	int32_t status = wide_query_first(query, up > 0 ? &context->hint : NULL, up, false);
	if (status != HN_OK || query->hits.count == 0) return status;
	if (contact != NULL)
		*contact = (HnContact){ 0, (int32_t)query->hits.data[0].a, 1, (int32_t)query->hits.data[0].b };
	return 1;
}

int32_t hn_pair_first(HnPairContext *context, const HnPose *pose, HnContact *contact) {
	int32_t status = query_check(context, pose);
	return status == HN_OK ? first_of(context, pose, contact) : status;
}

int32_t hn_pair_all(HnPairContext *context, const HnPose *pose, HnContactBuffer *out) {
	int32_t status = query_check(context, pose);
	if (status == HN_OK) status = error_if_null(out, "out");
	if (status == HN_OK) status = array_check(out->data, out->count, out->capacity, "out");
	if (status != HN_OK) return status;
	WideQuery *query = &context->query;
	out->count = 0;
	if (place_apart(context, pose)) return HN_OK;
	status = wide_query_all(query, false);
	if (status != HN_OK || query->hits.count == 0) return status;
	if (!hn_contact_buffer_reserve(out, query->hits.count)) return HN_ERR_NO_MEMORY;
	for (int64_t i = 0; i < query->hits.count; ++i)
		out->data[i] = (HnContact){ 0, (int32_t)query->hits.data[i].a, 1, (int32_t)query->hits.data[i].b };
	out->count = query->hits.count;
	return HN_OK;
}

// Many poses
// ------------------------------------------------------------------------------------------------------------

// BLOCK: poses that one thread asks in order; a block begins without a hint, whoever asks it.
enum { BLOCK = 64 };

typedef struct Batch {
	const HnPair *pair;
	const HnPose *poses;
	int64_t count;
	uint8_t *hits;
	HnContact *contacts;
	_Atomic int64_t next;   // the first pose that nobody has taken
	_Atomic int32_t status; // of the first thread that failed
} Batch;

static int32_t block_ask(Batch *batch, HnPairContext *context, int64_t begin) {
	int64_t end = begin + BLOCK < batch->count ? begin + BLOCK : batch->count;
	context->hint.known = false;
	for (int64_t i = begin; i < end; ++i) {
		HnContact *contact = batch->contacts != NULL ? &batch->contacts[i] : NULL;
		int32_t hit = first_of(context, &batch->poses[i], contact);
		if (hit < 0) return hit;
		batch->hits[i] = (uint8_t)hit;
	}
	return HN_OK;
}

static void batch_work(void *of) {
	Batch *batch = of;
	HnPairContext context;
	context_init(&context, batch->pair);
	for (int32_t status = HN_OK; status == HN_OK && atomic_load(&batch->status) == HN_OK;) {
		int64_t begin = atomic_fetch_add(&batch->next, BLOCK);
		if (begin >= batch->count) break;
		status = block_ask(batch, &context, begin);
		if (status != HN_OK) atomic_store(&batch->status, status);
		threads_take_turns();
	}
	wide_query_free(&context.query);
}

static int32_t batch_run(Batch *batch, int32_t threads) {
	int64_t blocks = (batch->count + BLOCK - 1) / BLOCK;
	threads_run(threads < blocks ? threads : (int32_t)blocks, batch_work, batch);
	// the text of the error may be another thread's
	return batch->status == HN_OK ? HN_OK
	                              : error_set(batch->status, "out of memory in a query of many poses");
}

static int32_t poses_check(const HnPose *poses, int64_t count) {
	for (int64_t i = 0; i < count; ++i) {
		const char *wrong = scene_pose_wrong(&poses[i]);
		if (wrong != NULL)
			return error_set(HN_ERR_BAD_INPUT, "pose %lld of %lld: %s", (long long)i, (long long)count,
			                 wrong);
	}
	return HN_OK;
}

int32_t hn_pair_first_many(const HnPair *pair, const HnPose *poses, int64_t count, int32_t threads,
                           uint8_t *hits, HnContact *contacts) {
	int32_t status = error_if_null(pair, "a pair");
	if (status == HN_OK && count < 0) status = error_set(HN_ERR_BAD_INPUT, "a negative count of poses");
	if (status == HN_OK && threads < 0) status = error_set(HN_ERR_BAD_INPUT, "a negative count of threads");
	if (status == HN_OK && count > 0) status = error_if_null(poses, "poses");
	if (status == HN_OK && count > 0) status = error_if_null(hits, "hits");
	if (status == HN_OK) status = poses_check(poses, count);
	if (status != HN_OK) return status;
	Batch batch = { pair, poses, count, hits, contacts, 0, HN_OK };
	return batch_run(&batch, threads > 0 ? threads : threads_available());
}
