#include "host/tar.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/error.h"

enum { BLOCK = 512, RECORD_MOST = 1 << 20 };

// A header: bytes at fixed places, numbers as octal digits.
typedef struct Header {
	char name[100], mode[8], owner[8], group[8], size[12], time[12], checksum[8], kind, link[100], magic[8],
	    names[64], devices[16], prefix[155], rest[12];
} Header;
_Static_assert(sizeof(Header) == BLOCK, "a header is a block");

Tar tar_begin(int fd, TarLimits limits) { return (Tar){ .fd = fd, .limits = limits, .next_size = -1 }; }

static int32_t refuse(const char *name, const char *what) {
	return error_set(HN_ERR_BAD_INPUT, "'%.200s' %s", name, what);
}

static int32_t refuse_bytes(Tar *tar) {
	tar->limited = true;
	return error_set(HN_ERR_BAD_INPUT, "holds more than %lld bytes", (long long)tar->limits.bytes);
}

// *got: less than `size` at the archive's end only.
static int32_t read_bytes(Tar *tar, void *out, size_t size, size_t *got) {
	*got = 0;
	if (tar->bytes + (int64_t)size > tar->limits.bytes) return refuse_bytes(tar);
	while (*got < size) {
		ssize_t n = read(tar->fd, (char *)out + *got, size - *got);
		if (n < 0 && errno == EINTR) continue;
		if (n < 0) return error_set(HN_ERR_IO, "cannot be read: %s", strerror(errno));
		if (n == 0) break;
		*got += (size_t)n;
	}
	tar->bytes += (int64_t)*got;
	return HN_OK;
}

static int32_t read_whole(Tar *tar, void *out, size_t size) {
	size_t got;
	int32_t status = read_bytes(tar, out, size, &got);
	return status == HN_OK && got < size ? error_set(HN_ERR_BAD_INPUT, "is cut off") : status;
}

static int32_t skip(Tar *tar, int64_t size) {
	char block[1 << 14];
	int32_t status = HN_OK;
	for (; status == HN_OK && size > 0; size -= (int64_t)sizeof block)
		status = read_whole(tar, block, size < (int64_t)sizeof block ? (size_t)size : sizeof block);
	return status;
}

// Octal digits that a blank or 0 ends, or GNU's binary form for what these cannot hold.
static bool read_number(int64_t *out, const char *text, size_t size) {
	size_t i = 0;
	*out = 0;
	if ((unsigned char)text[0] == 0x80) {
		for (i = 1; i < size; ++i) {
			if (*out > INT64_MAX >> 8) return false;
			*out = *out << 8 | (unsigned char)text[i];
		}
		return true;
	}
	while (i < size && text[i] == ' ') i += 1;
	size_t first = i;
	for (; i < size && text[i] >= '0' && text[i] <= '7'; ++i) *out = *out << 3 | (text[i] - '0');
	return i > first && (i == size || text[i] == ' ' || text[i] == '\0');
}

static bool checksum_fits(const Header *header) {
	const unsigned char *bytes = (const unsigned char *)header;
	size_t begin = offsetof(Header, checksum), end = begin + sizeof header->checksum;
	int64_t said, sum = 0;
	for (size_t i = 0; i < BLOCK; ++i) sum += i >= begin && i < end ? ' ' : bytes[i];
	return read_number(&said, header->checksum, sizeof header->checksum) && said == sum;
}

static bool is_zero(const Header *header) {
	for (size_t i = 0; i < BLOCK; ++i)
		if (((const char *)header)[i] != '\0') return false;
	return true;
}

// ---- records about the entry that follows ----

static int32_t set_name(Tar *tar, const char *name, size_t size) {
	if (size >= sizeof tar->next_name || memchr(name, '\0', size) != NULL)
		return error_set(HN_ERR_BAD_INPUT, "has a name that is too long or has a 0 byte");
	memcpy(tar->next_name, name, size);
	tar->next_name[size] = '\0';
	return HN_OK;
}

static int32_t set_size(Tar *tar, const char *digits, size_t size) {
	if (size == 0 || size > 18 || strspn(digits, "0123456789") != size)
		return error_set(HN_ERR_BAD_INPUT, "has a malformed size");
	tar->next_size = strtoll(digits, NULL, 10);
	return HN_OK;
}

// "LENGTH KEY=VALUE\n", where LENGTH is that of all of it.
static int32_t read_pax(Tar *tar, const char *text, size_t size) {
	int32_t status = HN_OK;
	for (size_t length; status == HN_OK && size > 0; text += length, size -= length) {
		char *key;
		length = strtoul(text, &key, 10);
		const size_t digits = (size_t)(key - text);
		// strtoul takes blanks and signs too
		const bool fits =
		    text[0] >= '0' && text[0] <= '9' && *key == ' ' && length <= size && digits < length;
		const char *equals = fits ? memchr(key, '=', length - digits) : NULL;
		if (equals == NULL || length < 5 || text[length - 1] != '\n')
			return error_set(HN_ERR_BAD_INPUT, "has a malformed pax record");
		size_t value = length - 1 - (size_t)(equals + 1 - text), key_size = (size_t)(equals - ++key);
		if (key_size == 4 && memcmp(key, "path", 4) == 0)
			status = set_name(tar, equals + 1, value);
		else if (key_size == 4 && memcmp(key, "size", 4) == 0)
			status = set_size(tar, equals + 1, value);
		else if (key_size > 10 && memcmp(key, "GNU.sparse", 10) == 0)
			return error_set(HN_ERR_BAD_INPUT, "has a sparse file: a pack has none");
	}
	return status;
}

