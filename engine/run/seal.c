#include "run/seal.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/error.h"
#include "base/file.h"
#include "base/mem.h"
#include "run/progress/progress.h"
#include "run/result/journal.h"

static const char s_open[] = ",\n\t\"chain\":\tnull\n}", s_before[] = ",\n\t\"chain\":\t\"",
                  s_after[] = "\"\n}";

// Files and folders of a run that are not made by its report, and what of a folder counts.
static const struct {
	const char *name, *suffix; // suffix: of a folder's files; NULL: the name is that of a file
} s_parts[] = {
	{ "builds.csv", NULL },    { "costs.csv", NULL },    { "drawn.csv", NULL },   { "instances.csv", NULL },
	{ "levels.csv", NULL },    { "maps.csv", NULL },     { "patch.diff", NULL },  { "plan.json", NULL },
	{ "samples.csv", NULL },   { "scenario.lua", NULL }, { "steps.csv", NULL },   { "summary.csv", NULL },
	{ "duplicates", ".json" }, { "groups", ".json" },    { "machines", ".json" }, { "modules", "" },
	{ "scenes", "" },
};
enum { PARTS = sizeof s_parts / sizeof *s_parts };

typedef struct Walk {
	const char *dir, *suffix;
	char within[PATH_SIZE]; // from dir
	int32_t (*visit)(void *context, const char *name);
	void *context;
} Walk;

static int32_t walk_entry(void *context, const char *name) {
	Walk *walk = context, inner = *walk;
	char path[PATH_SIZE];
	int32_t status = path_format(inner.within, "%s/%s", walk->within, name);
	if (status == HN_OK) status = path_format(path, "%s/%s", walk->dir, inner.within);
	if (status != HN_OK) return status;
	if (file_is_folder(path)) return dir_list(path, walk_entry, &inner);
	size_t n = strlen(name), m = strlen(walk->suffix);
	return n >= m && strcmp(name + n - m, walk->suffix) == 0 ? walk->visit(walk->context, inner.within)
	                                                         : HN_OK;
}

// Visits the files of a run by their paths within it, in a fixed order.
static int32_t each_file(const char *dir, int32_t (*visit)(void *context, const char *name), void *context) {
	int32_t status = HN_OK;
	for (size_t i = 0; i < PARTS && status == HN_OK; ++i) {
		char path[PATH_SIZE];
		Walk walk = { .dir = dir, .suffix = s_parts[i].suffix, .visit = visit, .context = context };
		status = path_format(path, "%s/%s", dir, s_parts[i].name);
		if (status != HN_OK || !file_exists(path)) continue;
		if (s_parts[i].suffix == NULL)
			status = visit(context, s_parts[i].name);
		else if ((status = path_format(walk.within, "%s", s_parts[i].name)) == HN_OK)
			status = dir_list(path, walk_entry, &walk);
	}
	return status;
}

// ---- making it ----

typedef struct Listing {
	const char *dir;
	Text text;
} Listing;

static int32_t add_line(void *context, const char *name) {
	Listing *listing = context;
	char path[PATH_SIZE], hex[SHA256_HEX_SIZE];
	int32_t status = path_format(path, "%s/%s", listing->dir, name);
	if (status == HN_OK) status = file_sha256(hex, path);
	if (status == HN_OK) text_addf(&listing->text, "%s  %s\n", hex, name);
	return status;
}

// Removes the brace at the end of an object, and the line end before it.
static void remove_brace(Text *text) {
	if (text->failed || text->count == 0) return;
	do text->data[--text->count] = '\0';
	while (text->count > 0 && text->data[text->count - 1] == '\n');
}

