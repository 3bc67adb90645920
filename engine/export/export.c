#include "export/export.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/error.h"
#include "base/input.h"
#include "base/mem.h"
#include "base/file.h"
#include "export/contacts.h"
#include "support/stop.h"
#include "scene/recording.h"
#include "scene/scene_ply.h"

static int32_t find_contacts(const ExportDef *def, const HnScene *scene, FoundContacts *out,
                             int32_t *stopped) {
	ContactFinder finder;
	ContactsDef contacts = { def->scene_path, scene, def->timeout_s, def->verbose };
	int32_t status = contacts_open(&finder, &contacts, stopped);
	if (status == HN_OK) status = contacts_find(&finder, def->step, out, stopped);
	contacts_close(&finder);
	return status;
}

static void count_one(int32_t *count) {
	if (*count < INT32_MAX) *count += 1;
}

// Counts the contacts that each triangle is part of.
static int32_t count_contacts(const HnScene *scene, const FoundContacts *found, int32_t *counts) {
	int64_t *begin = mem_alloc(mem_array_size(scene->body_count, sizeof *begin));
	if (begin == NULL) return HN_ERR_NO_MEMORY;
	int64_t triangles = 0;
	for (int32_t b = 0; b < scene->body_count; ++b) {
		begin[b] = triangles;
		triangles += scene_mesh(scene, b)->triangle_count;
	}
	for (int64_t i = 0; i < found->count; ++i) {
		const HnContact *c = &found->data[i];
		count_one(&counts[begin[c->body_a] + c->triangle_a]);
		count_one(&counts[begin[c->body_b] + c->triangle_b]);
	}
	mem_free(begin, (size_t)scene->body_count * sizeof *begin);
	return HN_OK;
}

// The content of a file.
typedef int32_t (*Printer)(const void *what, FILE *file);

static int32_t print_ply(const void *what, FILE *file) { return scene_ply_write(what, file); }
static int32_t print_frames(const void *what, FILE *file) { return recording_print(what, file); }

static int32_t write_file(const char *path, Printer print, const void *what) {
	FileWriter writer;
	int32_t status = file_begin(&writer, path);
	FILE *file = status == HN_OK ? file_stream(&writer) : NULL;
	if (status == HN_OK) status = file != NULL ? print(what, file) : HN_ERR_IO;
	return file_end(&writer, status);
}

// The file is made in a folder beside it, which the next export removes if this one is killed.
static int32_t write_out(const ExportDef *def, Printer print, const void *what) {
	char folder[PATH_SIZE], work[PATH_SIZE], made[PATH_SIZE];
	int lock = -1;
	if (strcmp(def->path, "-") == 0) return print(what, stdout);
	int32_t status = output_check(def->path);
	if (status != HN_OK) return status;
	status = path_folder(folder, def->path);
	if (status == HN_OK) status = dir_temporary(work, folder, ".export-", &lock);
	if (status != HN_OK) return error_prefix(status, "%s", def->path);
	status = path_format(made, "%s/made", work);
	if (status == HN_OK) status = write_file(made, print, what);
	if (status == HN_OK) status = file_settle_new(made, def->path, def->force);
	(void)dir_remove(work);
	close(lock);
	return status;
}

static int32_t write_scene(const ExportDef *def, const HnScene *scene, const FoundContacts *found) {
	size_t size = mem_array_size(scene_triangle_count(scene), sizeof(int32_t));
	int32_t *counts = mem_alloc_zero(size);
	if (counts == NULL) return HN_ERR_NO_MEMORY;
	int32_t status = count_contacts(scene, found, counts);
	ScenePly ply = { .scene = scene, .step = def->step, .contacts = counts };
	if (status == HN_OK) status = write_out(def, print_ply, &ply);
	mem_free(counts, size);
	return status;
}

int32_t export_step(const ExportDef *def, int64_t *contacts, int32_t *stopped) {
	FoundContacts found = { 0 };
	HnScene *scene = NULL;
	*stopped = 0;
	int32_t status = hn_scene_open(&scene, def->scene_path);
	if (status == HN_OK && scene->objects.count > 0)
		status =
		    error_set(HN_ERR_BAD_INPUT, "objects of query = 'boxes' have no triangles: --frames writes them");
	if (status == HN_OK) {
		stop_listen();
		status = find_contacts(def, scene, &found, stopped);
		stop_restore();
	}
	if (status == HN_OK) status = write_scene(def, scene, &found);
	*contacts = found.count;
	hn_scene_close(scene);
	found_free(&found);
	return status;
}

int32_t export_frames(const ExportDef *def) {
	HnScene *scene = NULL;
	int32_t status = hn_scene_open(&scene, def->scene_path);
	if (status == HN_OK) status = write_out(def, print_frames, scene);
	hn_scene_close(scene);
	return status;
}
