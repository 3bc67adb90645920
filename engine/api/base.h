// Errors, hashes and memory.

// Raised when a declaration of these headers changes its meaning or a struct its layout.
enum { HN_API_VERSION = 4 };
// The version that the library was built with: unequal to HN_API_VERSION, the headers are another's.
int32_t hn_api_version(void);

enum {
	HN_OK = 0,
	HN_ERR_NO_MEMORY = -1, // the limit of hn_mem_set_limit, or the system's
	HN_ERR_BAD_INPUT = -2, // the caller's data are wrong; the text says where
	HN_ERR_IO = -3,        // a file or pipe; the text names it
	HN_ERR_INVALID = -4,   // something that would falsify a result: a full stack, a NaN bound
	HN_ERR_NOT_FOUND = -5,
	HN_ERR_EXISTS = -6 // a lock is held, a name is taken
};
// The text of the last error of this process; never NULL. Valid until the next error.
const char *hn_error_text(void);

enum { HN_HASH_HEX_SIZE = 33 };
typedef struct HnHash {
	uint8_t bytes[16]; // canonical (big-endian) bytes, the same on every machine
} HnHash;
// XXH3-128; all zeros for size bytes at NULL.
HnHash hn_hash_bytes(const void *data, size_t size);
bool hn_hash_equal(const HnHash *a, const HnHash *b);                // false where one is NULL
void hn_hash_to_hex(const HnHash *hash, char hex[HN_HASH_HEX_SIZE]); // "" for NULL

// What the engine holds at present, in bytes: 0 again when everything that was created is destroyed.
size_t hn_mem_live_bytes(void);
// No allocation may bring the live bytes over this (HN_ERR_NO_MEMORY); SIZE_MAX: no limit.
void hn_mem_set_limit(size_t bytes);
