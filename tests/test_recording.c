// Recordings: what a scene holds comes back bit for bit, and nothing else is read.
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/mem.h"
#include "cheap.h"
#include "generated.h"
#include "made.h"
#include "scene/recording.h"
#include "suite.h"

typedef struct File {
	char *bytes; // of mem_alloc: aligned
	size_t size;
} File;

static File file_of(const HnScene *scene) {
	char *text = NULL;
	File file = { 0 };
	FILE *stream = open_memstream(&text, &file.size);
	ck_assert_msg(recording_print(scene, stream) == HN_OK, "%s", hn_error_text());
	fclose(stream);
	file.bytes = mem_alloc(file.size);
	memcpy(file.bytes, text, file.size);
	free(text);
	return file;
}

static void file_free(File *file) { mem_free(file->bytes, file->size); }

static Recording parsed(const File *file) {
	Recording recording;
	int32_t code = recording_parse(&recording, file->bytes, file->size, "file");
	ck_assert_msg(code == HN_OK, "%s", hn_error_text());
	return recording;
}

// Of three steps, two bodies moving and one still.
static File poses_file(void) {
	GeneratedScene generated = generated_of("crowd", "count=3 steps=3 spin=true");
	generated.bodies[1].pose_count = 1;
	HnSceneDef def = generated_def(&generated);
	HnScene *scene = scene_made(&def);
	File file = file_of(scene);
	hn_scene_close(scene);
	generated.bodies[1].pose_count = 3; // as it was allocated
	generated_free(&generated);
	return file;
}

START_TEST(poses_come_back_bit_for_bit) {
	size_t before = hn_mem_live_bytes();
	GeneratedScene generated = generated_of("crowd", "count=20 steps=7 spin=true kind=one");
	HnSceneDef def = generated_def(&generated);
	HnScene *scene = scene_made(&def), *again;
	File file = file_of(scene);
	Recording recording = parsed(&file);
	ck_assert_int_eq(recording.header->count, 20);
	ck_assert_int_eq(recording.header->frames, 7);
	HnSceneDefBody bodies[20];
	static HnPose s_poses[20][7];
	for (int32_t b = 0; b < 20; ++b) {
		recording_poses(&recording, b, s_poses[b]);
		bodies[b] = (HnSceneDefBody){ .mesh = generated.bodies[b].mesh,
			                          .poses = s_poses[b],
			                          .pose_count = recording_pose_count(&recording, b) };
	}
	def.bodies = bodies;
	again = scene_made(&def);
	ck_assert(hn_hash_equal(&scene->hash, &again->hash));
	hn_scene_close(scene);
	hn_scene_close(again);
	file_free(&file);
	generated_free(&generated);
	ck_assert_uint_eq(hn_mem_live_bytes(), before);
}

static const struct {
	const char *name;
	int32_t floats, length; // the index of a float that is a length, or of a side's end
} s_volumes[] = { { "aabb", 6, 3 }, { "sphere", 4, 3 }, { "caabb", 4, 3 }, { "obb", 16, 12 } };
enum { COUNT = 5, STEPS = 3, VOLUME_KINDS = 4 };

// Numbers from 1 on: boxes too begin before they end; of oriented ones half sides and radius.
static void fill(int kind, float *numbers) {
	static const float s_axes[9] = { 0, 1, 0, -0.6F, 0, 0.8F, 0.8F, 0, 0.6F };
	int32_t floats = s_volumes[kind].floats;
	for (int32_t i = 0; i < COUNT * STEPS * floats; ++i) numbers[i] = (float)(i + 1);
	for (int32_t i = 0; floats == 16 && i < COUNT * STEPS; ++i) {
		memcpy(numbers + i * floats + 3, s_axes, sizeof s_axes);
		numbers[i * floats + 15] *= 2;
	}
}

static File objects_file(int kind, bool presence, float *numbers) {
	static const uint8_t s_present[COUNT * STEPS] = { 1, 0, 1, 1, 0, 1, 1, 1, 0, 0, 0, 0, 0, 0, 1 };
	int32_t floats = s_volumes[kind].floats;
	fill(kind, numbers);
	HnSceneDef def = { .step_count = STEPS,
		               .objects = { .count = COUNT,
		                            .size = floats * (int32_t)sizeof(float),
		                            .volumes = numbers,
		                            .present = presence ? s_present : NULL,
		                            .scale_exponent = presence ? -7 : 0 } };
	snprintf(def.objects.volume, sizeof def.objects.volume, "%s", s_volumes[kind].name);
	HnScene *scene = scene_made(&def);
	File file = file_of(scene);
	Recording recording = parsed(&file);
	ck_assert_int_eq(recording.header->scale_exponent, def.objects.scale_exponent);
	def.objects = recording_objects(&recording);
	HnScene *again = scene_made(&def);
	ck_assert(hn_hash_equal(&scene->hash, &again->hash));
	ck_assert_uint_eq(file.size, 64 + COUNT * STEPS * ((size_t)floats * sizeof(float) + presence));
	hn_scene_close(scene);
	hn_scene_close(again);
	return file;
}