int32_t seal_close(Text *manifest, const char *dir) {
	Listing listing = { .dir = dir };
	char path[PATH_SIZE], hex[SHA256_HEX_SIZE], head[SHA256_HEX_SIZE];
	int32_t status = each_file(dir, add_line, &listing);
	if (status == HN_OK) status = path_format(path, "%s/" SEAL_FILE, dir);
	if (status == HN_OK) status = file_write_text(path, &listing.text);
	if (status == HN_OK) {
		sha256_hex(listing.text.data, (size_t)listing.text.count, hex);
		remove_brace(manifest);
		text_addf(manifest, ",\n\t\"files\":\t\"%s\"", hex);
		if (manifest->failed) return HN_ERR_NO_MEMORY;
		sha256_hex(manifest->data, (size_t)manifest->count, head);
		text_addf(manifest, "%s%s%s", s_before, head, s_after);
		status = text_check(manifest);
	}
	text_free(&listing.text);
	return status;
}

void seal_open(Text *manifest) {
	remove_brace(manifest);
	text_add(manifest, s_open);
}

int32_t seal_folder(const char *dir) {
	char path[PATH_SIZE];
	Text text = { 0 };
	int32_t status = path_format(path, "%s/manifest.json", dir);
	if (status == HN_OK) status = file_read(&text, path);
	while (status == HN_OK && text.count > 0 && text.data[text.count - 1] == '\n')
		text.data[--text.count] = '\0';
	if (status == HN_OK) status = seal_close(&text, dir);
	if (status == HN_OK) status = file_write_text(path, &text);
	text_free(&text);
	return status;
}

// ---- the files of a report ----

static bool is_of_report(const char *name) {
	static const char *const s_others[] = { "manifest.json", SEAL_FILE, REPORT_SEAL_FILE };
	size_t n = strlen(name);
	bool is_passing = n > 4 && strcmp(name + n - 4, ".tmp") == 0;
	for (size_t i = 0; i < sizeof s_others / sizeof *s_others; ++i)
		if (strcmp(name, s_others[i]) == 0) return false;
	for (size_t i = 0; i < PARTS; ++i)
		if (strcmp(name, s_parts[i].name) == 0) return false;
	return !is_passing;
}

static int32_t list_report(void *context, const char *name) {
	Listing *listing = context;
	char path[PATH_SIZE];
	Walk walk = { .dir = listing->dir, .suffix = "", .visit = add_line, .context = listing };
	int32_t status = path_format(path, "%s/%s", listing->dir, name);
	if (status != HN_OK || !is_of_report(name)) return status;
	if (!file_is_folder(path)) return add_line(listing, name);
	status = path_format(walk.within, "%s", name);
	return status == HN_OK ? dir_list(path, walk_entry, &walk) : status;
}

// A list ends with a remark that has the hash of its lines.
static void add_own_hash(Text *list) {
	char hex[SHA256_HEX_SIZE];
	if (list->failed) return;
	sha256_hex(list->count > 0 ? list->data : "", (size_t)list->count, hex);
	text_addf(list, "# %s\n", hex);
}

// Removes it; false: it does not fit.
static bool remove_own_hash(Text *list) {
	char hex[SHA256_HEX_SIZE];
	int64_t size = list->count - (SHA256_HEX_SIZE + 2);
	if (size < 0) return false;
	sha256_hex(list->data, (size_t)size, hex);
	const char *own = list->data + size;
	bool fits = strncmp(own, "# ", 2) == 0 && strncmp(own + 2, hex, SHA256_HEX_SIZE - 1) == 0 &&
	            own[SHA256_HEX_SIZE + 1] == '\n';
	list->data[list->count = size] = '\0';
	return fits;
}

int32_t seal_report_begin(const char *dir) {
	char path[PATH_SIZE];
	int32_t status = path_format(path, "%s/" REPORT_SEAL_FILE, dir);
	if (status == HN_OK && unlink(path) != 0 && errno != ENOENT)
		status = error_set(HN_ERR_IO, "cannot remove %s: %s", path, strerror(errno));
	return status;
}

int32_t seal_report(const char *dir) {
	char path[PATH_SIZE];
	Listing listing = { .dir = dir };
	int32_t status = path_format(path, "%s/" REPORT_SEAL_FILE, dir);
	if (status == HN_OK) status = dir_list(dir, list_report, &listing);
	add_own_hash(&listing.text);
	if (status == HN_OK) status = file_write_text(path, &listing.text);
	text_free(&listing.text);
	return status;
}

