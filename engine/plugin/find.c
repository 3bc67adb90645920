#include "plugin/find.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/error.h"

static bool ends_in_so(const char *path) {
	size_t length = strlen(path);
	return length >= 3 && strcmp(path + length - 3, ".so") == 0;
}

int32_t plugin_places(PluginPlaces *out, const char *given) {
	*out = (PluginPlaces){ .named = strchr(given, '/') == NULL && !ends_in_so(given) };
	char(*paths)[PATH_SIZE] = out->paths;
	int32_t status = HN_OK;
	if (!out->named) status = path_format(paths[out->count++], "%s", given);
	if (status == HN_OK && !ends_in_so(given)) status = path_format(paths[out->count++], "%s.so", given);
	if (status != HN_OK || !out->named) return status;
	status = path_format(paths[out->count++], "%s/%s.so", given, given);
	if (status == HN_OK) status = path_format(paths[out->count++], "peers/%s.so", given);
	if (status == HN_OK) status = path_format(paths[out->count++], "build/peers/%s.so", given);
	return status;
}

static bool is_file(const char *path) {
	struct stat about;
	return stat(path, &about) == 0 && S_ISREG(about.st_mode);
}

int32_t plugin_find(char out[PATH_SIZE], const char *given) {
	PluginPlaces places;
	Text tried = { 0 };
	int32_t status = plugin_places(&places, given);
	if (status != HN_OK) return status;
	for (int i = 0; i < places.count; ++i) {
		if (is_file(places.paths[i]) && realpath(places.paths[i], out) != NULL) {
			text_free(&tried);
			return HN_OK;
		}
		text_addf(&tried, "%s%s", i > 0 ? ", " : "", places.paths[i]);
	}
	status = text_check(&tried);
	if (status == HN_OK)
		status = error_set(HN_ERR_NOT_FOUND, "there is no plug-in '%s': no file %s", given, tried.data);
	text_free(&tried);
	return status;
}
