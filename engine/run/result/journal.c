#include "run/result/journal.h"

#include <cjson/cJSON.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/error.h"
#include "run/result/slow_core.h"
#include "support/json.h"

enum { SYNC_NS = 100000000 };

static const char s_head[] = "{\"harness\":\"group\",\"version\":1,\"records\":[\n", s_tail[] = "\n]}\n";

static int32_t name_files(Journal *journal, const char *dir, const PlanGroup *group, const char *key) {
	int32_t status = path_format(journal->part, "%s/%04d-%s.part", dir, group->index, key);
	if (status != HN_OK) return status;
	return path_format(journal->finished, "%s/%04d-%s.json", dir, group->index, key);
}

typedef struct Keys {
	char (*of)[HN_HASH_HEX_SIZE];
	int32_t count;
	const char *ending; // of the files
} Keys;

static int32_t take_key(void *context, const char *name) {
	const Keys *keys = context;
	const size_t digits = strspn(name, "0123456789"), hex = HN_HASH_HEX_SIZE - 1;
	if (digits == 0 || name[digits] != '-') return HN_OK;
	const char *key = name + digits + 1;
	const long index = strtol(name, NULL, 10);
	if (strspn(key, "0123456789abcdef") == hex && strcmp(key + hex, keys->ending) == 0 && index < keys->count)
		snprintf(keys->of[index], HN_HASH_HEX_SIZE, "%.*s", (int)hex, key);
	return HN_OK;
}

int32_t journal_keys(char (*keys)[HN_HASH_HEX_SIZE], int32_t count, const char *groups_dir, bool finished) {
	Keys begun = { keys, count, ".part" }, ended = { keys, count, ".json" };
	int32_t status = finished ? HN_OK : dir_list(groups_dir, take_key, &begun);
	return status == HN_OK ? dir_list(groups_dir, take_key, &ended) : status;
}

static int32_t changed(const char *path, const char *what) {
	return error_set(HN_ERR_BAD_INPUT, "%s: was changed since it was written: %s", path, what);
}

static bool is_json(const char *line) {
	cJSON *json = NULL;
	bool good = json_parse(&json, line, (int64_t)strlen(line), NULL) == HN_OK;
	cJSON_Delete(json);
	return good;
}

// A machine that stops may leave a last line that is no JSON. Any other line that does not fit the chain was
// changed.
static int32_t check_link(const char *path, const char *line, bool is_last, char head[SHA256_HEX_SIZE]) {
	if (chain_follow(line, (int64_t)strlen(line), head) != CHAIN_BROKEN || (is_last && !is_json(line)))
		return HN_OK;
	return changed(path, "a record does not fit the chain of hashes");
}

// Applies the lines of the text in order up to the first that is incomplete or does not fit. *good is the
// number of bytes before that line. HN_ERR_NO_MEMORY: the rest is unknown. HN_ERR_BAD_INPUT: a record was
// changed.
static int32_t replay(Journal *j, const char *path, char *text, int64_t size, int64_t *good) {
	for (*good = 0; *good < size;) {
		char *line = text + *good, *end = memchr(line, '\n', (size_t)(size - *good));
		if (end == NULL) break;
		*end = '\0';
		int32_t broken = check_link(path, line, end + 1 == text + size, j->head);
		int32_t status = broken == HN_OK ? result_apply(j->result, line) : HN_OK;
		*end = '\n';
		if (broken != HN_OK) return broken;
		if (status == HN_ERR_NO_MEMORY) return status;
		if (status != HN_OK) break;
		*good = end + 1 - text;
	}
	return slow_core_correct(j->result);
}

static int32_t renew(Journal *j) {
	const PlanGroup *group = j->result->group;
	char key[HN_HASH_HEX_SIZE];
	memcpy(key, j->result->key, sizeof key);
	result_destroy(j->result);
	j->result = NULL;
	j->head[0] = '\0';
	return result_create(&j->result, group, key);
}

