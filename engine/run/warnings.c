#include "run/warnings.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "run/result/slow_core.h"
#include "stats/stats.h"

static const double OTHERS_MAX = 0.1; // of each processor

typedef struct List {
	Warning *out;
	int32_t count;
} List;

bool warning_of_run(const char *code) {
	static const char *const s_codes[] = { "W007", "W010", "W011", "W012", "W013", "W014", "W015", "W016" };
	for (size_t i = 0; i < sizeof s_codes / sizeof s_codes[0]; ++i)
		if (strcmp(code, s_codes[i]) == 0) return true;
	return false;
}

__attribute__((format(printf, 3, 4))) static void warn(List *list, const char *code, const char *format,
                                                       ...) {
	Warning *warning = &list->out[list->count++];
	va_list arguments;
	warning->code = code;
	va_start(arguments, format);
	vsnprintf(warning->text, sizeof warning->text, format, arguments);
	va_end(arguments);
}

// The load counts a harness that has just ended, and this one. It decides only where the system does not tell
// the processor time of others.
static void of_load(List *list, const WarningFacts *facts) {
	const int32_t cores = facts->machine->cores;
	const double others = strain_others(&facts->strain_before, &facts->strain_after);
	const double before = facts->load_before[0], after = facts->load_after[0];
	if (others > OTHERS_MAX * cores)
		warn(list, "W002", "the machine was busy: other processes took %.2f of %d processors", others, cores);
	if (isnan(others) && (before > 0.5 * cores || after > 1.0 + 0.5 * cores))
		warn(list, "W002", "the machine was busy: load %.2f before and %.2f after, %d cores", before, after,
		     cores);
}

static void of_machine(List *list, const WarningFacts *facts) {
	const Machine *machine = facts->machine;
	if (machine->core < 0) warn(list, "W001", "workers could not be pinned to one core");
	of_load(list, facts);
	if (machine->clock.resolution_ns > 1000) warn(list, "W003", "the clock is coarser than a microsecond");
	if (strcmp(machine->governor, "unknown") != 0 && strcmp(machine->governor, "performance") != 0)
		warn(list, "W004", "the frequency governor is %.60s, not performance", machine->governor);
	if (strcmp(facts->config, "release") != 0)
		warn(list, "W005", "times of a %.60s build are not those of a release", facts->config);
	if (machine->shared) warn(list, "W006", "one core: supervisor and workers share it");
}

static void of_strain(List *list, const Strain *before, const Strain *after) {
	if (before->throttled >= 0 && after->throttled > before->throttled)
		warn(list, "W008", "the processor was throttled for its heat %lld times",
		     (long long)(after->throttled - before->throttled));
	if (before->swapped >= 0 && after->swapped > before->swapped)
		warn(list, "W009", "the machine swapped %lld pages", (long long)(after->swapped - before->swapped));
}

static void of_noise(List *list, const Noise *noise) {
	double worst;
	long long rows = (long long)noise->rows.count;
	int32_t count = noise_drifting(noise, &worst);
	if (count > 0)
		warn(list, "W010", "the times of %d of %lld rows drift over the rounds, by %.*g %% at most", count,
		     rows, text_digits(100 * worst), 100 * worst);
	count = noise_varying(noise, &worst);
	if (count > 0)
		warn(list, "W011",
		     "the times of %d of %lld rows vary much: the middle half of them spans %.*g %% at most", count,
		     rows, text_digits(100 * worst), 100 * worst);
}

static void of_precision(List *list, const WarningFacts *facts) {
	const bool disturbed =
	    facts->retakes != NULL && facts->retakes->disturbed + facts->retakes->slow_groups > 0;
	char reached[40];
	snprintf(reached, sizeof reached, "too few %srounds to tell", disturbed ? "undisturbed " : "");
	if (isfinite(facts->worst))
		snprintf(reached, sizeof reached, "%.*g %% reached", text_digits(100 * facts->worst),
		         100 * facts->worst);
	warn(list, "W007", "%d of %d groups did not reach their precision: %.2g %% wanted, %s", facts->imprecise,
	     facts->groups, 100 * facts->precision, reached);
}

static const char *plural(int32_t count) { return count == 1 ? "" : "s"; }

static void of_retakes(List *list, const Retakes *retakes) {
	if (retakes == NULL) return;
	const double slow = retakes->passes > 0 ? retakes->slow / retakes->passes : 0;
	char undecided[80] = "";
	if (retakes->slow_groups > 0)
		snprintf(undecided, sizeof undecided, "; rows of %d group%s do not tell what that took: undecided",
		         retakes->slow_groups, plural(retakes->slow_groups));
	if (slow > SLOW_SHARE || retakes->slow_groups > 0)
		warn(list, "W016",
		     "%.0f %% of all passes were on a core that others slowed down, and count where too few were "
		     "not%s",
		     100 * slow, undecided);
	if (retakes->rounds == 0) return;
	warn(list, "W015",
	     "%d round%s of %d group%s %s taken again because a sample was preempted; %d group%s undecided",
	     retakes->rounds, plural(retakes->rounds), retakes->groups, plural(retakes->groups),
	     retakes->rounds == 1 ? "was" : "were", retakes->disturbed,
	     retakes->disturbed == 1 ? " is" : "s are");
}

int32_t warnings_find(Warning out[WARNINGS_MAX], const WarningFacts *facts) {
	List list = { .out = out };
	of_machine(&list, facts);
	if (facts->imprecise > 0) of_precision(&list, facts);
	if (facts->cut > 0) {
		char few[60] = "";
		if (facts->few > 0)
			snprintf(few, sizeof few, "; no intervals in %d of them: fewer than %d sessions", facts->few,
			         STATS_SESSIONS_MIN);
		warn(&list, "W012", "the budget of %g s ended before %d of %d groups had their rounds%s",
		     facts->budget_s, facts->cut, facts->groups, few);
	}
	if (facts->varied > 0)
		warn(&list, "W013",
		     "the addresses of workers could not be fixed in %d of %d groups: personality is forbidden",
		     facts->varied, facts->groups);
	if (facts->fixed > 0)
		warn(&list, "W014",
		     "the addresses of workers do not vary in %d of %d groups: the system has it switched off",
		     facts->fixed, facts->groups);
	of_retakes(&list, facts->retakes);
	of_strain(&list, &facts->strain_before, &facts->strain_after);
	of_noise(&list, facts->noise);
	return list.count;
}
