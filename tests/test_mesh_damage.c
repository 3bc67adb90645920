// Damaged mesh files of every format: cut off at every byte, every byte changed to every other value, pieces
// moved about. An error that names the file, or exactly the mesh that a second reader finds in those bytes;
// never more memory than the file is worth.
#include "cheap.h"
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/mem.h"
#include "base/rng.h"
#include "mesh/mesh_file.h"
#include "naive_mesh.h"
#include "suite.h"

#ifdef SANITIZED
enum { STEP = 7, ROUNDS = 1000 }; // several times slower; the fuzzers go on where this ends
#else
enum { STEP = 1, ROUNDS = 5000 };
#endif

#define PLY_HEADER(form)                                                                                     \
	"ply\nformat " form " 1.0\nelement vertex 3\nproperty float x\nproperty short y\nproperty double z\n"    \
	"element e 1\nproperty list uchar char q\nelement face 1\nproperty list uchar int vertex_index\n"        \
	"end_header\n"

#define SAMPLE(format, text)                                                                                 \
	{ format, text, sizeof(text) - 1 }

static const struct {
	const char *format, *bytes;
	size_t size;
} s_samples[] = {
	SAMPLE("obj", "# x\nv 0 0 0\r\nv 1 0 0 1\nv 1 1.5e1 \\\n0\nv 0 1 0 .1 .2 .3\nvt 0 1\nvn 0 0 1\n"
	              "g a\\b\ns 1\nf 1/1/1 2/1/1 3/-1/1 4/1/1\nf -1//1 2//1 -2//1\n"),
	SAMPLE("off", "OFF # x\n4 2 0\n0 0 0\r\n1 0 0\n1 1.5e1 -2\n\n0 1 .5\n3 0 1 2\n4 0 1 2 3 9 0 0\n"),
	SAMPLE("off", "NCOFF 3 1 0\n0 0 0 0 0 1 1 0 0\n1e3 -.5 0 0 0 1 1 0 0 1\n0 1 0 0 0 1 0 0 0\n3 2 1 0"),
	SAMPLE("ply", PLY_HEADER("ascii") "0 0 0\n1.5 0 1e-3\n-1 7 0\n2 5 -6\n3 0 1 2\n"),
	SAMPLE("ply", PLY_HEADER("binary_little_endian") "\0\0\0\0\0\0\0\0\0\0\0\0\0\0"
	                                                 "\0\0\xC0\x3F\1\0\0\0\0\0\0\0\xF0\x3F"
	                                                 "\0\0\x80\xBF\7\0\0\0\0\0\0\0\0\x40"
	                                                 "\2\5\xFA"
	                                                 "\3\0\0\0\0\1\0\0\0\2\0\0\0"),
	SAMPLE("ply", PLY_HEADER("binary_big_endian") "\0\0\0\0\0\0\0\0\0\0\0\0\0\0"
	                                              "\x3F\xC0\0\0\0\1\x3F\xF0\0\0\0\0\0\0"
	                                              "\xBF\x80\0\0\0\7\x40\0\0\0\0\0\0\0"
	                                              "\2\5\xFA"
	                                              "\3\0\0\0\0\0\0\0\1\0\0\0\2"),
	SAMPLE("stl", "solid a\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 -0\r\nvertex 0 1.5 0\n"
	              "endloop\nendfacet\nendsolid a\nSOLID\nendsolid\n"),
	SAMPLE("stl", "solid, but binary: twenty, thirty, forty, fifty, sixty, seventy, eighty, ninety."
	              "\1\0\0\0"
	              "\0\0\0\0\0\0\0\0\0\0\x80\x3F"
	              "\0\0\0\0\0\0\0\0\0\0\0\x80"
	              "\0\0\x80\x3F\0\0\0\0\0\0\0\0"
	              "\0\0\0\0\0\0\xC0\x3F\0\0\0\0"
	              "\0\0"),
};
enum { SAMPLES = sizeof s_samples / sizeof *s_samples };

static const MeshFormat *format_of(int sample) {
	for (int32_t i = 0; i < mesh_format_count(); ++i)
		if (strcmp(mesh_format_at(i)->name, s_samples[sample].format) == 0) return mesh_format_at(i);
	ck_abort_msg("no format %s", s_samples[sample].format);
}