// Where the records of a finished file begin, and their size with the newline of the tail. NULL: it has not
// the form of one.
static char *records_of(const Text *text, int64_t *size) {
	int64_t head = (int64_t)sizeof s_head - 1, tail = (int64_t)sizeof s_tail - 1;
	bool framed = text->count > head + tail && memcmp(text->data, s_head, (size_t)head) == 0 &&
	              memcmp(text->data + text->count - tail, s_tail, (size_t)tail) == 0;
	*size = text->count - head - tail + 1;
	return framed ? text->data + head : NULL;
}

// Every line but the last ends with a comma, which is removed. False: one does not.
static bool remove_commas(char *lines, int64_t *size) {
	int64_t to = 0;
	bool good = true;
	for (int64_t i = 0; i < *size; ++i) {
		if (lines[i] == '\n' && i + 1 < *size) {
			good = good && to > 0 && lines[to - 1] == ',';
			to -= to > 0;
		}
		lines[to++] = lines[i];
	}
	*size = to;
	return good;
}

static bool has_chain(const Text *text) {
	return text->count > 0 && memmem(text->data, (size_t)text->count, "\"chain\"", 7) != NULL;
}

static int32_t read_records(Journal *j, Text *text) {
	int64_t size, good = 0;
	char *lines = records_of(text, &size);
	bool chained = has_chain(text), framed = lines != NULL && remove_commas(lines, &size);
	if (!framed) return chained ? changed(j->finished, "it is no finished group any more") : HN_OK;
	int32_t status = replay(j, j->finished, lines, size, &good);
	j->result->finished = status == HN_OK && good == size;
	if (status != HN_OK || good == size || j->head[0] == '\0') return status;
	int32_t number = 1;
	for (int64_t i = 0; i < good; ++i) number += lines[i] == '\n';
	char *line = lines + good, *end = memchr(line, '\n', (size_t)(size - good));
	if (end != NULL) *end = '\0';
	if (end == NULL || !is_json(line)) return changed(j->finished, "a record is none");
	// the chain holds, so nobody changed it
	return error_set(HN_ERR_BAD_INPUT,
	                 "%s: another version of the program wrote it: record %d does not fit the group",
	                 j->finished, number);
}

// Reads the finished file, if it exists and its content fits its name.
static int32_t read_finished(Journal *j) {
	if (!file_exists(j->finished)) return HN_OK;
	Text text = { 0 };
	int32_t status = file_read(&text, j->finished);
	if (status == HN_OK) status = read_records(j, &text);
	text_free(&text);
	if (status != HN_OK || j->result->finished) return status;
	return renew(j); // malformed: the group is measured again
}

static int32_t read_part(Journal *j) {
	if (!file_exists(j->part)) return HN_OK;
	int64_t good = 0;
	int32_t status = file_read(&j->lines, j->part);
	if (status == HN_OK) status = replay(j, j->part, j->lines.data, j->lines.count, &good);
	if (status != HN_OK) return status;
	j->lines.count = good;
	if (j->lines.count > 0) j->lines.data[j->lines.count] = '\0';
	return HN_OK;
}

int32_t journal_check(const char *path, bool *chained) {
	Text text = { 0 };
	char head[SHA256_HEX_SIZE] = "";
	int32_t status = file_read(&text, path);
	int64_t size = 0;
	char *line = status == HN_OK ? records_of(&text, &size) : NULL;
	*chained = status == HN_OK && has_chain(&text);
	bool good = !*chained || (line != NULL && remove_commas(line, &size));
	for (char *end; *chained && good && size > 0; size -= end + 1 - line, line = end + 1) {
		end = memchr(line, '\n', (size_t)size);
		good = end != NULL && chain_follow(line, end - line, head) != CHAIN_BROKEN;
		if (!good) break;
	}
	text_free(&text);
	if (status != HN_OK) return status;
	return good ? HN_OK : changed(path, "a record does not fit the chain of hashes");
}

static int32_t read_both(Journal *journal, const char *dir, const PlanGroup *group, const char *key) {
	*journal = (Journal){ .fd = -1 };
	int32_t status = name_files(journal, dir, group, key);
	if (status == HN_OK) status = result_create(&journal->result, group, key);
	if (status == HN_OK) status = read_finished(journal);
	if (status == HN_OK && !journal->result->finished) status = read_part(journal);
	if (status != HN_OK) journal_close(journal);
	return status;
}

