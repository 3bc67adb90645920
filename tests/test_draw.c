// Pictures: the z-buffer against known pixels, painter's order against the z-buffer, and whole pictures of
// small scenes.
#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/mem.h"
#include "base/rng.h"
#include "draw/panel.h"
#include "draw/picture.h"
#include "draw/solids.h"
#include "export/scene_picture.h"
#include "made.h"
#include "scene/scene.h"

Suite *draw_suite(void);

// ---- z-buffer ----

static int owned(const Raster *raster, int32_t id) {
	int count = 0;
	for (int32_t i = 0; i < raster->width * raster->height; ++i) count += raster->owner[i] == id;
	return count;
}

START_TEST(known_triangle_covers_known_samples) {
	Raster raster;
	ck_assert_int_eq(raster_init(&raster, 6, 5), HN_OK);
	const HnVec3 corners[3] = { { 0, 0, 1 }, { 4, 0, 1 }, { 0, 4, 1 } };
	const HnVec3 turned[3] = { corners[0], corners[2], corners[1] };
	static const int s_rows[5] = { 4, 3, 2, 1, 0 }; // the long side goes through samples; they are covered
	for (int way = 0; way < 2; ++way) {
		raster_clear(&raster);
		raster_triangle(&raster, way == 0 ? corners : turned, 7);
		for (int32_t y = 0; y < 5; ++y)
			for (int32_t x = 0; x < 6; ++x) ck_assert_int_eq(raster.owner[6 * y + x], x < s_rows[y] ? 7 : -1);
	}
	raster_free(&raster);
}

START_TEST(nearer_triangle_hides) {
	Raster raster;
	ck_assert_int_eq(raster_init(&raster, 8, 8), HN_OK);
	const HnVec3 far[3] = { { 0, 0, 1 }, { 16, 0, 1 }, { 0, 16, 1 } };
	const HnVec3 near[3] = { { 0, 0, 2 }, { 4, 0, 2 }, { 0, 4, 2 } };
	for (int way = 0; way < 2; ++way) {
		raster_clear(&raster);
		raster_triangle(&raster, way == 0 ? far : near, way == 0 ? 1 : 2);
		raster_triangle(&raster, way == 0 ? near : far, way == 0 ? 2 : 1);
		ck_assert_int_eq(owned(&raster, 2), 10);
		ck_assert_int_eq(owned(&raster, 1), 64 - 10);
	}
	raster_triangle(&raster, far, 3); // equal depth: the first stays
	ck_assert_int_eq(owned(&raster, 3), 0);
	raster_free(&raster);
}

// Is a sample inside or on all edges? Asked of every sample, as the raster asks where edges lead it.
static bool is_inside(const HnVec3 c[3], double x, double y) {
	int left = 0, right = 0;
	for (int i = 0; i < 3; ++i) {
		const HnVec3 a = c[i], b = c[(i + 1) % 3];
		const double side = (b.x - a.x) * (y - a.y) - (b.y - a.y) * (x - a.x);
		left += side >= 0, right += side <= 0;
	}
	return left == 3 || right == 3;
}

static double corner(Rng *rng, int kind) {
	if (kind == 1) return floor(rng_range(rng, -4, 20));       // on edges of samples
	if (kind == 2) return floor(rng_range(rng, -4, 20)) + 0.5; // on samples
	if (kind == 3) return 8.5 + rng_range(rng, -0.5, 0.5);
	return rng_range(rng, -1, 1) * (kind == 4 ? 1e5 : 20);
}

