#include "host/options.h"

#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/mem.h"
#include "base/number.h"
#include "base/param.h"
#include "host/manual.h"
#include "host/pack.h"
#include "host/vocabulary.h"
#include "machine/counters.h"
#include "run/run.h"

static const char *option_name(int32_t i) { return option_at(i) != NULL ? option_at(i)->name : NULL; }
static const char *command_name(int32_t i) { return command_at(i) != NULL ? command_at(i)->name : NULL; }

static int usage(const char *format, const char *what, const char *nearest) {
	fputs("harness: ", stderr);
	fprintf(stderr, format, what);
	if (nearest != NULL) fprintf(stderr, "; did you mean '%s'?", nearest);
	fputs("\n", stderr);
	return EXIT_USAGE;
}

// A whole number in [lo, hi].
static bool read_integer(int64_t *out, const char *text, int64_t lo, int64_t hi) {
	char *end;
	if (text[0] == '\0' || text[strspn(text, "0123456789")] != '\0' || strlen(text) > 18) return false;
	long long n = strtoll(text, &end, 10);
	*out = n;
	return n >= lo && n <= hi;
}

// Reads "60", "60s", "500ms", "2m", "2min" or "1h" as seconds.
static bool read_seconds(double *out, const char *text) {
	static const struct {
		const char *unit;
		double seconds;
	} units[] = { { "", 1 }, { "s", 1 }, { "ms", 1e-3 }, { "m", 60 }, { "min", 60 }, { "h", 3600 } };
	char digits[32];
	size_t n = strspn(text, "0123456789.");
	if (n == 0 || n >= sizeof digits) return false;
	memcpy(digits, text, n);
	digits[n] = '\0';
	if (!number_parse(out, digits)) return false;
	for (size_t i = 0; i < sizeof units / sizeof *units; ++i) {
		if (strcmp(text + n, units[i].unit) != 0) continue;
		*out *= units[i].seconds;
		return *out > 0 && *out <= 1e6;
	}
	return false;
}

// Reads a share: "5%" or "0.05".
static bool read_share(double *out, const char *text) {
	char digits[32];
	size_t n = strspn(text, "0123456789.");
	if (n == 0 || n >= sizeof digits) return false;
	memcpy(digits, text, n);
	digits[n] = '\0';
	if (!number_parse(out, digits)) return false;
	if (strcmp(text + n, "%") == 0)
		*out /= 100;
	else if (text[n] != '\0')
		return false;
	return *out <= 1000;
}

static bool is_one_of(const char *text, const char *list) {
	size_t n = strlen(text);
	for (const char *p = list; p != NULL; p = strchr(p, '|') != NULL ? strchr(p, '|') + 1 : NULL)
		if (strncmp(p, text, n) == 0 && (p[n] == '|' || p[n] == '\0')) return n > 0;
	return false;
}

// Whether a text is a list of counters without duplicates, such as "cycles,rss".
static bool is_list_of_counters(const char *text) {
	uint32_t seen = 0;
	for (const char *p = text;; ++p) {
		char name[40];
		size_t n = strcspn(p, ",");
		snprintf(name, sizeof name, "%.*s", (int)(n < sizeof name ? n : sizeof name - 1), p);
		uint32_t mask = counter_mask(name);
		if (mask == 0 || (seen & mask) != 0) return false;
		seen |= mask;
		p += n;
		if (*p == '\0') return true;
	}
}

static const char *list_of_counters(void) {
	static char s_text[400];
	size_t used = (size_t)snprintf(s_text, sizeof s_text, "a list of different counters of ");
	for (int32_t i = 0; counter_name(i) != NULL && used < sizeof s_text; ++i) {
		if (i > 0 && strcmp(counter_name(i), counter_name(i - 1)) == 0) continue;
		used +=
		    (size_t)snprintf(s_text + used, sizeof s_text - used, "%s%s", i > 0 ? ", " : "", counter_name(i));
	}
	return s_text;
}