// ---- checking it ----

static void wrong(Seal *seal, const char *name, const char *what) {
	text_addf(&seal->wrong, "%s: %s\n", name, what);
	seal->wrong_count += 1;
}

typedef struct Check {
	Seal *seal;
	const char *dir;
	bool all;
	Text list;        // what the run's list says
	const char *line; // of the list: the next
} Check;

static bool is_scene(const char *name) { return strncmp(name, "scenes/", 7) == 0; }

// Both the list and the folder are in the same order, but for what was added or removed.
static void skip_missing(Check *check, const char *name) {
	while (*check->line != '\0') {
		const char *listed = check->line + SHA256_HEX_SIZE + 1, *end = strchr(listed, '\n');
		if (name != NULL && strlen(name) == (size_t)(end - listed) &&
		    strncmp(listed, name, strlen(name)) == 0)
			return;
		// a name that comes later in the list: those before it are gone
		char mark[PATH_SIZE + 4];
		if (name != NULL) {
			snprintf(mark, sizeof mark, "  %s\n", name);
			if (strstr(end, mark) == NULL) return; // the name is not in the list at all
		}
		char gone[PATH_SIZE];
		snprintf(gone, sizeof gone, "%.*s", (int)(end - listed), listed);
		if (check->all || !is_scene(gone)) wrong(check->seal, gone, "is not there any more");
		check->line = end + 1;
	}
}

static int32_t check_file(void *context, const char *name) {
	Check *check = context;
	char path[PATH_SIZE], hex[SHA256_HEX_SIZE];
	skip_missing(check, name);
	const char *listed = *check->line != '\0' ? check->line + SHA256_HEX_SIZE + 1 : "";
	size_t n = strlen(name);
	if (strncmp(listed, name, n) != 0 || listed[n] != '\n') {
		wrong(check->seal, name, "is not of the run: it was added later");
		return HN_OK;
	}
	const char *said = check->line;
	check->line = listed + n + 1;
	if (!check->all && is_scene(name)) return HN_OK;
	int32_t status = path_format(path, "%s/%s", check->dir, name);
	if (status == HN_OK) status = file_sha256(hex, path);
	if (status == HN_OK && strncmp(said, hex, SHA256_HEX_SIZE - 1) != 0)
		wrong(check->seal, name, "was changed since the run was made");
	return status;
}

// Whether each line of the list is a hash, two spaces and a name.
static bool is_list(const Text *list) {
	if (list->data == NULL) return false;
	for (const char *line = list->data, *end; *line != '\0'; line = end + 1) {
		end = strchr(line, '\n');
		bool good = end != NULL && end - line > SHA256_HEX_SIZE + 1 &&
		            strspn(line, "0123456789abcdef") == SHA256_HEX_SIZE - 1 &&
		            strncmp(line + SHA256_HEX_SIZE - 1, "  ", 2) == 0;
		if (!good) return false;
	}
	return list->count > 0 && strlen(list->data) == (size_t)list->count;
}

// The value of "files" in a sealed manifest: it stands before the chain.
static const char *files_of(const Text *manifest) {
	static const char key[] = "\"files\":\t\"";
	const char *found = NULL;
	for (const char *at = manifest->data; (at = strstr(at, key)) != NULL;) found = at += sizeof key - 1;
	return found;
}

// Whether a list is the one that the manifest has the hash of.
static bool is_listed(const Text *manifest, const Text *list) {
	char hex[SHA256_HEX_SIZE];
	const char *said = files_of(manifest);
	if (said == NULL || list->data == NULL) return false;
	sha256_hex(list->data, (size_t)list->count, hex);
	return strncmp(said, hex, SHA256_HEX_SIZE - 1) == 0;
}

