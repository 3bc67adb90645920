// Workers that lie: the real one, with another process between it and its supervisor that changes what it
// answers. So that the judges of run/ are tested in every build, by what they are given over the pipe;
// nothing of it is in the program.
#pragma once

#include <stdint.h>

// What workers started from now on do, by an environment variable that they inherit; NULL: they tell the
// truth. Lies are separated by ';', each "<kind params>:<lie>:<step>", the step from 0. For the counting and
// the proving pass, and where its contacts are asked for:
//
//   drop, add, twice, swap    one contact less, one more, one of them again, another instead of one
//   none                      no contact at all
//   hit, miss                 under `first`: a contact at a step, or none
//   late, early, nowhere      on a line: where it is
// of which those alone are told:
//   hash       another hash of the same contacts, by both passes
//   timed      the same by the proving pass alone; timed_count: and one contact more
//   foreign    under `first`: the pair does not meet
//   follow     one contact less where step after step is asked for
//   short      no answers
//   counts     one test of volumes more
//   refuse     an error, where the contacts of a step are asked for
//   sample     one contact more in a timed sample
//   times      instead of a step, the factor of liar_step_ns and LIAR_BUILD_NS that samples and builds take
//   stop       SIGTERM to the supervisor at the sample of that number
void liar_set(const char *lies);

// Where orders are written down as they come, a line each, "<pid> <order> <kind params>"; NULL: nowhere.
void liar_log(const char *path);

// Under `times`: what the i-th sample of a worker says of one of the three steps, in ns, a quarter of it
// being update and the rest narrow phase. It repeats the motion LIAR_REPEATS times and more, no two workers
// that follow each other alike.
enum { LIAR_REPEATS = 4, LIAR_STEPS = 3, LIAR_BUILD_NS = 5000000 };
double liar_step_ns(int32_t sample);

int liar_worker(void); // instead of worker_main
