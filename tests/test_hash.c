// Hashes against published vectors.
#include <check.h>
#include <string.h>

#include "base/hash.h"
#include "suite.h"

START_TEST(xxh3_128_of_nothing_is_the_published_one) {
	HnHash h = hn_hash_bytes("", 0);
	char hex[HN_HASH_HEX_SIZE];
	hn_hash_to_hex(&h, hex);
	ck_assert_str_eq(hex, "99aa06d3014798d86001c324468d497f");
}

// FIPS 180-2, appendix B, and the empty message.
START_TEST(sha256_vectors) {
	char hex[SHA256_HEX_SIZE];
	sha256_hex("", 0, hex);
	ck_assert_str_eq(hex, "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
	sha256_hex("abc", 3, hex);
	ck_assert_str_eq(hex, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
	const char *two = "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq";
	sha256_hex(two, strlen(two), hex);
	ck_assert_str_eq(hex, "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
}

START_TEST(every_bit_matters) {
	unsigned char data[300];
	for (size_t i = 0; i < sizeof data; ++i) data[i] = (unsigned char)(i * 7);
	HnHash before = hn_hash_bytes(data, sizeof data);
	for (size_t i = 0; i < sizeof data * 8; ++i) {
		data[i / 8] ^= (unsigned char)(1u << i % 8);
		HnHash after = hn_hash_bytes(data, sizeof data);
		ck_assert(!hn_hash_equal(&before, &after));
		data[i / 8] ^= (unsigned char)(1u << i % 8);
	}
	HnHash again = hn_hash_bytes(data, sizeof data);
	ck_assert(hn_hash_equal(&before, &again));
	again = hn_hash_bytes(data, sizeof data - 1);
	ck_assert(!hn_hash_equal(&before, &again));
}

START_TEST(hex_round_trip_is_strict) {
	HnHash h = hn_hash_bytes("harness", 7), back;
	char hex[HN_HASH_HEX_SIZE + 1] = { 0 };
	hn_hash_to_hex(&h, hex);
	ck_assert(hash_from_hex(&back, hex));
	ck_assert(hn_hash_equal(&h, &back));
	hex[HN_HASH_HEX_SIZE - 1] = '0'; // one digit too many
	ck_assert(!hash_from_hex(&back, hex));
	hex[HN_HASH_HEX_SIZE - 1] = '\0';
	hex[3] = 'G';
	ck_assert(!hash_from_hex(&back, hex));
	hex[3] = '\0';
	ck_assert(!hash_from_hex(&back, hex));
	ck_assert(!hash_from_hex(&back, ""));
}

TEST_SUITE(hash, suite, tc) {
	tcase_add_test(tc, xxh3_128_of_nothing_is_the_published_one);
	tcase_add_test(tc, sha256_vectors);
	tcase_add_test(tc, every_bit_matters);
	tcase_add_test(tc, hex_round_trip_is_strict);
}
