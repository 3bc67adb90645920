// Conservative algorithms stop at volumes and report a superset of the contacts. Each must contain the
// contacts of an exact member at every step; its additional pairs are counted. Unsound algorithms may miss
// contacts; these are counted too. Of plug-ins both are counted, whatever they promise. None of these is used
// to judge other members.
#include <math.h>
#include <stdio.h>

#include "base/error.h"
#include "base/mem.h"
#include "plugin/external.h"
#include "run/group/agree.h"
#include "run/group/contact_bodies.h"
#include "run/group/parts.h"

// Members that are still to be compared.
static bool is_open(const Session *session, int32_t member) {
	const Result *result = session->result;
	return member_answered(session, member) &&
	       (member_conservative(result, member) || member_unsound(result, member) ||
	        member_judged(result, member)) &&
	       !session->result->members[member].contained;
}

// A failing member ends only its own comparison, unless it is the exact one.
static bool may_go_on(const Session *session, int32_t exact, int32_t status) {
	return session_lasts(status) && member_answered(session, exact);
}

// An exact member, preferably not brute force, which takes longest for the same answer. -1: none.
static int32_t find_exact(const Session *session) {
	int32_t brute = find_brute(session);
	for (int32_t i = 0; i < session->result->member_count; ++i)
		if (i != brute && session->result->members[i].role == ROLE_POINT &&
		    member_answered_exactly(session, i))
			return i;
	return brute;
}

static bool is_confirmed(const Session *session, int32_t member, const Verdict *verdict) {
	const HnHash *hash = &session->slots[member].answers[verdict->step].hash;
	return verdict->given && hn_hash_equal(&verdict->hash, hash);
}

// A member misses a contact of the exact member at this step. If nothing confirms the exact member, brute
// force decides which of the two is wrong. If it cannot, neither is trusted. The twin of the exact member
// gave the same answer, so it shares the fate of its original.
static int32_t accuse(Session *session, int32_t exact, int32_t member, int32_t step, const char *detail) {
	if (exact_members_compared(session)) return session_mismatch(session, member, detail);
	Verdict verdict;
	int32_t status = ask_judge(session, step, &verdict);
	bool right = is_confirmed(session, exact, &verdict);
	char text[DETAIL_SIZE];
	snprintf(text, sizeof text, "step %d: %s%.300s", step + 1,
	         verdict.given ? "not what brute force finds" : "answers differ; brute force could not judge: ",
	         verdict.given ? "" : verdict.why);
	if (status == GO_ON && (right || !verdict.given))
		status = session_mismatch(session, member, right ? detail : text);
	for (int32_t i = 0; i < session->result->member_count && session_lasts(status); ++i)
		if (member_answered_exactly(session, i) && !is_confirmed(session, i, &verdict))
			status = session_mismatch(session, i, text);
	contacts_free(&verdict.contacts);
	return status;
}

// The next step of a member's pass: its contacts, to be freed. They must equal the counted ones, or the
// member fails.
static int32_t follow(Session *session, int32_t member, int32_t step, ContactList *out) {
	OrderDef order = contacts_order(session, ORDER_FOLLOW, 0, step);
	int32_t status = session_contacts(session, member, &order, out);
	if (status != GO_ON) return status;
	HnContactBuffer buffer = { out->data, out->count, out->count };
	HnHash hash;
	status = hn_contacts_hash(&hash, &buffer, session->def->group->query);
	if (status != HN_OK || hn_hash_equal(&hash, &session->slots[member].answers[step].hash)) return status;
	char detail[DETAIL_SIZE];
	snprintf(detail, sizeof detail, "step %d: another answer at the second asking", step + 1);
	return session_mismatch(session, member, detail);
}

// How a member compares with the exact one.
typedef struct Comparison {
	Beside beside;
	char wrong[DETAIL_SIZE]; // of a plug-in: what was wrong first; empty: nothing
} Comparison;

// A contact is missing or too many where it must not be. All steps of a plug-in are compared nevertheless,
// so that its row tells how much is wrong; it fails afterwards.
static int32_t object(Session *session, int32_t exact, int32_t member, int32_t step, const char *detail,
                      Comparison *comparison) {
	if (!member_judged(session->result, member) || !exact_members_compared(session))
		return accuse(session, exact, member, step, detail);
	if (comparison->wrong[0] == '\0') snprintf(comparison->wrong, DETAIL_SIZE, "%s", detail);
	return GO_ON;
}

// The exact member's answer for a step.
typedef struct Right {
	int32_t exact, step;
	ContactList contacts;
} Right;

// Another program may tell which bodies meet, without their triangles.
static bool pairs_bodies(const Result *result, int32_t member) {
	if (result->group->query == HN_QUERY_BOXES) return false;
	const External *external = plugin_external(member_class(result, member));
	return external != NULL && external->grain == EXTERNAL_BODIES;
}

