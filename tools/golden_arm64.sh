#!/bin/sh
# The golden counts on 64-bit ARM, where the compiler contracts and vectorises differently. The engine without
# its host is cross-compiled and run by qemu, on the scenes that this machine bakes. Scenes that it bakes
# itself, and what kernels of NEON answer there, are compared with those of this machine. Ends with 77 if it
# cannot run.
set -eu
cc=aarch64-linux-gnu-gcc
qemu=$(command -v qemu-aarch64 || command -v qemu-aarch64-static || true)
xxhash=$(pkg-config --variable=includedir libxxhash 2>/dev/null || true)/xxhash.h
if [ "$(uname -m)" = aarch64 ]; then echo "this machine is 64-bit ARM: its golden tests are these"; exit 0; fi
if ! command -v $cc >/dev/null 2>&1; then echo "skip: no cross compiler ($cc)"; exit 77; fi
if [ -z "$qemu" ]; then echo "skip: no qemu-aarch64"; exit 77; fi
if ! [ -e "$xxhash" ]; then echo "skip: no $xxhash"; exit 77; fi

# this machine's other headers must not be seen by the cross compiler
mkdir -p build/cross
cp "$xxhash" build/cross/
processors=$(getconf _NPROCESSORS_ONLN 2>/dev/null || echo 1)
make="${MAKE:-make} -j$processors"
$make -s CC=gcc all build/gcc-release/golden_driver
$make -s CC=$cc CPPFLAGS_pkg="-isystem tests/golden/cross -isystem build/cross -DXXH_INLINE_ALL" \
	GOLDEN_LIBS="-static -lm" build/$cc-release/golden_driver
driver="$qemu build/$cc-release/golden_driver"

dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
bad=0
build/gcc-release/golden_driver bake >"$dir/here"
$driver bake >"$dir/there"
diff "$dir/here" "$dir/there" || bad=1
echo "functions, lanes, poses, scenes, answers: $(wc -l <"$dir/here") hashes compared"
# as many at a time as there are processors
one() {
	name=$(basename "$1" .csv)
	build/gcc-release/harness "scenarios/$name.lua" --quick --runs 1 --no-figures -q -o "$dir" >/dev/null
	lua5.4 tests/golden/jobs.lua jobs "$dir/$name/latest" >"$dir/$name.jobs"
	$driver count <"$dir/$name.jobs" >"$dir/$name.csv"
	lua5.4 tests/golden/jobs.lua compare "$1" "$dir/$name.csv" || touch "$dir/bad"
}
part=0
while [ "$part" -lt "$processors" ]; do
	(
		at=0
		for golden in tests/golden/*.csv; do
			case " ${GOLDEN_LEFT_OUT:-} " in *" $(basename "$golden" .csv) "*) continue ;; esac
			at=$((at + 1))
			[ $((at % processors)) -ne "$part" ] || one "$golden"
		done
	) &
	part=$((part + 1))
done
wait
for golden in tests/golden/*.csv; do
	name=$(basename "$golden" .csv)
	case " ${GOLDEN_LEFT_OUT:-} " in *" $name "*) continue ;; esac
	[ -s "$dir/$name.csv" ] || bad=1
done
if [ -e "$dir/bad" ]; then bad=1; fi
exit "$bad"
