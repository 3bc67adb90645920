// Which release this is, and how it was built. tools/build_info.sh fills it in. If the sources differ from
// the commit, it also puts their diff, harness.patch, beside the binary.
#pragma once

typedef struct BuildInfo {
	const char *version, *compiler, *flags, *config;
} BuildInfo;

// The commit is stored in a block of fixed size that begins with a mark. The hash of the engine excludes it.
#define BUILD_COMMIT_SIZE 256
#define BUILD_COMMIT_MARK "@harness-commit@ "

extern const BuildInfo build_info;
extern const char build_commit[BUILD_COMMIT_SIZE];
