#include "broad/broad.h"

#include "base/error.h"
#include "base/names.h"
#include "base/threads.h"

#define BROAD(name) extern const BroadClass broad_##name;
#include "broad/broad.def"
#undef BROAD

static const BroadClass *const s_classes[] = {
#define BROAD(name) &broad_##name,
#include "broad/broad.def"
#undef BROAD
};
enum { CLASSES = sizeof s_classes / sizeof s_classes[0] };

static const struct {
	const char *name, *about;
} s_counts[] = {
#define BROAD_COUNT(name, about) { #name, about },
#include "broad/counts.def"
#undef BROAD_COUNT
};
enum { COUNTS = sizeof s_counts / sizeof s_counts[0] };
_Static_assert(sizeof(BroadCounts) == COUNTS * sizeof(int64_t), "counts are read by index");

int32_t broad_count(void) { return CLASSES; }

const BroadClass *broad_at(int32_t index) { return index >= 0 && index < CLASSES ? s_classes[index] : NULL; }

const char *hn_broad_name(int32_t index) {
	const BroadClass *class = broad_at(index);
	return class != NULL ? class->name : NULL;
}

PartKind broad_part(int32_t index) {
	const BroadClass *class = broad_at(index);
	return class != NULL ? (PartKind){ class->name, &class->params, class->about } : (PartKind){ 0 };
}

const BroadClass *broad_find(const char *name) { return broad_at(name_index(hn_broad_name, name)); }

const char *hn_broad_count_name(int32_t index) {
	return index >= 0 && index < COUNTS ? s_counts[index].name : NULL;
}
const char *hn_broad_count_about(int32_t index) {
	return index >= 0 && index < COUNTS ? s_counts[index].about : NULL;
}

static int32_t unknown(const char *what, const char *name, const char *(*choice)(int32_t index)) {
	const char *near = param_nearest(name, choice);
	return error_set(HN_ERR_NOT_FOUND, "unknown %s '%.40s'%s%s%s", what, name, near ? "; did you mean '" : "",
	                 near ? near : "", near ? "'?" : "");
}

const BroadVolume *broad_volume_find(const char *name) {
	const BroadVolume *found = broad_volume(name_index(hn_broad_volume_name, name));
	if (found == NULL) unknown("object volume", name, hn_broad_volume_name);
	return found;
}

int32_t broad_create_class(Broad *out, const BroadClass *class, const char *volume, const void *params) {
	*out = (Broad){ .class_ = class, .objects = { .volume = broad_volume_find(volume) } };
	int32_t status =
	    out->objects.volume == NULL ? HN_ERR_NOT_FOUND : class->create(&out->self, &out->objects, params);
	if (status != HN_OK) *out = (Broad){ 0 };
	return status;
}

int32_t broad_create(Broad *out, const char *name, const char *volume, const char *params) {
	*out = (Broad){ 0 };
	const BroadClass *class = broad_find(name);
	if (class == NULL) return unknown("broad phase", name, hn_broad_name);
	void *def = mem_alloc(class->params.def_size);
	if (def == NULL) return HN_ERR_NO_MEMORY;
	int32_t status = param_parse(&class->params, def, class->name, params);
	if (status == HN_OK) status = broad_create_class(out, class, volume, def);
	mem_free(def, class->params.def_size);
	return status;
}

void broad_destroy(Broad *broad) {
	if (broad->class_ != NULL) broad->class_->destroy(broad->self);
	objects_free(&broad->objects);
	*broad = (Broad){ 0 };
}

int32_t broad_place(Broad *broad, int32_t first, int32_t count, const void *volumes) {
	if (broad->stage != BROAD_BROKEN) broad->stage = BROAD_PLACING;
	return objects_place(&broad->objects, first, count, volumes);
}

int32_t broad_place_runs(Broad *broad, const BroadRun *runs, int64_t count, const void *volumes) {
	if (broad->stage != BROAD_BROKEN) broad->stage = BROAD_PLACING;
	return objects_place_runs(&broad->objects, runs, count, volumes);
}

int32_t broad_remove(Broad *broad, int32_t id) {
	if (broad->stage != BROAD_BROKEN) broad->stage = BROAD_PLACING;
	return objects_remove(&broad->objects, id);
}

