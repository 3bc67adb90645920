#include "contacts.h"

#include <string.h>

#include "base/error.h"
#include "cheap.h"
#include "exact/tri_tri.h"
#include "scene/body_meshes.h"

static Triangle triangle_of(const HnScene *scene, int32_t body, int32_t triangle, int32_t step,
                            const HnPose *pose) {
	const int32_t *vertices = scene_mesh(scene, body)->triangles + 3 * (int64_t)triangle;
	Triangle t;
	for (int k = 0; k < 3; ++k) {
		t.p[k] = scene_vertex(scene, body, vertices[k], step);
		if (pose != NULL) t.p[k] = pose_place(pose, t.p[k]);
	}
	return t;
}

void contacts_by_definition(HnContactBuffer *out, const HnScene *scene, int32_t step) {
	out->count = 0;
	for (int32_t a = 0; a < scene->body_count; ++a)
		for (int32_t i = 0; i < scene_mesh(scene, a)->triangle_count; ++i) {
			Triangle ta = triangle_of(scene, a, i, step, NULL);
			for (int32_t b = a + 1; b < scene->body_count; ++b) {
				HnPose pose = scene_relative(scene, a, b, step);
				for (int32_t j = 0; j < scene_mesh(scene, b)->triangle_count; ++j) {
					Triangle tb = triangle_of(scene, b, j, step, &pose);
					if (tri_tri_meet_exact(&ta, &tb))
						cheap_assert(contact_buffer_add(out, (HnContact){ a, i, b, j }));
				}
			}
		}
}

bool contacts_contain(const HnContactBuffer *set, const HnContact *contact) {
	for (int64_t i = 0; i < set->count; ++i)
		if (memcmp(&set->data[i], contact, sizeof *contact) == 0) return true;
	return false;
}

HnHash contacts_hash(HnContactBuffer *contacts, HnQuery query) {
	HnHash hash;
	cheap_assert_int_eq(hn_contacts_hash(&hash, contacts, query), HN_OK);
	return hash;
}

int64_t triangle_pairs(const HnScene *scene) {
	int64_t pairs = 0;
	for (int32_t b = 0; b < scene->body_count; ++b)
		for (int32_t a = 0; a < b; ++a)
			pairs += (int64_t)scene_mesh(scene, a)->triangle_count * scene_mesh(scene, b)->triangle_count;
	return pairs;
}

void detector_make(HnDetector *out, const char *name, const HnScene *scene, HnQuery query,
                   const char *params) {
	cheap_assert_msg(hn_detector_create(out, name, scene, query, params) == HN_OK, "%s %s: %s", name, params,
	                 hn_error_text());
}

Counts counts_of(const HnScene *scene, const char *name, const char *params) {
	HnDetector d;
	HnContactBuffer out = { 0 };
	Counts counts = { 0 };
	detector_make(&d, name, scene, HN_QUERY_ALL, params);
	for (int32_t step = 0; step < scene->step_count; ++step)
		cheap_assert_int_eq(detector_step_counted(&d, step, &out, &counts), HN_OK);
	hn_detector_destroy(&d);
	hn_contact_buffer_free(&out);
	return counts;
}

void detector_step_timed(const HnDetector *d, int32_t step, HnContactBuffer *out) {
	cheap_assert_int_eq(detect_step(d->class_, d->self, step, out, NULL), HN_OK);
}
