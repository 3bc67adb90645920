#include "scene/recording.h"

#include <errno.h>
#include <string.h>

#include "base/error.h"

#define OBJECT_VOLUME(name, type, floats, length, lengths) ", " #name
static const char s_wrong_kind[] = "the kind is none of " RECORDING_POSES
#include "scene/object_volumes.def"
    ;
#undef OBJECT_VOLUME

// The bytes of one pose or volume; 0: there is no such kind.
static int32_t kind_size(const char *name) {
	if (strcmp(name, RECORDING_POSES) == 0) return sizeof(HnPose);
	const ObjectVolume *volume = object_volume_find(name);
	return volume != NULL ? volume->floats * (int32_t)sizeof(float) : 0;
}

static bool is_poses(const RecordingHeader *header) { return strcmp(header->kind, RECORDING_POSES) == 0; }

// ---- reading

static int32_t wrong(const char *name, size_t at, const char *what) {
	return error_set(HN_ERR_BAD_INPUT, "%s: byte %zu: %s", name, at, what);
}

static bool all_zero(const void *bytes, size_t size) {
	for (size_t i = 0; i < size; ++i)
		if (((const char *)bytes)[i] != 0) return false;
	return true;
}

enum { SCALE_MAX = 400 }; // coordinates are below 2^200, and 0 if below 2^-200

#define AT(field) offsetof(RecordingHeader, field)

static int32_t check_header(const RecordingHeader *h, const char *name) {
	if (memcmp(h->magic, RECORDING_MAGIC, sizeof h->magic) != 0) return wrong(name, 0, "is no recording");
	if (h->version != RECORDING_VERSION) return wrong(name, AT(version), "is of another version");
	if (h->byte_order != RECORDING_BYTE_ORDER) return wrong(name, AT(byte_order), "is of another byte order");
	size_t length = strnlen(h->kind, sizeof h->kind);
	int32_t size = length < sizeof h->kind ? kind_size(h->kind) : 0;
	if (size == 0 || !all_zero(h->kind + length, sizeof h->kind - length))
		return wrong(name, AT(kind), s_wrong_kind);
	if (h->count < 1) return wrong(name, AT(count), "the count is not positive");
	if (h->frames < 1) return wrong(name, AT(frames), "the number of frames is not positive");
	if (h->size != size) return wrong(name, AT(size), "the size is not that of the kind");
	if (h->presence < 0 || h->presence > (is_poses(h) ? 0 : 1))
		return wrong(name, AT(presence), is_poses(h) ? "bodies do not come and go" : "is neither 0 nor 1");
	if (h->fixed < 0 || h->fixed > (is_poses(h) ? 0 : 1))
		return wrong(name, AT(fixed),
		             is_poses(h) ? "which bodies are fixed is not recorded" : "is neither 0 nor 1");
	if (is_poses(h) && h->scale_exponent != 0) return wrong(name, AT(scale_exponent), "poses have no scale");
	if (h->scale_exponent < -SCALE_MAX || h->scale_exponent > SCALE_MAX)
		return wrong(name, AT(scale_exponent), "the scale is beyond that of any scene");
	if (!all_zero(h->zeros, sizeof h->zeros)) return wrong(name, AT(zeros), "is not zero");
	return HN_OK;
}

static int64_t item_count(const RecordingHeader *h) { return (int64_t)h->count * h->frames; }

// Checks the size of the whole file, which is at most 2^62 (64 + 1) + 2^31 bytes.
static int32_t check_size(const RecordingHeader *h, size_t size, const char *name) {
	__int128 items = item_count(h), whole = (__int128)sizeof *h + items * h->size;
	whole += is_poses(h) ? h->count : h->presence ? items : 0;
	whole += h->fixed ? h->count : 0;
	if ((__int128)size < whole) return wrong(name, size, "the file ends too early");
	return (__int128)size > whole ? wrong(name, (size_t)whole, "more than the header says") : HN_OK;
}

static int32_t check_poses(const Recording *r, const char *name) {
	const HnPose *poses = r->data;
	int32_t count = r->header->count;
	for (int64_t i = 0; i < item_count(r->header); ++i) {
		size_t at = sizeof *r->header + (size_t)i * sizeof *poses;
		const char *what = scene_pose_wrong(&poses[i]);
		if (what != NULL)
			return error_set(HN_ERR_BAD_INPUT, "%s: byte %zu: body %d, frame %d: %s", name, at,
			                 (int32_t)(i % count) + 1, (int32_t)(i / count) + 1, what);
		// NOLINTNEXTLINE(clang-analyzer-core.NullDereference): recordings of poses have a byte for each body
		if (i >= count && !r->moves[i % count] && memcmp(&poses[i], &poses[i % count], sizeof *poses) != 0)
			return error_set(HN_ERR_BAD_INPUT, "%s: byte %zu: body %d, frame %d: it is still and has moved",
			                 name, at, (int32_t)(i % count) + 1, (int32_t)(i / count) + 1);
	}
	return HN_OK;
}

static int32_t check_volumes(const Recording *r, const char *name) {
	const ObjectVolume *volume = object_volume_find(r->header->kind);
	const float *v = r->data;
	int32_t count = r->header->count;
	for (int64_t i = 0; i < item_count(r->header); ++i, v += volume->floats) {
		const char *what = object_volume_wrong(volume, v);
		// The volume of an absent oriented box may be all zeros.
		bool there = r->present == NULL || r->present[i] != 0;
		if (what == NULL && there && volume->floats == OBB_FLOATS) what = scene_obb_wrong(v);
		if (what != NULL)
			return error_set(HN_ERR_BAD_INPUT, "%s: byte %zu: object %d, frame %d: %s", name,
			                 sizeof *r->header + (size_t)i * (size_t)r->header->size,
			                 (int32_t)(i % count) + 1, (int32_t)(i / count) + 1, what);
	}
	return HN_OK;
}

