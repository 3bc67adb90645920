// `harness pack RUN`: a run as one file.
#include "host/commands.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "host/command_parts.h"
#include "host/pack.h"
#include "run/run.h"
#include "run/seal.h"

// What may be published beside the pack: `verify --head` compares with it.
static void tell_head(const char *dir) {
	Seal seal;
	if (seal_check(&seal, dir, false) == HN_OK && seal.head[0] != '\0')
		fprintf(stderr, "head of its chain of hashes: %s\n", seal.head);
	text_free(&seal.wrong);
}

static int pack(const Options *options, const char *run_dir_given) {
	char dir[PATH_SIZE], file[PATH_SIZE], real[PATH_SIZE];
	bool sourced = false;
	if (options->out != NULL && (options->files.count != 1 || !pack_is(options->out)))
		return error_set(HN_ERR_BAD_INPUT,
		                 "--out of pack is one file of one run: NAME.tar.zst or NAME.tar.gz"),
		       complain(EXIT_USAGE);
	directory_name(dir, run_dir_given);
	int code = run_check(dir);
	if (code == 0) code = seal_refuse(dir, true);
	if (code != 0) return code;
	if (realpath(dir, real) == NULL || strrchr(real, '/') == NULL)
		return error_set(HN_ERR_IO, "%s: %s", dir, strerror(errno)), complain(EXIT_ENVIRONMENT);
	int32_t status = options->out != NULL ? path_format(file, "%s", options->out)
	                                      : path_format(file, "%s.tar.zst", strrchr(real, '/') + 1);
	if (status == HN_OK)
		status =
		    pack_write(real, file, options->source != NULL ? options->source : ".", options->force, &sourced);
	if (status != HN_OK) return complain(pack_code(status));
	printf("%s\n", file);
	if (!options->quiet) tell_head(dir);
	if (!sourced && !options->quiet)
		fprintf(stderr, "note: no source in %s: %s is no repository with the run's commit; --source DIR\n",
		        file, options->source != NULL ? options->source : "the current folder");
	return EXIT_OK_ALL;
}

int command_pack(const Options *options) { return each_file(options, pack); }
