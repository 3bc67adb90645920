// Opening scenes. Everything in a file is checked before it is used, so that a truncated or hostile file
// gives an error and never a crash. It takes one pass over the file.
#include "scene/scene_file.h"

#include <errno.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/error.h"
#include "base/input.h"
#include "base/mem.h"

static void scene_free(HnScene *s) {
	if (s == NULL) return;
	mem_free(s->meshes, mem_array_size(s->mesh_count, sizeof *s->meshes));
	mem_free(s->bodies, mem_array_size(s->body_count, sizeof *s->bodies));
	mem_free(s, sizeof *s);
}

static bool bodies_are_sane(const FileHeader *h) {
	static const char nothing[sizeof h->volume];
	return h->mesh_count >= 1 && h->body_count >= 1 && h->mesh_count <= h->body_count && h->node_count >= 0 &&
	       h->object_size == 0 && (h->flags & ~FILE_FIXED) == 0 &&
	       memcmp(h->volume, nothing, sizeof nothing) == 0;
}

static bool objects_are_sane(const FileHeader *h) {
	return h->object_count >= 1 && h->object_size >= 1 && (h->flags & ~(FILE_PRESENCE | FILE_FIXED)) == 0 &&
	       h->mesh_count == 0 && h->body_count == 0 && h->node_count == 0 &&
	       h->volume[sizeof h->volume - 1] == '\0';
}

static bool header_is_sane(const FileHeader *h, size_t size) {
	return memcmp(h->magic, SCENE_MAGIC, sizeof h->magic) == 0 && h->version == SCENE_VERSION &&
	       h->byte_order == SCENE_BYTE_ORDER && h->size == size && h->step_count >= 1 &&
	       (h->object_count == 0 ? bodies_are_sane(h) : objects_are_sane(h));
}

static bool counts_fit(const HnScene *s, const FileBody *body) {
	return body->mesh >= 0 && body->mesh < s->mesh_count &&
	       (body->pose_count == 1 || body->pose_count == s->step_count) &&
	       (body->frame_count == 0 || body->frame_count == 1 || body->frame_count == s->step_count) &&
	       body->moved_count <= s->meshes[body->mesh].vertex_count;
}

// The fixed flags of bodies or of objects.
static void attach_fixed(HnScene *s, FileCursor *c) {
	size_t at = file_cursor_take(c, (int64_t)s->body_count + s->objects.count, 1);
	const uint8_t *fixed = (const uint8_t *)c->bytes + at;
	bool any = false;
	for (int64_t i = 0; !c->bad && i < (int64_t)s->body_count + s->objects.count; ++i) {
		c->bad = fixed[i] > 1;
		any |= fixed[i] != 0;
	}
	if (c->bad || !any) c->bad = true;
	for (int32_t b = 0; !c->bad && b < s->body_count; ++b) s->bodies[b].fixed = fixed[b] != 0;
	if (s->objects.count > 0) s->objects.fixed = fixed;
}

// Fills the tables from the records. False if a section does not fit or an index is out of range.
static bool attach_sections(HnScene *s, FileCursor *c, size_t mesh_at, size_t body_at) {
	const char *bytes = c->bytes;
	const FileHeader *h = (const FileHeader *)(const void *)bytes;
	const FileMesh *meshes = (const FileMesh *)(const void *)(bytes + mesh_at);
	const FileBody *bodies = (const FileBody *)(const void *)(bytes + body_at);
	for (int32_t i = 0; i < s->mesh_count; ++i) {
		if (meshes[i].vertex_count < 0 || meshes[i].triangle_count < 0) return false;
		size_t xyz = file_cursor_take(c, 3 * (int64_t)meshes[i].vertex_count, sizeof(double));
		size_t triangles = file_cursor_take(c, 3 * (int64_t)meshes[i].triangle_count, sizeof(int32_t));
		s->meshes[i] = (HnSceneMesh){ .xyz = (const double *)(const void *)(bytes + xyz),
			                          .triangles = (const int32_t *)(const void *)(bytes + triangles),
			                          .vertex_count = meshes[i].vertex_count,
			                          .triangle_count = meshes[i].triangle_count,
			                          .hash = meshes[i].hash };
	}
	for (int32_t i = 0; i < s->body_count; ++i) {
		const FileBody *body = &bodies[i];
		int64_t coordinates = frames_coordinates(body->frame_count, body->moved_count);
		if (coordinates < 0 || !counts_fit(s, body)) return false;
		size_t poses = file_cursor_take(c, body->pose_count, sizeof(HnPose));
		size_t moved = file_cursor_take(c, body->moved_count, sizeof(int32_t));
		size_t frames = file_cursor_take(c, coordinates, sizeof(double));
		s->bodies[i] = (HnSceneBody){ .mesh = body->mesh,
			                          .pose_count = body->pose_count,
			                          .poses = (const HnPose *)(const void *)(bytes + poses),
			                          .frames = { .count = body->frame_count,
			                                      .moved_count = body->moved_count,
			                                      .moved = (const int32_t *)(const void *)(bytes + moved),
			                                      .xyz = (const double *)(const void *)(bytes + frames) } };
	}
	int64_t volumes = objects_volumes(h->object_count, s->step_count);
	size_t volumes_at = file_cursor_take(c, volumes, (size_t)h->object_size);
	size_t present_at = file_cursor_take(c, (h->flags & FILE_PRESENCE) != 0 ? volumes : 0, 1);
	s->objects =
	    (HnSceneObjects){ .count = h->object_count,
		                  .size = h->object_size,
		                  .volumes = bytes + volumes_at,
		                  .present =
		                      (h->flags & FILE_PRESENCE) != 0 ? (const uint8_t *)bytes + present_at : NULL,
		                  .scale_exponent = h->object_count > 0 ? h->scale_exponent : 0 };
	memcpy(s->objects.volume, h->volume, sizeof h->volume);
	if ((h->flags & FILE_FIXED) != 0) attach_fixed(s, c);
	return file_cursor_end(c) == c->size && !c->bad;
}