static int32_t check_flags(const Recording *r, const uint8_t *flags, int64_t count, const char *name) {
	for (int64_t i = 0; flags != NULL && i < count; ++i) {
		size_t at = (size_t)((const char *)&flags[i] - (const char *)(const void *)r->header);
		if (flags[i] > 1) return wrong(name, at, "is neither 0 nor 1");
		if (r->moves != NULL && flags[i] == 1 && r->header->frames == 1)
			return wrong(name, at, "nothing moves in one frame");
	}
	return HN_OK;
}

int32_t recording_parse(Recording *out, const char *bytes, size_t size, const char *name) {
	*out = (Recording){ 0 };
	const RecordingHeader *h = (const void *)bytes;
	if (size < sizeof *h) return wrong(name, size, "the file ends within the header");
	int32_t status = check_header(h, name);
	if (status == HN_OK) status = check_size(h, size, name);
	if (status != HN_OK) return status;
	const char *data = bytes + sizeof *h;
	const uint8_t *flags = (const void *)(data + (size_t)item_count(h) * (size_t)h->size);
	const uint8_t *fixed = h->fixed ? flags + (h->presence ? item_count(h) : 0) : NULL;
	Recording r = { h, data, is_poses(h) ? flags : NULL, h->presence ? flags : NULL, fixed };
	status = check_flags(&r, r.moves, h->count, name);
	if (status == HN_OK) status = check_flags(&r, r.present, item_count(h), name);
	if (status == HN_OK) status = check_flags(&r, r.fixed, h->count, name);
	if (status == HN_OK && fixed != NULL && all_zero(fixed, (size_t)h->count))
		status = wrong(name, AT(fixed), "says that objects are fixed, and none is");
	if (status == HN_OK) status = is_poses(h) ? check_poses(&r, name) : check_volumes(&r, name);
	if (status == HN_OK) *out = r;
	return status;
}

int32_t recording_read(Recording *out, Input *input, const char *path, const char *sha256, char *found) {
	*out = (Recording){ 0 };
	int32_t status = input_read(input, path, sha256, found);
	return status == HN_OK ? recording_parse(out, input->data, (size_t)input->count, path) : status;
}

int32_t recording_pose_count(const Recording *recording, int32_t body) {
	return recording->moves[body] ? recording->header->frames : 1;
}

void recording_poses(const Recording *recording, int32_t body, HnPose *out) {
	const HnPose *poses = recording->data;
	for (int32_t i = 0; i < recording_pose_count(recording, body); ++i)
		out[i] = poses[(int64_t)i * recording->header->count + body];
}

HnSceneObjects recording_objects(const Recording *recording) {
	const RecordingHeader *h = recording->header;
	HnSceneObjects out = { .count = h->count,
		                   .size = h->size,
		                   .volumes = recording->data,
		                   .present = recording->present,
		                   .fixed = recording->fixed,
		                   .scale_exponent = h->scale_exponent };
	memcpy(out.volume, h->kind, sizeof out.volume);
	return out;
}

// ---- writing

static void put(FILE *file, const void *data, size_t size) {
	if (size > 0) fwrite(data, 1, size, file); // ferror reports failures
}

// For a recording of bodies the fields of objects are zero.
static void print_header(const HnScene *scene, FILE *file, const char *kind, int32_t count, int32_t size) {
	RecordingHeader header = { .version = RECORDING_VERSION,
		                       .byte_order = RECORDING_BYTE_ORDER,
		                       .count = count,
		                       .frames = scene->step_count,
		                       .size = size,
		                       .scale_exponent = scene->objects.scale_exponent,
		                       .presence = scene->objects.present != NULL,
		                       .fixed = scene->objects.fixed != NULL };
	memcpy(header.magic, RECORDING_MAGIC, sizeof header.magic);
	memcpy(header.kind, kind, strlen(kind));
	put(file, &header, sizeof header);
}

static void print_objects(const HnScene *scene, FILE *file) {
	const HnSceneObjects *o = &scene->objects;
	size_t items = (size_t)o->count * (size_t)scene->step_count;
	print_header(scene, file, o->volume, o->count, o->size);
	put(file, o->volumes, items * (size_t)o->size);
	put(file, o->present, o->present != NULL ? items : 0);
	put(file, o->fixed, o->fixed != NULL ? (size_t)o->count : 0);
}

static void print_bodies(const HnScene *scene, FILE *file) {
	print_header(scene, file, RECORDING_POSES, scene->body_count, sizeof(HnPose));
	for (int32_t step = 0; step < scene->step_count; ++step)
		for (int32_t b = 0; b < scene->body_count; ++b) put(file, scene_pose(scene, b, step), sizeof(HnPose));
	for (int32_t b = 0; b < scene->body_count; ++b) fputc(scene->bodies[b].pose_count > 1 ? 1 : 0, file);
}

int32_t recording_print(const HnScene *scene, FILE *file) {
	for (int32_t b = 0; b < scene->body_count; ++b)
		if (scene_deforms(scene, b))
			return error_set(HN_ERR_BAD_INPUT, "body %d deforms, which no recording holds", b + 1);
	if (scene->objects.count > 0)
		print_objects(scene, file);
	else
		print_bodies(scene, file);
	if (fflush(file) != 0 || ferror(file) != 0)
		return error_set(HN_ERR_IO, "cannot write: %s", strerror(errno));
	return HN_OK;
}
