// Baking scenes: one image in memory, whose bytes depend only on the def, and writing it to a file.
#include "scene/scene_file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/error.h"
#include "base/file.h"
#include "base/input.h"
#include "base/mem.h"

// The distinct meshes of a def, in the order of first use. Two hash tables with open addressing find a mesh
// again, by address and by hash. Each mesh is therefore hashed once, however many bodies use it.
typedef struct MeshSlot {
	const HnMesh *mesh; // NULL: free
	int32_t index;
} MeshSlot;

typedef struct KnownMesh {
	const HnMesh *mesh;
	HnHash hash;
} KnownMesh;

typedef struct MeshSet {
	KnownMesh *known;
	int32_t *of_body; // mesh index of each body
	MeshSlot *by_address, *by_hash;
	int32_t count, body_count;
	int64_t slots; // a power of two, at least twice the bodies
} MeshSet;

static void mesh_set_free(MeshSet *set) {
	mem_free(set->known, mem_array_size(set->body_count, sizeof *set->known));
	mem_free(set->of_body, mem_array_size(set->body_count, sizeof *set->of_body));
	mem_free(set->by_address, mem_array_size(set->slots, sizeof *set->by_address));
	mem_free(set->by_hash, mem_array_size(set->slots, sizeof *set->by_hash));
}

static int32_t mesh_set_init(MeshSet *set, int32_t body_count) {
	*set = (MeshSet){ .body_count = body_count, .slots = 2 };
	while (set->slots < 2 * (int64_t)body_count) set->slots *= 2;
	set->known = mem_alloc(mem_array_size(body_count, sizeof *set->known));
	set->of_body = mem_alloc(mem_array_size(body_count, sizeof *set->of_body));
	set->by_address = mem_alloc_zero(mem_array_size(set->slots, sizeof *set->by_address));
	set->by_hash = mem_alloc_zero(mem_array_size(set->slots, sizeof *set->by_hash));
	if (set->known && set->of_body && set->by_address && set->by_hash) return HN_OK;
	mesh_set_free(set);
	return HN_ERR_NO_MEMORY;
}

static int32_t mesh_set_add(MeshSet *set, const HnMesh *mesh) {
	uint64_t mask = (uint64_t)set->slots - 1,
	         at = ((uint64_t)(uintptr_t)mesh * 0x9e3779b97f4a7c15u) >> 20 & mask;
	while (set->by_address[at].mesh != NULL && set->by_address[at].mesh != mesh) at = (at + 1) & mask;
	MeshSlot *slot = &set->by_address[at];
	if (slot->mesh != NULL) return slot->index;
	HnHash hash = hn_mesh_hash(mesh);
	memcpy(&at, hash.bytes, sizeof at);
	at &= mask;
	while (set->by_hash[at].mesh != NULL && !hn_hash_equal(&set->known[set->by_hash[at].index].hash, &hash))
		at = (at + 1) & mask;
	if (set->by_hash[at].mesh == NULL) {
		set->by_hash[at] = (MeshSlot){ mesh, set->count };
		set->known[set->count] = (KnownMesh){ mesh, hash };
		set->count += 1;
	}
	*slot = (MeshSlot){ mesh, set->by_hash[at].index };
	return slot->index;
}

static int32_t body_given(const void *given, const HnSceneDef *def, int32_t b, const char *what) {
	if (given != NULL) return HN_OK;
	return error_set(HN_ERR_BAD_INPUT, "body %d of %d: %s is NULL", b + 1, def->body_count, what);
}

static int32_t scene_body_given(const HnSceneDef *def, int32_t b) {
	const HnSceneDefBody *body = &def->bodies[b];
	const HnSceneFrames *f = &body->frames;
	int32_t status = mesh_check_arrays(body->mesh);
	if (status != HN_OK) return error_prefix(status, "body %d of %d", b + 1, def->body_count);
	status = body_given(body->poses, def, b, "its poses");
	if (status != HN_OK || f->count <= 0 || f->moved_count <= 0) return status;
	status = body_given(f->moved, def, b, "the list of its moved vertices");
	return status == HN_OK ? body_given(f->xyz, def, b, "the xyz of its frames") : status;
}

