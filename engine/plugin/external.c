// What a plan says of another program's results, and how a worker gets to know them.
#include "plugin/external.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/mem.h"
#include "plugin/external_contacts.h"

void external_free(External *external) {
	if (external == NULL) return;
	string_free(external->sha256);
	string_free(external->scene);
	external_times_free(&external->times);
	mem_free(external, sizeof *external);
}

// Descriptions
// ------------------------------------------------------------------------------------------------------

// What the registry knows of them; the rest is for those that are run.
static HnPlugin plugin_of(const ExternalDef *def) {
	return (HnPlugin){ .size = sizeof(HnPlugin),
		               .version = HN_PLUGIN_VERSION,
		               .kind = def->boxes ? HN_PLUGIN_BOXES : HN_PLUGIN_SCENE,
		               .name = def->name,
		               .about = "contacts and times of another program, from a file",
		               .source = def->library != NULL ? def->library : "another program",
		               .library = def->library,
		               .semantics = def->semantics,
		               .can = HN_PLUGIN_CAN_ALL | HN_PLUGIN_CAN_FIRST | HN_PLUGIN_CAN_DEFORM,
		               .answers = def->answers };
}

static void add_times(Text *out, const ExternalTimes *times) {
	text_addf(out, ",\"times\":{\"steps\":%d", times->steps);
	text_add_json_text(out, "file", times->file);
	text_add_json_text(out, "sha256", times->sha256);
	text_add_json_text(out, "run", times->run);
	text_add(out, ",\"pass\":[");
	for (int64_t i = 0; i < times->count; ++i)
		text_addf(out, "%s%lld", i > 0 ? "," : "", (long long)times->pass[i]);
	text_add(out, "],\"ms\":[");
	for (int64_t i = 0; i < times->count; ++i) {
		text_add(out, i > 0 ? "," : "");
		text_add_json_number(out, times->ms[i]);
	}
	text_add(out, "]}");
}

// The group's key changes with what decides the row: both files, the scene, and how answers are judged.
static int32_t key_of(char key[HN_HASH_HEX_SIZE], const ExternalDef *def, const char *sha256,
                      const ExternalTimes *times) {
	Text text = { 0 };
	text_addf(&text, "external 1\ncontacts %s\ntimes %s\nscene %s\nanswers %d\nboxes %d\n", sha256,
	          times->sha256 != NULL ? times->sha256 : "-", def->scene != NULL ? def->scene : "-",
	          def->answers, def->boxes);
	return text_hash(key, &text);
}

static int32_t add_description(Text *out, const ExternalDef *def, ExternalGrain grain, const char *sha256,
                               const ExternalTimes *times) {
	HnPlugin plugin = plugin_of(def);
	char key[HN_HASH_HEX_SIZE];
	int32_t status = plugin_check(&plugin, false);
	if (status == HN_OK) status = key_of(key, def, sha256, times);
	if (status != HN_OK) return status;
	text_addf(out, "{\"version\":%d,\"kind\":%d,\"can\":%u,\"answers\":%d,\"updates\":false", plugin.version,
	          plugin.kind, plugin.can, plugin.answers);
	text_add_json_text(out, "name", plugin.name);
	text_add_json_text(out, "about", plugin.about);
	text_add_json_text(out, "source", plugin.source);
	text_add_json_text(out, "library", plugin.library);
	text_add_json_text(out, "semantics", plugin.semantics);
	text_add_json_text(out, "file", def->file);
	text_add_json_text(out, "key", key);
	text_addf(out, ",\"params\":[],\"counters\":[],\"external\":{\"grain\":%d", (int)grain);
	text_add_json_text(out, "sha256", sha256);
	text_add_json_text(out, "scene", def->scene);
	if (times->file != NULL) add_times(out, times);
	text_add(out, "}}\n");
	return text_check(out);
}

int32_t external_describe(Text *out, const ExternalDef *def) {
	ExternalContacts contacts;
	ExternalTimes times = { 0 };
	ExternalGrain grain;
	char sha256[SHA256_HEX_SIZE];
	int32_t status =
	    external_contacts_read(&contacts, &grain, def->boxes, def->file, def->sha256, sha256, NULL);
	if (status == HN_OK && def->times != NULL) status = external_read_times(&times, def->times);
	if (status == HN_OK) status = add_description(out, def, grain, sha256, &times);
	external_contacts_free(&contacts);
	external_times_free(&times);
	return status;
}

// Orders: "FILE\nNAME\nSHA256\nexternal\nGRAIN\nANSWERS\nSCENE", the last one "-" if it is not told.
// ------------------------------------------------------------------------------------------------------

static const char s_mark[] = "\nexternal\n";

void external_order_name(Text *out, const HnDetectClass *class) {
	const PluginInfo *info = class->plugin;
	const External *external = info->external;
	text_addf(out, "%s\n%s\n%s%s%d\n%d\n%s", info->file, class->name, external->sha256, s_mark,
	          (int)external->grain, info->plugin.answers, external->scene != NULL ? external->scene : "-");
}

bool external_is_order(const char *order) { return strstr(order, s_mark) != NULL; }

enum { PART_FILE, PART_NAME, PART_SHA256, PART_MARK, PART_GRAIN, PART_ANSWERS, PART_SCENE, PARTS };

static External *external_of(char *const parts[PARTS]) {
	External *out = mem_alloc_zero(sizeof *out);
	if (out == NULL) return NULL;
	bool told = strcmp(parts[PART_SCENE], "-") != 0;
	out->grain = (ExternalGrain)atoi(parts[PART_GRAIN]);
	out->sha256 = string_copy(parts[PART_SHA256]);
	out->scene = told ? string_copy(parts[PART_SCENE]) : NULL;
	if (out->sha256 != NULL && (!told || out->scene != NULL)) return out;
	external_free(out);
	return NULL;
}

static int32_t load_parts(const HnDetectClass **out, char *const parts[PARTS]) {
	ExternalDef def = { .name = parts[PART_NAME],
		                .file = parts[PART_FILE],
		                .answers = atoi(parts[PART_ANSWERS]),
		                .boxes = atoi(parts[PART_GRAIN]) == EXTERNAL_BOXES };
	HnPlugin plugin = plugin_of(&def);
	External *external = external_of(parts);
	if (external == NULL) return HN_ERR_NO_MEMORY;
	int32_t status = plugin_add(out, &plugin, &(PluginSource){ def.file, external->sha256, "", external });
	if (status != HN_OK) external_free(external);
	return status;
}

int32_t external_load(const HnDetectClass **out, const char *order) {
	char *copy = string_copy(order);
	if (copy == NULL) return HN_ERR_NO_MEMORY;
	char *rest = copy, *parts[PARTS] = { NULL };
	for (int i = 0; i < PARTS; ++i) parts[i] = strsep(&rest, "\n");
	int32_t status =
	    parts[PART_SCENE] != NULL
	        ? load_parts(out, parts)
	        : error_set(HN_ERR_BAD_INPUT, "an order for results of another program that broke off");
	string_free(copy);
	return status;
}
