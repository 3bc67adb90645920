// Recordings: where the bodies or objects of a scene are at every step, as a file that other programs read
// with one call and write as easily. docs/recordings.md has the format. What a scene gives is written bit for
// bit, and read back so.
#pragma once

#include <stdio.h>

#include "base/input.h"
#include "scene/scene.h"

#define RECORDING_MAGIC "CDframes" // 8 bytes, without an end
#define RECORDING_POSES "poses"    // the kind of a recording of bodies; else it is the volume of the objects
enum { RECORDING_VERSION = 1, RECORDING_BYTE_ORDER = 0x01020304 };

typedef struct RecordingHeader {
	char magic[8]; // without an end
	uint32_t version, byte_order;
	char kind[16]; // then zeros
	int32_t count, frames;
	int32_t size; // of a pose or volume
	int32_t scale_exponent;
	int32_t presence; // 1: bytes that say which objects are there follow
	int32_t fixed;    // 1: then bytes that say which objects are fixed; only where one is
	uint8_t zeros[8];
} RecordingHeader;
_Static_assert(sizeof(RecordingHeader) == 64, "no padding");

typedef struct Recording {
	const RecordingHeader *header;
	const void *data;       // count a frame
	const uint8_t *moves;   // of poses, one a body: 0, it is still
	const uint8_t *present; // of objects, count a frame; NULL: all are there always
	const uint8_t *fixed;   // of objects, one each; NULL: none is
} Recording;

// Over bytes that outlive it, at an address that is a multiple of 8. Strict: HN_ERR_BAD_INPUT, "name: byte n:
// what", for anything but a whole recording of finite numbers.
int32_t recording_parse(Recording *out, const char *bytes, size_t size, const char *name);
// The same from a file, whose bytes go into *input; both to be freed (ARRAY_FREE(input)) also after a
// failure.
int32_t recording_read(Recording *out, Input *input, const char *path, const char *sha256, char *found);
// HN_ERR_BAD_INPUT where a body deforms, which no recording holds.
int32_t recording_print(const HnScene *scene, FILE *file);

// Of poses: how many it has as a body of a scene, 1 (still) or one a frame; and where they go.
int32_t recording_pose_count(const Recording *recording, int32_t body);
void recording_poses(const Recording *recording, int32_t body, HnPose *out);
// Of objects: as a scene has them; borrowed.
HnSceneObjects recording_objects(const Recording *recording);
