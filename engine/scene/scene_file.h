// The flat scene file, for scene/ only. Everything is little-endian, which the byte-order mark proves:
//   FileHeader | FileMesh[mesh_count] | FileBody[body_count] | HnSceneNode[node_count]
//   | for each mesh: double xyz[3 * vertex_count] | int32_t triangles[3 * triangle_count]
//   | for each body: Pose poses[pose_count] | int32_t moved[moved_count]
//                    | double frames[3 * moved_count * frame_count]
//   | objects' volumes[object_count * step_count] | uint8_t present[the same, or 0]
//   | uint8_t fixed[body_count + object_count, or 0]
//   | Hash of all bytes before it
// Every section begins at a multiple of 64 bytes, after zeros. The counts alone give the place of each
// section. The file therefore holds no offset that could be wrong, and equal scenes have equal bytes.
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
	char volume[16]; // kind of the objects' volumes
	int32_t object_count, object_size, flags, node_count;
} FileHeader;

// FileHeader.flags: the optional sections that are there. FILE_FIXED is set only if something is fixed. All
// other scenes keep the bytes that they had before the flag existed.
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

// The number of coordinates in a body's frames. -1 if the counts cannot be those of a body, or the frames
// have too many bytes.
int64_t frames_coordinates(int32_t frame_count, int32_t moved_count);
enum { FRAMES_GIB_MAX = 4 };

// The number of objects' volumes in all steps, or -1 if a count is invalid.
int64_t objects_volumes(int32_t object_count, int32_t step_count);

// A cursor that walks over the sections in order. bad: a section does not fit, or the bytes before it are not
// zero.
typedef struct FileCursor {
	const char *bytes; // NULL while only the size is computed
	size_t at, size;
	bool bad;
} FileCursor;
// The offset of the next section of `count` items; 0 if bad. A negative count is bad.
size_t file_cursor_take(FileCursor *c, int64_t count, size_t item_size);
// The offset of the closing hash, which c->size does not include. In a good file it equals c->size.
size_t file_cursor_end(FileCursor *c);

// Makes a scene over `bytes`, which it does not own yet. Checks sizes and indices, so that everything that
// the scene points to lies within the bytes; it checks nothing else. HN_ERR_NO_MEMORY, HN_ERR_BAD_INPUT.
int32_t scene_attach(HnScene **out, const void *bytes, size_t size);
// Checks every coordinate and pose.
int32_t scene_validate(const HnScene *scene);
// The scale exponent of a valid scene. HN_ERR_BAD_INPUT if coordinates could exceed COORDINATE_MAX.
int32_t scene_scale(const HnScene *scene, int32_t *exponent);
