#!/usr/bin/env bash
# The recipes of docs/howto/cluster.md for ssh and GNU parallel, as they stand there: three nodes are three sshd on this machine,
# with host names, keys and folders of their own. The merged runs have every count and hash of a single run. About 20 s.
# Needs root, sshd, ssh, rsync, parallel.
#   tests/remote.sh HARNESS [folder]
set -euo pipefail

HARNESS=$(realpath "$1")
ROOT=$(cd "$(dirname "$0")/.." && pwd)
. "$ROOT/tests/cli/lib.sh"
PATH=$PATH:/usr/sbin
for tool in sshd ssh ssh-keygen rsync parallel unshare; do
	command -v $tool >/dev/null || { echo "skipped: $tool is not installed"; exit 77; }
done
[ "$(id -u)" -eq 0 ] || { echo "skipped: sshd needs root"; exit 77; }
unshare --uts true 2>/dev/null || { echo "skipped: no host names of our own can be made here"; exit 77; }
WORK=${2:-$(mktemp -d /tmp/remote-XXXXXX)}
mkdir -p "$WORK"
chmod 755 "$WORK"
cd "$WORK"
pids=()
stop() {
	for pid in "${pids[@]}"; do kill "$pid" 2>/dev/null || true; done
}
trap stop EXIT
fail() {
	echo "FAILED: $*"
	tail -n 5 "$WORK"/sshd-*.log 2>/dev/null | cut -c1-200
	exit 1
}

# ---- the nodes ----
mkdir -p bin parallel-home /run/sshd
ln -s "$HARNESS" bin/harness
ssh-keygen -q -t ed25519 -N '' -f key
ssh-keygen -q -t ed25519 -N '' -f host_key
cp key.pub authorized
# ssh of the recipes knows these nodes alone, and no keys of who runs this
cat >bin/ssh <<SH
#!/bin/sh
exec $(command -v ssh) -F $WORK/ssh_config "\$@"
SH
chmod +x bin/ssh
cat >ssh_config <<CONF
Host *
	HostName 127.0.0.1
	User root
	IdentityFile $WORK/key
	IdentitiesOnly yes
	UserKnownHostsFile $WORK/known
	StrictHostKeyChecking no
	LogLevel ERROR
	BatchMode yes
CONF
node() { # NUMBER: its commands run in a folder of its own
	local port=$((20022 + $1))
	mkdir -p "home$1"
	cat >"sshd-$1.conf" <<-CONF
		Port $port
		ListenAddress 127.0.0.1
		HostKey $WORK/host_key
		PidFile none
		AuthorizedKeysFile $WORK/authorized
		StrictModes no
		UsePAM no
		PasswordAuthentication no
		PermitRootLogin prohibit-password
		ForceCommand cd $WORK/home$1 && PATH=$WORK/bin:\$PATH exec sh -c "\$SSH_ORIGINAL_COMMAND"
	CONF
	printf 'Host node%d\n\tPort %d\n' "$1" "$port" >>ssh_config
	unshare --uts sh -c 'hostname "$1"; exec "$2" -D -E "$3" -f "$4"' sh "node$1" "$(command -v sshd)" "$WORK/sshd-$1.log" \
		"$WORK/sshd-$1.conf" &
	pids+=($!)
}
for i in 1 2 3; do node $i; done
export PATH=$WORK/bin:$PATH PARALLEL_HOME=$WORK/parallel-home
for i in 1 2 3; do
	for _ in $(seq 600); do
		answer=$(ssh node$i hostname 2>ssh.err) && break
		sleep 0.1
	done
	[ "${answer:-}" = node$i ] || fail "node$i does not answer: $(cat ssh.err)"
done

# ---- the recipes ----
cat >small.lua <<'LUA'
local h = require "harness"
local faces = {}
for i = 1, 16 do faces[i] = 200 + 10 * i end
return h.scenario {
	name = "small", runs = 2, preempted = "keep", sweep = { faces = faces, algorithm = { h.aabb(), h.bsp() } },
	scene = function (p)
		local a, b = h.teapot { faces = p.faces }, h.teapot { faces = 150 }
		return { bodies = { { a }, { b, motion = h.touching { count = 3, seed = 5, on = { a, b } } } } }
	end,
}
LUA
# recipe HEADING: the commands below that heading, for this scenario
recipe() {
	awk -v heading="## $1" '/^## / { inside = $0 == heading } inside && /^    / { print substr($0, 5) }' "$ROOT/docs/howto/cluster.md" |
		sed 's/\bFILE\b/small.lua/g; s/\bNAME\b/small/g'
}
harness small.lua -q --no-figures -o single >/dev/null
counts single/small/latest/summary.csv >single.txt
# tried FOLDER HEADING: runs a recipe in that folder, and compares what it merges with the single run
tried() {
	mkdir -p "$1"
	recipe "$2" >"$1.sh"
	grep -q "harness merge" "$1.sh" || fail "docs/howto/cluster.md has no recipe '$2'"
	(cd "$1" && sh -eu "../$1.sh" >"../$1.out" 2>&1 </dev/null) || { tail -20 "$1.out"; fail "the recipe for $2"; }
	counts "$1/results/small/latest/summary.csv" | cmp - single.txt || fail "$2: counts or hashes differ from a single run's"
	echo "$2: ok, $(grep -l '"host":"node' "$1"/results/small/latest/groups/*.json | wc -l) groups"
}
for i in 1 2 3; do
	mkdir "home$i/sweep"
	cp small.lua "home$i/sweep"
	ln -s "$HARNESS" "home$i/sweep/harness"
done
tried ssh ssh
for i in 1 2 3; do grep -q "\"host\":\"node$i\"" ssh/results/small/latest/groups/*.json || fail "node$i has measured nothing"; done
mkdir parallel
cp small.lua parallel
printf 'node%d\n' 1 2 3 >parallel/nodes
tried parallel "GNU parallel"
[ "$(ls -d parallel/results/small/shard-*-of-16 | wc -l)" -eq 16 ] || fail "not all shards"
grep -q '"host":"node[123]"' parallel/results/small/latest/groups/*.json || fail "nothing was measured on a node"
# what failed is kept, to be looked at
[ -n "${2:-}" ] || trap 'stop; wait; rm -rf "$WORK"' EXIT
echo "remote: ok, $SECONDS s"
