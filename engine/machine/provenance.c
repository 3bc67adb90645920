#include "machine/provenance.h"

#include <cjson/cJSON.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/error.h"
#include "base/hash.h"
#include "machine/build_info.h"
#include "base/file.h"

// Reads the value of "name=value" in the commit block.
static void build_fact(char out[BUILD_COMMIT_SIZE], const char *name) {
	const char *at = strstr(build_commit, name);
	snprintf(out, BUILD_COMMIT_SIZE, "unknown");
	if (at != NULL)
		snprintf(out, BUILD_COMMIT_SIZE, "%.*s", (int)strcspn(at + strlen(name), " "), at + strlen(name));
}

// Reads the diff from the time when this binary was built. A later build in the same place may have replaced
// it. Returns "" if out holds the diff, else the text for the manifest.
static const char *read_patch(Text *out) {
	char wanted[BUILD_COMMIT_SIZE], found[SHA256_HEX_SIZE], path[PATH_SIZE];
	build_fact(wanted, "patch=");
	if (strcmp(wanted, "none") == 0 || strcmp(wanted, "unknown") == 0)
		return wanted[0] == 'n' ? "none" : "unknown";
	ssize_t n = readlink("/proc/self/exe", path, sizeof path - sizeof "harness.patch");
	if (n <= 0) return "not found: where this program lies is unknown";
	path[n] = '\0';
	char *slash = strrchr(path, '/');
	snprintf(slash != NULL ? slash + 1 : path, sizeof "harness.patch", "harness.patch");
	if (!file_exists(path) || file_read(out, path) != HN_OK) return "not found beside the program";
	sha256_hex(out->data, (size_t)out->count, found);
	return strcmp(found, wanted) == 0 ? "" : "that beside the program is of another build";
}

int32_t provenance_write(const char *folder) {
	char path[PATH_SIZE];
	Text patch = { 0 };
	int32_t status = HN_OK;
	if (read_patch(&patch)[0] == '\0') {
		status = path_format(path, "%s/patch.diff", folder);
		if (status == HN_OK) status = file_write_text(path, &patch);
	}
	text_free(&patch);
	return status;
}

void provenance_manifest(cJSON *manifest) {
	char value[BUILD_COMMIT_SIZE];
	Text patch = { 0 };
	build_fact(value, "commit=");
	cJSON_AddStringToObject(manifest, "commit", value);
	build_fact(value, "dirty=");
	cJSON_AddStringToObject(manifest, "dirty", value);
	const char *said = read_patch(&patch);
	cJSON_AddStringToObject(manifest, "patch", said[0] == '\0' ? "patch.diff" : said);
	text_free(&patch);
}
