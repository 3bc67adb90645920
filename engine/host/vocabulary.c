#include "host/vocabulary.h"

#include <stddef.h>

#include "host/options.h"

static const Option s_options[] = {
	{ "dry-run", 'n', OPTION_FLAG, NULL, "show the points and the time, do not run (= plan)" },
	{ "set", 's', OPTION_TEXT, "KEY=VALUE,...", "replace a swept key's values, or fill an h.input" },
	{ "filter", 0, OPTION_TEXT, "EXPR", "only points for which this Lua expression is true" },
	{ "quick", 0, OPTION_FLAG, NULL, "what the scenario's `quick` makes small" },
	{ "runs", 0, OPTION_TEXT, "N", "samples of each point (default 11)" },
	{ "precision", 0, OPTION_TEXT, "P", "rounds until every median is known to this share, such as 1%" },
	{ "budget", 0, OPTION_TEXT, "TIME",
	  "measuring time of the whole run: all groups in turn until it is over" },
	{ "layout", 0, OPTION_TEXT, "sample|fixed", "memory of workers: varied, or the same (default sample)" },
	{ "preempted", 0, OPTION_TEXT, "retake|keep",
	  "rounds with a preempted sample: again, or they count (default retake)" },
	{ "timeout", 0, OPTION_TEXT, "TIME", "limit of one build or pass of an algorithm (default 60s)" },
	{ "check", 0, OPTION_TEXT, "agree|exact|none", "how answers are checked (default agree)" },
	{ "counters", 0, OPTION_TEXT, "LIST",
	  "what is counted beside the times: instructions,rss,callgrind ..." },
	{ "cpu", 0, OPTION_TEXT, "LIST", "processors to use, such as 3 or 2-5,8; the last is measured on" },
	{ "simd", 0, OPTION_TEXT, "auto|baseline|avx2",
	  "instruction set of the kernels that have several (default auto: the widest)" },
	{ "seed", 0, OPTION_TEXT, "N", "of everything random (default 1)" },
	{ "script-limit", 0, OPTION_TEXT, "TIME", "processor time of the scenario's own code (default 10s)" },
	{ "out", 'o', OPTION_TEXT, "PATH",
	  "a folder instead of results/ (compare: for tables; draw, export: the file, or -)" },
	{ "force", 'f', OPTION_FLAG, NULL, "a new run, even where one of the same plan exists; overwrite" },
	{ "retry-failed", 0, OPTION_FLAG, NULL, "measure groups with failed points of an earlier run again" },
	{ "fail-fast", 0, OPTION_FLAG, NULL, "stop at the first point that fails" },
	{ "strict", 0, OPTION_FLAG, NULL, "exit 5 where a claim is refuted, 6 where a precision is not reached" },
	{ "no-figures", 0, OPTION_FLAG, NULL, "no charts and no pictures; gnuplot is not needed" },
	{ "point", 0, OPTION_TEXT, "N", "of draw, export: a point as `list FILE` numbers it" },
	{ "cpp", 0, OPTION_FLAG, NULL, "of new: in C++" },
	{ "step", 0, OPTION_TEXT, "K", "of export: a step of its motion, from 1 (default 1)" },
	{ "jobs", 'j', OPTION_TEXT, "N", "of verify: groups that are counted at a time (default 1)" },
	{ "threshold", 0, OPTION_TEXT, "P", "of compare: exit 5 where a point is slower by more than 5%" },
	{ "vary", 0, OPTION_TEXT, "N",
	  "of report: which claims are both held and refuted on N tables made of the run's own" },
	{ "html", 0, OPTION_TEXT, "FILE", "of report: all these runs as one page" },
	{ "frames", 0, OPTION_FLAG, NULL, "of export: where all is at every step, as a recording" },
	{ "format", 0, OPTION_TEXT, LIST_FORMATS,
	  "of list: for people, columns of results, editors, shells, man (default text)" },
	{ "color", 0, OPTION_TEXT, "auto|always|never",
	  "what failed in red; auto: on a terminal (default auto)" },
	{ "progress", 0, OPTION_TEXT, "auto|bar|plain|json|none", "how progress is told" },
	{ "quiet", 'q', OPTION_FLAG, NULL, "no progress" },
	{ "verbose", 'v', OPTION_FLAG, NULL, "more progress" },
	{ "help", 'h', OPTION_FLAG, NULL, "this" },
	{ "version", 'V', OPTION_FLAG, NULL, "version, compiler, flags" },
	{ "shard", 0, OPTION_UNBUILT, "I/N", NULL },
};

static const Command s_commands[] = {
	{ "run", COMMAND_RUN, "[run] FILE...", "run scenarios" },
	{ "list", COMMAND_LIST, "list [FILE]", "algorithms and their parameters; or a scenario's points" },
	{ "plan", COMMAND_PLAN, "plan FILE", "points and time, not run" },
	{ "report", COMMAND_REPORT, "report RUN...", "tables, figures and claims of a run again" },
	{ "draw", COMMAND_DRAW, "draw FILE --point N",
	  "a point's scene as a picture: its motion, contacts, trees" },
	{ "export", COMMAND_EXPORT, "export FILE --point N",
	  "a point's scene: one step as a coloured PLY, or --frames" },
	{ "verify", COMMAND_VERIFY, "verify RUN...", "count again: is every count and hash the same?" },
	{ "compare", COMMAND_COMPARE, "compare RUN RUN", "what became slower or faster, beyond noise" },
	{ "rerun", COMMAND_RERUN, "rerun RUN...", "the same again, from the run's own copy of the scenario" },
	{ "new", COMMAND_NEW, "new plugin NAME", "a folder with a plug-in that works, to start from" },
	{ "check", COMMAND_CHECK, "check plugin FILE", "does a plug-in keep the rules, and find the contacts?" },
	{ "shrink", COMMAND_SHRINK, "shrink RUN --point N",
	  "a mismatch with the fewest triangles and steps, as a scenario" },
	{ "doctor", COMMAND_DOCTOR, "doctor", "is this machine fit to measure on?" },
	{ "help", COMMAND_HELP, "help", "this" },
	{ "merge", -1, NULL, NULL },
	{ "submit", -1, NULL, NULL },
};

static const ExitCode s_exit_codes[] = {
	{ "0", "all points ok" },
	{ "1", "some points failed, or nothing could be compared" },
	{ "2", "usage" },
	{ "3", "scenario error" },
	{ "4", "algorithms disagree, or counts differ from those of a run" },
	{ "5", "slower than another run; under --strict a claim is refuted" },
	{ "6", "under --strict: the precision is not reached" },
	{ "7", "surroundings (a model or tool is missing)" },
	{ "130", "a clean stop by SIGINT" },
	{ "143", "a clean stop by SIGTERM" },
};

#define AT(table, index) (index < (int32_t)(sizeof table / sizeof *table) ? &table[index] : NULL)

const Option *option_at(int32_t index) { return AT(s_options, index); }
const Command *command_at(int32_t index) { return AT(s_commands, index); }
const ExitCode *exit_code_at(int32_t index) { return AT(s_exit_codes, index); }
