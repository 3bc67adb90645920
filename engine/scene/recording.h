// Recordings: files with the places of a scene's bodies or objects at every step. Other programs can read
// them with one call and write them as easily. docs/reference/recordings.md defines the format. The values of
// a scene are written and read back bit for bit.
#pragma once

#include <stdio.h>

#include "base/input.h"
#include "scene/scene.h"

#define RECORDING_MAGIC "CDframes" // 8 bytes, without a final NUL
// the kind of a recording of bodies; otherwise the kind is the volume of the objects
#define RECORDING_POSES "poses"
enum { RECORDING_VERSION = 1, RECORDING_BYTE_ORDER = 0x01020304 };

typedef struct RecordingHeader {
	char magic[8]; // without a final NUL
	uint32_t version, byte_order;
	char kind[16]; // padded with zeros
	int32_t count, frames;
	int32_t size; // bytes of one pose or volume
	int32_t scale_exponent;
	int32_t presence; // 1: bytes that say which objects are there follow
	int32_t fixed;    // 1: bytes that say which objects are fixed follow; only if one is
	uint8_t zeros[8];
} RecordingHeader;
_Static_assert(sizeof(RecordingHeader) == 64, "no padding");

typedef struct Recording {
	const RecordingHeader *header;
	const void *data;       // count poses or volumes for each frame
	const uint8_t *moves;   // for poses, one for each body; 0: the body is still
	const uint8_t *present; // for objects, count for each frame; NULL: all are always there
	const uint8_t *fixed;   // for objects, one for each; NULL: none is fixed
} Recording;

// Makes a recording over bytes that must outlive it, at an address that is a multiple of 8. HN_ERR_BAD_INPUT
// with "name: byte n: what" for anything except a complete recording of finite numbers.
int32_t recording_parse(Recording *out, const char *bytes, size_t size, const char *name);
// Reads a recording from a file, whose bytes go into *input. The caller frees *input with ARRAY_FREE, also
// after a failure.
int32_t recording_read(Recording *out, Input *input, const char *path, const char *sha256, char *found);
// Writes a scene as a recording. HN_ERR_BAD_INPUT if a body deforms, because no recording can hold that.
int32_t recording_print(const HnScene *scene, FILE *file);

// For a recording of poses: the number of poses that a body has in a scene (1 if it is still, else one for
// each frame), and the poses themselves.
int32_t recording_pose_count(const Recording *recording, int32_t body);
void recording_poses(const Recording *recording, int32_t body, HnPose *out);
// For a recording of objects: the objects as a scene has them. They are borrowed from the recording.
HnSceneObjects recording_objects(const Recording *recording);
