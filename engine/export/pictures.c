#include "export/pictures.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/array.h"
#include "base/csv.h"
#include "base/error.h"
#include "base/file.h"
#include "base/hash.h"
#include "base/input.h"
#include "base/mem.h"
#include "run/plan/plan.h"
#include "run/progress/progress.h"
#include "run/result/drawn.h"
#include "run/result/journal.h"
#include "support/stop.h"
#include "scene/scene.h"

enum { NAME_SIZE = 120, NAME_VALUES_MOST = 80 };

// A distinct scene of the run.
typedef struct Entry {
	const PlanGroup *group; // the first that has it
	HnHash hash;
	char file[NAME_SIZE]; // of its picture; empty: there is none
	Text points;
} Entry;

typedef struct Pictures {
	const PicturesDef *def;
	Plan *plan;
	char (*keys)[HN_HASH_HEX_SIZE]; // by group, of those that are measured; else ""
	bool no_journals;               // a copy of a run
	ARRAY(Entry) entries;
} Pictures;

static size_t keys_size(const Pictures *pictures) {
	return mem_array_size(pictures->plan->group_count, HN_HASH_HEX_SIZE);
}

// ---- names ----

static const char *last_part(const char *path) {
	const char *slash = strrchr(path, '/');
	return slash != NULL ? slash + 1 : path;
}

// Appends the file names and values of a group as a part of a file name.
static void name_of(char name[NAME_SIZE], const Plan *plan, const PlanGroup *group) {
	int n = snprintf(name, NAME_SIZE, "%04d", group->index);
	for (int32_t i = 0; i < plan->column_count; ++i) {
		const char *value = last_part(group->params[i].text);
		for (int j = 0; n < NAME_VALUES_MOST && (j == 0 || value[j - 1] != '\0'); ++j) {
			char c = j == 0 ? '-' : value[j - 1];
			name[n++] =
			    (isalnum((unsigned char)c) && (unsigned char)c < 128) || c == '.' || c == '-' ? c : '_';
		}
	}
	name[n] = '\0';
}

static int32_t path_in(char out[PATH_SIZE], const Pictures *pictures, const char *file) {
	return path_format(out, "%s/pictures/%s", pictures->def->run_dir, file);
}

static bool is_there(const Pictures *pictures, const char *name, PictureKind kind, char file[NAME_SIZE]) {
	char path[PATH_SIZE];
	snprintf(file, NAME_SIZE, "%.100s.%s", name, picture_extension(kind));
	return path_in(path, pictures, file) == HN_OK && file_exists(path);
}

// ---- one picture ----

static int32_t remove_other(const Pictures *pictures, const char *name, PictureKind kind) {
	char path[PATH_SIZE], file[NAME_SIZE];
	PictureKind other = kind == PICTURE_SVG ? PICTURE_PNG : PICTURE_SVG;
	if (!is_there(pictures, name, other, file)) return HN_OK;
	int32_t status = path_in(path, pictures, file);
	return status == HN_OK && unlink(path) != 0 ? error_set(HN_ERR_IO, "%s: %s", path, strerror(errno))
	                                            : status;
}

static int32_t save(const Pictures *pictures, Entry *entry, const char *name, PictureKind kind,
                    const Text *text) {
	char path[PATH_SIZE];
	snprintf(entry->file, sizeof entry->file, "%.100s.%s", name, picture_extension(kind));
	int32_t status = path_in(path, pictures, entry->file);
	if (status == HN_OK) status = file_write_text(path, text);
	return status == HN_OK ? remove_other(pictures, name, kind) : status;
}

// Of a population, the instances on which others took longest beside the first algorithm, each once, by its
// first step.
static int32_t worst_instances(const Result *result, PictureWanted out[PICTURE_STEPS_MOST]) {
	int32_t count = 0;
	for (int32_t m = 1; m < result->group->algorithm_count && count < PICTURE_STEPS_MOST; ++m) {
		Drawn drawn;
		if (result->members[m].status != ROW_OK || result_drawn(&drawn, result, m, 0, 1) != HN_OK ||
		    drawn.times == 0)
			continue;
		const int32_t step = (int32_t)drawn.most_at * result->group->instance_steps;
		bool known = false;
		for (int32_t i = 0; i < count; ++i) known = known || out[i].step == step;
		if (known) continue;
		out[count].step = step;
		snprintf(out[count++].about, PICTURE_ABOUT_SIZE, "%.30s / %.30s = %.3g", member_label(result, m),
		         member_label(result, 0), drawn.most);
	}
	return count;
}

