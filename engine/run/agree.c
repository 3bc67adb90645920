// Do all members of a group give the same answers at every step, and the same as brute force? Where two
// differ, brute force runs on that one step to say who is wrong.
#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "base/mem.h"
#include "run/group.h"

// What brute force says of one step.
typedef struct Verdict {
	int32_t step;
	Hash hash;
	Contact *contacts; // sorted
	int64_t count;
	bool given; // else the reason is in why
	char why[DETAIL_SIZE];
} Verdict;

static bool has_answers(const Sitting *sitting, int32_t member) {
	return sitting->result->members[member].status == ROW_OK && sitting->seats[member].answers != NULL;
}

// The member that is brute force, over the whole motion; -1: none.
static int32_t find_reference(const Sitting *sitting) {
	for (int32_t i = 0; i < sitting->result->member_count; ++i)
		if (has_answers(sitting, i) && strcmp(member_kind(sitting->result, i), "brute") == 0) return i;
	return -1;
}

static int32_t first_difference(const Sitting *sitting, int32_t a, int32_t b) {
	for (int32_t s = 0; s < sitting->result->step_count; ++s)
		if (!hash_equal(&sitting->seats[a].answers[s].hash, &sitting->seats[b].answers[s].hash)) return s;
	return -1;
}

// The first step at which somebody differs from the base (brute force, or the first member); -1: all agree.
static int32_t find_dispute(const Sitting *sitting, int32_t base) {
	int32_t first = -1;
	for (int32_t i = 0; i < sitting->result->member_count; ++i) {
		if (i == base || !has_answers(sitting, i)) continue;
		int32_t step = first_difference(sitting, base, i);
		if (step >= 0 && (first < 0 || step < first)) first = step;
	}
	return first;
}

static OrderDef contacts_order(const Sitting *sitting, int32_t first_step, int32_t step) {
	return (OrderDef){ .order = { .type = ORDER_CONTACTS, .first_step = first_step, .step = step },
		               .timeout_s = check_timeout(sitting, sitting->result->pair_count),
		               .can_stop = true };
}

static int32_t judge_failed(Sitting *sitting, const Worker *judge, Verdict *verdict) {
	if (judge->stopped) {
		sitting->stopped = true;
		return ABANDON;
	}
	snprintf(verdict->why, sizeof verdict->why, "%s", judge->detail);
	return GO_ON;
}

// Asks brute force, in a worker of its own, about one step.
static int32_t ask_judge(Sitting *sitting, int32_t step, Verdict *verdict) {
	*verdict = (Verdict){ .step = step };
	Worker judge;
	WorkerDef def = sitting_worker_def(sitting, "brute (judging)");
	int32_t status = worker_start(&judge, &def);
	if (status != ERR_OK) return status;
	Text text = { 0 };
	OrderDef open = sitting_open_order(sitting, "brute", "", &text),
	         contacts = contacts_order(sitting, step, step);
	Reply reply;
	void *payload = NULL;
	RowStatus row = text.failed ? ROW_MEMORY : worker_order(&judge, &open, &reply, NULL);
	text_free(&text);
	if (row == ROW_OK) row = worker_order(&judge, &contacts, &reply, &payload);
	worker_end(&judge);
	if (row != ROW_OK) return judge_failed(sitting, &judge, verdict);
	verdict->contacts = payload;
	verdict->count = (int64_t)(reply.payload_size / sizeof(Contact));
	verdict->given = true;
	ContactBuffer buffer = { verdict->contacts, verdict->count, verdict->count };
	return contacts_hash(&verdict->hash, &buffer, sitting->def->group->query);
}

static void free_verdict(Verdict *verdict) {
	mem_free(verdict->contacts, (size_t)verdict->count * sizeof(Contact));
}

// Missing, additional and repeated contacts of one step, both lists sorted.
static void compare_contacts(const Contact *found, int64_t found_count, const Verdict *verdict,
                             int64_t differ[3]) {
	int64_t i = 0, k = 0;
	differ[0] = differ[1] = differ[2] = 0;
	while (i < found_count || k < verdict->count) {
		if (i > 0 && i < found_count && memcmp(&found[i], &found[i - 1], sizeof *found) == 0) {
			differ[2] += 1, i += 1;
			continue;
		}
		int order = 0;
		for (int w = 0; w < 4 && order == 0 && i < found_count && k < verdict->count; ++w) {
			int32_t x = ((const int32_t *)&found[i])[w], y = ((const int32_t *)&verdict->contacts[k])[w];
			order = (x > y) - (x < y);
		}
		if (i == found_count || (k < verdict->count && order > 0))
			differ[0] += 1, k += 1;
		else if (k == verdict->count || order < 0)
			differ[1] += 1, i += 1;
		else
			i += 1, k += 1;
	}
}