// The values that an option accepts, for its error message.
static const char *wanted(const Option *option) {
	if (strcmp(option->name, "runs") == 0) return "a whole number from 1 to 1000000";
	if (strcmp(option->value, "N") == 0 && strcmp(option->name, "seed") != 0)
		return "a whole number from 1 on";
	if (strcmp(option->name, "threshold") == 0)
		return "a share such as 5% or 0.05 (a bare number is below 1: 5 times as slow is 400%)";
	if (strcmp(option->name, "precision") == 0) return "a share above 0 and below 1, such as 1% or 0.01";
	if (strcmp(option->value, "K") == 0) return "a whole number from 1 on";
	if (strcmp(option->name, "seed") == 0) return "a whole number from 0 on, of at most 18 digits";
	if (strcmp(option->value, "TIME") == 0)
		return "a time above 0, such as 60, 60s, 500ms, 2m or 1h, and at most 1000000 s";
	if (strcmp(option->name, "cpu") == 0) return "a list of processors such as 3 or 2-5,8";
	if (strcmp(option->name, "counters") == 0) return list_of_counters();
	return option->value;
}

static bool take_text(Options *out, const Option *option, const char *value) {
	int64_t n = 0;
	if (strcmp(option->name, "set") == 0) {
		out->settings[out->setting_count++] = value;
		return strchr(value, '=') != NULL && value[0] != '=';
	}
	if (strcmp(option->name, "filter") == 0) return out->filter = value, value[0] != '\0';
	if (strcmp(option->name, "out") == 0) return out->out = value, value[0] != '\0';
	if (strcmp(option->name, "html") == 0) return out->html = value, value[0] != '\0';
	if (strcmp(option->name, "check") == 0) return out->check = value, is_one_of(value, option->value);
	if (strcmp(option->name, "cpu") == 0) return out->cpu = value, value[0] != '\0';
	if (strcmp(option->name, "simd") == 0) return out->simd = value, is_one_of(value, option->value);
	if (strcmp(option->name, "layout") == 0) return out->layout = value, is_one_of(value, option->value);
	if (strcmp(option->name, "preempted") == 0)
		return out->preempted = value, is_one_of(value, option->value);
	if (strcmp(option->name, "color") == 0) return out->color = value, is_one_of(value, option->value);
	if (strcmp(option->name, "progress") == 0) {
		out->progress = value;
		out->quiet = out->quiet || strcmp(value, "none") == 0;
		return is_one_of(value, option->value);
	}
	if (strcmp(option->name, "counters") == 0) return out->counters = value, is_list_of_counters(value);
	if (strcmp(option->name, "source") == 0) return out->source = value, value[0] != '\0';
	if (strcmp(option->name, "deal") == 0) return out->deal = value, value[0] != '\0';
	if (strcmp(option->name, "seed") == 0)
		return out->seeded = true, read_integer(&out->seed, value, 0, INT64_MAX);
	if (strcmp(option->name, "point") == 0) return read_integer(&out->point, value, 1, INT64_MAX);
	if (strcmp(option->name, "step") == 0) return read_integer(&out->step, value, 1, INT64_MAX);
	if (strcmp(option->name, "vary") == 0) return read_integer(&out->vary, value, 1, 1000000);
	if (strcmp(option->name, "shards") == 0) return read_integer(&out->shards, value, 1, 1000000);
	if (strcmp(option->name, "jobs") == 0) return read_integer(&out->jobs, value, 1, 1024);
	if (strcmp(option->name, "format") == 0) return out->format = value, is_one_of(value, option->value);
	if (strcmp(option->name, "timeout") == 0) return read_seconds(&out->timeout_s, value);
	if (strcmp(option->name, "budget") == 0) return read_seconds(&out->budget_s, value);
	if (strcmp(option->name, "threshold") == 0)
		return read_share(&out->threshold, value) && (out->threshold < 1 || strchr(value, '%') != NULL);
	if (strcmp(option->name, "precision") == 0)
		return read_share(&out->precision, value) && out->precision > 0 && out->precision < 1;
	if (strcmp(option->name, "script-limit") == 0) return read_seconds(&out->script_limit_s, value);
	bool good = read_integer(&n, value, 1, 1000000); // runs
	out->runs = (int32_t)n;
	return good;
}

