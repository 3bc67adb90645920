// What the engine takes from a plug-in: descriptions that are whole, and a process that is left as it was.
#include <check.h>
#include <locale.h>
#include <math.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <fcntl.h>
#include <time.h>
#include <unistd.h>

#include "base/error.h"
#include "plugin/plugin.h"
#include "plugin/system.h"

Suite *plugin_border_suite(void);

#ifdef __GLIBC__ // it has an enum where others have int
typedef __itimer_which_t Which;
#else
typedef int Which;
#endif

static void ck_told(int32_t status, const char *text) {
	ck_assert_int_ne(status, HN_OK);
	ck_assert_msg(strstr(hn_error_text(), text) != NULL, "'%s' is not in '%s'", text, hn_error_text());
}

// Descriptions
// ------------------------------------------------------------------------------------------------------

static int32_t no_create(void **self, HnPluginHost *host, const HnPluginScene *scene, int32_t query,
                         const double *values) {
	(void)self, (void)host, (void)scene, (void)query, (void)values;
	return HN_PLUGIN_OK;
}
static void no_destroy(void *self) { (void)self; }
static int32_t no_pair(void *self, const HnPluginPair *pair, HnPluginContacts *out) {
	(void)self, (void)pair, (void)out;
	return HN_PLUGIN_OK;
}
static void no_count(void *self, int64_t *values) { (void)self, (void)values; }

// A description that is whole, with all that it points to.
typedef struct Described {
	const char *choices[3];
	HnPluginParam params[2];
	HnPluginCounter counters[2];
	HnPlugin plugin;
} Described;

static void described(Described *out) {
	*out = (Described){
		{ "one", "two", NULL },
		{ { .name = "size", .about = "how large", .type = HN_PLUGIN_INT, .lo = 1, .hi = 9, .fallback = 3 },
		  { .name = "way", .about = "which way", .type = HN_PLUGIN_CHOICE, .fallback = 1 } },
		{ { "seen", "pairs", "pairs seen" }, { "left", "pairs", "pairs left" } },
		{ .size = sizeof(HnPlugin),
		  .version = HN_PLUGIN_VERSION,
		  .kind = HN_PLUGIN_PAIRS,
		  .name = "own",
		  .about = "finds nothing",
		  .source = "tests",
		  .can = HN_PLUGIN_CAN_ALL,
		  .answers = HN_PLUGIN_EXACT,
		  .param_count = 2,
		  .counter_count = 2,
		  .create = no_create,
		  .destroy = no_destroy,
		  .pair = no_pair,
		  .count = no_count }
	};
	out->params[1].choices = out->choices;
	out->plugin.params = out->params;
	out->plugin.counters = out->counters;
}

#define REFUSED(change, text)                                                                                \
	do {                                                                                                     \
		Described d;                                                                                         \
		described(&d);                                                                                       \
		change;                                                                                              \
		ck_told(plugin_check(&d.plugin, true), text);                                                        \
	} while (0)

START_TEST(a_whole_description_is_taken) {
	Described d;
	described(&d);
	ck_assert_int_eq(plugin_check(&d.plugin, true), HN_OK);
	d.plugin.create = NULL; // a description alone has no code
	ck_assert_int_eq(plugin_check(&d.plugin, false), HN_OK);
	d.params[0].fallback = 1, d.params[1].fallback = 0;
	ck_assert_int_eq(plugin_check(&d.plugin, false), HN_OK);
	d.params[0].fallback = 9;
	ck_assert_int_eq(plugin_check(&d.plugin, false), HN_OK);
	d.params[0] = (HnPluginParam){
		.name = "size", .about = "a share", .type = HN_PLUGIN_REAL, .hi = 1, .fallback = 0.5
	};
	ck_assert_int_eq(plugin_check(&d.plugin, false), HN_OK);
}

START_TEST(texts_are_names_and_lines) {
	static const char *const s_wrong[] = { NULL,   "",    "Own",
		                                   "9own", "o-n", "a_name_of_forty_characters_is_too_long_to_take" };
	for (size_t i = 0; i < sizeof s_wrong / sizeof s_wrong[0]; ++i) {
		REFUSED(d.plugin.name = s_wrong[i], "its name is no lower-case identifier");
		REFUSED(d.params[0].name = s_wrong[i], "a parameter's name is no lower-case identifier");
		REFUSED(d.counters[1].name = s_wrong[i], "a counter's name is no lower-case identifier");
	}
	REFUSED(d.plugin.about = "two\nlines", "about is no line");
	REFUSED(d.plugin.source = "", "source is no line");
	REFUSED(d.plugin.library = "", "library is no line");
	REFUSED(d.plugin.semantics = "a\rb", "semantics is no line");
	REFUSED(d.params[0].about = NULL, "size has no line that says what it is");
	REFUSED(d.counters[0].unit = NULL, "seen has no unit");
	REFUSED(d.counters[0].about = "", "seen has no line that says what it is");
}