START_TEST(a_triangle_covers_the_samples_inside_it) {
	Rng rng = rng_of(4, (uint64_t)_i);
	Raster raster;
	ck_assert_int_eq(raster_init(&raster, 16, 12), HN_OK);
	int covered = 0;
	for (int round = 0; round < 4000; ++round) {
		HnVec3 c[3];
		for (int i = 0; i < 3; ++i) c[i] = (HnVec3){ corner(&rng, _i), corner(&rng, _i), 1 };
		const bool flat = (c[1].x - c[0].x) * (c[2].y - c[0].y) == (c[1].y - c[0].y) * (c[2].x - c[0].x);
		raster_clear(&raster);
		raster_triangle(&raster, c, 1);
		for (int32_t i = 0; i < 16 * 12; ++i) {
			const bool is_in =
			    !flat && is_inside(c, i % 16 + 0.5, i / 16 + 0.5); // NOLINT(*-integer-division)
			ck_assert_int_eq(raster.owner[i], is_in ? 1 : -1);
			covered += is_in;
		}
	}
	ck_assert_int_gt(covered, 500);
	raster_free(&raster);
}

// Two that go through one another along the line x = 4: each is seen where it is nearer.
START_TEST(crossing_triangles_share) {
	Raster raster;
	ck_assert_int_eq(raster_init(&raster, 8, 8), HN_OK);
	const HnVec3 rising[3] = { { -8, -8, -12 }, { 24, -8, 20 }, { -8, 24, -12 } };
	const HnVec3 falling[3] = { { -8, -8, 12 }, { 24, -8, -20 }, { -8, 24, 12 } };
	raster_triangle(&raster, rising, 0);
	raster_triangle(&raster, falling, 1);
	for (int32_t i = 0; i < 64; ++i) ck_assert_int_eq(raster.owner[i], i % 8 < 4 ? 1 : 0);
	raster_free(&raster);
}

START_TEST(degenerate_and_endless_triangles_cover_nothing) {
	Raster raster;
	ck_assert_int_eq(raster_init(&raster, 8, 8), HN_OK);
	const HnVec3 line[3] = { { 0, 0, 0 }, { 4, 4, 1 }, { 8, 8, 2 } }, point[3] = { { 2, 2, 2 } };
	const HnVec3 endless[3] = { { 0, 0, 0 }, { (double)INFINITY, 0, 0 }, { 0, 4, 0 } };
	const HnVec3 nothing[3] = { { 0, 0, (double)NAN }, { 4, 0, 0 }, { 0, 4, 0 } };
	raster_triangle(&raster, line, 1);
	raster_triangle(&raster, point, 1);
	raster_triangle(&raster, endless, 1);
	raster_triangle(&raster, nothing, 1);
	ck_assert_int_eq(owned(&raster, -1), 64);
	const HnVec3 huge[3] = { { -1e300, -1e100, 0 }, { 1e300, -1e100, 0 }, { 0, 1e100, 0 } };
	raster_triangle(&raster, huge, 2); // its area overflows: nothing, but no endless loop
	raster_free(&raster);
}

// ---- painter's order ----

enum { FACES = 300, SIDE = 64 };

// A steep ground and small triangles a little above it: by the depth of their middles most would be painted
// before the ground that they hide.
static DrawFace face_above_ground(Rng *rng, int32_t index) {
	DrawFace face = { .visible = true };
	double x = rng_range(rng, 2, SIDE - 8), y = rng_range(rng, 2, SIDE - 8);
	const double at[3][2] = { { x, y }, { x + 5, y + 1 }, { x + 1, y + 6 } };
	for (int i = 0; i < 3; ++i) face.corner[i] = (HnVec3){ at[i][0], at[i][1], 40 * at[i][0] + 0.1 * index };
	if (index == 0) {
		face.corner[0] = (HnVec3){ -90, 0, -90 * 40 };
		face.corner[1] = (HnVec3){ 150, 0, 150 * 40 };
		face.corner[2] = (HnVec3){ 30, 150, 30 * 40 };
	}
	return face;
}

static void paint_span(void *context, int32_t y, int32_t begin, int32_t end) {
	int32_t *const *painted = context;
	for (int32_t x = begin; x < end; ++x) painted[0][y * SIDE + x] = *painted[1];
}

