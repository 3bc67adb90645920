// Writes the records of a group. Counts, hashes and contacts are strings, because JSON numbers are doubles.
#include "run/result/result.h"

#include "plugin/counters.h"

static void add_count(Text *line, const char *name, int64_t value) {
	text_addf(line, ",\"%s\":\"%lld\"", name, (long long)value);
}

static void begin(Text *line, const char *type, int32_t member) {
	text_addf(line, "{\"type\":\"%s\"", type);
	if (member >= 0) text_addf(line, ",\"member\":%d", member);
}

void entry_group(Text *line, const Result *result) {
	begin(line, "group", -1);
	text_addf(line, ",\"key\":\"%s\",\"steps\":%d", result->key, result->step_count);
	add_count(line, "triangles", result->triangle_count);
	add_count(line, "pairs", result->pair_count);
	text_add(line, ",\"members\":[");
	for (int32_t i = 0; i < result->member_count; ++i) {
		text_addf(line, "%s{\"role\":\"%s\"", i > 0 ? "," : "", role_name((int32_t)result->members[i].role));
		text_add_json_text(line, "label", member_label(result, i));
		text_add_json_text(line, "kind", member_kind(result, i));
		text_add_json_text(line, "params", member_params(result, i));
		text_add(line, "}");
	}
	text_add(line, "]}");
}

// As texts of numbers, like the lists of entry_instances.
void entry_poses(Text *line, const DrawnPose *poses, int32_t count) {
	begin(line, "poses", -1);
	text_add(line, ",\"at\":\"");
	for (int32_t i = 0; i < count * DRAWN_VALUES; ++i) {
		if (i > 0) text_add(line, " ");
		text_add_number(line, poses[i / DRAWN_VALUES].at[i % DRAWN_VALUES]);
	}
	text_add(line, "\"}");
}

void entry_session(Text *line, const Result *result, const char *utc, int32_t core) {
	const PlanGroup *group = result->group;
	begin(line, "session", -1);
	text_addf(line, ",\"session\":%d,\"started\":\"%s\",\"core\":%d,\"layout\":\"%s\"", result->sessions + 1,
	          utc, core, layout_name((int32_t)group->layout));
	text_addf(line, ",\"layout_possible\":%s", layout_possible(group->layout) ? "true" : "false");
	if (group->layout == LAYOUT_SAMPLE) {
		text_add(line, ",\"paddings\":[");
		for (int32_t i = 0; i < result->member_count; ++i)
			text_addf(line, "%s%d", i > 0 ? "," : "", layout_padding(group->seed, result->sessions + 1, i));
		text_add(line, "]");
	}
	text_add(line, "}");
}

// The counters of a plug-in's own.
static void add_own(Text *line, const MemberCount *count) {
	if (plugin_own_counters(count->class_) == 0) return;
	const HnPlugin *plugin = &count->class_->plugin->plugin;
	const char *before = ",\"own\":{";
	for (int32_t i = 0; i < plugin->counter_count; ++i) {
		if (!plugin_counter_is_own(&plugin->counters[i])) continue;
		text_addf(line, "%s\"%s\":\"%lld\"", before, plugin->counters[i].name, (long long)count->own[i]);
		before = ",";
	}
	text_add(line, "}");
}

void entry_counted(Text *line, int32_t member, const MemberCount *count) {
	char hex[HN_HASH_HEX_SIZE];
	hn_hash_to_hex(&count->hash, hex);
	begin(line, "counted", member);
	text_addf(line, ",\"hash\":\"%s\"", hex);
	for (int32_t i = 0; i < COUNT_FIELDS; ++i)
		add_count(line, hn_count_name(i), count_get(&count->counts, i));
	add_count(line, "questions", count->questions);
	text_add_json_member(line, "first_contact", count->first_contact);
	add_own(line, count);
	text_add(line, "}");
}

void entry_built(Text *line, int32_t member, const MemberBuild *build) {
	begin(line, "built", member);
	add_count(line, "tree_bytes", build->tree_bytes);
	add_count(line, "live_bytes", build->live_bytes);
	add_count(line, "peak_bytes", build->peak_bytes);
	text_add_json_member(line, "extent_fails", build->extent_fails);
	text_add(line, ",\"builds_ms\":[");
	for (int32_t i = 0; i < build->count; ++i) {
		if (i > 0) text_add(line, ",");
		text_add_json_number(line, build->ns[i] * 1e-6);
	}
	text_add(line, "]}");
}

void entry_unchecked(Text *line, int32_t member) {
	begin(line, "unchecked", member);
	text_add(line, "}");
}

void entry_contained(Text *line, int32_t member, const Beside *beside) {
	begin(line, "contained", member);
	add_count(line, "extra_pairs", beside->extra);
	add_count(line, "missed_pairs", beside->missed);
	add_count(line, "exact_pairs", beside->exact);
	text_add(line, "}");
}

void entry_failed(Text *line, int32_t member, const MemberFailure *failure) {
	begin(line, "failed", member);
	text_addf(line, ",\"status\":\"%s\",\"censored\":%s,\"killed\":%s,\"detail\":",
	          row_status_name((int32_t)failure->status), failure->censored ? "true" : "false",
	          failure->killed ? "true" : "false");
	text_add_json(line, failure->detail);
	text_add(line, "}");
}