static int32_t read_record(Tar *tar, char kind, int64_t size) {
	if (size > RECORD_MOST) return error_set(HN_ERR_BAD_INPUT, "has a name or record that is too long");
	char *text = calloc(1, (size_t)size + 1);
	if (text == NULL) return error_set(HN_ERR_NO_MEMORY, "no memory for a name");
	int32_t status = read_whole(tar, text, (size_t)size);
	if (status == HN_OK) status = skip(tar, -size & (BLOCK - 1));
	if (status == HN_OK && kind == 'L')
		status = set_name(tar, text, strnlen(text, (size_t)size));
	else if (status == HN_OK && kind == 'x')
		status = read_pax(tar, text, (size_t)size);
	free(text);
	return status;
}

// ---- entries ----

static void name_of_header(char out[PATH_SIZE], const Header *header) {
	bool has_prefix = memcmp(header->magic, "ustar", 6) == 0 && header->prefix[0] != '\0';
	if (has_prefix)
		snprintf(out, PATH_SIZE, "%.155s/%.100s", header->prefix, header->name);
	else
		snprintf(out, PATH_SIZE, "%.100s", header->name);
}

// Copies the parts of a path, without those that change nothing.
static int32_t plain_name(char out[PATH_SIZE], const char *name) {
	size_t used = 0;
	if (name[0] == '/') return refuse(name, "is an absolute name");
	for (const char *p = name; *p != '\0'; ++p)
		if ((unsigned char)*p < ' ' || *p == 0x7f) return refuse("a name", "has a control character");
	for (const char *part = name, *end; *part != '\0'; part = end + (*end == '/')) {
		end = part + strcspn(part, "/");
		size_t size = (size_t)(end - part);
		if (size == 2 && part[0] == '.' && part[1] == '.') return refuse(name, "leads out of its folder");
		if (size == 0 || (size == 1 && part[0] == '.')) continue;
		if (used == 0 && (part[0] == '-' || part[0] == '.')) return refuse(name, "begins with '-' or '.'");
		used +=
		    (size_t)snprintf(out + used, PATH_SIZE - used, "%s%.*s", used > 0 ? "/" : "", (int)size, part);
	}
	out[used] = '\0';
	return HN_OK;
}

static int32_t check_kind(const Header *header, const char *name) {
	int64_t mode;
	switch (header->kind) {
	case '0':
	case '\0':
	case '5':
		break;
	case '1':
	case '2':
		return refuse(name, "is a link");
	case '3':
	case '4':
	case '6':
		return refuse(name, "is a device or FIFO");
	default:
		return refuse(name, "is neither a file nor a folder");
	}
	if (!read_number(&mode, header->mode, sizeof header->mode)) return refuse(name, "has a malformed mode");
	if ((mode & 07000) != 0) return refuse(name, "has a setuid, setgid or sticky mode");
	size_t length = strlen(name);
	if (header->kind != '5' && length > 0 && name[length - 1] == '/')
		return refuse(name, "is a file named as a folder");
	return HN_OK;
}

static int32_t make_entry(Tar *tar, const Header *header, TarEntry *entry) {
	char name[PATH_SIZE];
	int64_t size;
	if (tar->next_name[0] != '\0')
		memcpy(name, tar->next_name, sizeof name);
	else
		name_of_header(name, header);
	bool sized = read_number(&size, header->size, sizeof header->size);
	if (tar->next_size >= 0) size = tar->next_size;
	tar->next_name[0] = '\0', tar->next_size = -1;
	int32_t status = sized && size >= 0 ? check_kind(header, name) : refuse(name, "has a malformed size");
	if (status == HN_OK) status = plain_name(entry->name, name);
	if (status != HN_OK) return status;
	entry->is_folder = header->kind == '5';
	entry->size = entry->is_folder ? 0 : size;
	if (entry->size > tar->limits.bytes - tar->bytes) return refuse_bytes(tar);
	tar->left = entry->size;
	tar->padding = -entry->size & (BLOCK - 1);
	return HN_OK;
}

int32_t tar_next(Tar *tar, TarEntry *entry, bool *ended) {
	*ended = false;
	int32_t status = skip(tar, tar->left);
	if (status == HN_OK) status = skip(tar, tar->padding);
	tar->left = tar->padding = 0;
	while (status == HN_OK) {
		Header header;
		int64_t size;
		status = read_whole(tar, &header, sizeof header);
		if (status == HN_OK && is_zero(&header)) return *ended = true, HN_OK;
		if (status == HN_OK && !checksum_fits(&header))
			status = error_set(HN_ERR_BAD_INPUT, "is no tar archive, or damaged");
		if (status == HN_OK && ++tar->entries > tar->limits.entries) {
			tar->limited = true;
			status = error_set(HN_ERR_BAD_INPUT, "has more than %lld files", (long long)tar->limits.entries);
		}
		if (status != HN_OK) return status;
		if (strchr("Lxg", header.kind) == NULL || header.kind == '\0') return make_entry(tar, &header, entry);
		if (!read_number(&size, header.size, sizeof header.size))
			return error_set(HN_ERR_BAD_INPUT, "is damaged");
		status = read_record(tar, header.kind, size);
	}
	return status;
}

int32_t tar_save(Tar *tar, int fd) {
	char block[1 << 16];
	int32_t status = HN_OK;
	while (status == HN_OK && tar->left > 0) {
		size_t size = tar->left < (int64_t)sizeof block ? (size_t)tar->left : sizeof block;
		status = read_whole(tar, block, size);
		if (status == HN_OK) status = fd_write_all(fd, block, size);
		tar->left -= (int64_t)size;
	}
	return status;
}

int32_t tar_drain(Tar *tar) {
	char block[1 << 14];
	size_t got;
	int32_t status;
	do status = read_bytes(tar, block, sizeof block, &got);
	while (status == HN_OK && got > 0);
	return status;
}
