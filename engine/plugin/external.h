// Results of another program: contacts, and perhaps times, that it wrote to CSV files
// (docs/howto/external.md). They stand in a plan like an algorithm. Its answers are read back step by step
// and judged by the same oracle; its times are those of the file, since nothing of it is run here.
#pragma once

#include "base/hash.h"
#include "base/text.h"
#include "plugin/plugin.h"

// What the lines of a file of contacts pair.
typedef enum ExternalGrain {
	EXTERNAL_TRIANGLES,
	EXTERNAL_BODIES, // so the row is judged by pairs of bodies
	EXTERNAL_BOXES   // the objects of the query `boxes`
} ExternalGrain;

typedef struct ExternalTimes {
	char *file, *sha256; // NULL: there are no times
	char *run;           // names the interleaved run that the passes are of; NULL: the file names none
	int32_t steps;       // that the file tells apart; 0: it has whole passes
	int64_t count;       // of passes
	int64_t *pass;       // their numbers, ascending
	double *ms;          // of each pass, all steps together
} ExternalTimes;

typedef struct External {
	ExternalGrain grain;
	char *sha256; // of the file of contacts, which PluginInfo.file names
	char *scene;  // the hash of the scene that it is of; NULL: not told
	ExternalTimes times;
} External;

void external_times_free(ExternalTimes *times); // of what external_read_times made
void external_free(External *external);         // NULL is allowed

// Reads a file of times, with the columns `ms`, and if wanted `pass`, `step` and `run`. HN_ERR_BAD_INPUT
// names file, line and column. *out is to be freed, also after an error.
int32_t external_read_times(ExternalTimes *out, const char *path);

// What a scenario says of another program's results. The paths are absolute.
typedef struct ExternalDef {
	const char *name, *file, *semantics;
	const char *library, *scene, *times, *sha256; // NULL: not given
	int32_t answers;                              // HN_PLUGIN_EXACT, ...
	bool boxes;                                   // the pairs are of the objects of the query `boxes`
} ExternalDef;

// Reads both files and writes a description, a line of JSON (run/plan/plugins.h). Errors: HN_ERR_BAD_INPUT
// and those of reading files.
int32_t external_describe(Text *out, const ExternalDef *def);

// Makes the class of such results: its functions read the file of contacts.
void external_resolve(HnDetectClass *class);
// The name of such a class in an order to a worker, and the class that a worker makes of it.
void external_order_name(Text *out, const HnDetectClass *class);
bool external_is_order(const char *order);
int32_t external_load(const HnDetectClass **out, const char *order);
