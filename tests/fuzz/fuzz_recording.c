// A recording is an error that names the file and the byte, or one that a scene takes and gives back.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/mem.h"
#include "scene/recording.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void require(bool condition, const char *what) {
	if (condition) return;
	fprintf(stderr, "%s (last error: %s)\n", what, hn_error_text());
	abort();
}

// Of objects: as a scene, and written again, the same bytes.
static void round_trip(const Recording *recording, const char *bytes, size_t size) {
	HnSceneDef def = { .step_count = recording->header->frames, .objects = recording_objects(recording) };
	HnScene *scene;
	require(hn_scene_create(&scene, &def) == HN_OK, "no scene takes it");
	char *again = NULL;
	size_t again_size = 0;
	FILE *file = open_memstream(&again, &again_size);
	require(file != NULL && recording_print(scene, file) == HN_OK, "cannot be written");
	fclose(file);
	require(again_size == size && memcmp(again, bytes, size) == 0, "other bytes");
	free(again);
	hn_scene_close(scene);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
	size_t before = hn_mem_live_bytes();
	char *bytes = mem_alloc(size); // aligned
	memcpy(bytes, data, size);
	Recording recording;
	int32_t code = recording_parse(&recording, bytes, size, "fuzzed");
	require(code == HN_OK || code == HN_ERR_BAD_INPUT, "another error");
	if (code != HN_OK)
		require(strncmp(hn_error_text(), "fuzzed: byte ", 13) == 0, "an error without a place");
	if (code == HN_OK && recording.moves == NULL) round_trip(&recording, bytes, size);
	mem_free(bytes, size);
	require(hn_mem_live_bytes() == before, "memory that was not released");
	return 0;
}
