#include "host/installed.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/error.h"
#include "base/param.h"
#include "base/text.h"
#include "mesh/mesh_file.h"

bool program_folder(char out[PATH_SIZE], int32_t up) {
	ssize_t n = readlink("/proc/self/exe", out, PATH_SIZE - 1);
	out[n > 0 ? n : 0] = '\0';
	for (; up > 0; --up) {
		char *slash = strrchr(out, '/');
		if (slash == NULL) return false;
		*slash = '\0';
	}
	return true;
}

// The folders in which they may lie, the nearest first. False past the last.
static bool place(char out[PATH_SIZE], const char *kind, int32_t index) {
	char program[PATH_SIZE];
	switch (index) {
	case 0:
		return path_format(out, ".") == HN_OK;
	case 1:
		return path_format(out, "%ss", kind) == HN_OK;
	case 2: // <prefix>/bin/harness
		return program_folder(program, 2) && path_format(out, "%s/share/harness/%ss", program, kind) == HN_OK;
	case 3: // <tree>/build/<config>/harness
		return program_folder(program, 3) && path_format(out, "%s/%ss", program, kind) == HN_OK;
	default:
		return false;
	}
}

typedef struct Names {
	char at[256][64];
	int32_t count;
} Names;

static Names s_names; // for param_nearest, which passes no context

static const char *name_at(int32_t index) { return index < s_names.count ? s_names.at[index] : NULL; }

static int32_t add_name(void *context, const char *file) {
	Names *names = context;
	size_t n = strlen(file), size = sizeof *names->at;
	if (names->count < 256 && n > 4 && n - 4 < size && strcmp(file + n - 4, ".lua") == 0)
		snprintf(names->at[names->count++], size, "%.*s", (int)(n - 4), file);
	return HN_OK;
}

// <word>.lua in one of the folders from the `from`th on.
static bool find(char out[PATH_SIZE], const char *kind, const char *word, int32_t from) {
	char folder[PATH_SIZE];
	for (int32_t i = from; place(folder, kind, i); ++i)
		if (path_format(out, "%s/%s.lua", folder, word) == HN_OK && file_exists(out)) return true;
	return false;
}

// A paper that is given as a scenario, or a scenario as a paper.
static int32_t refuse_other(const char *kind, const char *word) {
	bool is_paper = strcmp(kind, "scenario") == 0;
	char path[PATH_SIZE];
	if (!find(path, is_paper ? "paper" : "scenario", word, 1)) return HN_OK;
	return error_set(HN_ERR_NOT_FOUND, "'%.100s' is no %s; `harness %s%.100s` runs the %s of that name", word,
	                 kind, is_paper ? "paper " : "", word, is_paper ? "paper" : "scenario");
}

const char *installed_word(const char *kind, int32_t index) {
	char folder[PATH_SIZE];
	if (index == 0) s_names.count = 0;
	for (int32_t i = 1; index == 0 && place(folder, kind, i); ++i)
		if (s_names.count == 0 && file_exists(folder)) (void)dir_list(folder, add_name, &s_names);
	return name_at(index);
}

static int32_t refuse(const char *kind, const char *word) {
	int32_t other = refuse_other(kind, word);
	if (other != HN_OK) return other;
	Text known = { 0 };
	(void)installed_word(kind, 0);
	const char *near = param_nearest(word, name_at);
	for (int32_t i = 0; i < s_names.count; ++i) text_addf(&known, " %s", s_names.at[i]);
	int32_t status =
	    near != NULL
	        ? error_set(HN_ERR_NOT_FOUND, "there is no %s '%.100s'; did you mean '%s'?", kind, word, near)
	        : error_set(HN_ERR_NOT_FOUND, "there is no file and no %s '%.100s'; there are:%s", kind, word,
	                    known.count > 0 ? known.data : " none");
	text_free(&known);
	return status;
}

int32_t installed_file(char out[PATH_SIZE], const char *kind, const char *word) {
	if (mesh_format_of(word) != NULL)
		return error_set(HN_ERR_BAD_INPUT,
		                 "%s: is a mesh, not a %s; `harness try A B` measures on two meshes", word, kind);
	if (strpbrk(word, "/.") != NULL || file_exists(word)) return path_format(out, "%s", word);
	// messages name a file of this folder without it
	if (path_format(out, "%s.lua", word) == HN_OK && file_exists(out)) return HN_OK;
	return find(out, kind, word, 1) ? HN_OK : refuse(kind, word);
}
