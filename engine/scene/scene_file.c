#include "scene/scene_file.h"

#include "base/mem.h"

static size_t align_up(size_t at) { return (at + SCENE_ALIGNMENT - 1) / SCENE_ALIGNMENT * SCENE_ALIGNMENT; }

// Moves to `next`; the bytes before it must be zero.
static void cursor_skip(FileCursor *c, size_t next) {
	if (next < c->at || next > c->size) c->bad = true;
	for (size_t i = c->at; !c->bad && c->bytes != NULL && i < next; ++i) c->bad = c->bytes[i] != 0;
	if (!c->bad) c->at = next;
}

size_t file_cursor_take(FileCursor *c, int64_t count, size_t item_size) {
	cursor_skip(c, align_up(c->at));
	size_t begin = c->at, bytes = mem_array_size(count, item_size);
	if (c->bad || bytes > c->size - begin) {
		c->bad = true;
		return 0;
	}
	c->at += bytes;
	return begin;
}

size_t file_cursor_end(FileCursor *c) {
	cursor_skip(c, align_up(c->at));
	return c->bad ? 0 : c->at;
}

int64_t frames_coordinates(int32_t frame_count, int32_t moved_count) {
	if (frame_count < 0 || moved_count < 0 || (frame_count == 0 && moved_count > 0)) return -1;
	int64_t values = (int64_t)frame_count * moved_count; // below 2^62
	return values <= ((int64_t)FRAMES_GIB_MAX << 30) / (int64_t)(3 * sizeof(double)) ? 3 * values : -1;
}

int64_t objects_volumes(int32_t object_count, int32_t step_count) {
	return object_count < 0 || step_count < 0 ? -1 : (int64_t)object_count * step_count; // below 2^62
}