int32_t scene_def_given(const HnSceneDef *def) {
	int32_t status = error_if_null(def, "the definition of a scene");
	if (status == HN_OK && def->body_count < 0)
		status = error_set(HN_ERR_BAD_INPUT, "a scene of %d bodies", def->body_count);
	if (status == HN_OK && def->body_count > 0) status = error_if_null(def->bodies, "the bodies of a scene");
	if (status == HN_OK && def->node_count < 0)
		status = error_set(HN_ERR_BAD_INPUT, "a scene of %d nodes", def->node_count);
	if (status == HN_OK && def->node_count > 0) status = error_if_null(def->nodes, "the nodes of a scene");
	for (int32_t b = 0; status == HN_OK && b < def->body_count; ++b) status = scene_body_given(def, b);
	return status;
}

static int32_t objects_given(const HnSceneObjects *objects) {
	if (objects->count == 0) return HN_OK;
	if (objects->count < 0 || objects->size < 1)
		return error_set(HN_ERR_BAD_INPUT, "a scene of %d objects of %d bytes", objects->count,
		                 objects->size);
	if (objects->volume[sizeof objects->volume - 1] != '\0')
		return error_set(HN_ERR_BAD_INPUT, "the name of the objects' volume has no end");
	const ObjectVolume *volume = object_volume_find(objects->volume);
	if (volume == NULL) return error_set(HN_ERR_BAD_INPUT, "objects have no volume '%s'", objects->volume);
	if (objects->size != volume->floats * (int32_t)sizeof(float))
		return error_set(HN_ERR_BAD_INPUT, "a scene of objects of %d bytes; a volume %s has %zu",
		                 objects->size, volume->name, (size_t)volume->floats * sizeof(float));
	return error_if_null(objects->volumes, "the volumes of objects");
}

static bool are_boxes(const HnSceneObjects *objects) {
	return objects->count > 0 && objects->size == OBB_SIZE;
}

// Checks the oriented boxes that are there, as they are given. All else is checked of the scene.
static int32_t boxes_check(const HnSceneObjects *objects, int32_t step_count) {
	const float *volumes = objects->volumes;
	const int64_t count = are_boxes(objects) ? objects_volumes(objects->count, step_count) : 0;
	for (int64_t i = 0; i < count; ++i) {
		if (objects->present != NULL && objects->present[i] == 0) continue;
		const char *wrong = scene_obb_wrong(volumes + i * OBB_FLOATS);
		if (wrong != NULL)
			return error_set(HN_ERR_BAD_INPUT, "object %d of %d, step %d of %d: %s",
			                 (int32_t)(i % objects->count) + 1, objects->count,
			                 (int32_t)(i / objects->count) + 1, step_count, wrong);
	}
	return HN_OK;
}

int32_t scene_frames_check(const HnSceneDef *def, int32_t b) {
	const HnSceneFrames *f = &def->bodies[b].frames;
	if (f->count != 0 && f->count != 1 && f->count != def->step_count)
		return error_set(HN_ERR_BAD_INPUT,
		                 "body %d of %d deforms in %d frames; a scene of %d steps needs 1 or %d", b + 1,
		                 def->body_count, f->count, def->step_count, def->step_count);
	if (f->moved_count < 0 || f->moved_count > def->bodies[b].mesh->vertex_count ||
	    (f->count == 0 && f->moved_count > 0))
		return error_set(HN_ERR_BAD_INPUT,
		                 "body %d of %d has %d moved vertices in %d frames; its mesh has %d", b + 1,
		                 def->body_count, f->moved_count, f->count, def->bodies[b].mesh->vertex_count);
	if (frames_coordinates(f->count, f->moved_count) < 0)
		return error_set(HN_ERR_BAD_INPUT,
		                 "body %d of %d: %d moved vertices in %d frames take more than the %d GiB allowed",
		                 b + 1, def->body_count, f->moved_count, f->count, FRAMES_GIB_MAX);
	return HN_OK;
}