START_TEST(what_it_can_is_known) {
	REFUSED(d.plugin.kind = HN_PLUGIN_PAIRS - 1, "kind is unknown");
	REFUSED(d.plugin.kind = HN_PLUGIN_BOXES + 1, "kind is unknown");
	REFUSED(d.plugin.answers = HN_PLUGIN_EXACT - 1, "answers is unknown");
	REFUSED(d.plugin.answers = HN_PLUGIN_CANDIDATES + 1, "answers is unknown");
	REFUSED(d.plugin.can = HN_PLUGIN_CAN_DEFORM, "can holds neither");
	REFUSED(d.plugin.can = HN_PLUGIN_CAN_ALL | 32, "or what is unknown");
	REFUSED(d.plugin.create = NULL, "create is missing");
	REFUSED(d.plugin.destroy = NULL, "destroy is missing");
	REFUSED(d.plugin.pair = NULL, "pair is missing");
	REFUSED(d.plugin.count = NULL, "count is missing");
	REFUSED(d.plugin.kind = HN_PLUGIN_SCENE, "query is missing");
}

START_TEST(parameters_have_a_range_and_a_default_in_it) {
	REFUSED(d.plugin.param_count = -1, "param_count is not from 0 to 32");
	REFUSED(d.plugin.param_count = 33, "param_count is not from 0 to 32");
	REFUSED(d.plugin.params = NULL, "param_count is not from 0 to 32");
	REFUSED(d.params[1].name = "size", "size is there twice");
	REFUSED(d.params[0].name = "broad", "broad is a name of the engine's");
	REFUSED(d.params[0].name = "roots", "roots is a name of the engine's");
	REFUSED(d.params[0].name = "label", "label is a name of the engine's");
	REFUSED(d.params[0].type = HN_PLUGIN_CHOICE + 1, "size has an unknown type");
	REFUSED(d.params[0].type = HN_PLUGIN_INT - 1, "size has an unknown type");
	REFUSED(d.params[0].lo = 10, "size has no range");
	REFUSED(d.params[0].hi = (double)INFINITY, "size has no range");
	REFUSED(d.params[0].lo = (double)NAN, "size has no range");
	REFUSED(d.params[0].hi = 1e10, "size has no range");
	REFUSED(d.params[0].lo = -1e10, "size has no range");
	REFUSED(d.params[0].fallback = 0, "size has a default out of range");
	REFUSED(d.params[0].fallback = 10, "size has a default out of range");
	REFUSED(d.params[0].fallback = 2.5, "size has a default out of range");
	REFUSED((d.params[0].type = HN_PLUGIN_BOOL, d.params[0].fallback = 2), "size has a default out of range");
	REFUSED(d.choices[0] = NULL, "way has no choices");
	REFUSED(d.choices[1] = "Two", "way has a choice that is no name");
	REFUSED(d.params[1].fallback = 2, "way has a default out of range");
	REFUSED(d.params[1].fallback = -1, "way has a default out of range");
}

START_TEST(counters_have_names_of_their_own) {
	REFUSED(d.plugin.counter_count = -1, "counter_count is not from 0 to 16");
	REFUSED(d.plugin.counter_count = 17, "counter_count is not from 0 to 16");
	REFUSED(d.plugin.counters = NULL, "counter_count is not from 0 to 16");
	REFUSED(d.counters[1].name = "seen", "seen is there twice");
	REFUSED(d.counters[1].name = "way", "way is a parameter and a counter");
}

// The same name from the same file and key is the same plug-in; from elsewhere it is refused. Code is bound
// only to what it was described as.
START_TEST(a_name_has_one_plug_in) {
	Described d;
	const HnDetectClass *class = NULL, *again = NULL;
	const PluginSource source = { "own.so", "key", "", NULL };
	described(&d);
	ck_assert_int_eq(plugin_add(&class, &d.plugin, &source), HN_OK);
	ck_assert_int_eq(plugin_add(&again, &d.plugin, &source), HN_OK);
	ck_assert_ptr_eq(class, again);
	ck_told(plugin_add(&again, &d.plugin, &(PluginSource){ "other.so", "key", "", NULL }),
	        "has the name 'own' already");
	ck_told(plugin_add(&again, &d.plugin, &(PluginSource){ "own.so", "other", "", NULL }),
	        "has the name 'own' already");
	ck_assert_ptr_null(again);
	d.plugin.name = "aabb";
	ck_told(plugin_add(&again, &d.plugin, &source), "an algorithm of the engine has the name 'aabb' already");
	ck_told(plugin_bind(class, &d.plugin), "its code is not what was described");
	described(&d);
	d.plugin.param_count = 1;
	ck_told(plugin_bind(class, &d.plugin), "its code is not what was described");
}