START_TEST(painting_in_order_gives_the_z_buffer) {
	Panel panel = { 0 };
	Rng rng = rng_of((uint64_t)_i, 0);
	ck_assert_int_eq(raster_init(&panel.raster, SIDE, SIDE), HN_OK);
	for (int32_t i = 0; i < FACES; ++i) {
		DrawFace face = face_above_ground(&rng, i == FACES / 2 ? 0 : i + 1);
		raster_triangle(&panel.raster, face.corner, i);
		ck_assert(ARRAY_PUSH(&panel.faces, face));
	}
	int32_t visible = 0, order[FACES], painted[SIDE * SIDE], face;
	for (int32_t i = 0; i < FACES; ++i) visible += panel.faces.data[i].visible = owned(&panel.raster, i) > 0;
	ck_assert_int_gt(visible, FACES / 2);
	ck_assert_int_eq(panel_order(&panel, order), visible);
	for (int32_t i = 0; i < SIDE * SIDE; ++i) painted[i] = -1;
	int32_t *context[2] = { painted, &face };
	for (int32_t i = 0; i < visible; ++i) {
		face = order[i];
		raster_scan(&panel.raster, panel.faces.data[face].corner, paint_span, context);
	}
	ck_assert_mem_eq(painted, panel.raster.owner, sizeof painted);
	panel_free(&panel);
}

// ---- scenes ----

typedef struct Bodies {
	HnMesh *meshes[2];
	HnPose still, poses[3];
	HnScene *scene;
} Bodies;

// Two bodies; the second moves along x.
static void bodies_init(Bodies *b, HnMesh *first, HnMesh *second) {
	b->meshes[0] = first;
	b->meshes[1] = second;
	b->still = hn_pose_identity();
	for (int s = 0; s < 3; ++s) {
		b->poses[s] = hn_pose_identity();
		b->poses[s].t.x = 0.5 * s;
	}
	HnSceneDefBody list[2] = { { .mesh = first, .poses = &b->still, .pose_count = 1 },
		                       { .mesh = second, .poses = b->poses, .pose_count = 3 } };
	HnSceneDef def = { .bodies = list,
		               .body_count = second != NULL ? 2 : 1,
		               .step_count = second != NULL ? 3 : 1 };
	b->scene = scene_made(&def);
}

static void bodies_free(Bodies *b) {
	hn_scene_close(b->scene);
	for (int i = 0; i < 2; ++i) hn_mesh_destroy(b->meshes[i]);
}

// Triangles side by side, `count` of them, as the viewer sees them; `lift` towards the viewer.
static HnMesh *wall(int32_t count, double lift) {
	DrawView view = view_standard();
	HnMesh *mesh = mesh_new(3 * count, count);
	for (int32_t i = 0; i < 3 * count; ++i) {
		int32_t triangle = i / 3, corner = i % 3, row = triangle / 100;
		double x = triangle % 100 + (corner == 1 ? 0.9 : 0), y = row + (corner == 2 ? 0.9 : 0);
		HnVec3 p = vec3_add(vec3_scale(view.right, x), vec3_scale(view.up, y));
		vec3_store(mesh->xyz + 3 * (size_t)i, vec3_add(p, vec3_scale(view.toward, lift)));
		mesh->triangles[i] = i;
	}
	return mesh;
}

static int32_t draw(Text *out, PictureKind *kind, const HnScene *scene, const HnContact *contacts,
                    int64_t count) {
	const PictureStep step = { .contacts = contacts, .contact_count = count };
	PictureDef def = { .scene = scene, .steps = &step, .step_count = 1 };
	return picture_make(out, kind, &def);
}

static int occurrences(const Text *text, const char *what) {
	int count = 0;
	for (const char *at = text->data; (at = strstr(at, what)) != NULL; ++at) count += 1;
	return count;
}