static int32_t def_check(const HnSceneDef *def) {
	bool has_objects = def->objects.count != 0;
	if (def->body_count < 1 && !has_objects)
		return error_set(HN_ERR_BAD_INPUT, "a scene needs at least one body");
	if (def->step_count < 1) return error_set(HN_ERR_BAD_INPUT, "a scene needs at least one step");
	if (def->node_count < 0 || (has_objects && (def->body_count != 0 || def->node_count != 0)))
		return error_set(HN_ERR_BAD_INPUT, "a scene of objects has neither bodies nor nodes");
	for (int32_t b = 0; b < def->body_count; ++b) {
		int32_t poses = def->bodies[b].pose_count;
		if (poses != 1 && poses != def->step_count)
			return error_set(HN_ERR_BAD_INPUT,
			                 "body %d of %d has %d poses; a scene of %d steps needs 1 or %d", b + 1,
			                 def->body_count, poses, def->step_count, def->step_count);
		if (def->bodies[b].present != NULL)
			return error_set(HN_ERR_BAD_INPUT, "body %d of %d comes and goes; only objects do", b + 1,
			                 def->body_count);
		int32_t status = scene_frames_check(def, b);
		if (status != HN_OK) return status;
	}
	return boxes_check(&def->objects, def->step_count);
}

// Whether a body is fixed, or an object in a scene of objects.
static bool is_fixed(const HnSceneDef *def, int32_t index) {
	if (def->objects.count > 0) return def->objects.fixed != NULL && def->objects.fixed[index] != 0;
	return def->bodies[index].fixed;
}

// The number of fixed flags: one for each body and object, or none if nothing is fixed.
static int64_t fixed_count(const HnSceneDef *def) {
	int32_t count = def->body_count + def->objects.count;
	bool any = false;
	for (int32_t i = 0; i < count; ++i) any |= is_fixed(def, i);
	return any ? count : 0;
}

// The bytes of the file without the closing hash. 0 if they cannot fit into memory.
static size_t image_size(const HnSceneDef *def, const MeshSet *set) {
	FileCursor c = { .size = SIZE_MAX / 2 };
	file_cursor_take(&c, 1, sizeof(FileHeader));
	file_cursor_take(&c, set->count, sizeof(FileMesh));
	file_cursor_take(&c, def->body_count, sizeof(FileBody));
	file_cursor_take(&c, def->node_count, sizeof(HnSceneNode));
	for (int32_t i = 0; i < set->count; ++i) {
		file_cursor_take(&c, 3 * (int64_t)set->known[i].mesh->vertex_count, sizeof(double));
		file_cursor_take(&c, 3 * (int64_t)set->known[i].mesh->triangle_count, sizeof(int32_t));
	}
	for (int32_t b = 0; b < def->body_count; ++b) {
		const HnSceneFrames *f = &def->bodies[b].frames;
		file_cursor_take(&c, def->bodies[b].pose_count, sizeof(HnPose));
		file_cursor_take(&c, f->moved_count, sizeof(int32_t));
		file_cursor_take(&c, frames_coordinates(f->count, f->moved_count), sizeof(double));
	}
	int64_t volumes = objects_volumes(def->objects.count, def->step_count);
	file_cursor_take(&c, volumes, (size_t)def->objects.size);
	file_cursor_take(&c, def->objects.present != NULL ? volumes : 0, 1);
	file_cursor_take(&c, fixed_count(def), 1);
	return file_cursor_end(&c);
}