// Compares one step of a member with that answer.
static int32_t contain_step(Session *session, int32_t member, const Right *right, Comparison *comparison) {
	ContactList found, bodies = { 0 };
	int64_t differ[3] = { 0 };
	int32_t status = follow(session, member, right->step, &found);
	bool by_bodies = pairs_bodies(session->result, member);
	if (status == GO_ON && by_bodies) status = contacts_bodies(&bodies, &right->contacts);
	const ContactList *exact = by_bodies ? &bodies : &right->contacts;
	const int64_t exact_count = exact->count;
	if (status == GO_ON) compare_contacts(&found, exact, differ);
	contacts_free(&found);
	contacts_free(&bodies);
	if (status != GO_ON) return status;
	Beside *beside = &comparison->beside;
	beside->extra += differ[1];
	beside->missed += differ[0];
	beside->exact += exact_count;
	if (member_conservative(session->result, member)) differ[1] = 0; // allowed
	if (member_unsound(session->result, member)) differ[0] = 0;
	if (differ[1] + differ[0] + differ[2] == 0) return GO_ON;
	char detail[DETAIL_SIZE];
	describe_differences(detail, right->step, exact_count, differ);
	return object(session, right->exact, member, right->step, detail, comparison);
}

// Compares all steps, one after the other, so that only the contacts of one step are in memory.
static int32_t contain_all(Session *session, int32_t exact, Comparison *comparisons) {
	int32_t status = GO_ON;
	for (int32_t step = 0; step < session->result->step_count && session_any(session, is_open); ++step) {
		Right right = { .exact = exact, .step = step };
		status = follow(session, exact, step, &right.contacts);
		for (int32_t i = 0; may_go_on(session, exact, status) && i < session->result->member_count; ++i)
			if (is_open(session, i)) status = contain_step(session, i, &right, &comparisons[i]);
		contacts_free(&right.contacts);
		if (!may_go_on(session, exact, status)) return status;
	}
	return status;
}

// Compares the answers under `first`, which are one bit per step.
static int32_t contain_first(Session *session, int32_t exact, int32_t member, Comparison *comparison) {
	Beside *beside = &comparison->beside;
	bool extra_allowed = member_conservative(session->result, member);
	bool missed_allowed = member_unsound(session->result, member);
	const StepAnswer *own = session->slots[member].answers, *right = session->slots[exact].answers;
	for (int32_t step = 0; step < session->result->step_count; ++step) {
		bool found = own[step].contacts > 0, there = right[step].contacts > 0;
		beside->extra += found && !there;
		beside->missed += there && !found;
		beside->exact += there;
		if (found == there || (found ? extra_allowed : missed_allowed)) continue;
		char detail[DETAIL_SIZE];
		snprintf(detail, sizeof detail, "step %d: %s", step + 1,
		         found ? "a contact where there is none" : "no contact where there is one");
		int32_t status = object(session, exact, member, step, detail, comparison);
		if (status != GO_ON) return status;
	}
	return GO_ON;
}

// A conservative member may report the first contact too early, never too late.
static int32_t contain_line(Session *session, int32_t exact, int32_t member, Comparison *comparison) {
	double found = session->result->members[member].first_contact;
	double right = session->result->members[exact].first_contact;
	bool late = isfinite(right) && !(found <= right);
	bool early = isfinite(found) && !(found >= right);
	comparison->beside = (Beside){ early, late, isfinite(right) };
	bool wrong = (late && !member_unsound(session->result, member)) ||
	             (early && !member_conservative(session->result, member));
	if (!wrong) return GO_ON;
	char detail[DETAIL_SIZE];
	describe_places(detail, found, right);
	return object(session, exact, member, 0, detail, comparison);
}

static int32_t contain_each(Session *session, int32_t exact, Comparison *comparisons) {
	bool line = session->def->group->query == HN_QUERY_APPROACH;
	int32_t status = GO_ON;
	for (int32_t i = 0; may_go_on(session, exact, status) && i < session->result->member_count; ++i)
		if (is_open(session, i))
			status = line ? contain_line(session, exact, i, &comparisons[i])
			              : contain_first(session, exact, i, &comparisons[i]);
	return status;
}

// The members that remain contain all contacts. They are still unchecked if nothing confirms the exact
// member.
static int32_t record_open(Session *session, const Comparison *comparisons, bool vouched) {
	int32_t status = GO_ON;
	for (int32_t i = 0; i < session->result->member_count && status >= 0; ++i) {
		if (!is_open(session, i)) continue;
		if (!vouched) status = session_unchecked(session, i);
		if (status < 0 || comparisons == NULL) continue;
		entry_contained(&session->line, i, &comparisons[i].beside);
		status = session_write(session);
		if (status >= 0 && comparisons[i].wrong[0] != '\0')
			status = session_mismatch(session, i, comparisons[i].wrong);
	}
	return status;
}

int32_t session_contain(Session *session) {
	if (!session_any(session, is_open)) return GO_ON;
	bool check = session->def->group->check != CHECK_NONE;
	int32_t exact = check ? find_exact(session) : -1;
	if (exact < 0) return record_open(session, NULL, false);
	size_t size = mem_array_size(session->result->member_count, sizeof(Comparison));
	Comparison *comparisons = mem_alloc_zero(size);
	if (comparisons == NULL) return HN_ERR_NO_MEMORY;
	HnQuery query = session->def->group->query;
	bool lists = query == HN_QUERY_ALL || query == HN_QUERY_BOXES;
	int32_t status =
	    lists ? contain_all(session, exact, comparisons) : contain_each(session, exact, comparisons);
	bool done = may_go_on(session, exact, status);
	if (done) status = record_open(session, comparisons, exact_members_compared(session));
	mem_free(comparisons, size);
	bool again = !done && session_lasts(status); // the exact one failed: try another
	return again ? session_contain(session) : status;
}