static int32_t check_list(Check *check, const Text *manifest) {
	char path[PATH_SIZE];
	int32_t status = path_format(path, "%s/" SEAL_FILE, check->dir);
	if (status != HN_OK) return status;
	if (!file_exists(path)) return wrong(check->seal, SEAL_FILE, "is not there any more"), HN_OK;
	status = file_read(&check->list, path);
	if (status != HN_OK) return status;
	if (check->seal->head[0] != '\0' && !is_listed(manifest, &check->list))
		wrong(check->seal, SEAL_FILE, "was changed since the run was made");
	if (!is_list(&check->list)) return HN_OK;
	check->line = check->list.data;
	status = each_file(check->dir, check_file, check);
	if (status == HN_OK) skip_missing(check, NULL);
	return status;
}

typedef struct Made {
	Seal *seal;
	const char *list; // of the files that the report made; NULL: there is none
} Made;

static int32_t check_made(void *context, const char *name) {
	Made *made = context;
	char mark[PATH_SIZE + 4];
	snprintf(mark, sizeof mark, "  %s\n", name);
	if (made->list == NULL || strstr(made->list, mark) == NULL)
		wrong(made->seal, name,
		      made->list == NULL ? "there is no " REPORT_SEAL_FILE
		                           " that has its hash: `harness report` makes both anew"
		                         : "is not of the report: it was added later");
	return HN_OK;
}

// The files of a report in folders of its own. Without a list, nothing tells whether those are its own that
// verify does not make again.
static int32_t check_folders(Made *made, const char *dir) {
	static const char *const s_folders[] = { "tables", "figures", "pictures" };
	int32_t status = HN_OK;
	for (int i = made->list == NULL; status == HN_OK && i < 3; ++i) {
		char path[PATH_SIZE];
		Walk walk = { .dir = dir, .suffix = "", .visit = check_made, .context = made };
		status = path_format(path, "%s/%s", dir, s_folders[i]);
		if (status == HN_OK) status = path_format(walk.within, "%s", s_folders[i]);
		if (status == HN_OK && file_exists(path)) status = dir_list(path, walk_entry, &walk);
	}
	return status;
}

static bool ends_with(const Text *text, const char *end) {
	int64_t n = (int64_t)strlen(end);
	return text->count >= n && strcmp(text->data + text->count - n, end) == 0;
}

// The head at the end of a manifest, if it fits all before it.
static ChainLink manifest_link(const Text *manifest, char head[SHA256_HEX_SIZE]) {
	char hex[SHA256_HEX_SIZE], end[sizeof s_before + SHA256_HEX_SIZE + sizeof s_after];
	int64_t size = manifest->count - (int64_t)(sizeof s_before + SHA256_HEX_SIZE + sizeof s_after - 3);
	if (size <= 0) return CHAIN_NONE;
	sha256_hex(manifest->data, (size_t)size, hex);
	snprintf(end, sizeof end, "%s%s%s", s_before, hex, s_after);
	if (ends_with(manifest, end)) return memcpy(head, hex, sizeof hex), CHAIN_FITS;
	bool is_open = ends_with(manifest, s_open), has_one = strstr(manifest->data, "\"chain\"") != NULL;
	return has_one && !is_open ? CHAIN_BROKEN : CHAIN_NONE;
}

int32_t seal_mend(const char *dir) {
	char path[PATH_SIZE], head[SHA256_HEX_SIZE];
	Listing listing = { .dir = dir };
	Text manifest = { 0 }, list = { 0 };
	int32_t status = path_format(path, "%s/manifest.json", dir);
	if (status == HN_OK) status = file_read(&manifest, path);
	if (status == HN_OK) status = path_format(path, "%s/" SEAL_FILE, dir);
	bool is_there = status == HN_OK && file_exists(path);
	if (is_there) status = file_read(&list, path);
	if (status == HN_OK && manifest_link(&manifest, head) == CHAIN_FITS && !is_listed(&manifest, &list)) {
		status = each_file(dir, add_line, &listing);
		if (status == HN_OK && is_listed(&manifest, &listing.text)) {
			progress_say("harness: %s was %s: it is made again", path, is_there ? "damaged" : "missing");
			status = file_write_text(path, &listing.text);
		}
	}
	text_free(&listing.text);
	text_free(&list);
	text_free(&manifest);
	return status;
}

