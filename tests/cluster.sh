#!/usr/bin/env bash
# A cluster on this machine: slurmctld and two slurmd on loopback, and a sharded sweep through sbatch. One task is killed,
# one is preempted; both are tried again; the merged run has every count and hash of a single run. Then the hostile cases: a
# clock that is off by an hour, a full file system. About a minute, mostly of waiting: the two minutes that Slurm holds a
# requeued job back are left out. Needs root, slurmctld, slurmd, slurm-client; munge and faketime where they are installed.
#   tests/cluster.sh HARNESS [folder]
set -euo pipefail

HARNESS=$(realpath "$1")
ROOT=$(cd "$(dirname "$0")/.." && pwd)
. "$ROOT/tests/cli/lib.sh"
for tool in slurmctld slurmd sbatch squeue scontrol unshare; do
	command -v $tool >/dev/null || { echo "skipped: $tool is not installed"; exit 77; }
done
[ "$(id -u)" -eq 0 ] || { echo "skipped: slurmd needs root"; exit 77; }
unshare --uts true 2>/dev/null || { echo "skipped: no host names of our own can be made here"; exit 77; }
WORK=${2:-$(mktemp -d /tmp/cluster-XXXXXX)}
cd "$WORK"
export SLURM_CONF=$WORK/slurm.conf
pids=()

stop() {
	for pid in "${pids[@]}"; do kill "$pid" 2>/dev/null || true; done
	mountpoint -q "$WORK/full" && umount "$WORK/full" || true
}
trap stop EXIT
fail() {
	echo "FAILED: $*"
	squeue || true
	tail -n 5 "$WORK"/out/small/submit-*/slurm-*.out "$WORK"/slurm*.log 2>/dev/null | cut -c1-200 | tail -60
	exit 1
}
# within SECONDS COMMAND...: waits until the command succeeds, four times as long on a machine that is busy
within() {
	local end=$((SECONDS + 4 * $1))
	shift
	until "$@"; do
		[ $SECONDS -lt $end ] || fail "not in time: $*"
		sleep 0.3
	done
}

# ---- the cluster ----
auth=auth/none cred=cred/none
if command -v munged >/dev/null; then
	head -c 1024 /dev/urandom >munge.key
	chmod 600 munge.key
	mkdir -p munge
	chmod 755 "$WORK" munge
	if munged --force --key-file="$WORK/munge.key" --socket="$WORK/munge/socket" --pid-file="$WORK/munge/pid" \
		--log-file="$WORK/munge/log" --seed-file="$WORK/munge/seed" 2>munged.err; then
		pids+=("$(cat munge/pid)")
		auth=auth/munge cred=cred/munge
	fi
fi
cpus=$(nproc)
cat >slurm.conf <<CONF
ClusterName=loopback
SlurmctldHost=$(hostname)(127.0.0.1)
SlurmctldPort=17817
SlurmUser=root
SlurmdUser=root
AuthType=$auth
CredType=$cred
$([ $auth = auth/munge ] && echo "AuthInfo=socket=$WORK/munge/socket")
StateSaveLocation=$WORK/state
SlurmdSpoolDir=$WORK/spool-%n
SlurmctldPidFile=$WORK/slurmctld.pid
SlurmdPidFile=$WORK/slurmd-%n.pid
SlurmctldLogFile=$WORK/slurmctld.log
SlurmdLogFile=$WORK/slurmd-%n.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
PreemptType=preempt/partition_prio
PreemptMode=REQUEUE
SchedulerParameters=sched_interval=1,bf_interval=1,batch_sched_delay=1
SwitchType=switch/none
MpiDefault=none
ReturnToService=2
KillWait=5
NodeName=n1 NodeAddr=127.0.0.1 NodeHostname=$(hostname) Port=17818 CPUs=$cpus RealMemory=500
NodeName=n2 NodeAddr=127.0.0.1 NodeHostname=$(hostname) Port=17819 CPUs=$cpus RealMemory=500
PartitionName=low Nodes=n1,n2 Default=YES PriorityTier=1 PreemptMode=REQUEUE MaxTime=10
PartitionName=high Nodes=n1,n2 PriorityTier=10 PreemptMode=OFF MaxTime=10
CONF
mkdir -p state spool-n1 spool-n2
slurmctld -D 2>slurmctld.err &
pids+=($!)
for node in n1 n2; do
	unshare --uts sh -c 'hostname $0; exec slurmd -D -N $0' $node 2>slurmd-$node.err &
	pids+=($!)