START_TEST(faces_are_drawn_as_far_as_they_are_seen) {
	Bodies b;
	Text svg = { 0 }, again = { 0 };
	PictureKind kind;
	bodies_init(&b, wall(50, 0), NULL);
	ck_assert_int_eq(draw(&svg, &kind, b.scene, NULL, 0), HN_OK);
	ck_assert_int_eq(draw(&again, &kind, b.scene, NULL, 0), HN_OK);
	ck_assert_int_eq(kind, PICTURE_SVG);
	ck_assert_int_eq(occurrences(&svg, "<path fill="), 2 * 50); // at the step, and under the trees
	ck_assert_int_eq(occurrences(&svg, "<path stroke="), 8);    // level 3
	ck_assert_ptr_nonnull(strstr(svg.data, "</svg>\n"));
	ck_assert_int_eq(svg.count, again.count);
	ck_assert_mem_eq(svg.data, again.data, (size_t)svg.count);
	text_free(&svg);
	text_free(&again);
	bodies_free(&b);
}

// The upper wall hides the lower one but for what stands out.
START_TEST(hidden_triangles_are_left_out_unless_they_touch) {
	Bodies b;
	Text svg = { 0 }, marked = { 0 };
	PictureKind kind;
	HnMesh *cover = wall(1, 5);
	DrawView view = view_standard();
	for (int i = 0; i < 3; ++i)
		vec3_store(cover->xyz + 3 * i,
		           vec3_add(vec3_scale(vec3_add(vec3_scale(view.right, (double[]){ -20, 40, -20 }[i]),
		                                        vec3_scale(view.up, (double[]){ -20, -20, 40 }[i])),
		                               1),
		                    vec3_scale(view.toward, 5)));
	bodies_init(&b, wall(10, 0), cover);
	ck_assert_int_eq(draw(&svg, &kind, b.scene, NULL, 0), HN_OK);
	ck_assert_int_eq(occurrences(&svg, "<path fill="), 2 * 1); // the cover
	ck_assert_int_eq(occurrences(&svg, "stroke-width=\"12\""), 0);
	const HnContact contacts[2] = { { 0, 3, 1, 0 }, { 0, 4, 1, 0 } };
	ck_assert_int_eq(draw(&marked, &kind, b.scene, contacts, 2), HN_OK);
	ck_assert_int_eq(occurrences(&marked, "<path fill="), 2 * 1);
	ck_assert_int_eq(occurrences(&marked, "<path d="), 2);             // the two below, shown through
	ck_assert_int_eq(occurrences(&marked, "stroke-opacity=\"1\""), 1); // the cover is red
	ck_assert_ptr_nonnull(strstr(marked.data, "step 1 of 3: 2 touching triangle pairs"));
	text_free(&svg);
	text_free(&marked);
	bodies_free(&b);
}

START_TEST(what_cannot_be_seen_is_no_error) {
	Bodies b;
	Text svg = { 0 };
	PictureKind kind;
	HnMesh *point = wall(4, 0);
	memset(point->xyz, 0, sizeof(double) * 36);
	bodies_init(&b, point, NULL);
	ck_assert_int_eq(draw(&svg, &kind, b.scene, NULL, 0), HN_OK);
	ck_assert_int_eq(kind, PICTURE_SVG);
	ck_assert_int_eq(occurrences(&svg, "<path fill="), 0);
	ck_assert_ptr_null(strstr(svg.data, "nan"));
	text_free(&svg);
	bodies_free(&b);
}

// 2 panels: 2 * 9996 triangles and 8 boxes are 20000. One triangle more and a body of one are 20001.
START_TEST(svg_up_to_its_limit_png_beyond) {
	for (int more = 0; more < 2; ++more) {
		Bodies b;
		Text file = { 0 };
		PictureKind kind;
		HnMesh *aside = more ? wall(1, 0) : NULL;
		for (int i = 0; i < 3 && more; ++i)
			vec3_store(aside->xyz + 3 * i, vec3_sub(vec3_load(aside->xyz + 3 * i), view_standard().right));
		bodies_init(&b, wall(9996 - more, 0), aside);
		ck_assert_int_eq(draw(&file, &kind, b.scene, NULL, 0), HN_OK);
		ck_assert_int_eq(kind, more ? PICTURE_PNG : PICTURE_SVG);
		ck_assert_mem_eq(file.data, more ? "\x89PNG" : "<svg", 4);
		if (!more) ck_assert_int_eq(occurrences(&file, "<path"), PICTURE_SVG_MOST);
		ck_assert_str_eq(picture_extension(kind), more ? "png" : "svg");
		text_free(&file);
		bodies_free(&b);
	}
}

