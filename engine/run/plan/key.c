#include "run/plan/key.h"

#include "base/text.h"
#include "plugin/plugin.h"

static void add_text(Text *text, const char *before, const char *value) {
	text_add(text, before);
	text_add_json(text, value);
}

static void add_machine(Text *text, const Machine *machine) {
	char hex[HN_HASH_HEX_SIZE];
	hn_hash_to_hex(&machine->engine, hex);
	text_addf(text, "engine %s\ncpu ", hex);
	text_add_json(text, machine->cpu);
	// In GiB, because the memory that the kernel reserves depends on its version.
	text_addf(text, "\nsimd %s", simd_name((int32_t)machine->simd));
	text_addf(text, "\narch %s\ncores %d\nmemory %lld\n", machine->arch, machine->cores,
	          (long long)((machine->memory_bytes + ((uint64_t)1 << 29)) >> 30));
}

// Which claims there are is in no key, as intervals hold wherever rounds end. But drawn.csv has their bounds.
static void add_population(Text *text, const PlanGroup *group) {
	if (group->block > 0) text_addf(text, "\nblock %d%s", group->block, group->block_grows ? " grows" : "");
	if (group->instance_steps > 1) text_addf(text, " of %d steps", group->instance_steps);
	if (group->folds > 2) text_addf(text, "\nfolds %d", group->folds);
	for (int32_t i = 0; i < group->bound_count; ++i)
		text_add(text, "\nbound "), text_add_number(text, group->bounds[i]);
	if (group->question_count > 0) text_add(text, "\ndecided");
}

int32_t key_group(char key[HN_HASH_HEX_SIZE], const Plan *plan, const PlanGroup *group, const HnHash *scene,
                  const Machine *machine) {
	Text text = { 0 };
	char hex[HN_HASH_HEX_SIZE];
	hn_hash_to_hex(scene, hex);
	text_addf(
	    &text,
	    "group 1\nscene %s\nquery %s\ncheck %s\nruns %d\nper_step %d\ninspect %u\ncounters %u\nquick %d\n"
	    "timeout ",
	    hex, hn_query_name((int32_t)group->query), check_name(group->check), group->runs, group->per_step,
	    group->inspect, group->counters, plan->quick);
	text_add_number(&text, group->timeout_s);
	text_add(&text, "\nprecision ");
	text_add_number(&text, group->precision);
	text_addf(&text, "\nlayout %s\nbudget ", layout_name((int32_t)group->layout));
	text_add_number(&text, plan->budget_s);
	add_text(&text, "\nseed ", group->seed);
	// It decides which rounds count, so a run under the other policy is another run.
	if (group->preempted != PREEMPTED_RETAKE)
		text_addf(&text, "\npreempted %s", preempted_name((int32_t)group->preempted));
	// A group that was only counted has no rounds, and a timed run needs them.
	if (plan->counts) text_add(&text, "\ncounts");
	// Which groups have rounds depends on the maps.
	for (int32_t i = 0; i < plan->map_count; ++i) {
		const char *texts[] = { plan->maps[i].name, plan->maps[i].a, plan->maps[i].b };
		text_addf(&text, "\nmap %d ", plan->maps[i].audit);
		text_add_number(&text, plan->maps[i].share);
		for (int k = 0; k < 3; ++k) add_text(&text, " ", texts[k]);
	}
	if (group->unbuilt) text_add(&text, "\nunbuilt");
	if (group->ranked) text_add(&text, "\nranked");
	add_population(&text, group);
	for (int32_t i = 0; i < group->algorithm_count; ++i) {
		const PlanAlgorithm *a = &group->algorithms[i];
		add_text(&text, "\nalgorithm ", a->label);
		add_text(&text, " ", a->kind);
		add_text(&text, " ", a->params);
		if (a->class_->plugin != NULL) add_text(&text, " plugin ", a->class_->plugin->key);
		if (a->reading != NULL) add_text(&text, " reading ", a->reading);
	}
	text_add(&text, "\n");
	add_machine(&text, machine);
	// A shard may go on elsewhere. Sessions of two hosts must not meet in one journal.
	if (plan->content != NULL) add_text(&text, "host ", machine->host);
	return text_hash(key, &text);
}

int32_t key_shard(char key[HN_HASH_HEX_SIZE], const Plan *plan, const Machine *machine) {
	Text text = { 0 };
	char hex[HN_HASH_HEX_SIZE];
	hn_hash_to_hex(&machine->engine, hex);
	text_addf(&text, "shard 1\ncontent %s\nengine %s\n", plan->content, hex);
	return text_hash(key, &text);
}

int32_t key_plan(char key[HN_HASH_HEX_SIZE], const Plan *plan, const char (*keys)[HN_HASH_HEX_SIZE]) {
	Text text = { 0 };
	add_text(&text, "plan 1\n", plan->scenario);
	for (int32_t g = 0; g < plan->group_count; ++g) {
		const PlanGroup *group = &plan->groups[g];
		text_addf(&text, "\n%s", keys[g]);
		for (int32_t i = 0; i < plan->column_count; ++i) {
			add_text(&text, " ", group->params[i].name);
			add_text(&text, "=", group->params[i].text);
		}
		for (int32_t i = 0; i < group->algorithm_count; ++i)
			text_addf(&text, " %d", group->algorithms[i].point);
	}
	text_add(&text, "\n");
	return text_hash(key, &text);
}