done
both_idle() { [ "$(sinfo -h -N -p low -o '%t' 2>/dev/null | grep -c idle)" -eq 2 ]; }
within 30 both_idle
echo "the cluster is up after $SECONDS s ($auth)"

# ---- a sweep ----
# of many rounds, so that a task is not over before another one takes its node
cat >small.lua <<'LUA'
local h = require "harness"
return h.scenario {
	name = "small", runs = 21, preempted = "keep",
	sweep = { faces = { 200, 210, 220, 230, 240, 250, 260, 270 }, algorithm = { h.aabb(), h.bsp(), h.dassd() } },
	scene = function (p)
		local a, b = h.teapot { faces = p.faces }, h.teapot { faces = 15000 }
		return { bodies = { { a }, { b, motion = h.touching { count = 3, seed = 5, on = { a, b } } } } }
	end,
	claims = {
		["every scene has contacts"] = function (r)
			for _, faces in ipairs(r:values "faces") do
				if r:value({ faces = faces, algorithm = "aabb" }, "contacts") < 1 then return false end
			end
			return true
		end,
	},
}
LUA
"$HARNESS" submit small.lua --slurm --shards 4 -o out >submitted.txt
cat submitted.txt
array=$(sed -n 's/^array \([0-9]*\),.*/\1/p' submitted.txt)
running() { squeue -h -r -j "$array" -t R -o %K 2>/dev/null | grep . >/dev/null; }
begun() { ls out/small/shard-$1-of-4/*/groups/*.json >/dev/null 2>&1; }
within 30 begun 1
# a task is killed, as by a node that fails
scancel --signal=KILL --full "${array}_1" || true
# a task is preempted by a job of a higher partition, and requeued
within 60 begun 2
sbatch --parsable -p high --exclusive -w n1 --wrap "sleep 3" --output=/dev/null >high1
sbatch --parsable -p high --exclusive -w n2 --wrap "sleep 3" --output=/dev/null >high2
"$HARNESS" submit small.lua --slurm --shards 4 -o out --status | tee status.txt
merge_over() { ! squeue -h -j "$merge" 2>/dev/null | grep . >/dev/null; }
shards_over() { ! squeue -h -j "$array" 2>/dev/null | grep . >/dev/null; }
cksum out/small/shard-*/*/groups/*.json >before.txt
# Slurm holds a requeued task back for two minutes; the administrator lets it begin
held() { squeue -h -r -j "$array" -t PD -o "%A %r" 2>/dev/null | awk '/BeginTime/ { print $1 }' | grep .; }
within 60 held >held.txt
begin_held() {
	held >held.txt || return 0
	while read -r job; do scontrol update JobId="$job" StartTime=now || true; done <held.txt
}
begun_or_over() {
	begin_held
	shards_over
}
within 200 begun_or_over
echo "the array is over after $SECONDS s"
grep -q "preempted JobId=${array}_.* has been requeued" slurmctld.log || fail "no task was preempted"
cksum out/small/shard-*/*/groups/*.json >after.txt
[ -z "$(comm -23 <(sort before.txt) <(sort after.txt))" ] || fail "a finished group was measured again"
"$HARNESS" submit small.lua --slurm --shards 4 -o out --status | tee status.txt
grep -q "^4 of 4" status.txt && fail "the killed task is not missed"
# what the lost task would have measured is missing: the merge says so, and the claim that needs it is undecided
merge=$(sed -n 's/.*merge \([0-9]*\)$/\1/p' submitted.txt)
within 100 merge_over
scontrol show job "$merge" | grep "ExitCode=9:0" >/dev/null || fail "a merge without a shard: $(scontrol show job "$merge" | grep ExitCode)"
grep -q "^- \*\*undecided\*\*, [1-7] of 8 groups missing: every scene has contacts" out/small/latest/report.md ||
	fail "a claim about groups that were lost: $(grep "every scene" out/small/latest/report.md)"
"$HARNESS" submit small.lua --slurm --shards 4 -o out --retry-failed | tee retried.txt
array=$(sed -n 's/^array \([0-9]*\),.*/\1/p' retried.txt)
merge=$(sed -n 's/.*merge \([0-9]*\)$/\1/p' retried.txt)
within 100 merge_over
"$HARNESS" submit small.lua --slurm --shards 4 -o out --status | tail -1 | grep "^4 of 4" >/dev/null || fail "not all shards are done"
[ "$("$HARNESS" submit small.lua --slurm --shards 4 -o out --retry-failed | tail -1)" = "nothing is missing" ] ||
	fail "something is tried again without need"
grep -q "^- \*\*holds\*\*: every scene has contacts" out/small/latest/report.md || fail "a claim about all groups"
echo "merged after $SECONDS s"

# ---- what was counted ----
"$HARNESS" small.lua -q --no-figures -o single >/dev/null
counts single/small/latest/summary.csv >single.txt
counts out/small/latest/summary.csv >merged.txt
case $(readlink out/small/latest) in merged-*) ;; *) fail "no merged run" ;; esac
cmp single.txt merged.txt || fail "counts or hashes differ from a single run's"
grep -o '"host":"n[12]"' out/small/latest/groups/*.json | sed 's/.*host/host/' | sort | uniq -c

# ---- hostile cases ----
# a clock that is off by an hour: the shard goes on, and nothing is measured again
if command -v faketime >/dev/null; then
	groups=$(ls -d out/small/shard-1-of-4/2*/groups)
	rm "$(ls "$groups"/*.json | sed -n 1p)"
	cksum "$groups"/*.json >before.txt
	faketime -f -1h "$HARNESS" small.lua --shard 1/4 --deal out/small/submit-4/deal.json -q -o out
	cksum "$groups"/*.json >after.txt
	[ -z "$(comm -23 <(sort before.txt) <(sort after.txt))" ] || fail "clock: a group was measured twice"
	"$HARNESS" merge out/small/shard-*-of-4/latest -o clock --no-figures -q >/dev/null || fail "clock: merge"
	counts clock/small/latest/summary.csv | cmp - single.txt || fail "clock: counts"
	echo "a clock that is off by an hour: ok"
	# one that is ahead by an hour: what it measured again ended later, so it does not count
	host=$(grep -ho '"host":"n[12]"' "$groups"/*.json | sed -n 1p | cut -d'"' -f4)
	unshare --uts sh -c 'hostname "$1"; shift; exec "$@"' sh "$host" faketime -f +1h "$HARNESS" small.lua --shard 1/4 \
		--deal out/small/submit-4/deal.json -q -o ahead
	"$HARNESS" merge out/small/shard-*-of-4/latest ahead/small/shard-1-of-4/latest -o later --no-figures -q >/dev/null ||
		fail "a clock ahead: merge"
	hashes() { md5sum "$@" | cut -d' ' -f1 | sort; }
	[ -z "$(comm -23 <(hashes out/small/shard-*/latest/groups/*.json) <(hashes later/small/latest/groups/*.json))" ] ||
		fail "a clock ahead: an earlier result does not count"
	ls later/small/latest/duplicates/*.json >/dev/null || fail "a clock ahead: no duplicate"
	counts later/small/latest/summary.csv | grep " point " | cut -d' ' -f2- | sort -u >later.txt
	grep " point " single.txt | cut -d' ' -f2- | sort -u | cmp - later.txt || fail "a clock ahead: counts"
fi
# a full file system: the shard ends with a message, and goes on when there is room
mkdir -p full
mount -t tmpfs -o size=300k none full
code=0
"$HARNESS" small.lua --shard 2/4 -q -o full 2>full.err || code=$?
[ $code -eq 7 ] || fail "full file system: exit $code"
grep -qi "no space" full.err || fail "full file system: $(cat full.err)"
# so does a merge, and leaves no half of a run
code=0
"$HARNESS" merge out/small/shard-*-of-4/latest -o full --no-figures -q >/dev/null 2>full.err || code=$?
[ $code -eq 7 ] || fail "a merge into a full file system: exit $code"
! ls -d full/small/merged-* >/dev/null 2>&1 || fail "half of a merged run is left"
mount -o remount,size=20m full
"$HARNESS" small.lua --shard 2/4 -q -o full || fail "after a full file system"
"$HARNESS" merge out/small/shard-[134]-of-4/latest full/small/shard-2-of-4/latest -o room --no-figures -q >/dev/null ||
	fail "merge after a full file system"
counts room/small/latest/summary.csv | cmp - single.txt || fail "counts after a full file system"
echo "a full file system: ok"
# what failed is kept, to be looked at
[ -n "${2:-}" ] || trap 'stop; wait; rm -rf "$WORK"' EXIT
echo "cluster: ok, $SECONDS s"