START_TEST(objects_come_back_bit_for_bit) {
	float numbers[COUNT * STEPS * 16];
	for (int presence = 0; presence < 2; ++presence) {
		File file = objects_file(_i, presence, numbers);
		ck_assert_int_eq(memcmp(file.bytes + 64, numbers, (size_t)(COUNT * STEPS * s_volumes[_i].floats) * 4),
		                 0);
		file_free(&file);
	}
}

// The file with some bytes overwritten must be refused, at that byte or where the text says.
static void refuse(File *file, size_t at, const void *bytes, size_t size, const char *what) {
	char kept[16];
	Recording recording;
	memcpy(kept, file->bytes + at, size);
	memcpy(file->bytes + at, bytes, size);
	int32_t code = recording_parse(&recording, file->bytes, file->size, "file");
	memcpy(file->bytes + at, kept, size);
	ck_assert_msg(code == HN_ERR_BAD_INPUT && strstr(hn_error_text(), what) != NULL,
	              "byte %zu: %d, %s, not %s", at, code, hn_error_text(), what);
}

static void refuse_int(File *file, size_t at, int32_t value, const char *what) {
	refuse(file, at, &value, sizeof value, what);
}

static void check_headers(File *file) {
	refuse(file, 0, "x", 1, "file: byte 0: is no recording");
	refuse_int(file, 8, 2, "file: byte 8: is of another version");
	refuse_int(file, 12, 0x04030201, "file: byte 12: is of another byte order");
	refuse(file, 16, "X", 1, "file: byte 16: the kind is none of");
	refuse(file, 31, "x", 1, "file: byte 16: the kind is none of");
	refuse_int(file, 32, 0, "file: byte 32: the count is not positive");
	refuse_int(file, 32, -3, "file: byte 32: the count is not positive");
	refuse_int(file, 32, INT32_MAX, "the file ends too early");
	refuse_int(file, 32, 1, "more than the header says");
	refuse_int(file, 36, INT32_MIN, "file: byte 36: the number of frames is not positive");
	refuse_int(file, 36, INT32_MAX, "the file ends too early");
	refuse_int(file, 40, 95, "file: byte 40: the size is not that of the kind");
	refuse_int(file, 48, 2, "file: byte 48: ");
	refuse_int(file, 48, -1, "file: byte 48: ");
	refuse(file, 63, "x", 1, "file: byte 56: is not zero");
	refuse_int(file, 52, 2, "file: byte 52: ");
	refuse_int(file, 52, -1, "file: byte 52: ");
}

START_TEST(headers_are_strict) {
	File poses = poses_file();
	check_headers(&poses);
	refuse_int(&poses, 44, 1, "file: byte 44: poses have no scale");
	refuse_int(&poses, 48, 1, "file: byte 48: bodies do not come and go");
	file_free(&poses);
	for (int kind = 0; kind < VOLUME_KINDS; ++kind) {
		float numbers[COUNT * STEPS * 16];
		File file = objects_file(kind, true, numbers);
		check_headers(&file);
		refuse_int(&file, 44, 401, "file: byte 44: the scale is beyond");
		file_free(&file);
	}
}

START_TEST(every_shorter_or_longer_file_is_refused) {
	File file = poses_file();
	Recording recording;
	for (size_t size = 0; size < file.size; ++size) {
		char what[64];
		snprintf(what, sizeof what, "file: byte %zu: the file ends", size);
		cheap_assert(recording_parse(&recording, file.bytes, size, "file") == HN_ERR_BAD_INPUT);
		cheap_assert_msg(strncmp(hn_error_text(), what, strlen(what)) == 0, "%zu: %s", size, hn_error_text());
	}
	char *longer = mem_alloc(file.size + 1);
	memcpy(longer, file.bytes, file.size);
	longer[file.size] = 0;
	ck_assert_int_eq(recording_parse(&recording, longer, file.size + 1, "file"), HN_ERR_BAD_INPUT);
	mem_free(longer, file.size + 1);
	file_free(&file);
}