// Whether the bytes are taken.
static bool parse_and_check(int sample, const char *bytes, size_t size) {
	const MeshFormat *format = format_of(sample);
	HnMesh *m;
	char *exact = malloc(size > 0 ? size : 1); // so that a sanitizer sees a read past the end
	memcpy(exact, bytes, size);
	size_t before = hn_mem_live_bytes();
	hn_mem_set_limit(before + 4096 + 64 * size);
	int32_t code = format->parse(&m, exact, size, "damaged", 1);
	hn_mem_set_limit(SIZE_MAX);
	cheap_assert_msg(code == HN_OK || code == HN_ERR_BAD_INPUT, "%d: %s", code, hn_error_text());
	cheap_assert((code == HN_OK) == (m != NULL));
	if (m != NULL) {
		static NaiveMesh s_naive;
		naive_read(&s_naive, exact, size, format->name);
		cheap_assert_msg(naive_equal(&s_naive, m), "sample %d reads as another mesh:\n%.*s", sample,
		                 (int)size, exact);
		cheap_assert(hn_mesh_validate(m) == HN_OK && m->triangle_count > 0);
	} else {
		cheap_assert_msg(strncmp(hn_error_text(), "damaged:", 8) == 0, "no name: %s", hn_error_text());
	}
	hn_mesh_destroy(m);
	cheap_assert(hn_mem_live_bytes() == before);
	free(exact);
	return code == HN_OK;
}

START_TEST(whole_and_cut_off_at_every_byte) {
	const char *bytes = s_samples[_i].bytes;
	size_t size = s_samples[_i].size;
	ck_assert_msg(parse_and_check(_i, bytes, size), "sample %d: %s", _i, hn_error_text());
	for (size_t cut = 0; cut < size; ++cut) parse_and_check(_i, bytes, cut);
	ck_assert(!parse_and_check(_i, bytes, size / 2));
}

START_TEST(every_byte_changed_to_every_value) {
	size_t size = s_samples[_i].size;
	char bytes[1000];
	int taken = 0;
	for (size_t at = 0; at < size; ++at)
		for (int c = (int)at % STEP; c < 256; c += STEP) {
			memcpy(bytes, s_samples[_i].bytes, size);
			if (bytes[at] == (char)c) continue;
			bytes[at] = (char)c;
			taken += parse_and_check(_i, bytes, size);
		}
	ck_assert_int_gt(taken, 20); // other digits are other meshes
}

START_TEST(pieces_cut_out_doubled_and_moved) {
	size_t size = s_samples[_i].size;
	char bytes[1000];
	Rng rng = rng_of(3, (uint64_t)_i);
	for (int round = 0; round < ROUNDS; ++round) {
		memcpy(bytes, s_samples[_i].bytes, size);
		for (int k = 0; k < 3; ++k) {
			size_t n = rng_below(&rng, 12), from = rng_below(&rng, size - n), to = rng_below(&rng, size - n);
			memmove(bytes + to, bytes + from, n);
		}
		parse_and_check(_i, bytes, rng_below(&rng, 2) == 0 ? size : rng_below(&rng, size + 1));
	}
}

START_TEST(failed_allocations_release_everything) {
	size_t before = hn_mem_live_bytes();
	HnMesh *m;
	int failures = 0;
	for (int32_t code = HN_ERR_NO_MEMORY; code == HN_ERR_NO_MEMORY; ++failures) {
		mem_fail_at(mem_allocation_count() + 1 + failures);
		code = format_of(_i)->parse(&m, s_samples[_i].bytes, s_samples[_i].size, "a", 1);
		mem_fail_at(0);
		ck_assert(code == HN_OK || code == HN_ERR_NO_MEMORY);
		hn_mesh_destroy(m);
		ck_assert_uint_eq(hn_mem_live_bytes(), before);
	}
	ck_assert_int_ge(failures, 4);
}

TEST_SUITE(mesh_damage, suite, tc) {
	tcase_add_loop_test(tc, whole_and_cut_off_at_every_byte, 0, SAMPLES);
	tcase_add_loop_test(tc, every_byte_changed_to_every_value, 0, SAMPLES);
	tcase_add_loop_test(tc, pieces_cut_out_doubled_and_moved, 0, SAMPLES);
	tcase_add_loop_test(tc, failed_allocations_release_everything, 0, SAMPLES);
}