// A body's name is text, not markup.
START_TEST(names_stand_in_the_legend) {
	Bodies b;
	Text svg = { 0 };
	PictureKind kind;
	const char *const names[2] = { "a<b&c.obj", "" };
	const PictureStep steps[2] = { { .step = 0 }, { .step = 2 } };
	bodies_init(&b, shape_of("sphere", ""), shape_of("torus", ""));
	PictureDef def = { .scene = b.scene, .steps = steps, .step_count = 2, .names = names };
	ck_assert_int_eq(picture_make(&svg, &kind, &def), HN_OK);
	ck_assert_ptr_nonnull(strstr(svg.data, ">a&lt;b&amp;c.obj: "));
	ck_assert_ptr_nonnull(strstr(svg.data, ">body 2: "));
	ck_assert_ptr_nonnull(strstr(svg.data, ">step 3 of 3: 0 touching"));
	text_free(&svg);
	bodies_free(&b);
}

START_TEST(objects_touch_as_a_whole) {
	static const char *const s_kinds[] = { "aabb", "sphere", "caabb", "obb" };
	Bodies b;
	bodies_init(&b, shape_of("sphere", ""), shape_of("sphere", ""));
	HnSceneDefBody list[2] = { { .mesh = b.meshes[0], .poses = &b.still, .pose_count = 1 },
		                       { .mesh = b.meshes[1], .poses = &b.still, .pose_count = 1 } };
	HnPose aside = hn_pose_identity();
	aside.t = (HnVec3){ 30, 0, 0 };
	list[1].poses = &aside;
	HnSceneDef def = { .bodies = list, .body_count = 2, .step_count = 1 };
	for (int i = 0; i < 4; ++i) {
		HnScene *scene;
		Text svg = { 0 };
		PictureKind kind;
		const HnContact contact = { 0, 0, 1, 0 };
		int32_t seen = strcmp(s_kinds[i], "sphere") == 0 ? solid_triangles("sphere") / 2 : 6;
		ck_assert_int_eq(hn_scene_create_objects(&scene, &def, s_kinds[i]), HN_OK);
		ck_assert_int_eq(draw(&svg, &kind, scene, &contact, 1), HN_OK);
		ck_assert_int_ge(occurrences(&svg, "stroke-opacity=\"1\""), 2 * seen * 9 / 10);
		ck_assert_int_eq(occurrences(&svg, "stroke-opacity=\"1\"") + occurrences(&svg, "<path d="),
		                 2 * solid_triangles(s_kinds[i]));
		text_free(&svg);
		hn_scene_close(scene);
	}
	bodies_free(&b);
}

typedef struct Extent {
	DrawBounds triangles, boxes;
	int32_t count;
} Extent;

static void extent_triangle(void *context, const DrawTriangle *triangle) {
	for (int i = 0; i < 3; ++i) bounds_add(&((Extent *)context)->triangles, triangle->corner[i]);
}
static bool extent_box(void *context, const DrawBox *box) {
	Extent *extent = context;
	for (int i = 0; i < 8; ++i) bounds_add(&extent->boxes, box->corner[i]);
	extent->count += 1;
	return true;
}

