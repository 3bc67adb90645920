// The flat scene file, for scene/ only. All of it little-endian, which the byte-order mark proves:
//   FileHeader | FileMesh[mesh_count] | FileBody[body_count] | HnSceneNode[node_count]
//   | for each mesh: double xyz[3 * vertex_count] | int32_t triangles[3 * triangle_count]
//   | for each body: Pose poses[pose_count] | int32_t moved[moved_count]
//                    | double frames[3 * moved_count * frame_count]
//   | objects' volumes[object_count * step_count] | uint8_t present[the same, or 0]
//   | uint8_t fixed[body_count + object_count, or 0]
//   | Hash of all bytes before it
// Every section begins at a multiple of 64 bytes after zeros, so that where things lie follows from the
// counts alone: the file holds no offset that could be wrong, and equal scenes are equal bytes.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "scene/scene.h"

#define SCENE_MAGIC "CDscene"
enum { SCENE_VERSION = 3, SCENE_BYTE_ORDER = 0x01020304, SCENE_ALIGNMENT = 64 };

typedef struct FileHeader {
	char magic[8];
	uint32_t version, byte_order;
	uint64_t size; // of the whole file
	int32_t mesh_count, body_count, step_count, scale_exponent;
	char volume[16]; // of the objects
	int32_t object_count, object_size, flags, node_count;
} FileHeader;

// Of FileHeader.flags: which sections are there. FILE_FIXED only where something is fixed, so that all other
// scenes are the bytes that they were before there was such a thing.
enum { FILE_PRESENCE = 1, FILE_FIXED = 2 };

typedef struct FileMesh {
	int32_t vertex_count, triangle_count;
	HnHash hash;
} FileMesh;

typedef struct FileBody {
	int32_t mesh, pose_count, frame_count, moved_count;
} FileBody;

_Static_assert(sizeof(FileHeader) == 72 && sizeof(FileMesh) == 24 && sizeof(FileBody) == 16, "no padding");
_Static_assert(sizeof(HnPose) == 96 && sizeof(HnHash) == 16 && sizeof(HnSceneNode) == 64, "no padding");

// Coordinates in a body's frames, or -1 where the counts are not those of any body or it were too many bytes.
int64_t frames_coordinates(int32_t frame_count, int32_t moved_count);
enum { FRAMES_GIB_MAX = 4 };

// Volumes of objects in all steps, or -1 where the counts are none.
int64_t objects_volumes(int32_t object_count, int32_t step_count);

// Walks over the sections, in order. bad: one does not fit, or stands after bytes that are not zero.
typedef struct FileCursor {
	const char *bytes; // NULL while the size is still being summed
	size_t at, size;
	bool bad;
} FileCursor;
// The offset of the next section of `count` items (0 when bad); count below 0 is bad.
size_t file_cursor_take(FileCursor *c, int64_t count, size_t item_size);
// The offset of the closing hash, which is not counted in c->size; on a good file it is c->size.
size_t file_cursor_end(FileCursor *c);

// A Scene over `bytes`, which it does not own yet; checks sizes and indices, so that everything that the
// scene points to lies within the bytes, and nothing else. HN_ERR_NO_MEMORY, HN_ERR_BAD_INPUT.
int32_t scene_attach(HnScene **out, const void *bytes, size_t size);
// Checks every coordinate and pose.
int32_t scene_validate(const HnScene *scene);
// The scale exponent of a valid scene, or HN_ERR_BAD_INPUT where coordinates could exceed COORDINATE_MAX.
int32_t scene_scale(const HnScene *scene, int32_t *exponent);
