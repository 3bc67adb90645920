// SIGINT and SIGTERM while a run is measured. The first signal asks to stop. A second one of the same kind
// kills the process at once.
#pragma once

#include <stdint.h>

// Calls may be nested: the inner ones change nothing.
void stop_listen(void);
void stop_restore(void);   // restores the handlers from before stop_listen
int32_t stop_signal(void); // the signal that came since the outermost stop_listen, or 0
