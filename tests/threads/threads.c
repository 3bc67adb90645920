// What threads may share: a pair of meshes and the process's memory, errors and instruction set. Each thread
// builds pairs and boxes, asks, fails and frees at once, and queries of boxes use threads of their own; the
// thread sanitizer looks for races, and answers are compared.
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "api/engine.h"

enum { THREADS = 4, POSES = 300, BOXES = 20000, FRAMES = 4 };

static HnMesh *s_mesh;
static HnPair *s_pair;
static HnPose s_poses[POSES];
static uint8_t s_hits[POSES];
static HnContact s_contacts[POSES];

static void must(bool good, const char *what) {
	if (good) return;
	fprintf(stderr, "threads: %s: %s\n", what, hn_error_text());
	exit(1);
}

static void poses_make(double diameter) {
	for (int i = 0; i < POSES; ++i) {
		const HnVec3 axis = { 0.6, 0, 0.8 };
		s_poses[i].r = hn_motion_axis_angle(axis, 0.05 * i);
		s_poses[i].t = (HnVec3){ diameter * (i % 17) / 12, diameter * (i % 5) / 9, 0 };
	}
}

// The same answers from a batch of any number of threads.
static void batch(int32_t threads) {
	uint8_t hits[POSES];
	static _Thread_local HnContact contacts[POSES];
	memset(contacts, 0, sizeof contacts);
	must(hn_pair_first_many(s_pair, s_poses, POSES, threads, hits, contacts) == HN_OK, "a batch");
	must(memcmp(hits, s_hits, sizeof hits) == 0, "hits depend on threads");
	must(memcmp(contacts, s_contacts, sizeof contacts) == 0, "contacts depend on threads");
}

static void single(const HnPair *pair) {
	HnPairContext *context;
	HnContactBuffer out = { 0 };
	must(hn_pair_context_create(&context, pair) == HN_OK, "a context");
	for (int i = 0; i < POSES; ++i) {
		must(hn_pair_first(context, &s_poses[i], NULL) == s_hits[i], "first");
		if (i % 16 == 0) must(hn_pair_all(context, &s_poses[i], &out) == HN_OK, "all");
		if (i % 16 == 0) must((out.count > 0) == (s_hits[i] == 1), "all and first differ");
	}
	hn_contact_buffer_free(&out);
	hn_pair_context_destroy(context);
}

// Most boxes move, some rest, a few jump.
static void boxes_place(HnBroadPhase *phase, int frame) {
	for (int i = 0; i < BOXES; ++i) {
		float box[6];
		int far = i % 301 == frame ? 5 * frame : 0;
		if (frame > 0 && i % 4 == 0) continue;
		for (int k = 0; k < 3; ++k) {
			box[k] = (float)((k == 0   ? i % 28
			                  : k == 1 ? i / 28 % 28
			                           : i / 784) +
			                 far) +
			         0.02F * (float)(frame * (i % 9));
			box[3 + k] = box[k] + 1.05F;
		}
		must(hn_broad_phase_place(phase, i, 1, box) == HN_OK, "a box");
	}
}

static HnHash s_boxes[FRAMES];

// The same pairs in the same order from any number of threads.
static void boxes(int32_t threads, bool first) {
	HnBroadPhase *phase;
	HnBroadPairs pairs = { 0 };
	must(hn_broad_phase_create(&phase, "kdtree", "aabb", "") == HN_OK, "a broad phase");
	must(hn_broad_phase_threads(phase, threads) == HN_OK, "threads of a broad phase");
	for (int frame = 0; frame < FRAMES; ++frame) {
		boxes_place(phase, frame);
		must(hn_broad_phase_update(phase) == HN_OK && hn_broad_phase_build(phase) == HN_OK, "boxes");
		must(hn_broad_phase_query(phase, &pairs, NULL) == HN_OK, "a query of boxes");
		HnHash hash = hn_hash_bytes(pairs.data, (size_t)pairs.count * sizeof *pairs.data);
		if (first) s_boxes[frame] = hash;
		must(pairs.count > BOXES / 2 && hn_hash_equal(&hash, &s_boxes[frame]), "pairs depend on threads");
	}
	hn_broad_pairs_free(&pairs);
	hn_broad_phase_destroy(phase);
}

static void *work(void *of) {
	int32_t number = *(const int32_t *)of;
	HnPose wrong = hn_pose_identity();
	char text[80];
	HnPair *own;
	must(hn_pair_create(&own, s_mesh, s_mesh, number % 2 == 0 ? "" : "bins=8") == HN_OK, "a pair");
	single(number % 2 == 0 ? s_pair : own);
	wrong.r.m[0][0] = number + 2;
	must(hn_pair_first_many(own, &wrong, 1, 1, s_hits, NULL) == HN_ERR_BAD_INPUT, "a wrong pose");
	snprintf(text, sizeof text, "unknown parameter 'thread%d'", (int)number);
	char params[32];
	HnPair *none;
	snprintf(params, sizeof params, "thread%d=1", (int)number);
	must(hn_pair_create(&none, s_mesh, s_mesh, params) == HN_ERR_NOT_FOUND, "a wrong parameter");
	must(strstr(hn_error_text(), text) != NULL, "another thread's error");
	batch(number + 1);
	boxes(number + 1, false);
	hn_pair_destroy(own);
	return NULL;
}

int main(int argc, char **argv) {
	pthread_t threads[THREADS];
	int32_t numbers[THREADS];
	must(hn_simd_choose(argc > 1 ? argv[1] : NULL) == HN_OK, "an instruction set");
	must(hn_shape_create(&s_mesh, "torus", "") == HN_OK, "a mesh");
	poses_make(hn_mesh_diameter(s_mesh));
	must(hn_pair_create(&s_pair, s_mesh, s_mesh, "") == HN_OK, "a pair");
	must(hn_pair_first_many(s_pair, s_poses, POSES, 1, s_hits, s_contacts) == HN_OK, "one thread");
	boxes(1, true);
	for (int32_t i = 0; i < THREADS; ++i) {
		numbers[i] = i;
		must(pthread_create(&threads[i], NULL, work, &numbers[i]) == 0, "a thread");
	}
	for (int32_t i = 0; i < THREADS; ++i) pthread_join(threads[i], NULL);
	int32_t hits = 0;
	for (int i = 0; i < POSES; ++i) hits += s_hits[i];
	must(hits > POSES / 10 && hits < POSES, "too few or too many hits");
	hn_pair_destroy(s_pair);
	hn_mesh_destroy(s_mesh);
	must(hn_mem_live_bytes() == 0, "bytes are left");
	puts("threads: ok");
	return 0;
}
