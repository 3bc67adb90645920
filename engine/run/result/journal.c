#include "run/result/journal.h"

#include <cjson/cJSON.h>
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "base/error.h"

static const char s_head[] = "{\"harness\":\"group\",\"version\":1,\"records\":[\n", s_tail[] = "\n]}\n";

static int32_t name_files(Journal *journal, const char *dir, const PlanGroup *group, const char *key) {
	int32_t status = path_format(journal->part, "%s/%04d-%s.part", dir, group->index, key);
	if (status != HN_OK) return status;
	return path_format(journal->finished, "%s/%04d-%s.json", dir, group->index, key);
}

// Applies the lines of the text in order up to the first that is incomplete or does not fit. *good is the
// number of bytes before that line. HN_ERR_NO_MEMORY: the rest is unknown.
static int32_t replay(Result *result, char *text, int64_t size, int64_t *good) {
	for (*good = 0; *good < size;) {
		char *line = text + *good, *end = memchr(line, '\n', (size_t)(size - *good));
		if (end == NULL) break;
		*end = '\0';
		int32_t status = result_apply(result, line);
		*end = '\n';
		if (status == HN_ERR_NO_MEMORY) return status;
		if (status != HN_OK) break;
		*good = end + 1 - text;
	}
	return HN_OK;
}

static int32_t renew(Result **result) {
	const PlanGroup *group = (*result)->group;
	char key[HN_HASH_HEX_SIZE];
	memcpy(key, (*result)->key, sizeof key);
	result_destroy(*result);
	*result = NULL;
	return result_create(result, group, key);
}

// Reads the finished file, if it exists and its content fits its name. Every line but the last ends with a
// comma.
static int32_t read_finished(Result **result, const char *path) {
	if (!file_exists(path)) return HN_OK;
	Text text = { 0 };
	int32_t status = file_read(&text, path);
	int64_t head = (int64_t)sizeof s_head - 1, tail = (int64_t)sizeof s_tail - 1;
	bool framed = status == HN_OK && text.count > head + tail &&
	              memcmp(text.data, s_head, (size_t)head) == 0 &&
	              memcmp(text.data + text.count - tail, s_tail, (size_t)tail) == 0;
	if (framed) {
		int64_t size = text.count - head - tail + 1; // with the newline of the tail
		char *lines = text.data + head;
		for (int64_t i = 0; i + 1 < size; ++i)
			if (lines[i] == ',' && lines[i + 1] == '\n') lines[i] = ' ';
		int64_t good = 0;
		status = replay(*result, lines, size, &good);
		(*result)->finished = status == HN_OK && good == size;
	}
	text_free(&text);
	if (status != HN_OK || (*result)->finished) return status;
	return renew(result); // malformed: the group is measured again
}

static int32_t read_part(Result **result, const char *path, Text *lines) {
	if (!file_exists(path)) return HN_OK;
	int32_t status = file_read(lines, path);
	int64_t good = 0;
	if (status == HN_OK) status = replay(*result, lines->data, lines->count, &good);
	if (status != HN_OK) return status;
	lines->count = good;
	if (lines->count > 0) lines->data[lines->count] = '\0';
	return HN_OK;
}

static int32_t read_both(Journal *journal, const char *dir, const PlanGroup *group, const char *key) {
	*journal = (Journal){ .fd = -1 };
	int32_t status = name_files(journal, dir, group, key);
	if (status == HN_OK) status = result_create(&journal->result, group, key);
	if (status == HN_OK) status = read_finished(&journal->result, journal->finished);
	if (status == HN_OK && !journal->result->finished)
		status = read_part(&journal->result, journal->part, &journal->lines);
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
	if (status != HN_OK) journal_close(out);
	return status;
}

int32_t journal_add(Journal *journal, Text *line) {
	int32_t status = text_check(line);
	if (status == HN_OK) status = result_apply(journal->result, line->data);
	text_add(line, "\n");
	if (status == HN_OK) status = text_check(line);
	if (status == HN_OK) status = fd_write_all(journal->fd, line->data, (size_t)line->count);
	if (status == HN_OK && fdatasync(journal->fd) != 0)
		status = error_set(HN_ERR_IO, "cannot sync: %s", strerror(errno));
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
