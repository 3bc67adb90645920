// Shared by the two ways to compare answers: they must be equal (agree.c) or contained (contain.c).
#pragma once

#include "run/group/session.h"

// Compares the members' counted answers and fails those that are wrong. Records it if nothing could be
// compared. Does nothing under check = none.
int32_t session_agree(Session *session);
bool group_wants_check(const Result *result);

// The answer of brute force for one step, or for a line.
typedef struct Verdict {
	int32_t step;
	HnHash hash;
	HnContact *contacts; // sorted
	int64_t count;
	double first_contact; // of a line; NaN: none
	bool given;           // false: `why` has the reason
	char why[DETAIL_SIZE];
} Verdict;
// Asks brute force, in its own worker. If that fails, no verdict is given.
int32_t ask_judge(Session *session, int32_t step, Verdict *verdict);
void verdict_free(Verdict *verdict);

bool member_answered(const Session *session, int32_t member);         // it is ok so far and has counted
bool member_answered_exactly(const Session *session, int32_t member); // and reports no superset
int32_t find_brute(const Session *session); // the member that is brute force, over the whole motion; -1: none
// Brute force or two algorithms took part, so an answer on which all agree is confirmed.
bool exact_members_compared(const Session *session);
int32_t session_unchecked(Session *session, int32_t member); // records it, once

typedef struct ContactList {
	const HnContact *data; // sorted
	int64_t count;
} ContactList;
// Missing, additional and repeated contacts of one step.
void compare_contacts(const ContactList *found, const ContactList *right, int64_t differ[3]);
// "step 3: 2 of 17 contacts missing"
void describe_differences(char detail[DETAIL_SIZE], int32_t step, int64_t count, const int64_t differ[3]);
// "first contact at 0.3, not at 0.25"
enum { PLACE_SIZE = 40 };
void describe_places(char detail[DETAIL_SIZE], double found, double right);
