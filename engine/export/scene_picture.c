#include "export/scene_picture.h"

#include <string.h>

#include "base/error.h"
#include "base/file.h"
#include "base/mem.h"
#include "export/contacts.h"

int32_t picture_ranges(PictureRange out[PICTURE_STEPS_MOST], int32_t steps) {
	int32_t panels = steps < PICTURE_STEPS_MOST ? steps : PICTURE_STEPS_MOST, inner = panels - 2;
	out[0] = (PictureRange){ 0, 0, 1 };
	for (int32_t i = 0; i < inner; ++i) {
		int32_t first = 1 + (int32_t)((int64_t)(steps - 2) * i / inner);
		int32_t last = (int32_t)((int64_t)(steps - 2) * (i + 1) / inner), count = last - first + 1;
		out[i + 1] =
		    (PictureRange){ first, last, count < PICTURE_CANDIDATES_MOST ? count : PICTURE_CANDIDATES_MOST };
	}
	if (panels > 1) out[panels - 1] = (PictureRange){ steps - 1, steps - 1, 1 };
	return panels;
}

static int32_t candidate(const PictureRange *range, int32_t i) {
	if (range->count == 1) return range->first;
	return range->first + (int32_t)((int64_t)(range->last - range->first) * i / (range->count - 1));
}

// A body's name, or "", of each body.
typedef struct Names {
	Text text;
	const char **list;
	int32_t count;
} Names;

static void names_free(Names *names) {
	text_free(&names->text);
	mem_free(names->list, (size_t)names->count * sizeof *names->list);
	*names = (Names){ 0 };
}

static int32_t names_split(Names *names) {
	names->list = mem_alloc(mem_array_size(names->count, sizeof *names->list));
	if (names->list == NULL) return HN_ERR_NO_MEMORY;
	char *at = names->text.data;
	for (int32_t i = 0; i < names->count; ++i) {
		names->list[i] = at;
		at += strcspn(at, "\n");
		if (*at == '\n') *at++ = '\0';
	}
	return HN_OK;
}

// Scenes whose bodies have no names have no such file.
static int32_t names_read(Names *out, const char *scene_path, int32_t bodies) {
	char path[PATH_SIZE];
	size_t length = strlen(scene_path), end = strlen(".scene");
	*out = (Names){ .count = bodies };
	if (length <= end || strcmp(scene_path + length - end, ".scene") != 0) return HN_OK;
	int32_t status = path_format(path, "%.*s.names", (int)(length - end), scene_path);
	if (status != HN_OK || !file_exists(path)) return status;
	status = file_read(&out->text, path);
	if (status == HN_OK) text_add(&out->text, "\n");
	if (status == HN_OK) status = text_check(&out->text);
	return status == HN_OK ? names_split(out) : status;
}

typedef struct Steps {
	PictureStep list[PICTURE_STEPS_MOST];
	FoundContacts found[PICTURE_STEPS_MOST];
	int32_t count, busiest; // busiest: the one with the most contacts
} Steps;

static void steps_free(Steps *steps) {
	for (int32_t i = 0; i < PICTURE_STEPS_MOST; ++i) found_free(&steps->found[i]);
}

static int32_t look_at(Steps *steps, int32_t panel, const PictureRange *range, ContactFinder *finder,
                       int32_t *stopped) {
	PictureStep *shown = &steps->list[panel];
	for (int32_t i = 0; i < range->count; ++i) {
		FoundContacts found;
		int32_t step = candidate(range, i), status = contacts_find(finder, step, &found, stopped);
		if (status != HN_OK) return status;
		if (i == 0 || found.count > shown->contact_count) {
			found_free(&steps->found[panel]);
			steps->found[panel] = found;
			*shown = (PictureStep){ .step = step, .contacts = found.data, .contact_count = found.count };
		} else {
			found_free(&found);
		}
	}
	return HN_OK;
}

static int32_t ranges_of(PictureRange out[PICTURE_STEPS_MOST], const ScenePicture *picture, int32_t steps) {
	if (picture->wanted_count == 0) return picture_ranges(out, steps);
	for (int32_t i = 0; i < picture->wanted_count; ++i)
		out[i] = (PictureRange){ picture->wanted[i].step, picture->wanted[i].step, 1 };
	return picture->wanted_count;
}

static int32_t steps_find(Steps *out, const ScenePicture *picture, const ContactsDef *def, int32_t *stopped) {
	PictureRange ranges[PICTURE_STEPS_MOST];
	ContactFinder finder;
	*out = (Steps){ .count = ranges_of(ranges, picture, def->scene->step_count) };
	int32_t status = contacts_open(&finder, def, stopped);
	for (int32_t i = 0; i < out->count && status == HN_OK; ++i) {
		status = look_at(out, i, &ranges[i], &finder, stopped);
		if (picture->wanted_count > 0) out->list[i].about = picture->wanted[i].about;
		if (out->list[i].contact_count > out->list[out->busiest].contact_count) out->busiest = i;
	}
	contacts_close(&finder);
	return status;
}

static int32_t make(Text *out, PictureKind *kind, const ScenePicture *def, const HnScene *scene,
                    int32_t *stopped) {
	Steps steps;
	Names names;
	ContactsDef contacts = { def->scene_path, scene, def->timeout_s, def->verbose };
	int32_t status = steps_find(&steps, def, &contacts, stopped);
	if (status == HN_OK) {
		status = names_read(&names, def->scene_path, scene->body_count);
		PictureDef picture = { .scene = scene,
			                   .steps = steps.list,
			                   .step_count = steps.count,
			                   .tree_step = steps.busiest,
			                   .names = names.list,
			                   .kind = def->kind };
		if (status == HN_OK) status = picture_make(out, kind, &picture);
		names_free(&names);
	}
	steps_free(&steps);
	return status;
}

int32_t scene_picture(Text *out, PictureKind *kind, const ScenePicture *def, int32_t *stopped) {
	HnScene *scene = NULL;
	*stopped = 0;
	int32_t status = hn_scene_open(&scene, def->scene_path);
	if (status != HN_OK) return status;
	status = make(out, kind, def, scene, stopped);
	hn_scene_close(scene);
	return status;
}
