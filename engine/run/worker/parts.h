// The instances of a population are asked apart, so copies of the worker may ask them in parts, several at a
// time. Which parts there are does not depend on how many: what they say is the same.
#pragma once

#include "run/worker/state.h"

// What a part adds to the answers.
typedef struct Part {
	int32_t first, end; // its steps
	Reply reply;        // counts, contacts, foreign_step; status and text, if it failed
	int64_t most_contacts;
	_Atomic int64_t alive; // grows with each instance
} Part;

// Asks the steps of a part, and fills in the rest of it. What else it leaves, in `room`, is of its steps
// alone.
typedef int32_t (*PartAsk)(WorkerState *state, Part *part, void *room);

// Whether there are parts: not of few instances, nor of a plug-in, which may keep a state of its own.
bool parts_are_made(const WorkerState *state);
// Asks all parts, as many at a time as the order says, and adds what they say to one. The worker itself asks
// nothing. room: of so many bytes, of which each part writes its own. Of parts that fail the first is told;
// if a signal killed it, the worker ends alike.
int32_t parts_ask(WorkerState *state, const Order *order, PartAsk ask, Part *all, void *room,
                  size_t room_size);
