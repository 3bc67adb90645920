#include "run/export.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/error.h"
#include "base/input.h"
#include "base/mem.h"
#include "base/file.h"
#include "run/machine/machine.h"
#include "run/support/stop.h"
#include "run/group/supervise.h"
#include "scene/recording.h"
#include "scene/scene_ply.h"

#define EXACT_ALGORITHM "aabb" // with its defaults: every contact, by the exact triangle test

typedef struct Found {
	HnContact *data;
	int64_t count;
} Found;

static int32_t worker_failed(const Worker *worker, RowStatus status, int32_t *stopped) {
	*stopped = worker->stopped ? stop_signal() : 0;
	return error_set(HN_ERR_INVALID, "no contacts: %s: %s", row_status_name((int32_t)status), worker->detail);
}

static int32_t find_contacts(const ExportDef *def, Found *out, int32_t *stopped) {
	Machine machine;
	Worker worker;
	int32_t status = machine_look(&machine);
	if (status != HN_OK) return status;
	WorkerDef worker_def = { .core = -1,
		                     .memory_limit = machine.memory_bytes / 2,
		                     .verbose = def->verbose,
		                     .label = EXACT_ALGORITHM };
	Text text = { 0 };
	OrderDef open = worker_open_order(EXACT_ALGORITHM, "", def->scene_path, &text);
	open.order.memory_limit = worker_def.memory_limit;
	open.timeout_s = def->timeout_s;
	status = text_check(&text);
	if (status == HN_OK) status = worker_start(&worker, &worker_def);
	if (status != HN_OK) return text_free(&text), status;
	OrderDef find = { .order = { .type = ORDER_CONTACTS, .first_step = def->step, .step = def->step },
		              .timeout_s = def->timeout_s,
		              .can_stop = true };
	Reply reply;
	void *payload = NULL;
	RowStatus row = worker_order(&worker, &open, &reply, NULL);
	if (row == ROW_OK) row = worker_order(&worker, &find, &reply, &payload);
	if (row != ROW_OK) status = worker_failed(&worker, row, stopped);
	worker_end(&worker);
	text_free(&text);
	*out = (Found){ payload, row == ROW_OK ? (int64_t)(reply.payload_size / sizeof(HnContact)) : 0 };
	return status;
}

static void count_one(int32_t *count) {
	if (*count < INT32_MAX) *count += 1;
}

// Counts the contacts that each triangle is part of.
static int32_t count_contacts(const HnScene *scene, const Found *found, int32_t *counts) {
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

// Writes a temporary file beside the target, under a name of this process, then renames it.
static int32_t write_file(Printer print, const void *what, const char *path) {
	char temporary[PATH_SIZE];
	int32_t status = output_check(path);
	if (status == HN_OK) status = path_format(temporary, "%s.%ld.tmp", path, (long)getpid());
	if (status != HN_OK) return status;
	int fd = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
	FILE *file = fd >= 0 ? fdopen(fd, "w") : NULL;
	if (file == NULL) return error_set(HN_ERR_IO, "cannot create %s: %s", temporary, strerror(errno));
	status = print(what, file);
	if (status == HN_OK && fsync(fd) != 0) status = error_set(HN_ERR_IO, "cannot sync: %s", strerror(errno));
	if (fclose(file) != 0 && status == HN_OK)
		status = error_set(HN_ERR_IO, "cannot close: %s", strerror(errno));
	if (status == HN_OK && rename(temporary, path) != 0) status = error_set(HN_ERR_IO, "%s", strerror(errno));
	if (status == HN_OK) return file_sync_parent(path);
	unlink(temporary);
	return error_prefix(status, "%s", path);
}

static int32_t write_out(Printer print, const void *what, const char *path) {
	return strcmp(path, "-") == 0 ? print(what, stdout) : write_file(print, what, path);
}

static int32_t refuse_existing(const ExportDef *def) {
	if (def->force || strcmp(def->path, "-") == 0 || !file_exists(def->path)) return HN_OK;
	return error_set(HN_ERR_EXISTS, "%s is there already; -f overwrites it", def->path);
}

static int32_t write_scene(const ExportDef *def, const HnScene *scene, const Found *found) {
	size_t size = mem_array_size(scene_triangle_count(scene), sizeof(int32_t));
	int32_t *counts = mem_alloc_zero(size);
	if (counts == NULL) return HN_ERR_NO_MEMORY;
	int32_t status = count_contacts(scene, found, counts);
	ScenePly ply = { .scene = scene, .step = def->step, .contacts = counts };
	if (status == HN_OK) status = write_out(print_ply, &ply, def->path);
	mem_free(counts, size);
	return status;
}

int32_t export_step(const ExportDef *def, int64_t *contacts, int32_t *stopped) {
	Found found = { 0 };
	HnScene *scene = NULL;
	*stopped = 0;
	int32_t status = refuse_existing(def);
	if (status == HN_OK) status = hn_scene_open(&scene, def->scene_path);
	if (status == HN_OK && scene->objects.count > 0)
		status =
		    error_set(HN_ERR_BAD_INPUT, "objects of query = 'boxes' have no triangles: --frames writes them");
	if (status == HN_OK) {
		stop_listen();
		status = find_contacts(def, &found, stopped);
		stop_restore();
	}
	if (status == HN_OK) status = write_scene(def, scene, &found);
	*contacts = found.count;
	hn_scene_close(scene);
	mem_free(found.data, (size_t)found.count * sizeof *found.data);
	return status;
}

int32_t export_frames(const ExportDef *def) {
	HnScene *scene = NULL;
	int32_t status = refuse_existing(def);
	if (status == HN_OK) status = hn_scene_open(&scene, def->scene_path);
	if (status == HN_OK) status = write_out(print_frames, scene, def->path);
	hn_scene_close(scene);
	return status;
}