START_TEST(poses_are_strict) {
	static const double s_bad[] = { (double)NAN, (double)INFINITY, 0x1p201, 1.00001 };
	File file = poses_file();
	for (size_t i = 0; i < 4; ++i) // body 2 of frame 2, its matrix
		refuse(&file, 64 + 96 * 4, &s_bad[i], sizeof(double),
		       "file: byte 448: body 2, frame 2: its matrix is not");
	for (size_t i = 0; i < 3; ++i) // and body 3 of frame 1, its place
		refuse(&file, 64 + 96 * 2 + 72, &s_bad[i], sizeof(double),
		       "file: byte 256: body 3, frame 1: its position");
	refuse(&file, 64 + 96 * 4 + 72, &s_bad[3], sizeof(double),
	       "byte 448: body 2, frame 2: it is still and has");
	refuse(&file, 64 + 96 * 9, "\2", 1, "file: byte 928: is neither 0 nor 1");
	file_free(&file);
}

START_TEST(volumes_are_strict) {
	static const float s_nan = (float)NAN, s_infinite = -(float)INFINITY, s_negative = -0.5F,
	                   s_far = -0x1.8p120F;
	float numbers[COUNT * STEPS * 16];
	File file = objects_file(_i, true, numbers);
	size_t size = (size_t)s_volumes[_i].floats * sizeof(float), at = 64 + 7 * size; // object 3, frame 2
	char what[100];
	snprintf(what, sizeof what, "file: byte %zu: object 3, frame 2: ", at);
	for (size_t k = 0; k < size; k += sizeof(float)) {
		refuse(&file, at + k, &s_nan, sizeof s_nan, what);
		refuse(&file, at + k, &s_infinite, sizeof s_infinite, what);
		refuse(&file, at + k, &s_far, sizeof s_far, what);
	}
	refuse(&file, at + (size_t)s_volumes[_i].length * sizeof(float), &s_negative, sizeof s_negative, what);
	if (size == 64) {
		static const float s_long = 1.0001F, s_skew = 0.001F, s_small = 1;
		refuse(&file, at + 4 * sizeof(float), &s_long, sizeof s_long, "its axes are not of length 1");
		refuse(&file, at + 7 * sizeof(float), &s_skew, sizeof s_skew, "its axes are not of length 1");
		refuse(&file, at + 15 * sizeof(float), &s_small, sizeof s_small, "its ball does not hold it");
	}
	refuse(&file, file.size - 1, "\2", 1, "is neither 0 nor 1");
	file_free(&file);
}

START_TEST(files_are_read_and_named) {
	File file = poses_file();
	char path[] = "recording-XXXXXX", found[SHA256_HEX_SIZE];
	int fd = mkstemp(path);
	FILE *out = fdopen(fd, "wb");
	fwrite(file.bytes, 1, file.size, out);
	fclose(out);
	Recording recording;
	Input input;
	ck_assert_int_eq(recording_read(&recording, &input, path, NULL, found), HN_OK);
	ck_assert_int_eq(memcmp(input.data, file.bytes, file.size), 0);
	ARRAY_FREE(&input);
	ck_assert_int_eq(recording_read(&recording, &input, path, found, NULL), HN_OK);
	ARRAY_FREE(&input);
	found[0] = found[0] == '0' ? '1' : '0';
	ck_assert_int_eq(recording_read(&recording, &input, path, found, NULL), HN_ERR_BAD_INPUT);
	ck_assert_int_eq(strncmp(hn_error_text(), path, strlen(path)), 0);
	ck_assert_ptr_null(recording.header);
	ARRAY_FREE(&input);
	remove(path);
	ck_assert_int_eq(recording_read(&recording, &input, path, NULL, NULL), HN_ERR_IO);
	ARRAY_FREE(&input);
	file_free(&file);
}

TEST_SUITE(recording, suite, tc) {
	tcase_add_test(tc, poses_come_back_bit_for_bit);
	tcase_add_loop_test(tc, objects_come_back_bit_for_bit, 0, VOLUME_KINDS);
	tcase_add_test(tc, headers_are_strict);
	tcase_add_test(tc, every_shorter_or_longer_file_is_refused);
	tcase_add_test(tc, poses_are_strict);
	tcase_add_loop_test(tc, volumes_are_strict, 0, VOLUME_KINDS);
	tcase_add_test(tc, files_are_read_and_named);
}