static void take_flag(Options *out, const Option *option) {
	switch (option->letter) {
	case 'n':
		out->command = COMMAND_PLAN;
		return;
	case 'f':
		out->force = true;
		return;
	case 'q':
		out->quiet = true;
		return;
	case 'v':
		out->verbose = true;
		return;
	case 'h':
		out->command = COMMAND_HELP;
		return;
	case 'V':
		out->command = COMMAND_VERSION;
		return;
	default:
		if (strcmp(option->name, "quick") == 0)
			out->quick = true;
		else if (strcmp(option->name, "counts") == 0)
			out->counts = true;
		else if (strcmp(option->name, "strict") == 0)
			out->strict = true;
		else if (strcmp(option->name, "retry-failed") == 0)
			out->retry_failed = true;
		else if (strcmp(option->name, "fail-fast") == 0)
			out->fail_fast = true;
		else if (strcmp(option->name, "slurm") == 0)
			out->slurm = true;
		else if (strcmp(option->name, "status") == 0)
			out->status = true;
		else if (strcmp(option->name, "shared") == 0)
			out->shared = true;
		else if (strcmp(option->name, "frames") == 0)
			out->frames = true;
		else if (strcmp(option->name, "no-trial") == 0)
			out->no_trial = true;
		else if (strcmp(option->name, "cpp") == 0)
			out->cpp = true;
		else
			out->no_figures = true;
	}
}

static const Option *find_long(const char *name, size_t size) {
	const Option *o;
	for (int32_t i = 0; (o = option_at(i)) != NULL; ++i)
		if (strlen(o->name) == size && strncmp(o->name, name, size) == 0) return o;
	return NULL;
}

static const Option *find_letter(char letter) {
	const Option *o;
	for (int32_t i = 0; (o = option_at(i)) != NULL; ++i)
		if (letter != 0 && o->letter == letter) return o;
	return NULL;
}

// Takes an option and its argument. joined: the argument in the same word, after "=" or behind the letter;
// else the argument is the next word.
static int take_option(Options *out, const Option *option, const char *word, const char *joined, int *at,
                       int argc, char **argv) {
	if (option->kind == OPTION_UNBUILT) return usage("--%s is not built yet", option->name, NULL);
	if (option->kind == OPTION_FLAG) {
		if (joined != NULL) return usage("%s takes no value", word, NULL);
		if (out->command == COMMAND_HELP || out->command == COMMAND_VERSION) return 0;
		take_flag(out, option);
		return 0;
	}
	const char *value = joined;
	if (value == NULL) {
		if (*at + 1 >= argc) return usage("%s needs a value", word, NULL);
		value = argv[++*at];
	}
	if (strcmp(option->name, "shard") == 0)
		return shard_read(&out->shard, value) == HN_OK ? 0 : usage("%s", hn_error_text(), NULL);
	if (take_text(out, option, value)) return 0;
	fprintf(stderr, "harness: --%s: '%s' is not %s\n", option->name, value, wanted(option));
	return EXIT_USAGE;
}

static int take_long(Options *out, int *at, int argc, char **argv) {
	const char *word = argv[*at] + 2, *equals = strchr(word, '=');
	char name[64];
	size_t size = equals != NULL ? (size_t)(equals - word) : strlen(word);
	const Option *option = find_long(word, size);
	snprintf(name, sizeof name, "%.*s", (int)size, word);
	if (option == NULL) {
		const char *nearest = param_nearest(name, option_name);
		char shown[PARAM_NAME_SIZE];
		snprintf(shown, sizeof shown, "--%s", nearest != NULL ? nearest : "");
		return usage("unknown option '%s'", argv[*at], nearest != NULL ? shown : NULL);
	}
	return take_option(out, option, argv[*at], equals != NULL ? equals + 1 : NULL, at, argc, argv);
}

// Takes a word of joined letters, such as "-nqs faces=3". A letter that takes a value must be the last.
static int take_letters(Options *out, int *at, int argc, char **argv) {
	const char *word = argv[*at];
	for (const char *p = word + 1; *p != '\0'; ++p) {
		char shown[3] = { '-', *p, '\0' };
		const Option *option = find_letter(*p);
		if (option == NULL) return usage("unknown option '%s'", shown, NULL);
		bool rest = option->kind == OPTION_TEXT && p[1] != '\0';
		int code = take_option(out, option, shown, rest ? p + 1 : NULL, at, argc, argv);
		if (code != 0 || rest) return code;
	}
	return 0;
}

