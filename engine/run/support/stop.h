// SIGINT and SIGTERM while measuring: the first asks to stop, a second of the same kind kills at once.
#pragma once

#include <stdint.h>

void stop_listen(void);
void stop_restore(void);   // the handlers from before stop_listen again
int32_t stop_signal(void); // the signal that asked since stop_listen, or 0
