// What is known of the time of an algorithm whose counting pass was ended by the time limit. Counting takes
// longer than what is timed, so that alone bounds no time: a timed pass is tried under the same limit.
#include "run/group.h"

bool sitting_timed_out(Sitting *sitting, int32_t member) {
	const Result *result = sitting->result;
	Worker *worker = &sitting->seats[member].worker;
	WorkerDef def = sitting_worker_def(sitting, member_label(result, member));
	if (worker_start(worker, &def) != HN_OK) return false;
	Text text = { 0 };
	Reply reply;
	OrderDef open =
	    sitting_open_order(sitting, member_kind(result, member), member_params(result, member), &text);
	OrderDef timed = { .order = { .type = ORDER_CALIBRATE },
		               .timeout_s = sitting->def->group->timeout_s,
		               .can_stop = true };
	bool out = !text.failed && worker_order(worker, &open, &reply, NULL) == ROW_OK &&
	           worker_order(worker, &timed, &reply, NULL) == ROW_TIMEOUT;
	text_free(&text);
	worker_end(worker);
	return out;
}
