// Checks that all members of a group give the same answers at every step, and the same as brute force. If two
// differ, brute force runs on that one step to say which is wrong.
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "base/mem.h"
#include "detect/detect.h"
#include "run/group/agree.h"
#include "run/group/parts.h"
#include "run/result/check.h"

enum { PLACE_SIZE = 40 };

bool group_wants_check(const Result *result) {
	if (result->members[result->member_count - 1].role != ROLE_CHECK) return false;
	return check_wanted(result);
}

bool member_answered(const Session *session, int32_t member) {
	return session->result->members[member].status == ROW_OK && session->slots[member].answers != NULL;
}

bool member_answered_exactly(const Session *session, int32_t member) {
	return member_answered(session, member) && !member_conservative(session->result, member) &&
	       !member_unsound(session->result, member) && !member_judged(session->result, member);
}

static bool is_oracle(const Result *result, int32_t member) {
	return detect_is_oracle(member_class(result, member), member_params(result, member),
	                        result->group->query);
}

int32_t find_brute(const Session *session) {
	for (int32_t i = 0; i < session->result->member_count; ++i)
		if (member_answered_exactly(session, i) && is_oracle(session->result, i)) return i;
	return -1;
}

static int32_t first_difference(const Session *session, int32_t a, int32_t b) {
	for (int32_t s = 0; s < session->result->step_count; ++s)
		if (!hn_hash_equal(&session->slots[a].answers[s].hash, &session->slots[b].answers[s].hash)) return s;
	return -1;
}

// The first step at which a member differs from the base (brute force, or the first member). -1: all agree.
static int32_t find_dispute(const Session *session, int32_t base) {
	int32_t first = -1;
	for (int32_t i = 0; i < session->result->member_count; ++i) {
		if (i == base || !member_answered_exactly(session, i)) continue;
		int32_t step = first_difference(session, base, i);
		if (step >= 0 && (first < 0 || step < first)) first = step;
	}
	return first;
}

OrderDef contacts_order(const Session *session, OrderType type, int32_t first_step, int32_t step) {
	return (OrderDef){ .order = { .type = type, .first_step = first_step, .step = step },
		               .timeout_s = check_timeout(session, session->result->pair_count),
		               .can_stop = true };
}

static ContactList contacts_of(const Reply *reply, void *payload) {
	return (ContactList){ payload, (int64_t)(reply->payload_size / sizeof(HnContact)) };
}

int32_t session_contacts(Session *session, int32_t member, OrderDef *order, ContactList *out) {
	Reply reply;
	void *payload = NULL;
	int32_t status = session_order(session, member, order, &reply, &payload);
	*out = status == GO_ON ? contacts_of(&reply, payload) : (ContactList){ 0 };
	return status;
}

void contacts_free(ContactList *list) {
	mem_free(list->data, (size_t)list->count * sizeof *list->data);
	*list = (ContactList){ 0 };
}

static int32_t judge_failed(Session *session, const Worker *judge, Verdict *verdict) {
	if (judge->stopped) {
		session->stopped = true;
		return ABANDON;
	}
	snprintf(verdict->why, sizeof verdict->why, "%s", judge->detail);
	return GO_ON;
}

// Reads the judge's contacts of a step. Takes ownership of the payload.
static int32_t read_contacts(Verdict *verdict, const Reply *reply, void *payload, HnQuery query) {
	verdict->contacts = contacts_of(reply, payload);
	verdict->given = true;
	HnContactBuffer buffer = { verdict->contacts.data, verdict->contacts.count, verdict->contacts.count };
	return hn_contacts_hash(&verdict->hash, &buffer, query);
}

// Reads the judge's answer for a line, which is one question. Frees the payload.
static int32_t read_line(Verdict *verdict, const Reply *reply, void *payload) {
	verdict->given = reply->payload_size == sizeof(StepAnswer);
	if (verdict->given) verdict->hash = ((const StepAnswer *)payload)->hash;
	verdict->first_contact = reply->first_contact;
	snprintf(verdict->why, sizeof verdict->why, "no whole answer");
	mem_free(payload, (size_t)reply->payload_size);
	return HN_OK;
}

int32_t ask_judge(Session *session, int32_t step, Verdict *verdict) {
	*verdict = (Verdict){ .step = step };
	HnQuery query = session->def->group->query;
	Worker judge;
	WorkerDef def =
	    session_worker_def(session, query == HN_QUERY_BOXES ? "pairs (judging)" : "brute (judging)");
	int32_t status = worker_start(&judge, &def);
	if (status != HN_OK) return status;
	Text text = { 0 };
	OrderType type = query == HN_QUERY_APPROACH ? ORDER_COUNT : ORDER_CONTACTS;
	OrderDef open = session_open_order(session, detect_oracle(query), "", &text),
	         order = contacts_order(session, type, step, step);
	Reply reply;
	void *payload = NULL;
	RowStatus row = text.failed ? ROW_MEMORY : worker_order(&judge, &open, &reply, NULL);
	text_free(&text);
	if (row == ROW_OK) row = worker_order(&judge, &order, &reply, &payload);
	worker_end(&judge);
	if (row != ROW_OK) return judge_failed(session, &judge, verdict);
	return query == HN_QUERY_APPROACH ? read_line(verdict, &reply, payload)
	                                  : read_contacts(verdict, &reply, payload, query);
}

