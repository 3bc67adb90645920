# Calls that no caller should make come back with an error or the value that the header names: no signal, no waiting.
. "$ROOT/tests/ffi/lib.sh"

flags=()
if [ "$CONFIG" = sanitize ]; then
	flags=(-fsanitize=address -fsanitize=undefined -fno-sanitize-recover=all)
	# a refused allocation is NULL, as without it; what a child holds at its end nobody needs
	export ASAN_OPTIONS=allocator_may_return_null=1:detect_leaks=0
fi
"$CC" -std=c17 -D_GNU_SOURCE -Wall -Wextra -Werror "${flags[@]}" -I "$ROOT/engine" -o bad_calls \
	"$ROOT"/tests/ffi/bad_calls*.c -L "$(dirname "$HARNESS_LIB")" -lharness -lm
export LD_LIBRARY_PATH=${HARNESS_LIB%/*}

# Of every function each pointer is NULL in some case, and so is each pointer in a struct that a caller fills in; what
# takes no pointer has a case. The scene and what is in it are the library's own.
./bad_calls list | sort >cases.txt
uniq -d cases.txt | grep . && fail "cases of one name"
declarations pointers >pointers.txt
while read -r function parameter; do
	case $function in
	HnScene.* | HnSceneMesh.* | HnSceneBody.*) continue ;;
	*.*) want="^hn_[a-z_]* $function NULL\$" ;;
	*) want="^$function ${parameter:+$parameter NULL\$}" ;;
	esac
	grep -q "$want" cases.txt || echo "$function $parameter"
done <pointers.txt >missing.txt
[ ! -s missing.txt ] || { cat missing.txt; fail "no case of tests/ffi/bad_calls*.c gives NULL here, or anything at all"; }

mkfifo fifo.obj fifo.scene
mkdir folder.obj folder.scene
# never a device by its own name: what writes over it would have replaced it
for kind in obj scene; do ln -s /dev/zero zero.$kind && ln -s /dev/null null.$kind; done
: >empty.scene
./bad_calls || fail "calls that did not come back as they should"
# what stood there stands there still, and nothing is left beside it
for file in fifo.obj fifo.scene; do [ -p $file ] || fail "$file is no FIFO any more"; done
for file in socket.obj socket.scene; do [ -S $file ] || fail "$file is no socket any more"; done
for file in zero.obj zero.scene null.obj null.scene; do [ -L $file ] || fail "$file is no link any more"; done
leftover=$(find . -name '*.tmp')
[ -z "$leftover" ] || fail "left behind: $leftover"