static bool looks_like_file(const char *word) { return strpbrk(word, "/.") != NULL; }

// The first word is a command or a file.
static int take_command(Options *out, const char *word, bool *taken) {
	*taken = false;
	const Command *c;
	for (int32_t i = 0; (c = command_at(i)) != NULL; ++i) {
		if (strcmp(word, c->name) != 0) continue;
		if (c->command < 0) return usage("'%s' is not built yet", word, NULL);
		if (out->command == COMMAND_RUN) out->command = c->command;
		*taken = true;
		return 0;
	}
	const char *nearest = param_nearest(word, command_name);
	if (!looks_like_file(word) && nearest != NULL) return usage("unknown command '%s'", word, nearest);
	return 0;
}

// The first option given that says how times are measured; NULL: none.
static const char *option_of_times(const Options *o) {
	return o->runs > 0            ? "runs"
	       : o->precision > 0     ? "precision"
	       : o->budget_s > 0      ? "budget"
	       : o->layout != NULL    ? "layout"
	       : o->preempted != NULL ? "preempted"
	       : o->counters != NULL  ? "counters"
	                              : NULL;
}

// Checks the options of what only counts.
static int check_counts(const Options *o) {
	bool plans = o->command == COMMAND_RUN || o->command == COMMAND_PLAN || o->command == COMMAND_SUBMIT;
	if (o->command == COMMAND_HELP) return 0;
	if (o->counts && !plans) return usage("--%s is an option of run, plan and submit", "counts", NULL);
	if (o->counts && option_of_times(o) != NULL)
		return usage("--%s says how times are measured; --counts measures none", option_of_times(o), NULL);
	if (o->jobs > 0 && o->command != COMMAND_VERIFY && !(plans && o->counts))
		return usage("--%s is an option of verify and of --counts: what is timed needs the machine alone",
		             "jobs", NULL);
	return 0;
}