// The process
// ------------------------------------------------------------------------------------------------------

static int s_pipe[2];

// A thread that lasts until its pipe is closed.
typedef struct Lasting {
	pthread_t thread;
	int pipe[2];
} Lasting;

static void *last(void *context) {
	const Lasting *lasting = context;
	char byte;
	while (read(lasting->pipe[0], &byte, 1) < 0) continue;
	return NULL;
}
static void lasting_start(Lasting *lasting) {
	ck_assert_int_eq(pipe(lasting->pipe), 0);
	ck_assert_int_eq(pthread_create(&lasting->thread, NULL, last, lasting), 0);
}
static void lasting_end(Lasting *lasting) {
	close(lasting->pipe[1]);
	ck_assert_int_eq(pthread_join(lasting->thread, NULL), 0);
}

static void begin(void) {
	ck_assert_int_eq(pipe(s_pipe), 0);
	ck_assert_int_eq(plugin_system_begin(), HN_OK);
	ck_assert_int_eq(plugin_system_look("own"), HN_OK);
}

static void ck_seen(const char *text) { ck_told(plugin_system_look("own"), text); }

// Each test has a process of its own, which it may leave as it likes.
START_TEST(what_a_process_is_in_stays) {
	char inner[] = "/tmp/harness_border_XXXXXX";
	ck_assert_int_eq(chdir("/tmp"), 0);
	ck_assert_ptr_nonnull(mkdtemp(inner));
	begin();
	const mode_t mask = umask(022);
	umask(mask ^ 07);
	ck_seen("plug-in own changed the umask");
	umask(mask);
	ck_assert_int_eq(plugin_system_look("own"), HN_OK);
	ck_assert_int_eq(setenv("HARNESS_OF_A_PLUGIN", "1", 1), 0);
	ck_seen("plug-in own changed the environment");
	unsetenv("HARNESS_OF_A_PLUGIN");
	ck_assert_int_eq(plugin_system_look("own"), HN_OK);
	ck_assert_int_eq(chdir(inner), 0);
	ck_seen("plug-in own changed the working directory");
	ck_assert_int_eq(chdir("/proc"), 0); // of another device
	ck_seen("plug-in own changed the working directory");
	rmdir(inner);
}

START_TEST(what_a_process_may_use_stays) {
	struct rlimit limit;
	cpu_set_t all, one;
	begin();
	ck_assert_int_eq(getrlimit(RLIMIT_NOFILE, &limit), 0);
	limit.rlim_cur -= 1;
	ck_assert_int_eq(setrlimit(RLIMIT_NOFILE, &limit), 0);
	ck_seen("plug-in own changed a limit of resources");
	limit.rlim_cur += 1;
	ck_assert_int_eq(setrlimit(RLIMIT_NOFILE, &limit), 0);
	ck_assert_int_eq(sched_getaffinity(0, sizeof all, &all), 0);
	CPU_ZERO(&one);
	for (size_t i = 0; i < CPU_SETSIZE && CPU_COUNT(&one) == 0; ++i)
		if (CPU_ISSET(i, &all)) CPU_SET(i, &one);
	if (CPU_COUNT(&all) > 1) {
		ck_assert_int_eq(sched_setaffinity(0, sizeof one, &one), 0);
		ck_seen("plug-in own changed the processors that the process may run on");
		ck_assert_int_eq(sched_setaffinity(0, sizeof all, &all), 0);
	}
	ck_assert_int_eq(plugin_system_look("own"), HN_OK);
	ck_assert_int_eq(setpriority(PRIO_PROCESS, 0, getpriority(PRIO_PROCESS, 0) + 1), 0);
	ck_seen("plug-in own changed the priority of the process");
}

START_TEST(files_stay_open_and_closed) {
	begin();
	int file = open("/dev/null", O_RDONLY | O_CLOEXEC);
	ck_seen("plug-in own left open a file: descriptor ");
	close(file);
	ck_assert_int_eq(plugin_system_look("own"), HN_OK);
	close(s_pipe[0]);
	ck_seen("plug-in own closed a file: descriptor ");
}

START_TEST(nothing_is_written_on_standard_output) {
	begin();
	printf("a word\nand another");
	ck_seen("plug-in own wrote 18 bytes on standard output: 'a word'");
}

static void ignore(int signal) { (void)signal; }

