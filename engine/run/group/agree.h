// Functions that two parts of a session share: answers must be equal (agree.c), or one must contain the other
// (contain.c).
#pragma once

#include "run/group/session.h"

bool group_wants_check(const Result *result);

typedef struct ContactList {
	HnContact *data; // sorted
	int64_t count;
} ContactList;
void contacts_free(ContactList *list);
// An order for contacts, with the time limit of brute force.
OrderDef contacts_order(const Session *session, OrderType type, int32_t first_step, int32_t step);
// Gives it to a member's worker. The caller frees the list after GO_ON.
int32_t session_contacts(Session *session, int32_t member, OrderDef *order, ContactList *out);

// The answer of brute force for one step, or for a line.
typedef struct Verdict {
	int32_t step;
	HnHash hash;
	ContactList contacts;
	double first_contact; // on a line; NaN: none
	bool given;           // false: `why` has the reason
	char why[DETAIL_SIZE];
} Verdict;
// Asks brute force, in its own worker. If that fails, no verdict is given. The caller frees the contacts.
int32_t ask_judge(Session *session, int32_t step, Verdict *verdict);

// Has the member counted, and not failed so far?
bool member_answered(const Session *session, int32_t member);
// Does it also report all contacts and no others?
bool member_answered_exactly(const Session *session, int32_t member);
int32_t find_brute(const Session *session); // the member that is brute force, over the whole motion; -1: none
// Did brute force or two algorithms take part? Then an answer on which all agree is confirmed.
bool exact_members_compared(const Session *session);
// Records that a member was compared with nothing, once.
int32_t session_unchecked(Session *session, int32_t member);

// Counts missing [0], additional [1] and repeated [2] contacts of one step.
void compare_contacts(const ContactList *found, const ContactList *right, int64_t differ[3]);
// "step 3: 2 of 17 contacts missing"
void describe_differences(char detail[DETAIL_SIZE], int32_t step, int64_t count, const int64_t differ[3]);
// "first contact at 0.3, not at 0.25"
void describe_places(char detail[DETAIL_SIZE], double found, double right);
