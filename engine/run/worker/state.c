#include <stdatomic.h>
#include <unistd.h>

#include "base/file.h"
#include "run/worker/state.h"

int32_t worker_reply(WorkerState *state, Reply *reply, const void *payload, size_t size) {
	if (getpid() != state->process) _exit(1);
	reply->magic = PROTOCOL_MAGIC;
	reply->payload_size = size;
	int32_t status = fd_write_all(state->reply_fd, reply, sizeof *reply);
	return status != HN_OK || size == 0 ? status : fd_write_all(state->reply_fd, payload, size);
}

int32_t worker_progress(WorkerState *state) {
	if (state->alive != NULL) {
		atomic_fetch_add(state->alive, 1);
		return HN_OK;
	}
	return worker_reply(state, &(Reply){ .type = REPLY_PROGRESS }, NULL, 0);
}

int32_t worker_make_detector(WorkerState *state, HnDetector *out) {
	HnQuery query = state->query == HN_QUERY_APPROACH ? HN_QUERY_FIRST : state->query;
	return hn_detector_create(out, state->kind, worker_scene(state), query, state->params);
}