// What a picture of the group is to show. A group that was not timed has no worst instances.
static int32_t find_wanted(const Pictures *pictures, const PlanGroup *group, ScenePicture *def,
                           PictureWanted out[PICTURE_STEPS_MOST]) {
	char folder[PATH_SIZE];
	Result *result = NULL;
	def->wanted = out;
	if (group->block == 0 || pictures->keys[group->index][0] == '\0') return HN_OK;
	int32_t status = path_format(folder, "%s/groups", pictures->def->run_dir);
	if (status == HN_OK) status = journal_read(&result, folder, group, pictures->keys[group->index]);
	if (status == HN_OK && result->members[0].status == ROW_OK)
		def->wanted_count = worst_instances(result, out);
	result_destroy(result);
	return status;
}

static int32_t draw_entry(const Pictures *pictures, Entry *entry, int32_t *stopped) {
	char scene[PATH_SIZE], name[NAME_SIZE];
	name_of(name, pictures->plan, entry->group);
	// a population's shows what was timed, which may have become more
	if (!pictures->def->again && entry->group->block == 0 &&
	    (is_there(pictures, name, PICTURE_SVG, entry->file) ||
	     is_there(pictures, name, PICTURE_PNG, entry->file)))
		return HN_OK;
	entry->file[0] = '\0';
	PictureWanted wanted[PICTURE_STEPS_MOST];
	ScenePicture def = { .scene_path = scene, .timeout_s = entry->group->timeout_s };
	Text text = { 0 };
	PictureKind kind;
	int32_t status = path_format(scene, "%s/%s", pictures->def->run_dir, entry->group->scene);
	if (status == HN_OK) status = find_wanted(pictures, entry->group, &def, wanted);
	if (status == HN_OK) status = scene_picture(&text, &kind, &def, stopped);
	if (status != HN_OK && *stopped == 0 && stop_signal() == 0) {
		progress_say("harness: no picture of %s: %s", entry->group->scene, hn_error_text());
		status = HN_OK;
	} else if (status == HN_OK) {
		status = save(pictures, entry, name, kind, &text);
	}
	text_free(&text);
	return status;
}

// ---- all ----

static Entry *find_entry(Pictures *pictures, const HnHash *hash) {
	for (int64_t i = 0; i < pictures->entries.count; ++i)
		if (memcmp(&pictures->entries.data[i].hash, hash, sizeof *hash) == 0)
			return &pictures->entries.data[i];
	return NULL;
}

static void add_points(Entry *entry, const PlanGroup *group) {
	for (int32_t i = 0; i < group->algorithm_count; ++i)
		text_addf(&entry->points, "%s%d", entry->points.count > 0 ? " " : "", group->algorithms[i].point);
}

// A scene that is not there or is damaged has no entry.
static int32_t add_group(Pictures *pictures, const PlanGroup *group) {
	char path[PATH_SIZE];
	HnScene *scene = NULL;
	int32_t status = path_format(path, "%s/%s", pictures->def->run_dir, group->scene);
	if (status != HN_OK || !file_exists(path) || hn_scene_open(&scene, path) != HN_OK) return status;
	Entry *entry = find_entry(pictures, &scene->hash);
	if (entry == NULL) {
		Entry new = { .group = group, .hash = scene->hash };
		if (ARRAY_PUSH(&pictures->entries, new))
			entry = &pictures->entries.data[pictures->entries.count - 1];
		else
			status = HN_ERR_NO_MEMORY;
	}
	if (entry != NULL) add_points(entry, group);
	hn_scene_close(scene);
	return status;
}

static int32_t write_index(const Pictures *pictures) {
	char path[PATH_SIZE];
	Text csv = { 0 };
	text_add(&csv, "picture,scene,points\n");
	for (int64_t i = 0; i < pictures->entries.count; ++i) {
		const Entry *entry = &pictures->entries.data[i];
		csv_text(&csv, entry->file[0] != '\0' ? entry->file : NULL);
		csv_text(&csv, entry->group->scene);
		csv_text(&csv, entry->points.count > 0 ? entry->points.data : NULL);
		csv_end_line(&csv);
	}
	int32_t status = path_in(path, pictures, "pictures.csv");
	if (status == HN_OK) status = file_write_text(path, &csv);
	text_free(&csv);
	return status;
}