int32_t scene_attach(HnScene **out, const void *bytes, size_t size) {
	const FileHeader *h = bytes;
	FileCursor c = { .bytes = bytes, .size = size - sizeof(HnHash) };
	if (size < sizeof *h + sizeof(HnHash) || !header_is_sane(h, size))
		return error_set(HN_ERR_BAD_INPUT,
		                 "not a scene file of this version and byte order, or not all of it");
	file_cursor_take(&c, 1, sizeof *h);
	size_t mesh_at = file_cursor_take(&c, h->mesh_count, sizeof(FileMesh));
	size_t body_at = file_cursor_take(&c, h->body_count, sizeof(FileBody));
	size_t node_at = file_cursor_take(&c, h->node_count, sizeof(HnSceneNode));
	if (c.bad)
		return error_set(HN_ERR_BAD_INPUT, "a scene file with more meshes, bodies or nodes than bytes");
	HnScene *s = mem_alloc_zero(sizeof *s);
	if (s == NULL) return HN_ERR_NO_MEMORY;
	s->step_count = h->step_count;
	s->scale_exponent = h->scale_exponent;
	s->mesh_count = h->mesh_count;
	s->body_count = h->body_count;
	s->node_count = h->node_count;
	s->nodes = (const HnSceneNode *)(const void *)((const char *)bytes + node_at);
	s->meshes = mem_alloc(mem_array_size(s->mesh_count, sizeof *s->meshes));
	s->bodies = mem_alloc(mem_array_size(s->body_count, sizeof *s->bodies));
	if (s->meshes == NULL || s->bodies == NULL) {
		scene_free(s);
		return HN_ERR_NO_MEMORY;
	}
	if (!attach_sections(s, &c, mesh_at, body_at)) {
		scene_free(s);
		return error_set(HN_ERR_BAD_INPUT, "a scene file whose counts and size do not agree");
	}
	memcpy(&s->hash, (const char *)bytes + c.size, sizeof s->hash);
	*out = s;
	return HN_OK;
}

// Checks that the stored mesh matches the hash in its record. A mesh can then be identified by its hash.
static bool mesh_has_its_hash(const HnSceneMesh *m) {
	// HnMesh has no const members, but hn_mesh_hash only reads.
	HnMesh mesh = { (double *)(uintptr_t)m->xyz, (int32_t *)(uintptr_t)m->triangles, m->vertex_count,
		            m->triangle_count };
	HnHash hash = hn_mesh_hash(&mesh);
	return hn_hash_equal(&hash, &m->hash);
}

static int32_t open_checked(HnScene **out, const void *bytes, size_t size) {
	HnScene *s = NULL;
	int32_t status = scene_attach(&s, bytes, size), exponent;
	if (s == NULL) return status;
	HnHash hash = hn_hash_bytes(bytes, size - sizeof hash);
	if (!hn_hash_equal(&hash, &s->hash))
		status = error_set(HN_ERR_BAD_INPUT, "a damaged scene file: its hash differs");
	if (status == HN_OK) status = scene_validate(s);
	if (status == HN_OK) status = scene_scale(s, &exponent);
	if (status == HN_OK && exponent != s->scale_exponent)
		status = error_set(HN_ERR_BAD_INPUT, "a scene file with scale exponent %d where %d is right",
		                   s->scale_exponent, exponent);
	for (int32_t i = 0; status == HN_OK && i < s->mesh_count; ++i)
		if (!mesh_has_its_hash(&s->meshes[i]))
			status =
			    error_set(HN_ERR_BAD_INPUT, "a scene file whose mesh %d is not what its hash says", i + 1);
	if (status != HN_OK)
		scene_free(s);
	else
		*out = s;
	return status;
}

int32_t hn_scene_open(HnScene **out, const char *path) {
	struct stat info;
	int32_t given = error_if_null(out, "out");
	if (given == HN_OK) *out = NULL;
	if (given == HN_OK) given = error_if_null(path, "the path of a scene");
	if (given != HN_OK) return given;
	int file = input_open(path);
	if (file < 0) return error_prefix(HN_ERR_IO, "cannot open scene");
	if (fstat(file, &info) != 0 || info.st_size <= 0) {
		close(file);
		return error_set(HN_ERR_BAD_INPUT, "%s is not a scene file", path);
	}
	size_t size = (size_t)info.st_size;
	void *map = mmap(NULL, size, PROT_READ, MAP_PRIVATE, file, 0);
	int why = errno;
	close(file);
	if (map == MAP_FAILED) return error_set(HN_ERR_IO, "cannot map scene %s: %s", path, strerror(why));
	HnScene *s = NULL;
	int32_t status = open_checked(&s, map, size);
	if (s == NULL) {
		munmap(map, size);
		return error_prefix(status, "%s", path);
	}
	s->map = map;
	s->map_size = size;
	*out = s;
	return HN_OK;
}

void hn_scene_close(HnScene *scene) {
	if (scene == NULL) return;
	void *map = (void *)(uintptr_t)scene->map;
	if (scene->in_memory)
		mem_free(map, scene->map_size);
	else if (scene->map != NULL)
		munmap(map, scene->map_size);
	scene_free(scene);
}
