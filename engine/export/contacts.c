#include "export/contacts.h"

#include "base/error.h"
#include "base/mem.h"
#include "machine/machine.h"
#include "support/stop.h"

// both with their defaults
#define EXACT_ALGORITHM "wide" // every contact, by the exact triangle test
#define EXACT_BROAD     "sap"  // every pair of objects

static int32_t worker_failed(const Worker *worker, RowStatus status, int32_t *stopped) {
	*stopped = worker->stopped ? stop_signal() : 0;
	return error_set(HN_ERR_INVALID, "no contacts: %s: %s", row_status_name((int32_t)status), worker->detail);
}

int32_t contacts_open(ContactFinder *out, const ContactsDef *def, int32_t *stopped) {
	Machine machine;
	Text text = { 0 };
	Reply reply;
	bool objects = def->scene->objects.count > 0;
	const char *algorithm = objects ? EXACT_BROAD : EXACT_ALGORITHM;
	*out = (ContactFinder){ .timeout_s = def->timeout_s };
	*stopped = 0;
	int32_t status = machine_look(&machine);
	if (status != HN_OK) return status;
	WorkerDef worker = {
		.core = -1, .memory_limit = machine.memory_bytes / 2, .verbose = def->verbose, .label = algorithm
	};
	OrderDef open = worker_open_order(algorithm, "", def->scene_path, &text);
	open.order.memory_limit = worker.memory_limit;
	open.order.query = objects ? HN_QUERY_BOXES : HN_QUERY_ALL;
	open.timeout_s = def->timeout_s;
	status = text_check(&text);
	if (status == HN_OK) status = worker_start(&out->worker, &worker);
	if (status == HN_OK) {
		RowStatus row = worker_order(&out->worker, &open, &reply, NULL);
		if (row != ROW_OK) status = worker_failed(&out->worker, row, stopped);
	}
	text_free(&text);
	return status;
}

int32_t contacts_find(ContactFinder *finder, int32_t step, FoundContacts *out, int32_t *stopped) {
	OrderDef find = { .order = { .type = ORDER_CONTACTS, .first_step = step, .step = step },
		              .timeout_s = finder->timeout_s,
		              .can_stop = true };
	Reply reply;
	void *payload = NULL;
	*out = (FoundContacts){ 0 };
	*stopped = 0;
	RowStatus row = worker_order(&finder->worker, &find, &reply, &payload);
	if (row != ROW_OK) return worker_failed(&finder->worker, row, stopped);
	*out = (FoundContacts){ payload, (int64_t)(reply.payload_size / sizeof(HnContact)) };
	return HN_OK;
}

void contacts_close(ContactFinder *finder) {
	if (finder->worker.pid != 0) worker_end(&finder->worker);
}

void found_free(FoundContacts *found) {
	mem_free(found->data, (size_t)found->count * sizeof *found->data);
	*found = (FoundContacts){ 0 };
}
