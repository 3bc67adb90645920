#include "host/channel.h"

#include <errno.h>
#include <stdint.h>
#include <string.h>
#include <unistd.h>

#include "base/error.h"
#include "base/file.h"
#include "base/mem.h"

bool record_write(int fd, char kind, const char *bytes, size_t size) {
	char head[5] = { kind };
	uint32_t n = (uint32_t)size;
	memcpy(head + 1, &n, sizeof n);
	return fd_write_all(fd, head, sizeof head) == HN_OK && fd_write_all(fd, bytes, size) == HN_OK;
}

// Returns the number of bytes read, which is below size only at the end of the pipe. If stoppable, a signal
// before the first byte gives -EINTR.
static ssize_t read_all(int fd, void *bytes, size_t size, bool stoppable) {
	size_t got = 0;
	while (got < size) {
		ssize_t n = read(fd, (char *)bytes + got, size - got);
		if (n < 0 && errno == EINTR) {
			if (stoppable && got == 0) return -EINTR;
			continue;
		}
		if (n <= 0) break;
		got += (size_t)n;
	}
	return (ssize_t)got;
}

int record_read(int fd, Record *out) {
	char head[5];
	uint32_t size;
	*out = (Record){ 0 };
	ssize_t n = read_all(fd, head, sizeof head, true);
	if (n < 0) return (int)n;
	if (n != (ssize_t)sizeof head) return 0;
	memcpy(&size, head + 1, sizeof size);
	if (size > RECORD_MAX) return 0;
	char *bytes = mem_alloc((size_t)size + 1);
	if (bytes == NULL) return HN_ERR_NO_MEMORY;
	if (read_all(fd, bytes, size, false) != (ssize_t)size) {
		mem_free(bytes, (size_t)size + 1);
		return 0;
	}
	bytes[size] = '\0';
	*out = (Record){ head[0], size, bytes };
	return 1;
}

void record_free(Record *record) {
	if (record->bytes != NULL) mem_free(record->bytes, record->size + 1);
	*record = (Record){ 0 };
}