int32_t journal_read(Result **out, const char *groups_dir, const PlanGroup *group, const char *key) {
	Journal journal;
	int32_t status = read_both(&journal, groups_dir, group, key);
	if (status != HN_OK) return status;
	*out = journal.result;
	journal.result = NULL;
	journal_close(&journal);
	return HN_OK;
}

int32_t journal_open(Journal *out, const char *groups_dir, const PlanGroup *group, const char *key) {
	int32_t status = read_both(out, groups_dir, group, key);
	if (status != HN_OK || out->result->finished) return status;
	out->fd = open(out->part, O_WRONLY | O_CREAT | O_CLOEXEC, 0666);
	// removes an incomplete last line, so that the next record begins a new line
	if (out->fd < 0 || ftruncate(out->fd, (off_t)out->lines.count) != 0 || lseek(out->fd, 0, SEEK_END) < 0)
		status = error_set(HN_ERR_IO, "cannot open %s: %s", out->part, strerror(errno));
	if (status == HN_OK) status = file_sync_parent(out->part);
	out->synced_ns = clock_ns();
	if (status != HN_OK) journal_close(out);
	return status;
}

static int32_t sync_records(Journal *journal) {
	int64_t now = clock_ns();
	if (now - journal->synced_ns < SYNC_NS) return HN_OK;
	journal->synced_ns = now;
	if (fdatasync(journal->fd) == 0) return HN_OK;
	return error_set(HN_ERR_IO, "cannot sync: %s", strerror(errno));
}

int32_t journal_add(Journal *journal, Text *line) {
	int32_t status = text_check(line);
	if (status == HN_OK) status = result_apply(journal->result, line->data);
	if (status == HN_OK) status = slow_core_correct(journal->result);
	chain_add(line, journal->head);
	text_add(line, "\n");
	if (status == HN_OK) status = text_check(line);
	if (status == HN_OK) status = fd_write_all(journal->fd, line->data, (size_t)line->count);
	if (status == HN_OK) status = sync_records(journal);
	if (status != HN_OK) error_prefix(status, "%s", journal->part);
	if (status == HN_OK) text_add_bytes(&journal->lines, line->data, line->count);
	text_clear(line);
	return status == HN_OK ? text_check(&journal->lines) : status;
}

int32_t journal_finish(Journal *journal) {
	Text text = { 0 };
	text_add(&text, s_head);
	const char *line = journal->lines.data, *end = line + journal->lines.count;
	while (line < end) {
		const char *stop = memchr(line, '\n', (size_t)(end - line));
		text_add_bytes(&text, line, stop - line);
		if (stop + 1 < end) text_add(&text, ",\n");
		line = stop + 1;
	}
	text_add(&text, s_tail);
	int32_t status = file_write_text(journal->finished, &text);
	text_free(&text);
	if (status != HN_OK) return status;
	unlink(journal->part); // if this fails, the part is ignored, because the finished file exists
	journal->result->finished = true;
	return HN_OK;
}

void journal_close(Journal *journal) {
	if (journal->fd >= 0) close(journal->fd);
	text_free(&journal->lines);
	result_destroy(journal->result);
	*journal = (Journal){ .fd = -1 };
}

// As long as the finished file exists, the part is ignored: a kill in between loses nothing.
int32_t journal_reopen(const char *groups_dir, const PlanGroup *group, const char *key) {
	Journal names = { .fd = -1 };
	Text text = { 0 }, part = { 0 };
	int32_t status = name_files(&names, groups_dir, group, key);
	if (status != HN_OK || !file_exists(names.finished)) return status;
	status = file_read(&text, names.finished);
	int64_t size = 0;
	char *lines = status == HN_OK ? records_of(&text, &size) : NULL;
	if (status == HN_OK && (lines == NULL || !remove_commas(lines, &size)))
		status = changed(names.finished, "it is no finished group any more");
	if (status == HN_OK) text_add_bytes(&part, lines, size);
	if (status == HN_OK) status = file_write_text(names.part, &part);
	if (status == HN_OK && unlink(names.finished) != 0)
		status = error_set(HN_ERR_IO, "cannot remove %s: %s", names.finished, strerror(errno));
	text_free(&text);
	text_free(&part);
	return status;
}