// Checks options that only one command accepts.
static int check_own(const Options *o) {
	bool is_draw = o->command == COMMAND_DRAW, is_export = o->command == COMMAND_EXPORT;
	const char *command = is_draw ? "draw" : "export";
	if ((is_export || is_draw) && o->file_count != 1) return usage("%s needs one scenario", command, NULL);
	if ((is_export || is_draw) && o->point == 0)
		return usage("%s needs --point N, as `harness list FILE` numbers it", command, NULL);
	if (!is_export && o->command != COMMAND_HELP &&
	    ((o->point != 0 && !is_draw && o->command != COMMAND_SHRINK) || o->step != 0 || o->frames))
		return usage("--%s is an option of export",
		             o->point != 0 && !is_draw ? "point"
		             : o->step != 0            ? "step"
		                                       : "frames",
		             NULL);
	if (o->frames && o->step != 0) return usage("%s are all steps; --step is one", "--frames", NULL);
	bool of_runs = o->command == COMMAND_VERIFY || o->command == COMMAND_COMPARE ||
	               o->command == COMMAND_RERUN || o->command == COMMAND_REPORT;
	if (of_runs && (o->setting_count > 0 || o->filter != NULL || o->quick || o->runs > 0 ||
	                o->precision > 0 || o->budget_s > 0 || o->layout != NULL || o->preempted != NULL ||
	                o->timeout_s > 0 || o->check != NULL || o->counters != NULL || o->seeded))
		return usage("%s takes what is measured, and how, from the run: no -s, --filter, --quick, --runs, "
		             "--precision, --budget, --layout, --preempted, --timeout, --check, --counters, --seed",
		             o->command == COMMAND_VERIFY    ? "verify"
		             : o->command == COMMAND_COMPARE ? "compare"
		             : o->command == COMMAND_REPORT  ? "report"
		                                             : "rerun",
		             NULL);
	if (o->command == COMMAND_PAPER && (o->setting_count > 0 || o->filter != NULL || o->force))
		return usage("%s runs whole scenarios, and goes on with them: no -s, --filter, -f", "paper", NULL);
	if (o->out != NULL &&
	    (o->command == COMMAND_NEW || o->command == COMMAND_CHECK || o->command == COMMAND_SHRINK))
		return usage("--%s: new, check and shrink write into the current folder", "out", NULL);
	if (o->out != NULL && (o->command == COMMAND_VERIFY || o->command == COMMAND_REPORT))
		return usage("--%s: verify writes no file, and report into the run", "out", NULL);
	if (o->threshold >= 0 && o->command != COMMAND_COMPARE && o->command != COMMAND_HELP)
		return usage("--%s is an option of compare", "threshold", NULL);
	if (o->html != NULL && o->command != COMMAND_REPORT && o->command != COMMAND_HELP)
		return usage("--%s is an option of report", "html", NULL);
	if (o->html != NULL && o->vary > 0) return usage("--%s makes no page; leave out --html", "vary", NULL);
	if (o->vary > 0 && o->command != COMMAND_REPORT && o->command != COMMAND_HELP)
		return usage("--%s is an option of report", "vary", NULL);
	if (o->retry_failed && o->command != COMMAND_HELP &&
	    ((o->command != COMMAND_RUN && o->command != COMMAND_SUBMIT) || o->force))
		return usage("--%s goes on with a run: it is an option of run, without -f", "retry-failed", NULL);
	if (o->fail_fast && o->command != COMMAND_HELP && o->command != COMMAND_RUN &&
	    o->command != COMMAND_RERUN)
		return usage("--%s is an option of run and rerun", "fail-fast", NULL);
	if (o->no_trial && o->command != COMMAND_PLAN && o->command != COMMAND_HELP)
		return usage("--%s is an option of plan", "no-trial", NULL);
	int code = check_counts(o);
	if (code != 0) return code;
	if (o->shard.count > 0 && o->command != COMMAND_HELP && o->command != COMMAND_RUN &&
	    o->command != COMMAND_PLAN)
		return usage("--%s is an option of run and plan", "shard", NULL);
	if ((o->shard.count > 0 || o->command == COMMAND_SUBMIT) && o->budget_s > 0)
		return usage("--%s of a whole run has no meaning in one of its shards", "budget", NULL);
	if (o->deal != NULL && o->shard.count == 0 && o->command != COMMAND_HELP)
		return usage("--%s is an option of --shard", "deal", NULL);
	bool of_submit = o->slurm || o->status || o->shared || o->shards > 0;
	if (of_submit && o->command != COMMAND_SUBMIT && o->command != COMMAND_HELP)
		return usage("--%s is an option of submit",
		             o->slurm    ? "slurm"
		             : o->status ? "status"
		             : o->shared ? "shared"
		                         : "shards",
		             NULL);
	if (o->command == COMMAND_SUBMIT && (!o->slurm || o->file_count != 1))
		return usage("%s needs one scenario and --slurm", "submit", NULL);
	if (o->command == COMMAND_SUBMIT && o->force)
		return usage("%s would make a task that runs again begin anew; use another --out", "-f", NULL);
	if (o->source != NULL && o->command != COMMAND_PACK && o->command != COMMAND_HELP)
		return usage("--%s is an option of pack", "source", NULL);
	if (o->out != NULL && o->command == COMMAND_PACK && (o->file_count != 1 || !pack_is(o->out)))
		return usage("--%s of pack is one file of one run: NAME.tar.zst or NAME.tar.gz", "out", NULL);
	if (o->format != NULL && o->command != COMMAND_HELP && (o->command != COMMAND_LIST || o->file_count > 0))
		return usage("--%s is an option of list without a file", "format", NULL);
	return 0;
}

