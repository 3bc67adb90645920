#include "scene/shared_poses.h"

#include <string.h>

#include "base/error.h"
#include "base/hash.h"
#include "base/mem.h"
#include "base/sort_keys.h"

static bool poses_equal(const HnScene *scene, int32_t a, int32_t b) {
	return memcmp(scene->bodies[a].poses, scene->bodies[b].poses, sizeof(HnPose)) == 0;
}

// keys, ascending: the upper 32 bits are part of a hash of the pose, the lower 32 bits are the body.
static void keys_match(int32_t *lowest, const HnScene *scene, const uint64_t *keys, int64_t count) {
	for (int64_t i = 0, begin = 0; i < count; ++i) {
		if (keys[i] >> 32 != keys[begin] >> 32) begin = i;
		int32_t body = (int32_t)(uint32_t)keys[i];
		for (int64_t k = begin; k < i && lowest[body] == body; ++k) {
			int32_t other = (int32_t)(uint32_t)keys[k];
			if (poses_equal(scene, other, body)) lowest[body] = lowest[other];
		}
	}
}

int32_t shared_poses_find(int32_t *lowest, const HnScene *scene) {
	size_t size = mem_array_size(2 * (int64_t)scene->body_count, sizeof(uint64_t));
	uint64_t *keys = mem_alloc(size);
	int64_t count = 0;
	if (keys == NULL) return HN_ERR_NO_MEMORY;
	for (int32_t b = 0; b < scene->body_count; ++b) {
		lowest[b] = b;
		if (scene->bodies[b].pose_count > 1) continue;
		HnHash hash = hn_hash_bytes(scene->bodies[b].poses, sizeof(HnPose));
		uint32_t half;
		memcpy(&half, hash.bytes, sizeof half);
		keys[count++] = (uint64_t)half << 32 | (uint32_t)b;
	}
	sort_keys(keys, count, keys + scene->body_count);
	keys_match(lowest, scene, keys, count);
	mem_free(keys, size);
	return HN_OK;
}
