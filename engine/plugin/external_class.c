// The class of another program's results: it answers with the contacts of a file.
#include "plugin/external.h"

#include <string.h>

#include "base/error.h"
#include "base/mem.h"
#include "plugin/external_contacts.h"

static void replay_destroy(void *self) {
	if (self == NULL) return;
	external_contacts_free(self);
	mem_free(self, sizeof(ExternalContacts));
}

// Contacts of other poses would be judged as wrong, so the scene is compared where the scenario names it.
static int32_t scene_check(const External *external, const char *file, const HnScene *scene) {
	char hex[HN_HASH_HEX_SIZE];
	if (external->scene == NULL) return HN_OK;
	hn_hash_to_hex(&scene->hash, hex);
	if (strcmp(hex, external->scene) == 0) return HN_OK;
	return error_set(HN_ERR_BAD_INPUT, "%s: is of the scene %s, this is %s", file, external->scene, hex);
}

static int32_t replay_create(void **out, const HnDetectClass *class, const HnScene *scene, HnQuery query,
                             const void *params) {
	(void)query, (void)params;
	const PluginInfo *info = class->plugin;
	const External *external = info->external;
	ExternalGrain grain;
	int32_t status = scene_check(external, info->file, scene);
	ExternalContacts *replay = status == HN_OK ? mem_alloc_zero(sizeof *replay) : NULL;
	if (replay == NULL) return status != HN_OK ? status : HN_ERR_NO_MEMORY;
	status = external_contacts_read(replay, &grain, external->grain == EXTERNAL_BOXES, info->file,
	                                external->sha256, NULL, scene);
	if (status == HN_OK)
		*out = replay;
	else
		replay_destroy(replay);
	return status;
}

static int32_t replay_step(void *self, int32_t step, HnContactBuffer *out, Counts *counts) {
	const ExternalContacts *contacts = self;
	(void)counts;
	for (int64_t i = contacts->begin[step]; i < contacts->begin[step + 1]; ++i)
		if (!contact_buffer_add(out, contacts->data[i])) return HN_ERR_NO_MEMORY;
	return HN_OK;
}

static size_t replay_bytes(const void *self) { return (void)self, sizeof(ExternalContacts); }

void external_resolve(HnDetectClass *class) {
	class->create = replay_create;
	class->destroy = replay_destroy;
	class->timed = class->counted = (DetectPhases){ .narrow = replay_step };
	class->bytes = replay_bytes;
}
