#include "liar.h"

#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <unistd.h>

#include "base/error.h"
#include "base/mem.h"
#include "run/worker/worker.h"
#include "base/file.h"
#include "run/run.h"
#include "run/group/supervise.h"

#define LIES "HARNESS_TEST_LIES"
#define LOG  "HARNESS_TEST_LOG"

static void set(const char *name, const char *value) {
	if (value != NULL)
		setenv(name, value, 1);
	else
		unsetenv(name);
}

void liar_set(const char *lies) { set(LIES, lies); }
void liar_log(const char *path) { set(LOG, path); }

double liar_step_ns(int32_t sample) { return 1e6 + 1000 * (7 * sample % 11); }

typedef struct Liar {
	int orders, replies; // of the real worker
	char who[200];       // "kind params"
	HnQuery query;
	int32_t samples;
} Liar;

// The step of this lie, from `from` on; -1: it does not tell that one.
static int32_t lie_step(const Liar *liar, const char *lie, int32_t from) {
	char head[300];
	const char *lies = getenv(LIES);
	int length = snprintf(head, sizeof head, "%s:%s:", liar->who, lie);
	for (const char *at = lies; at != NULL; at = strchr(at, ';') != NULL ? strchr(at, ';') + 1 : NULL)
		if (strncmp(at, head, (size_t)length) == 0 && atoi(at + length) >= from) return atoi(at + length);
	return -1;
}

static bool lies(const Liar *liar, const char *lie, int32_t step) {
	return lie_step(liar, lie, step) == step;
}

// Pipes that end early end the process: so does the worker.
static void read_whole(int fd, void *data, size_t size) {
	for (size_t got = 0; got < size;) {
		ssize_t n = read(fd, (char *)data + got, size - got);
		if (n <= 0) _exit(0);
		got += (size_t)n;
	}
}

static void write_whole(int fd, const void *data, size_t size) {
	if (fd_write_all(fd, data, size) != HN_OK) _exit(0);
}

static void *read_payload(int fd, const Reply *reply) {
	void *payload = malloc(reply->payload_size + sizeof(HnContact)); // room for one contact more
	if (reply->payload_size > 0) read_whole(fd, payload, reply->payload_size);
	return payload;
}

static HnHash hash_of(HnContact *contacts, int64_t count, HnQuery query) {
	HnContactBuffer buffer = { contacts, count, count };
	HnHash hash = { { 0 } };
	if (hn_contacts_hash(&hash, &buffer, query) != HN_OK) _exit(1);
	return hash;
}

// Lies about the contacts of a step; the new number of them.
static int64_t change_contacts(const Liar *liar, int32_t step, HnContact *contacts, int64_t count) {
	HnContact other = { 0, 0, 1, 0 }; // of triangles that are in the scene, and do not meet
	for (int64_t i = 0; i < count; ++i)
		if (memcmp(&contacts[i], &other, sizeof other) == 0) other.triangle_b += 1, i = -1;
	if (lies(liar, "none", step)) return 0;
	if (lies(liar, "swap", step)) contacts[0] = other;
	if (lies(liar, "add", step)) contacts[count++] = other;
	if (lies(liar, "twice", step)) contacts[count] = contacts[0], count += 1;
	if (lies(liar, "drop", step)) memmove(contacts, contacts + 1, (size_t)--count * sizeof *contacts);
	return count;
}

static bool lies_about_contacts(const Liar *liar, int32_t step) {
	static const char *const s_lies[] = { "none", "swap", "add", "twice", "drop" };
	for (size_t i = 0; i < sizeof s_lies / sizeof s_lies[0]; ++i)
		if (lies(liar, s_lies[i], step)) return true;
	return false;
}

// Asks the real worker for its contacts, which are to be freed.
static HnContact *ask_contacts(const Liar *liar, int32_t step, int64_t *count) {
	Order order = { .magic = PROTOCOL_MAGIC, .type = ORDER_CONTACTS, .step = step };
	Reply reply;
	write_whole(liar->orders, &order, sizeof order);
	read_whole(liar->replies, &reply, sizeof reply);
	*count = (int64_t)(reply.payload_size / sizeof(HnContact));
	return read_payload(liar->replies, &reply);
}

static void change_answer(const Liar *liar, int32_t step, bool timed, StepAnswer *answer) {
	if (lies_about_contacts(liar, step)) {
		int64_t count;
		HnContact *contacts = ask_contacts(liar, step, &count);
		answer->contacts = change_contacts(liar, step, contacts, count);
		answer->hash = hash_of(contacts, answer->contacts, liar->query);
		free(contacts);
	}
	HnContact any = { 0, 0, 1, 0 };
	bool hit = lies(liar, "hit", step), miss = lies(liar, "miss", step);
	if (hit || miss) *answer = (StepAnswer){ hash_of(&any, hit, liar->query), hit };
	bool counts = timed && lies(liar, "timed_count", step);
	if (lies(liar, "hash", step) || counts || (timed && lies(liar, "timed", step)))
		answer->hash.bytes[0] ^= 1;
	answer->contacts += counts;
}

static void change_place(const Liar *liar, Reply *reply, StepAnswer *answer) {
	double by = lies(liar, "late", 0) ? 0.5 : lies(liar, "early", 0) ? -0.25 : 0;
	reply->first_contact += lies(liar, "nowhere", 0) ? (double)NAN : by;
	if (by != 0 || isnan(reply->first_contact)) answer->hash.bytes[0] ^= 1;
}