static void copy_section(FileCursor *c, char *image, const void *items, int64_t count, size_t item_size) {
	size_t at = file_cursor_take(c, count, item_size);
	if (count > 0) memcpy(image + at, items, (size_t)count * item_size);
}

// Copies coordinates; those below 2^-200 in magnitude become 0.
static double *copy_coordinates(FileCursor *c, char *image, const double *from, int64_t count) {
	double *xyz = (double *)(void *)(image + file_cursor_take(c, count, sizeof *xyz));
	for (int64_t i = 0; i < count; ++i) xyz[i] = coordinate_flush(from[i]);
	return xyz;
}

// Copies a mesh. The record's hash is that of the stored mesh.
static void copy_mesh(FileCursor *c, char *image, const HnMesh *mesh, FileMesh *record) {
	double *xyz = copy_coordinates(c, image, mesh->xyz, 3 * (int64_t)mesh->vertex_count);
	copy_section(c, image, mesh->triangles, 3 * (int64_t)mesh->triangle_count, sizeof(int32_t));
	HnMesh stored = { xyz, mesh->triangles, mesh->vertex_count, mesh->triangle_count };
	*record = (FileMesh){ mesh->vertex_count, mesh->triangle_count, hn_mesh_hash(&stored) };
}

// Copies the volumes of objects, oriented boxes with axes and ball made sound.
static void copy_volumes(FileCursor *c, char *image, const HnSceneObjects *objects, int64_t count) {
	const size_t at = file_cursor_take(c, count, (size_t)objects->size);
	float *boxes = (float *)(void *)(image + at);
	if (count > 0) memcpy(image + at, objects->volumes, (size_t)count * (size_t)objects->size);
	for (int64_t i = 0; are_boxes(objects) && i < count; ++i)
		if (objects->present == NULL || objects->present[i] == 1)
			object_box_make_sound(boxes + i * OBB_FLOATS);
}

static void copy_fixed(FileCursor *c, char *image, const HnSceneDef *def) {
	int64_t count = fixed_count(def);
	uint8_t *fixed = (uint8_t *)image + file_cursor_take(c, count, 1);
	for (int32_t i = 0; i < count; ++i) fixed[i] = is_fixed(def, i);
}

static void image_fill(char *image, size_t size, const HnSceneDef *def, const MeshSet *set) {
	FileCursor c = { .size = size };
	FileHeader *header = (FileHeader *)(void *)(image + file_cursor_take(&c, 1, sizeof *header));
	*header = (FileHeader){ .magic = SCENE_MAGIC,
		                    .version = SCENE_VERSION,
		                    .byte_order = SCENE_BYTE_ORDER,
		                    .size = size + sizeof(HnHash),
		                    .mesh_count = set->count,
		                    .body_count = def->body_count,
		                    .step_count = def->step_count,
		                    .scale_exponent = def->objects.scale_exponent,
		                    .object_count = def->objects.count,
		                    .object_size = def->objects.size,
		                    .flags = (def->objects.present != NULL ? FILE_PRESENCE : 0) |
		                             (fixed_count(def) > 0 ? FILE_FIXED : 0),
		                    .node_count = def->node_count };
	memcpy(header->volume, def->objects.volume, sizeof header->volume);
	FileMesh *meshes = (FileMesh *)(void *)(image + file_cursor_take(&c, set->count, sizeof *meshes));
	FileBody *bodies = (FileBody *)(void *)(image + file_cursor_take(&c, def->body_count, sizeof *bodies));
	copy_section(&c, image, def->nodes, def->node_count, sizeof *def->nodes);
	for (int32_t i = 0; i < set->count; ++i) copy_mesh(&c, image, set->known[i].mesh, &meshes[i]);
	for (int32_t b = 0; b < def->body_count; ++b) {
		const HnSceneFrames *f = &def->bodies[b].frames;
		bodies[b] = (FileBody){ set->of_body[b], def->bodies[b].pose_count, f->count, f->moved_count };
		copy_section(&c, image, def->bodies[b].poses, def->bodies[b].pose_count, sizeof(HnPose));
		copy_section(&c, image, f->moved, f->moved_count, sizeof(int32_t));
		copy_coordinates(&c, image, f->xyz, frames_coordinates(f->count, f->moved_count));
	}
	int64_t volumes = objects_volumes(def->objects.count, def->step_count);
	copy_volumes(&c, image, &def->objects, volumes);
	copy_section(&c, image, def->objects.present, def->objects.present != NULL ? volumes : 0, 1);
	copy_fixed(&c, image, def);
}

