/// @file
/// Errors, hashes and memory.

/// The version of these headers. It is raised when a declaration changes its meaning or a struct its layout.
enum { HN_API_VERSION = 4 };
/// The version that the library was built with. If it differs from HN_API_VERSION, the headers belong to
/// another version of the library.
int32_t hn_api_version(void);

/// What functions with a status return. The error codes are negative.
enum {
	HN_OK = 0,             ///< no error
	HN_ERR_NO_MEMORY = -1, ///< the limit of hn_mem_set_limit is reached, or the system has no memory
	HN_ERR_BAD_INPUT = -2, ///< the caller's data are wrong; the error text says where
	HN_ERR_IO = -3,        ///< a file or pipe failed; the error text names it
	HN_ERR_INVALID = -4,   ///< something that would falsify a result: a full stack, a NaN bound
	HN_ERR_NOT_FOUND = -5, ///< an algorithm, shape, parameter or object of that name or number is unknown
	HN_ERR_EXISTS = -6     ///< a lock is held, a name is taken
};
/// The text of the last error of this thread; never NULL. It is valid until the thread's next error.
const char *hn_error_text(void);

/// The characters that hn_hash_to_hex writes.
enum { HN_HASH_HEX_SIZE = 33 };
/// A hash of 128 bits.
typedef struct HnHash {
	uint8_t bytes[16]; ///< canonical (big-endian) bytes, the same on every machine
} HnHash;
/// The XXH3-128 hash of size bytes at data. All zeros if data is NULL and size > 0.
HnHash hn_hash_bytes(const void *data, size_t size);
/// Whether two hashes are the same; false if either is NULL.
bool hn_hash_equal(const HnHash *a, const HnHash *b);
/// Writes 32 lower-case digits and the final NUL; "" if hash is NULL.
void hn_hash_to_hex(const HnHash *hash, char hex[HN_HASH_HEX_SIZE]);

/// The bytes that the engine holds at present. The number is 0 again when every object created is destroyed.
size_t hn_mem_live_bytes(void);
/// Sets a limit on the live bytes. An allocation that would exceed it fails with HN_ERR_NO_MEMORY. SIZE_MAX
/// means no limit.
void hn_mem_set_limit(size_t bytes);

/// Chooses the instruction set of the kernels, for the whole process: "baseline" (SSE2 on x86-64, NEON on
/// 64-bit ARM), "avx2", "avx512", or "auto" or NULL for the best that the processor has, which is the
/// default. Answers and counts are the same from each. HN_ERR_BAD_INPUT: there is no such set, or the
/// processor lacks it.
int32_t hn_simd_choose(const char *name);
/// The name of the instruction set in use.
const char *hn_simd_chosen(void);
