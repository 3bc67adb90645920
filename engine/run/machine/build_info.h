// What this binary is; filled in by tools/build_info.sh, which puts harness.patch beside it where it was
// built from other files than the commit's.
#pragma once

typedef struct BuildInfo {
	const char *compiler, *flags, *config;
} BuildInfo;

// The commit stands in a block of fixed size behind a mark, so that the hash of the engine can leave it out.
#define BUILD_COMMIT_SIZE 256
#define BUILD_COMMIT_MARK "@harness-commit@ "

extern const BuildInfo build_info;
extern const char build_commit[BUILD_COMMIT_SIZE];