// Checks the filled image as a scene and writes its scale and hash, which follow from the rest.
static int32_t image_seal(HnScene **out, char *image, size_t size) {
	HnScene *scene;
	int32_t status = scene_attach(&scene, image, size + sizeof(HnHash));
	if (status != HN_OK) return status;
	status = scene_validate(scene);
	if (status == HN_OK) status = scene_scale(scene, &scene->scale_exponent);
	if (status != HN_OK) {
		hn_scene_close(scene); // the scene does not own the image yet
		return status;
	}
	((FileHeader *)(void *)image)->scale_exponent = scene->scale_exponent;
	scene->hash = hn_hash_bytes(image, size);
	memcpy(image + size, &scene->hash, sizeof scene->hash);
	scene->in_memory = true;
	scene->map = image;
	scene->map_size = size + sizeof(HnHash);
	*out = scene;
	return HN_OK;
}

int32_t hn_scene_create(HnScene **out, const HnSceneDef *def) {
	MeshSet set;
	int32_t status = error_if_null(out, "out");
	if (status != HN_OK) return status;
	*out = NULL;
	status = scene_def_given(def);
	if (status == HN_OK) status = objects_given(&def->objects);
	if (status == HN_OK) status = def_check(def);
	if (status == HN_OK) status = mesh_set_init(&set, def->body_count);
	if (status != HN_OK) return status;
	for (int32_t b = 0; b < def->body_count; ++b) set.of_body[b] = mesh_set_add(&set, def->bodies[b].mesh);
	size_t size = image_size(def, &set);
	char *image = size == 0 ? NULL : mem_alloc_zero(size + sizeof(HnHash));
	if (image != NULL) {
		image_fill(image, size, def, &set);
		status = image_seal(out, image, size);
		if (status != HN_OK) mem_free(image, size + sizeof(HnHash));
	} else {
		if (size == 0) error_set(HN_ERR_NO_MEMORY, "a scene larger than any memory");
		status = HN_ERR_NO_MEMORY;
	}
	mesh_set_free(&set);
	return status;
}

typedef int32_t (*ImageWriter)(const char *path, const char *bytes, int64_t size);

static int32_t write_whole(const char *path, const char *bytes, int64_t size) {
	FileWriter writer;
	int32_t status = file_begin_shared(&writer, path);
	if (status == HN_OK) status = file_add(&writer, bytes, size);
	return file_end(&writer, status);
}

static int32_t scene_save(const HnSceneDef *def, const char *path, HnHash *hash, ImageWriter write) {
	HnScene *scene = NULL;
	int32_t status = error_if_null(path, "the path of a scene");
	if (status == HN_OK) status = output_check(path);
	if (status != HN_OK) return error_prefix(status, "cannot write scene");
	status = hn_scene_create(&scene, def);
	if (status != HN_OK) return status;
	status = write(path, scene->map, (int64_t)scene->map_size);
	if (status != HN_OK) error_prefix(status, "cannot write scene");
	if (status == HN_OK && hash != NULL) *hash = scene->hash;
	hn_scene_close(scene);
	return status;
}

int32_t hn_scene_write(const HnSceneDef *def, const char *path, HnHash *hash) {
	return scene_save(def, path, hash, write_whole);
}

int32_t scene_put(const HnSceneDef *def, const char *path) { return scene_save(def, path, NULL, file_put); }