// A group without a journal has no results, whose scene would be shown. A copy of a run has no journals at
// all.
static int32_t see_measured(Pictures *pictures) {
	char folder[PATH_SIZE];
	int32_t status = path_format(folder, "%s/groups", pictures->def->run_dir);
	if (status != HN_OK) return status;
	pictures->keys = mem_alloc_zero(keys_size(pictures));
	if (pictures->keys == NULL) return HN_ERR_NO_MEMORY;
	pictures->no_journals = !file_exists(folder);
	if (pictures->no_journals) return HN_OK;
	return journal_keys(pictures->keys, pictures->plan->group_count, folder, false);
}

static int32_t draw_all(Pictures *pictures, int32_t *stopped) {
	char folder[PATH_SIZE];
	int32_t status = see_measured(pictures);
	for (int32_t i = 0; i < pictures->plan->group_count && status == HN_OK && stop_signal() == 0; ++i)
		if (pictures->no_journals || pictures->keys[i][0] != '\0')
			status = add_group(pictures, &pictures->plan->groups[i]);
	if (status != HN_OK || pictures->entries.count == 0) return status;
	status = path_format(folder, "%s/pictures", pictures->def->run_dir);
	if (status == HN_OK) status = dir_make(folder);
	for (int64_t i = 0; i < pictures->entries.count && status == HN_OK && stop_signal() == 0; ++i)
		if (i < PICTURES_MOST) status = draw_entry(pictures, &pictures->entries.data[i], stopped);
	if (stop_signal() != 0) *stopped = stop_signal();
	if (*stopped != 0) return HN_OK;
	if (pictures->entries.count > PICTURES_MOST)
		progress_say(
		    "harness: pictures of the first %d of %lld scenes; `harness draw FILE --point N` draws any",
		    PICTURES_MOST, (long long)pictures->entries.count);
	return status == HN_OK ? write_index(pictures) : status;
}

int32_t pictures_draw(const PicturesDef *def, int32_t *stopped) {
	Pictures pictures = { .def = def };
	char path[PATH_SIZE];
	*stopped = 0;
	int32_t status = path_format(path, "%s/plan.json", def->run_dir);
	const int32_t read = status == HN_OK ? plan_read(&pictures.plan, path) : status;
	if (read == HN_ERR_NO_MEMORY) status = read; // a plan that is damaged has no pictures
	if (read == HN_OK) {
		stop_listen();
		status = draw_all(&pictures, stopped);
		stop_restore();
	}
	for (int64_t i = 0; i < pictures.entries.count; ++i) text_free(&pictures.entries.data[i].points);
	ARRAY_FREE(&pictures.entries);
	if (pictures.plan != NULL) mem_free(pictures.keys, keys_size(&pictures));
	plan_destroy(pictures.plan);
	return *stopped != 0 ? HN_OK : status;
}

// ---- a file of the user's ----

static bool ends_in(const char *path, const char *end) {
	size_t length = strlen(path), size = strlen(end);
	return length >= size && strcmp(path + length - size, end) == 0;
}

static PictureKind kind_of(const char *path) {
	if (path == NULL) return PICTURE_ANY;
	return ends_in(path, ".svg") ? PICTURE_SVG : ends_in(path, ".png") ? PICTURE_PNG : PICTURE_ANY;
}

static int32_t write_text(const PictureFile *def, const char *path, const Text *text) {
	if (strcmp(path, "-") == 0) {
		fwrite(text->data, 1, (size_t)text->count, stdout);
		return HN_OK;
	}
	int32_t status = output_check(path);
	return status == HN_OK ? file_write_new(path, text->data, text->count, def->force) : status;
}

int32_t picture_write(const PictureFile *def, char *written, size_t size, int32_t *stopped) {
	Text text = { 0 };
	ScenePicture picture = def->picture;
	PictureKind kind;
	picture.kind = kind_of(def->path);
	stop_listen();
	int32_t status = scene_picture(&text, &kind, &picture, stopped);
	stop_restore();
	if (status == HN_OK) {
		if (def->path != NULL)
			snprintf(written, size, "%s", def->path);
		else
			snprintf(written, size, "%s.%s", def->base, picture_extension(kind));
		status = write_text(def, written, &text);
	}
	text_free(&text);
	return status;
}
