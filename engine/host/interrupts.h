// SIGINT and SIGTERM while the program works for a scenario.
#pragma once

void interrupts_catch(void); // from now on they are only recorded
int interrupt_caught(void);  // the number of the first one, or 0
