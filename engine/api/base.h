// Errors, hashes and memory.

// Raised when a declaration of these headers changes its meaning or a struct its layout.
enum { ENGINE_API_VERSION = 3 };
// The version that the library was built with: unequal to ENGINE_API_VERSION, the headers are another's.
int32_t engine_api_version(void);

enum {
	ERR_OK = 0,
	ERR_NO_MEMORY = -1, // the limit of mem_set_limit, or the system's
	ERR_BAD_INPUT = -2, // the caller's data are wrong; the text says where
	ERR_IO = -3,        // a file or pipe; the text names it
	ERR_INVALID = -4,   // something that would falsify a result: a full stack, a NaN bound
	ERR_NOT_FOUND = -5,
	ERR_EXISTS = -6 // a lock is held, a name is taken
};
// The text of the last error of this process; never NULL. Valid until the next error.
const char *error_text(void);

enum { HASH_HEX_SIZE = 33 };
typedef struct Hash {
	uint8_t bytes[16]; // canonical (big-endian) bytes, the same on every machine
} Hash;
Hash hash_bytes(const void *data, size_t size); // XXH3-128
bool hash_equal(const Hash *a, const Hash *b);
void hash_to_hex(const Hash *hash, char hex[HASH_HEX_SIZE]);

// What the engine holds at present, in bytes: 0 again when everything that was created is destroyed.
size_t mem_live_bytes(void);
// No allocation may bring the live bytes over this (ERR_NO_MEMORY); SIZE_MAX: no limit.
void mem_set_limit(size_t bytes);