int32_t seal_check_report(Seal *seal, const char *dir) {
	char path[PATH_SIZE], hex[SHA256_HEX_SIZE];
	Text list = { 0 };
	int32_t status = path_format(path, "%s/" REPORT_SEAL_FILE, dir);
	if (status != HN_OK) return status;
	if (!file_exists(path))
		return seal->head[0] != '\0' ? check_folders(&(Made){ .seal = seal }, dir) : HN_OK;
	status = file_read(&list, path);
	bool fits = status == HN_OK && remove_own_hash(&list);
	if (status == HN_OK && !fits) wrong(seal, REPORT_SEAL_FILE, "was changed since the report was made");
	const char *line = fits && is_list(&list) ? list.data : "";
	if (*line != '\0') status = check_folders(&(Made){ seal, line }, dir);
	for (const char *end; *line != '\0' && status == HN_OK; line = end + 1) {
		char name[PATH_SIZE];
		end = strchr(line, '\n');
		snprintf(name, sizeof name, "%.*s", (int)(end - line - SHA256_HEX_SIZE - 1),
		         line + SHA256_HEX_SIZE + 1);
		bool is_outside = name[0] == '/' || strstr(name, "..") != NULL;
		status = path_format(path, "%s/%s", dir, name);
		bool is_there = status == HN_OK && !is_outside && file_exists(path);
		if (is_there) status = file_sha256(hex, path);
		if (!is_there || strncmp(line, hex, SHA256_HEX_SIZE - 1) != 0)
			wrong(seal, name,
			      is_there ? "does not fit its line in " REPORT_SEAL_FILE
			               : "is in " REPORT_SEAL_FILE ", and not there any more");
	}
	text_free(&list);
	return status;
}

typedef struct Journals {
	Seal *seal;
	const char *dir;
	bool chained;
} Journals;

static int32_t check_journal(void *context, const char *name) {
	Journals *all = context;
	char path[PATH_SIZE];
	bool chained = false;
	if (strncmp(name, "groups/", 7) != 0 && strncmp(name, "duplicates/", 11) != 0) return HN_OK;
	int32_t status = path_format(path, "%s/%s", all->dir, name);
	if (status == HN_OK) status = journal_check(path, &chained);
	all->chained = all->chained || chained;
	if (status != HN_ERR_BAD_INPUT) return status;
	wrong(all->seal, name, "was changed since it was written: a record does not fit the chain of hashes");
	return HN_OK;
}

// A run without a seal is under way, or older than the seal: then its journals have no chain either.
static int32_t check_unsealed(Seal *seal, const char *dir, bool is_open) {
	char path[PATH_SIZE];
	Journals all = { .seal = seal, .dir = dir };
	int32_t status = each_file(dir, check_journal, &all);
	if (status == HN_OK) status = path_format(path, "%s/" SEAL_FILE, dir);
	if (status == HN_OK && !is_open && (all.chained || file_exists(path)))
		wrong(seal, "manifest.json", "was changed since the run was made: its chain of hashes is gone");
	return status;
}

int32_t seal_check(Seal *out, const char *dir, bool all) {
	*out = (Seal){ 0 };
	Check check = { .seal = out, .dir = dir, .all = all };
	char path[PATH_SIZE];
	Text manifest = { 0 };
	int32_t status = path_format(path, "%s/manifest.json", dir);
	if (status == HN_OK) status = file_read(&manifest, path);
	if (status == HN_OK) {
		ChainLink link = manifest_link(&manifest, out->head);
		if (link == CHAIN_BROKEN) wrong(out, "manifest.json", "was changed since the run was made");
		status = link == CHAIN_NONE ? check_unsealed(out, dir, ends_with(&manifest, s_open))
		                            : check_list(&check, &manifest);
	}
	text_free(&check.list);
	text_free(&manifest);
	return status == HN_OK ? text_check(&out->wrong) : status;
}