START_TEST(signals_stay_as_they_are) {
	sigset_t set;
	begin();
	ck_assert(signal(SIGUSR1, ignore) != SIG_ERR);
	ck_seen("plug-in own changed the handler of signal");
	ck_assert(signal(SIGUSR1, SIG_DFL) != SIG_ERR);
	sigemptyset(&set);
	sigaddset(&set, SIGUSR2);
	ck_assert_int_eq(sigprocmask(SIG_BLOCK, &set, NULL), 0);
	ck_seen("plug-in own changed whether signal");
}

// More threads than before, and fewer: one that was there has ended.
START_TEST(threads_are_as_many_as_before) {
	Lasting first, second;
	lasting_start(&first);
	ck_assert_int_eq(plugin_system_begin(), HN_OK);
	ck_assert_int_eq(plugin_system_look("own"), HN_OK);
	lasting_start(&second);
	ck_seen("plug-in own left threads running: 3 instead of 2");
	lasting_end(&second);
	lasting_end(&first);
	for (int i = 0; i < 1000 && plugin_system_look("own") == HN_OK; ++i)
		continue; // it is listed for a moment more
	ck_seen("plug-in own left threads running: 1 instead of 2");
}

START_TEST(children_are_waited_for) {
	begin();
	pid_t child = fork();
	if (child == 0) {
		char byte;
		_exit(read(s_pipe[0], &byte, 1) == 1 ? 0 : 1);
	}
	ck_seen("plug-in own left a child process running");
	ck_assert_int_eq(write(s_pipe[1], "x", 1), 1);
	siginfo_t info;
	ck_assert_int_eq(waitid(P_PID, (id_t)child, &info, WEXITED | WNOWAIT), 0);
	ck_seen("plug-in own left a child process that nobody waited for");
	ck_assert_int_eq(waitpid(child, NULL, 0), child);
	ck_assert_int_eq(plugin_system_look("own"), HN_OK);
}

START_TEST(no_timer_runs) {
	static const int s_which[] = { ITIMER_REAL, ITIMER_VIRTUAL, ITIMER_PROF };
	const struct itimerval later = { .it_value = { 1000, 0 } }, none = { { 0, 0 }, { 0, 0 } };
	timer_t timer;
	begin();
	for (int i = 0; i < 3; ++i) {
		ck_assert_int_eq(setitimer((Which)s_which[i], &later, NULL), 0);
		ck_seen("plug-in own left a timer running");
		ck_assert_int_eq(setitimer((Which)s_which[i], &none, NULL), 0);
	}
	ck_assert_int_eq(plugin_system_look("own"), HN_OK);
	struct sigevent event = { .sigev_notify = SIGEV_NONE };
	if (access("/proc/self/timers", R_OK) != 0) return; // a kernel without them does not tell
	ck_assert_int_eq(timer_create(CLOCK_MONOTONIC, &event, &timer), 0);
	ck_seen("plug-in own left a timer running");
}

START_TEST(the_locale_stays) {
	begin();
	if (setlocale(LC_ALL, "C.UTF-8") == NULL) return; // there is none but C
	ck_seen("plug-in own changed the locale");
}

// The first note is told, once, and before anything else.
START_TEST(a_note_is_told_once) {
	begin();
	plugin_system_note("the %dst note", 1);
	plugin_system_note("the second note");
	ck_seen("the 1st note");
	ck_assert_int_eq(plugin_system_look("own"), HN_OK);
}

Suite *plugin_border_suite(void) {
	Suite *suite = suite_create("plugin_border");
	TCase *described_case = tcase_create("described"), *process = tcase_create("process");
	tcase_add_test(described_case, a_whole_description_is_taken);
	tcase_add_test(described_case, texts_are_names_and_lines);
	tcase_add_test(described_case, what_it_can_is_known);
	tcase_add_test(described_case, parameters_have_a_range_and_a_default_in_it);
	tcase_add_test(described_case, counters_have_names_of_their_own);
	tcase_add_test(described_case, a_name_has_one_plug_in);
	suite_add_tcase(suite, described_case);
	tcase_add_test(process, what_a_process_is_in_stays);
	tcase_add_test(process, what_a_process_may_use_stays);
	tcase_add_test(process, files_stay_open_and_closed);
	tcase_add_test(process, nothing_is_written_on_standard_output);
	tcase_add_test(process, signals_stay_as_they_are);
	tcase_add_test(process, threads_are_as_many_as_before);
	tcase_add_test(process, children_are_waited_for);
	tcase_add_test(process, no_timer_runs);
	tcase_add_test(process, the_locale_stays);
	tcase_add_test(process, a_note_is_told_once);
	suite_add_tcase(suite, process);
	return suite;
}