static void describe(char detail[DETAIL_SIZE], const Verdict *verdict, const int64_t differ[3]) {
	static const char *const s_texts[3] = { "missing", "too many", "reported twice" };
	int used = snprintf(detail, DETAIL_SIZE, "step %d:", verdict->step + 1);
	for (int i = 0; i < 3; ++i) {
		if (differ[i] == 0) continue;
		used += snprintf(detail + used, (size_t)(DETAIL_SIZE - used), "%s %lld of %lld contacts %s",
		                 detail[used - 1] == ':' ? "" : ",", (long long)differ[i], (long long)verdict->count,
		                 s_texts[i]);
	}
	if (differ[0] + differ[1] + differ[2] == 0)
		snprintf(detail, DETAIL_SIZE, "step %d: another answer at the second asking", verdict->step + 1);
}

static int32_t blame(Sitting *sitting, int32_t member, const Verdict *verdict) {
	char detail[DETAIL_SIZE];
	const StepAnswer *answer = &sitting->seats[member].answers[verdict->step];
	if (!verdict->given) {
		snprintf(detail, sizeof detail, "step %d: answers differ; brute force could not judge: %.300s",
		         verdict->step + 1, verdict->why);
	} else if (sitting->def->group->query == QUERY_FIRST) {
		snprintf(detail, sizeof detail, "step %d: %s", verdict->step + 1,
		         answer->contacts > 0 ? "a contact where there is none" : "no contact where there is one");
	} else {
		OrderDef order = contacts_order(sitting, 0, verdict->step);
		Reply reply;
		void *payload = NULL;
		int32_t status = sitting_order(sitting, member, &order, &reply, &payload);
		if (status != GO_ON) return status;
		int64_t differ[3];
		compare_contacts(payload, (int64_t)(reply.payload_size / sizeof(Contact)), verdict, differ);
		describe(detail, verdict, differ);
		mem_free(payload, (size_t)reply.payload_size);
	}
	return sitting_fail(sitting, member, &(MemberFailure){ .status = ROW_MISMATCH, .detail = detail });
}

// Fails whoever is wrong at this step. At least one is: two differ.
static int32_t settle(Sitting *sitting, int32_t reference, int32_t base, int32_t step) {
	Verdict verdict;
	int32_t status = ask_judge(sitting, step, &verdict);
	Hash right = sitting->seats[base].answers[step].hash;
	for (int32_t i = 0; i < sitting->result->member_count && status >= 0 && status != ABANDON; ++i) {
		if (!has_answers(sitting, i)) continue;
		const Hash *hash = &sitting->seats[i].answers[step].hash;
		bool wrong = verdict.given    ? !hash_equal(hash, &verdict.hash)
		             : reference >= 0 ? !hash_equal(hash, &right)
		                              : true; // nobody can say who
		if (wrong) status = blame(sitting, i, &verdict);
	}
	free_verdict(&verdict);
	return status;
}

// Members that nothing was compared with: all, where there is but one algorithm and no brute force.
static int32_t note_unchecked(Sitting *sitting) {
	int32_t algorithms = 0, status = GO_ON;
	for (int32_t i = 0; i < sitting->result->member_count; ++i)
		algorithms += has_answers(sitting, i) && sitting->result->members[i].role == ROLE_POINT;
	bool compared = find_reference(sitting) >= 0 || algorithms > 1;
	if (compared && sitting->def->group->check != CHECK_NONE) return GO_ON;
	for (int32_t i = 0; i < sitting->result->member_count && status >= 0; ++i) {
		if (!has_answers(sitting, i) || sitting->result->members[i].unchecked) continue;
		record_unchecked(&sitting->line, i);
		status = sitting_record(sitting);
	}
	return status;
}

int32_t sitting_agree(Sitting *sitting) {
	int32_t status = GO_ON;
	while (sitting->def->group->check != CHECK_NONE && status >= 0 && status != ABANDON) {
		int32_t reference = find_reference(sitting), base = reference;
		for (int32_t i = 0; base < 0 && i < sitting->result->member_count; ++i)
			if (has_answers(sitting, i)) base = i;
		int32_t step = base < 0 ? -1 : find_dispute(sitting, base);
		if (step < 0) break;
		status = settle(sitting, reference, base, step);
	}
	return status >= 0 && status != ABANDON ? note_unchecked(sitting) : status;
}