static void change_answers(const Liar *liar, const Order *order, Reply *reply, StepAnswer *answers) {
	int32_t steps = (int32_t)(reply->payload_size / sizeof *answers);
	bool timed = order->type == ORDER_PROVE;
	reply->contacts = 0;
	for (int32_t i = 0; i < steps; ++i) {
		if (liar->query != HN_QUERY_APPROACH) change_answer(liar, i, timed, &answers[i]);
		if (lies(liar, "foreign", i)) reply->foreign_step = i;
		reply->contacts += answers[i].contacts;
	}
	reply->counts.contacts = order->type == ORDER_COUNT ? reply->contacts : reply->counts.contacts;
	if (liar->query == HN_QUERY_APPROACH && steps > 0) change_place(liar, reply, answers);
	reply->counts.nb += lies(liar, "counts", 0);
	if (lies(liar, "short", 0)) reply->payload_size = 0;
}

static void change_list(const Liar *liar, const Order *order, Reply *reply, HnContact *contacts) {
	int64_t count = (int64_t)(reply->payload_size / sizeof *contacts);
	count = change_contacts(liar, order->step, contacts, count);
	if (order->type == ORDER_FOLLOW && lies(liar, "follow", order->step)) count -= 1;
	hash_of(contacts, count, HN_QUERY_ALL); // sorts
	reply->payload_size = (uint64_t)count * sizeof *contacts;
	if (order->type != ORDER_CONTACTS || !lies(liar, "refuse", order->step)) return;
	reply->status = HN_ERR_INVALID;
	reply->payload_size = 0;
	snprintf(reply->text, sizeof reply->text, "refused");
}

// A sample must find the contacts that were told of the counting pass: the real worker finds its own.
static void change_sample(Liar *liar, const Order *order, Reply *reply) {
	reply->contacts = order->contacts + (lies(liar, "sample", liar->samples) ? 1 : 0);
	if (lies(liar, "stop", liar->samples)) kill(getppid(), SIGTERM);
	int32_t factor = lie_step(liar, "times", 1);
	if (factor > 0) {
		double passes = order->repeats * LIAR_STEPS;
		for (int i = 0; i < STEP_PARTS; ++i) reply->ns[i] = 0;
		reply->ns[PART_UPDATE] = 0.25 * factor * liar_step_ns(liar->samples) * passes;
		reply->ns[PART_NARROW] = 0.75 * factor * liar_step_ns(liar->samples) * passes;
		reply->slow = reply->slowed = reply->preempted = 0; // which is of the times that were measured
	}
	liar->samples += 1;
}

static void change(Liar *liar, const Order *order, Reply *reply, void *payload) {
	switch (order->type) {
	case ORDER_COUNT:
	case ORDER_PROVE:
		change_answers(liar, order, reply, payload);
		break;
	case ORDER_CONTACTS:
	case ORDER_FOLLOW:
		change_list(liar, order, reply, payload);
		break;
	case ORDER_SAMPLE:
		change_sample(liar, order, reply);
		break;
	case ORDER_CALIBRATE:
		if (lie_step(liar, "times", 1) > 0) reply->repeats = LIAR_REPEATS + getpid() % 101;
		break;
	case ORDER_BUILD:
		if (lie_step(liar, "times", 1) > 0) *(double *)payload = LIAR_BUILD_NS * lie_step(liar, "times", 1);
		break;
	default:
		break;
	}
}

static void write_down(const Liar *liar, const Order *order) {
	const char *path = getenv(LOG);
	FILE *file = path != NULL ? fopen(path, "ae") : NULL;
	if (file == NULL) return;
	fprintf(file, "%d %s %s\n", (int)getpid(), order_name(order->type), liar->who);
	fclose(file);
}

// One order to the worker, and its changed reply to the supervisor.
static void pass_on(Liar *liar) {
	Order order;
	Reply reply;
	read_whole(STDIN_FILENO, &order, sizeof order);
	char *text = malloc(order.text_size + 1);
	read_whole(STDIN_FILENO, text, order.text_size);
	if (order.type == ORDER_OPEN) {
		const char *params = text + strlen(text) + 1;
		params += strspn(params, " ");
		snprintf(liar->who, sizeof liar->who, "%s%s%s", text, params[0] != '\0' ? " " : "", params);
		liar->query = (HnQuery)order.query;
	}
	write_down(liar, &order);
	write_whole(liar->orders, &order, sizeof order);
	write_whole(liar->orders, text, order.text_size);
	free(text);
	do {
		read_whole(liar->replies, &reply, sizeof reply);
		if (reply.type == REPLY_PROGRESS) write_whole(STDOUT_FILENO, &reply, sizeof reply);
	} while (reply.type == REPLY_PROGRESS);
	void *payload = read_payload(liar->replies, &reply);
	if (reply.status == HN_OK) change(liar, &order, &reply, payload);
	write_whole(STDOUT_FILENO, &reply, sizeof reply);
	write_whole(STDOUT_FILENO, payload, reply.payload_size);
	free(payload);
}

int liar_worker(void) {
	int orders[2], replies[2];
	if (getenv(LIES) == NULL && getenv(LOG) == NULL) return worker_main();
	if (pipe(orders) != 0 || pipe(replies) != 0) return 1;
	pid_t pid = fork();
	if (pid == 0) {
		prctl(PR_SET_PDEATHSIG, SIGKILL);
		dup2(orders[0], STDIN_FILENO);
		dup2(replies[1], STDOUT_FILENO);
		close(orders[1]);
		return worker_main();
	}
	close(orders[0]);
	close(replies[1]);
	Liar liar = { .orders = orders[1], .replies = replies[0] };
	if (pid < 0) return 1;
	for (;;) pass_on(&liar); // until a pipe ends
}
