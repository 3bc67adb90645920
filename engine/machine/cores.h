// Assigns processors. Workers use one of them and everything else uses the others, so that the supervisor and
// scenario code take no time from the measurement.
#pragma once

#include <stdbool.h>
#include <stdint.h>

// Chooses from a list such as "3" or "2-5,8"; NULL: from all processors that this process may use. Workers
// get the last one, because the first processors serve most interrupts. This process and its children move to
// the others in the list. If there are none, they move to any other processor. HN_ERR_BAD_INPUT: the text is
// no list, or a processor does not exist or may not be used.
int32_t cores_choose(const char *list);
// The processor of the workers. -1: workers cannot be pinned. Without cores_choose it is chosen as for NULL,
// but this process does not move.
int32_t cores_measuring(void);
// This process and its children may use the measuring processor too, beside the others: for work that is not
// timed.
void cores_use_all(void);
// The processors of the list that was chosen from, the measuring one among them, as bits of words, as far as
// there is room. Returns how many there are. None are set where processes cannot be placed.
int32_t cores_bits(uint64_t *words, int32_t count);
int32_t cores_count(void); // how many processors these are; at least 1
bool cores_shared(void);   // the supervisor has no other processor than the workers