int32_t broad_threads(Broad *broad, int32_t threads) {
	if (threads < 0) return error_set(HN_ERR_BAD_INPUT, "a negative count of threads");
	if (broad->class_->threads == NULL) return HN_OK;
	return broad->class_->threads(broad->self, threads > 0 ? threads : threads_available());
}

void broad_forget(Broad *broad) {
	objects_forget(&broad->objects);
	if (broad->class_->forget != NULL) broad->class_->forget(broad->self);
	broad->stage = BROAD_PLACING;
}

// A structure that an error left half done is not used again.
static int32_t run_phase(Broad *broad, int32_t (*phase)(void *self), BroadStage before) {
	static const char *const s_stages[] = { "to be updated", "to be built", "ready for its query",
		                                    "broken by an error" };
	if (broad->stage != before)
		return error_set(HN_ERR_INVALID, "%s: called out of order: it is %s", broad->class_->name,
		                 s_stages[broad->stage]);
	int32_t status = phase != NULL ? phase(broad->self) : HN_OK;
	broad->stage = status == HN_OK ? before + 1 : BROAD_BROKEN;
	return status;
}

int32_t broad_update(Broad *broad) {
	if (broad->stage != BROAD_BROKEN) broad->stage = BROAD_PLACING; // even if nothing was placed
	int32_t status = run_phase(broad, broad->class_->update, BROAD_PLACING);
	if (status == HN_OK) objects_settle(&broad->objects);
	return status;
}

int32_t broad_build(Broad *broad) { return run_phase(broad, broad->class_->build, BROAD_UPDATED); }

// The only code that handles fixed objects; the phases do not know of them. So the tests of their pairs are
// made and counted.
static void drop_fixed(const uint8_t *fixed, HnBroadPairs *pairs) {
	int64_t kept = 0;
	for (int64_t i = 0; i < pairs->count; ++i) {
		HnBroadPair pair = pairs->data[i];
		pairs->data[kept] = pair;
		kept += !(fixed[pair.a] & fixed[pair.b]);
	}
	pairs->count = kept;
}

static int32_t kept_copy(BroadKept kept, HnBroadPairs *out) {
	if (!broad_pairs_reserve(out, kept.count)) return HN_ERR_NO_MEMORY;
	if (kept.count > 0) memcpy(out->data + out->count, kept.data, (size_t)kept.count * sizeof *out->data);
	out->count += kept.count;
	return HN_OK;
}

static int32_t query(Broad *broad, BroadKept *kept, bool copies, HnBroadPairs *out, BroadCounts *counts) {
	const BroadClass *class = broad->class_;
	const BroadVolume *volume = broad->objects.volume;
	int32_t status = run_phase(broad, NULL, BROAD_BUILT);
	if (status != HN_OK) return status;
	broad->stage = BROAD_BUILT;
	out->count = 0;
	if (class->kept != NULL) {
		const HnBroadPairs *all = class->kept(broad->self);
		*kept = (BroadKept){ all->data, all->count };
	}
	if (copies || volume->filter != NULL || broad->fixed != NULL) {
		status = kept_copy(*kept, out);
		*kept = (BroadKept){ 0 };
	}
	if (status == HN_OK) status = (counts != NULL ? class->counted : class->timed)(broad->self, out, counts);
	if (status != HN_OK) return status;
	if (volume->filter != NULL) {
		if (counts != NULL) counts->volume_tests += out->count;
		out->count = volume->filter(broad->objects.volumes, out->data, out->count);
	}
	if (broad->fixed != NULL) drop_fixed(broad->fixed, out);
	if (counts != NULL) counts->pairs += kept->count + out->count;
	return HN_OK;
}

int32_t broad_query(Broad *broad, HnBroadPairs *out, BroadCounts *counts) {
	BroadKept kept = { 0 };
	return query(broad, &kept, true, out, counts);
}

int32_t broad_query_apart(Broad *broad, BroadKept *kept, HnBroadPairs *out, BroadCounts *counts) {
	*kept = (BroadKept){ 0 };
	return query(broad, kept, false, out, counts);
}

size_t broad_bytes(const Broad *broad) { return broad->class_->bytes(broad->self); }
size_t broad_object_bytes(const Broad *broad) { return objects_bytes(&broad->objects); }
