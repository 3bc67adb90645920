// What the fuzzers of mesh files share. A file is an error that names it, or a valid mesh that its own format
// keeps; memory grows with the file.
#pragma once

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/mem.h"
#include "mesh/mesh_file.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static inline void fuzz_require(bool condition, const char *what) {
	if (condition) return;
	fprintf(stderr, "%s (last error: %s)\n", what, hn_error_text());
	abort();
}

// Written and read again, it is the same mesh; also for STL, because what was read from one is welded.
static inline void fuzz_round_trip(const MeshFormat *format, const HnMesh *mesh, MeshPrinter *print) {
	char *bytes = NULL;
	size_t size = 0;
	FILE *file = open_memstream(&bytes, &size);
	fuzz_require(file != NULL, "no stream");
	int32_t code = print(mesh, file);
	fclose(file);
	if (code == HN_OK) {
		HnMesh *back;
		fuzz_require(format->parse(&back, bytes, size, "back", 1) == HN_OK, "what was written is refused");
		HnHash a = hn_mesh_hash(mesh), b = hn_mesh_hash(back);
		fuzz_require(hn_hash_equal(&a, &b), "what was written reads back as another mesh");
		hn_mesh_destroy(back);
	}
	fuzz_require(code == HN_OK || code == HN_ERR_BAD_INPUT, "a mesh that was read cannot be written");
	free(bytes);
}

// prints: every way of writing the format, NULL at the end.
static inline int fuzz_mesh(const MeshFormat *format, const uint8_t *data, size_t size,
                            MeshPrinter *const *prints) {
	enum { BYTES_A_BYTE = 64, BYTES_AT_LEAST = 1 << 16 };
	HnMesh *mesh;
	size_t before = hn_mem_live_bytes();
	hn_mem_set_limit(before + BYTES_AT_LEAST + BYTES_A_BYTE * size);
	int32_t code = format->parse(&mesh, (const char *)data, size, "fuzzed", 1);
	hn_mem_set_limit(SIZE_MAX);
	fuzz_require(code == HN_OK || code == HN_ERR_BAD_INPUT, "more memory than the file is worth");
	fuzz_require((code == HN_OK) == (mesh != NULL), "a mesh with an error, or neither");
	if (mesh == NULL) {
		fuzz_require(strncmp(hn_error_text(), "fuzzed:", 7) == 0, "an error that does not name the file");
	} else {
		HnHash read = hn_mesh_hash(mesh);
		fuzz_require(mesh->triangle_count > 0 && hn_mesh_validate(mesh) == HN_OK, "a mesh that is not valid");
		HnHash valid = hn_mesh_hash(mesh);
		fuzz_require(hn_hash_equal(&read, &valid), "a coordinate that was not flushed to 0");
		for (; *prints != NULL; ++prints) fuzz_round_trip(format, mesh, *prints);
	}
	hn_mesh_destroy(mesh);
	fuzz_require(hn_mem_live_bytes() == before, "memory that was not released");
	return 0;
}
