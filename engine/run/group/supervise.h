// One worker from the side of its supervisor: start, orders with a time limit, end.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "base/text.h"
#include "machine/layout.h"
#include "machine/oom.h"
#include "run/group/process_space.h"
#include "run/worker/protocol.h"
#include "run/worker/status.h"

typedef struct WorkerDef {
	int32_t core; // the worker is pinned to it; -1: not pinned
	uint64_t memory_limit;
	Layout layout;
	int32_t padding;   // bytes added to the environment, if its size varies
	bool verbose;      // a line to stderr for each order
	bool foreign;      // it runs code that is not the engine's, and is confined (confine.h)
	const char *label; // names the worker in those lines
	char *const *args; // another program that runs this one as a worker, such as valgrind; NULL: none
} WorkerDef;

enum { WORKER_SAID_SIZE = 300 };

typedef struct Worker {
	WorkerDef def;
	pid_t pid;          // 0: none
	ProcessSpace space; // of one that is confined
	int orders, replies, errors;
	char said[WORKER_SAID_SIZE]; // the beginning of what it wrote to stderr
	size_t said_size;
	OomKills before; // when it was started
	// after an order that failed:
	char detail[REPLY_TEXT_SIZE + 100];
	bool killed;  // by a SIGKILL from outside; detail says by whom, where that is known
	bool stopped; // the order was abandoned because of stop_signal()
} Worker;

typedef struct OrderDef {
	Order order;
	const char *text; // order.text_size bytes
	double timeout_s; // until the next sign of life
	bool can_stop;    // the order may be abandoned without loss
} OrderDef;

// The first order of a worker: what it runs, and on which scene. `text` holds these for the order; the caller
// frees it.
OrderDef worker_open_order(const char *kind, const char *params, const char *scene_path, Text *text);
// Starts this binary again as a worker. HN_ERR_IO.
int32_t worker_start(Worker *worker, const WorkerDef *def);
// Gives an order and waits. ROW_OK: reply and payload are set; the caller frees the payload
// (reply->payload_size bytes). Otherwise the worker is gone, and detail, killed and stopped say why.
RowStatus worker_order(Worker *worker, const OrderDef *def, Reply *reply, void **payload);
void worker_end(Worker *worker);       // kills it if it runs
const char *order_name(uint32_t type); // "sample"; "" for no order