// A list for each count that some instance has, as a text of numbers: lists of JSON take many times the
// memory.
void entry_instances(Text *line, int32_t member, const HnHash *hashes, const Counts *counts, int32_t count) {
	char hex[HN_HASH_HEX_SIZE];
	begin(line, "instances", member);
	text_add(line, ",\"hashes\":\"");
	for (int32_t i = 0; i < count; ++i) {
		hn_hash_to_hex(&hashes[i], hex);
		text_addf(line, i > 0 ? " %s" : "%s", hex);
	}
	text_add(line, "\"");
	for (int32_t k = 0; k < COUNT_FIELDS; ++k) {
		int64_t sum = 0;
		for (int32_t i = 0; i < count; ++i) sum += count_get(&counts[i], k);
		if (sum == 0) continue;
		text_addf(line, ",\"%s\":\"", hn_count_name(k));
		for (int32_t i = 0; i < count; ++i)
			text_addf(line, i > 0 ? " %lld" : "%lld", (long long)count_get(&counts[i], k));
		text_add(line, "\"");
	}
	text_add(line, "}");
}

static void add_each(Text *line, const double *ns, int32_t count) {
	for (int32_t i = 0; i < count; ++i) {
		text_add(line, i > 0 ? "," : ",\"each_ns\":[");
		text_add_json_number(line, ns[i]);
	}
	text_add(line, "]");
}

// "again", "slowed", "slow" and "preempted" stand only where they are true, "block" and "each_ns" in rounds
// of blocks.
void entry_round(Text *line, const RoundTaken *round) {
	begin(line, "round", -1);
	text_addf(line, ",\"whole\":%s%s", round->end == ROUND_COUNTS ? "true" : "false",
	          round->end == ROUND_RETAKEN ? ",\"again\":true" : "");
	for (int32_t i = 0; i < round->block_count; ++i)
		text_addf(line, "%s%d%s", i > 0 ? "," : ",\"block\":[", round->block[i],
		          i + 1 == round->block_count ? "]" : "");
	text_add(line, ",\"samples\":[");
	for (int32_t i = 0; i < round->count; ++i) {
		const Sample *s = &round->samples[i];
		text_addf(line, "%s{\"member\":%d,\"turn\":%d,\"repeats\":%d", i > 0 ? "," : "", s->member, s->turn,
		          s->repeats);
		for (int32_t part = 0; part < STEP_PARTS; ++part) {
			text_addf(line, ",\"%s_ns\":", step_part_name(part));
			text_add_json_number(line, s->ns[part]);
		}
		add_count(line, "contacts", s->contacts);
		if (round->block_count > 0) add_each(line, s->each_ns, round->block_count);
		if (s->slowed > 0) text_add_json_member(line, "slowed", s->slowed);
		if (s->slow > 0) text_add_json_member(line, "slow", s->slow);
		text_add(line, s->preempted ? ",\"preempted\":true}" : "}");
	}
	text_add(line, "]}");
}

// "left": members that take no more samples.
void entry_look(Text *line, const Look *look, const bool *needed, const Result *result) {
	begin(line, "look", -1);
	text_addf(line, ",\"rounds\":%d,\"open\":%d", look->rounds, look->open);
	text_add_json_member(line, "worst", look->worst);
	const char *before = ",\"left\":[";
	for (int32_t i = 0; i < result->member_count; ++i) {
		if (needed[i] || !member_is_timed(result, i)) continue;
		text_addf(line, "%s%d", before, i);
		before = ",";
	}
	text_add(line, before[1] == '"' ? "}" : "]}");
}

void entry_steps(Text *line, int32_t member, const MemberSteps *steps) {
	begin(line, "steps", member);
	text_addf(line, ",\"passes\":%d", steps->passes);
	text_add_json_member(line, "clock_ns", steps->clock_ns);
	text_add(line, ",\"steps\":[");
	for (int32_t i = 0; i < steps->count; ++i) {
		const StepTime *t = &steps->times[i];
		text_add(line, i > 0 ? ",[" : "[");
		text_add_json_number(line, t->median_ms);
		text_add(line, ",");
		text_add_json_number(line, t->lo_ms);
		text_add(line, ",");
		text_add_json_number(line, t->hi_ms);
		text_addf(line, ",\"%lld\"]", (long long)steps->answers[i].contacts);
	}
	text_add(line, "]}");
}

void entry_inspected(Text *line, int32_t member, const double *value, const InspectLevel *levels,
                     int64_t level_count) {
	begin(line, "inspected", member);
	for (int32_t i = 0; i < INSPECT_FIELDS; ++i) text_add_json_member(line, inspect_field(i)->name, value[i]);
	text_add(line, ",\"levels\":[");
	for (int64_t k = 0; k < level_count; ++k)
		for (int32_t i = 0; i < INSPECT_LEVELS; ++i) {
			text_add(line, i > 0 ? "," : k > 0 ? ",[" : "[");
			text_add_json_number(line, levels[k].value[i]);
			if (i == INSPECT_LEVELS - 1) text_add(line, "]");
		}
	text_add(line, "]}");
}

void entry_afresh(Text *line, int32_t member, const AfreshReport *report) {
	begin(line, "afresh", member);
	text_addf(line, ",\"looked\":%s", report->looked ? "true" : "false");
	text_add_json_member(line, "share", report->share);
	add_count(line, "grown", report->grown);
	text_add(line, "}");
}

void entry_session_end(Text *line, double seconds, const char *utc, const Machine *machine) {
	begin(line, "sat", -1);
	text_add_json_member(line, "seconds", seconds);
	text_addf(line, ",\"ended\":\"%s\"", utc);
	text_add_json_text(line, "host", machine->host);
	text_add_json_text(line, "cpu", machine->cpu);
	text_addf(line, ",\"simd\":\"%s\"", simd_name((int32_t)machine->simd));
	text_add(line, "}");
}