START_TEST(boxes_of_a_level_hold_the_body) {
	Bodies b;
	bodies_init(&b, shape_of("torus", ""), NULL);
	for (int32_t level = 0; level < 6; ++level) {
		Scenery scenery;
		DrawLevels levels;
		Extent extent = { 0 };
		DrawView view = view_standard();
		ck_assert_int_eq(scenery_init(&scenery, b.scene), HN_OK);
		ck_assert_int_eq(levels_init(&levels, &scenery, level), HN_OK);
		scenery_each(&scenery, &view, extent_triangle, &extent);
		ck_assert_int_eq(levels_each(&levels, &scenery, &view, extent_box, &extent), HN_OK);
		ck_assert_int_eq(extent.count, 1 << level);
		for (int i = 0; i < 2; ++i) {
			ck_assert(extent.boxes.lo[i] <= extent.triangles.lo[i]);
			ck_assert(extent.boxes.hi[i] >= extent.triangles.hi[i]);
		}
		levels_free(&levels);
		scenery_free(&scenery);
	}
	bodies_free(&b);
}

START_TEST(lacking_memory_is_an_error) {
	Bodies b;
	bodies_init(&b, wall(3, 0), wall(2, 1));
	const HnContact contact = { 0, 0, 1, 0 };
	for (int kind = PICTURE_SVG; kind <= PICTURE_PNG; ++kind) {
		int32_t status = HN_ERR_NO_MEMORY;
		const PictureStep step = { .step = 1, .contacts = &contact, .contact_count = 1 };
		PictureDef def = { .scene = b.scene, .steps = &step, .step_count = 1, .kind = (PictureKind)kind };
		int64_t failed = 0;
		for (; status != HN_OK; ++failed) {
			Text out = { 0 };
			PictureKind made;
			mem_fail_at(mem_allocation_count() + 1 + failed);
			status = picture_make(&out, &made, &def);
			mem_fail_at(0);
			ck_assert(status == HN_OK || status == HN_ERR_NO_MEMORY);
			text_free(&out);
		}
		ck_assert_int_gt(failed, 10);
	}
	bodies_free(&b);
}

START_TEST(panels_share_the_steps) {
	for (int32_t steps = 1; steps < 300; ++steps) {
		PictureRange ranges[PICTURE_STEPS_MOST];
		int32_t count = picture_ranges(ranges, steps), next = 0;
		ck_assert_int_eq(count, steps < PICTURE_STEPS_MOST ? steps : PICTURE_STEPS_MOST);
		for (int32_t i = 0; i < count; ++i) {
			ck_assert_int_eq(ranges[i].first, next);
			ck_assert_int_ge(ranges[i].last, ranges[i].first);
			ck_assert(ranges[i].count >= 1 && ranges[i].count <= PICTURE_CANDIDATES_MOST);
			next = ranges[i].last + 1;
		}
		ck_assert_int_eq(next, steps);
		ck_assert_int_eq(ranges[0].last, 0);
		ck_assert_int_eq(ranges[count - 1].first, steps - 1);
	}
}

Suite *draw_suite(void) {
	Suite *suite = suite_create("draw");
	TCase *samples = tcase_create("samples");
	tcase_add_test(samples, known_triangle_covers_known_samples);
	tcase_add_loop_test(samples, a_triangle_covers_the_samples_inside_it, 0, 5);
	tcase_add_test(samples, nearer_triangle_hides);
	tcase_add_test(samples, crossing_triangles_share);
	tcase_add_test(samples, degenerate_and_endless_triangles_cover_nothing);
	tcase_add_loop_test(samples, painting_in_order_gives_the_z_buffer, 0, 5);
	suite_add_tcase(suite, samples);
	TCase *pictures = tcase_create("pictures");
	tcase_add_test(pictures, faces_are_drawn_as_far_as_they_are_seen);
	tcase_add_test(pictures, hidden_triangles_are_left_out_unless_they_touch);
	tcase_add_test(pictures, what_cannot_be_seen_is_no_error);
	tcase_add_test(pictures, svg_up_to_its_limit_png_beyond);
	tcase_add_test(pictures, names_stand_in_the_legend);
	tcase_add_test(pictures, objects_touch_as_a_whole);
	tcase_add_test(pictures, boxes_of_a_level_hold_the_body);
	tcase_add_test(pictures, lacking_memory_is_an_error);
	tcase_add_test(pictures, panels_share_the_steps);
	suite_add_tcase(suite, pictures);
	return suite;
}
