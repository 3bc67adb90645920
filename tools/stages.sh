# shellcheck shell=sh
# What test_all.sh and test_long.sh share. Sourced.
#   stage NAME COMMAND...    runs it and counts it; 77: it cannot run here and has said why
#   ended                    prints one line: N passed, N failed, N skipped. True where none failed; with SKIPS_FAIL=1
#                            none may be skipped either.
passed=0 failed=0 skipped=0

# Suites that the sanitizers leave out: they count much in code that touches little memory of its own, or that other
# suites touch too.
# shellcheck disable=SC2034
sanitize_never="assembly bay bodies broad_many covering deforming detect_answers driver fixed generator judge kdop_moved moved obb \
obb_fit parent_storage shape stats tightness"

# Golden counts that are compared where all papers are run (test_long.sh). The others have all kinds of arithmetic.
# shellcheck disable=SC2034
golden_papers="assembly_interference co_ablation cost_model dassd_coherence dassd_parameters direction_sets fdh_build fdh_motion \
fdh_translation free_path layered_update maintenance_bay many_objects node_storage obb_orientations pair_lists partition_depth \
prejudge random_motion root_cube rotation_updates split_penalty teapot_rotation teapot_translation tightness"

# Commands that take long or need large packages: the first two run under the sanitizers or in the
# check build, the others with the release build.
# shellcheck disable=SC2034
cli_long="tests/cli/test_planted.sh tests/cli/test_scenario_errors.sh tests/cli/test_kill.sh tests/cli/test_torn.sh \
tests/cli/test_data.sh tests/cli/test_tutorial.sh tests/cli/test_python.sh"

stage() {
	name=$1
	shift
	begin=$(date +%s)
	echo "== $name"
	code=0
	"$@" || code=$?
	case $code in
	0) passed=$((passed + 1)) ;;
	77) skipped=$((skipped + 1)) && echo "== $name SKIPPED" ;;
	*) failed=$((failed + 1)) && echo "== $name FAILED" ;;
	esac
	echo "== $name: $(($(date +%s) - begin)) s"
}

ended() {
	skips=
	[ "$skipped" -eq 0 ] || skips=", $skipped skipped"
	echo "$passed passed, $failed failed$skips"
	[ "$failed" -eq 0 ] && { [ -z "${SKIPS_FAIL:-}" ] || [ "$skipped" -eq 0 ]; }
}

# needs PROGRAM... -- COMMAND...: the command, where all these programs are there; otherwise 77.
needs() {
	while [ "$1" != -- ]; do
		command -v "$1" >/dev/null 2>&1 || { echo "skip: no $1"; return 77; }
		shift
	done
	shift
	"$@"
}