static int check_count(const Options *o) {
	int32_t n = o->file_count;
	if (o->command == COMMAND_RUN && n == 0) {
		manual_help(stderr);
		return EXIT_USAGE;
	}
	if (o->command == COMMAND_PAPER && n == 0)
		return usage("%s needs the key of a paper, such as wei2000", "paper", NULL);
	if (o->command == COMMAND_REPORT && n == 0) return usage("%s needs a run's directory", "report", NULL);
	bool of_plugin = o->command == COMMAND_NEW || o->command == COMMAND_CHECK;
	if (of_plugin && (n != 2 || strcmp(o->files[0], "plugin") != 0))
		return usage("%s needs `plugin` and its name", o->command == COMMAND_NEW ? "new" : "check", NULL);
	if (o->cpp && o->command != COMMAND_NEW && o->command != COMMAND_HELP)
		return usage("--%s is an option of new", "cpp", NULL);
	if (o->command == COMMAND_SHRINK && (n != 1 || o->point == 0))
		return usage("%s needs a run's directory and --point N", "shrink", NULL);
	if (o->command == COMMAND_DOCTOR && n > 0) return usage("%s takes no file", "doctor", NULL);
	if (o->command == COMMAND_VERIFY && n == 0) return usage("%s needs a run's directory", "verify", NULL);
	if (o->command == COMMAND_RERUN && n == 0) return usage("%s needs a run's directory", "rerun", NULL);
	if (o->command == COMMAND_PACK && n == 0) return usage("%s needs a run's directory", "pack", NULL);
	if (o->command == COMMAND_UNPACK && n == 0) return usage("%s needs a pack", "unpack", NULL);
	if (o->command == COMMAND_MERGE && n == 0)
		return usage("%s needs the directories of runs", "merge", NULL);
	if (o->command == COMMAND_COMPARE && n != 2)
		return usage("%s needs two runs' directories", "compare", NULL);
	if (o->command == COMMAND_PLAN && n == 0) return usage("%s needs a scenario", "plan", NULL);
	return check_own(o);
}

void options_free(Options *options) {
	size_t size = (size_t)options->capacity * sizeof *options->files;
	mem_free(options->files, size);
	mem_free(options->settings, size);
	mem_free(options->words, size);
	*options = (Options){ 0 };
}

// Words that are not passed on to the shards.
static bool is_of_submit(const char *word) {
	static const char *const s_words[] = { "submit",   "--slurm",  "--shards",
		                                   "--status", "--shared", "--retry-failed" };
	size_t n = strcspn(word, "=");
	for (size_t i = 0; i < sizeof s_words / sizeof *s_words; ++i)
		if (strlen(s_words[i]) == n && strncmp(word, s_words[i], n) == 0) return true;
	return false;
}

int options_parse(Options *out, int argc, char **argv) {
	bool only_files = false, first = true;
	*out = (Options){ .command = COMMAND_RUN, .seed = 1, .script_limit_s = 10, .threshold = -1 };
	if (argc == 2 && strcmp(argv[1], "--worker") == 0) {
		out->command = COMMAND_WORKER;
		return 0;
	}
	if (argc == 3 && strcmp(argv[1], "--plugin") == 0) {
		out->command = COMMAND_PLUGIN;
		out->plugin = argv[2];
		return 0;
	}
	out->capacity = argc; // no list is longer than the command line
	out->files = mem_alloc(mem_array_size(argc, sizeof *out->files));
	out->settings = mem_alloc(mem_array_size(argc, sizeof *out->settings));
	out->words = mem_alloc(mem_array_size(argc, sizeof *out->words));
	if (out->files == NULL || out->settings == NULL || out->words == NULL)
		return usage("%s", hn_error_text(), NULL);
	for (int at = 1; at < argc; ++at) {
		int code = 0;
		const char *word = argv[at];
		int begin = at;
		if (!only_files && out->command == COMMAND_SUBMIT && strcmp(word, "--") == 0) {
			out->extra = (const char **)(argv + at + 1);
			out->extra_count = argc - at - 1;
			break;
		}
		if (!only_files && strcmp(word, "--") == 0) {
			only_files = true;
		} else if (!only_files && word[0] == '-' && word[1] == '-') {
			code = take_long(out, &at, argc, argv);
		} else if (!only_files && word[0] == '-' && word[1] != '\0') {
			code = take_letters(out, &at, argc, argv);
		} else {
			bool taken = false;
			if (first && !only_files) code = take_command(out, word, &taken);
			if (!taken) out->files[out->file_count++] = word;
			first = false;
		}
		if (code != 0) return code;
		for (int i = begin; i <= at && !is_of_submit(argv[begin]); ++i)
			out->words[out->word_count++] = argv[i];
	}
	return check_count(out);
}