void compare_contacts(const ContactList *found, const ContactList *right, int64_t differ[3]) {
	int64_t i = 0, k = 0;
	differ[0] = differ[1] = differ[2] = 0;
	while (i < found->count || k < right->count) {
		if (i > 0 && i < found->count && contact_compare(&found->data[i], &found->data[i - 1]) == 0) {
			differ[2] += 1, i += 1;
			continue;
		}
		int order = i == found->count   ? 1
		            : k == right->count ? -1
		                                : contact_compare(&found->data[i], &right->data[k]);
		if (order > 0)
			differ[0] += 1, k += 1;
		else if (order < 0)
			differ[1] += 1, i += 1;
		else
			i += 1, k += 1;
	}
}

void describe_differences(char detail[DETAIL_SIZE], int32_t step, int64_t count, const int64_t differ[3]) {
	static const char *const s_texts[3] = { "missing", "too many", "reported twice" };
	int used = snprintf(detail, DETAIL_SIZE, "step %d:", step + 1);
	for (int i = 0; i < 3; ++i) {
		if (differ[i] == 0) continue;
		used +=
		    snprintf(detail + used, (size_t)(DETAIL_SIZE - used), "%s %lld of %lld contacts %s",
		             detail[used - 1] == ':' ? "" : ",", (long long)differ[i], (long long)count, s_texts[i]);
	}
	if (differ[0] + differ[1] + differ[2] == 0)
		snprintf(detail, DETAIL_SIZE, "step %d: another answer at the second asking", step + 1);
}

// Writes the place of the first contact, or that there is none.
static void contact_place(char text[PLACE_SIZE], double first_contact) {
	if (isfinite(first_contact))
		snprintf(text, PLACE_SIZE, "at %.9g", first_contact);
	else
		snprintf(text, PLACE_SIZE, "nowhere on the line");
}

void describe_places(char detail[DETAIL_SIZE], double found, double right) {
	char own[PLACE_SIZE], other[PLACE_SIZE];
	contact_place(own, found);
	contact_place(other, right);
	snprintf(detail, DETAIL_SIZE, "first contact %s, not %s", own, other);
}

static int32_t blame(Session *session, int32_t member, const Verdict *verdict) {
	char detail[DETAIL_SIZE];
	const StepAnswer *answer = &session->slots[member].answers[verdict->step];
	if (!verdict->given) {
		snprintf(detail, sizeof detail, "step %d: answers differ; brute force could not judge: %.300s",
		         verdict->step + 1, verdict->why);
	} else if (session->def->group->query == HN_QUERY_APPROACH) {
		describe_places(detail, session->result->members[member].first_contact, verdict->first_contact);
	} else if (session->def->group->query == HN_QUERY_FIRST) {
		snprintf(detail, sizeof detail, "step %d: %s", verdict->step + 1,
		         answer->contacts > 0 ? "a contact where there is none" : "no contact where there is one");
	} else {
		const int32_t first = result_begin(session->result, verdict->step);
		OrderDef order = contacts_order(session, ORDER_CONTACTS, first, verdict->step);
		ContactList found;
		int32_t status = session_contacts(session, member, &order, &found);
		if (status != GO_ON) return status;
		int64_t differ[3];
		compare_contacts(&found, &verdict->contacts, differ);
		describe_differences(detail, verdict->step, verdict->contacts.count, differ);
		contacts_free(&found);
	}
	return session_mismatch(session, member, detail);
}

// Fails the members that are wrong at this step. At least one is, because two differ.
static int32_t settle(Session *session, int32_t reference, int32_t base, int32_t step) {
	Verdict verdict;
	int32_t status = ask_judge(session, step, &verdict);
	HnHash right = session->slots[base].answers[step].hash;
	for (int32_t i = 0; i < session->result->member_count && session_lasts(status); ++i) {
		if (!member_answered_exactly(session, i)) continue;
		const HnHash *hash = &session->slots[i].answers[step].hash;
		bool wrong = verdict.given    ? !hn_hash_equal(hash, &verdict.hash)
		             : reference >= 0 ? !hn_hash_equal(hash, &right)
		                              : true; // nothing can say which one
		if (wrong) status = blame(session, i, &verdict);
	}
	contacts_free(&verdict.contacts);
	return status;
}

int32_t session_unchecked(Session *session, int32_t member) {
	if (session->result->members[member].unchecked) return GO_ON;
	entry_unchecked(&session->line, member);
	return session_write(session);
}

bool exact_members_compared(const Session *session) {
	int32_t algorithms = 0;
	for (int32_t i = 0; i < session->result->member_count; ++i)
		algorithms += member_answered_exactly(session, i) && session->result->members[i].role != ROLE_AA;
	return find_brute(session) >= 0 || algorithms > 1;
}

// Marks members that were compared with nothing: all, if there is only one algorithm and no brute force.
static int32_t note_unchecked(Session *session) {
	if (exact_members_compared(session) && session->def->group->check != CHECK_NONE) return GO_ON;
	return session_each(session, member_answered_exactly, session_unchecked);
}

int32_t session_agree(Session *session) {
	int32_t status = GO_ON;
	while (session->def->group->check != CHECK_NONE && session_lasts(status)) {
		int32_t reference = find_brute(session), base = reference;
		for (int32_t i = 0; base < 0 && i < session->result->member_count; ++i)
			if (member_answered_exactly(session, i)) base = i;
		int32_t step = base < 0 ? -1 : find_dispute(session, base);
		if (step < 0) break;
		status = settle(session, reference, base, step);
	}
	return session_lasts(status) ? note_unchecked(session) : status;
}
