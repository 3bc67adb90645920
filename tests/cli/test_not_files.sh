# What is no regular file is an error that names it, where a scenario, model or recording is read and where an export
# is written: a FIFO is not waited for, /dev/zero not read without end, and nothing is replaced.
. "$ROOT/tests/cli/lib.sh"

# soon COMMAND...: ends what would wait for ever; its exit code is then 124.
soon() { timeout 100 "$@"; }

# refused CODE FILE COMMAND...: with a message that says so of the file
refused() {
	fails "$1" "$2.*, not a file" soon "${@:3}"
}

kinds=(fifo folder zero null)
for kind in lua obj frames; do
	mkfifo fifo.$kind
	mkdir folder.$kind
	ln -s /dev/zero zero.$kind
	ln -s /dev/null null.$kind
done

for command in run plan "export --point 1"; do
	for file in fifo.lua folder.lua zero.lua null.lua /dev/zero; do
		# shellcheck disable=SC2086
		refused 2 "$file: " "$HARNESS" $command $file
	done
done

for kind in "${kinds[@]}"; do
	for reader in 'h.mesh { file = "'$kind'.obj" }' \
		'h.teapot { faces = 200 }, motion = h.recording { file = "'$kind'.frames" }:motion(1)'; do
		cat >reads.lua <<-LUA
			local h = require "harness"
			return h.scenario { name = "reads", sweep = { algorithm = { h.aabb() } }, runs = 11, scene = function ()
				return { bodies = { { h.teapot { faces = 200 } }, { $reader } } }
			end }
		LUA
		refused 7 "$kind" "$HARNESS" reads.lua -q -o none
	done
done

small_scenario
for kind in "${kinds[@]}"; do
	refused 7 "$kind.obj" "$HARNESS" export -f small.lua --point 1 -o "$kind.obj"
done
[ -p fifo.obj ] && [ -L zero.obj ] && [ -L null.obj ] && [ -d folder.obj ] || fail "something was replaced"
leftover=$(find . -name '*.tmp')
[ -z "$leftover" ] || fail "left behind: $leftover"
