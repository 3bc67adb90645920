# shellcheck shell=bash
# The verbs that write to results, each on a tiny run, for tests that stop one at any point and give the same command again.
# Sourced after tests/cli/lib.sh, in an empty directory; work/ is the folder that a verb works in.
#
#     verbs_begin; prepare merge; (cd work && eval "$command"); (cd work && facts merge)

# verbs_begin: the scenario, the paper, and programs in place of gnuplot and Slurm: these only leave their files.
verbs_begin() {
	mkdir -p bin from temporary
	cat >bin/gnuplot <<-'SH'
		#!/bin/sh
		for kind in svg pdf png; do echo "</svg> %%EOF IEND" >"${1%.gp}.$kind"; done
	SH
	printf '#!/bin/sh\necho 100\n' >bin/sbatch
	printf '#!/bin/sh\n' >bin/squeue
	chmod +x bin/*
	PATH=$PWD/bin:$PATH
	TMPDIR=$PWD/temporary
	export PATH TMPDIR
	cat >from/tiny.lua <<-'LUA'
		local h = require "harness"
		return h.scenario {
			name = "tiny", runs = 2, preempted = "keep",
			sweep = { faces = { 100, 110 }, algorithm = { h.aabb(), h.dassd() } },
			scene = function (p)
				local a, b = h.teapot { faces = p.faces }, h.teapot { faces = 100 }
				return { bodies = { { a }, { b, motion = h.touching { count = 2, seed = 5, on = { a, b } } } } }
			end,
			tables = { tests = { rows = "faces", columns = "algorithm", value = "np" } },
			figures = { tests = { x = "faces", y = "np", series = "algorithm" } },
		}
	LUA
	mkdir from/papers from/scenarios
	mv from/tiny.lua from/scenarios
	cat >from/papers/tiny.lua <<-'LUA'
		local h = require "harness"
		return h.paper { key = "tiny", authors = { "A" }, title = "T", journal = "J", year = 1998, entries = {
			{ id = "t", kind = "table", place = "Table 1", about = "Tests", scenario = "tiny", tables = { "tests" } },
		} }
	LUA
}

# prepare VERB: work/ as the verb finds it, and `command`, which is given in it.
prepare() {
	local verb=$1 i
	rm -rf work temporary/*
	cp -r from work
	case $verb in
	merge) for i in 1 2; do (cd work && "$HARNESS" scenarios/tiny.lua -o out -q --shard $i/2); done >/dev/null ;;
	pack | report | verify | unpack) (cd work && "$HARNESS" scenarios/tiny.lua -o out -q) >/dev/null ;;
	esac
	case $verb in
	run) command="scenarios/tiny.lua -o out --progress json" ;;
	merge) command="merge out/tiny/shard-1-of-2/latest out/tiny/shard-2-of-2/latest -o out" ;;
	pack) command="pack out/tiny/latest -o tiny.tar.gz" ;;
	unpack) (cd work && "$HARNESS" pack out/tiny/latest -o tiny.tar.gz -q && rm -r out) >/dev/null && command="unpack tiny.tar.gz" ;;
	export) command="export scenarios/tiny.lua --point 1 -o tiny.ply" ;;
	frames) command="export scenarios/tiny.lua --point 1 --frames -o tiny.frames" ;;
	draw) command="draw scenarios/tiny.lua --point 1 -o tiny.svg" ;;
	new) command="new plugin mine" ;;
	paper) command="paper papers/tiny.lua -o out" ;;
	submit) command="submit scenarios/tiny.lua --slurm --shards 2 -o out" ;;
	*) command="$verb out/tiny/2*" ;; # torn.lua follows no links
	esac
	[ "$verb" != report ] || rm -rf work/out/tiny/2*/{report.*,tables,figures,pictures,numbers.tex}
	# shellcheck disable=SC2089,SC2090 # for eval
	command="\"\$HARNESS\" $command"
	# shellcheck disable=SC2090
	export command
}

# fields NAME,... FILE: those columns of a CSV file without quotes.
fields() {
	awk -F , -v names="$1" 'NR == 1 { for (i = 1; i <= NF; ++i) at[$i] = i; count = split(names, name, ","); next }
		{ for (i = 1; i <= count; ++i) printf "%s%s", $at[name[i]], i < count ? "," : "\n" }' "$2"
}

# facts VERB: what must be the same after any stop and the same command again, in the current directory: all bytes, and
# of what measures, names, counts, hashes and the rounds.
facts() {
	case $1 in
	run | paper)
		find . -printf '%P %l\n' | sed -E 's/[0-9]{8}T[0-9]{6}Z-/RUN-/g' | LC_ALL=C sort
		stable out/tiny/latest/summary.csv
		fields role,point,n out/tiny/latest/summary.csv
		fields round,point,role out/tiny/latest/samples.csv | grep -v '^0\?,' | LC_ALL=C sort # 0: of a round that was stopped
		# but times: nobody knows how long a killed session took
		[ "$1" != paper ] || sed -E 's/[0-9]{8}T[0-9]{6}Z|[0-9.]+ minutes| *([0-9.]+)? \| `harness//g' out/papers/*.md out/papers/tiny/*.md
		;;
	*)
		find . ! -type f -printf '%P %l\n' | LC_ALL=C sort
		# sbatch was asked once more: a line that is the same
		find . -type f ! -name jobs -print0 | LC_ALL=C sort -z | xargs -0 sha256sum
		[ "$1" != submit ] || sort -u out/tiny/submit-2/jobs
		;;
	esac
	ls "$TMPDIR"
}

# torn VERB [TRIES]: records the verb, plays the record back (torn.lua), and prints what that finds.
torn() {
	local calls=open,openat,creat,write,pwrite64,writev,lseek,ftruncate,fsync,fdatasync,syncfs,sync,rename,renameat,renameat2
	calls+=,link,linkat,symlink,symlinkat,mkdir,mkdirat,unlink,unlinkat,rmdir
	prepare "$1"
	rm -rf before after
	cp -a work before
	(cd work && eval "exec strace -f -y -xx -s 100000000 --seccomp-bpf -e signal=none -e trace=$calls -o ../log $command") >said 2>&1 ||
		{ cat said; fail "$1 under strace"; }
	cp -a work after
	(cd after && facts "$1") >"$1.facts"
	# shellcheck disable=SC2016
	lua5.4 "$ROOT/tests/measure/torn.lua" log before after "$PWD/work" \
		'bash -c '"'"'. "$ROOT/tests/cli/lib.sh" && . "$ROOT/tests/measure/verbs.sh" && go_on "$@"'"'"' go_on '"$1" "${@:2}"
}

# go_on VERB STATE POINT: in the folder above work/, which a stop left: 0 where all that was reported is there and the same
# command ends as it does undisturbed; 1: something is lost; 2: it is blocked. said: what was reported.
go_on() {
	local reported groups code=0
	set +e +o pipefail
	cd work || return 3
	if [ "$3" = end ]; then # the command has ended: nothing may be missing
		facts "$1" 2>/dev/null | grep -vE '\.(part|tmp|lock)|\.(staging|pack|export|new)-' | diff "../$1.facts" - || return 1
	fi
	reported=$(grep -c '"event":"group_end".*"complete":true' ../said)
	groups=$(cd out/tiny/2*/groups 2>/dev/null && sha256sum -- *.json 2>/dev/null)
	[ "$1" != run ] || [ "$(grep -c . <<<"$groups")" -ge "$reported" ] ||
		{ echo "$reported groups were reported: $groups"; return 1; }
	eval "timeout 60 $command" >../again.txt 2>&1 || code=$?
	[ "$code" -eq 0 ] || { echo "exit $code: $(first 3 <../again.txt)"; return 2; }
	[ -z "$groups" ] || (cd out/tiny/2*/groups && sha256sum -c --quiet <<<"$groups") || return 1
	facts "$1" | diff "../$1.facts" - || return 1
}

# killed VERB MS [WHOLE]: the command from before/, killed after so many milliseconds (WHOLE: with its children), and given
# again. 0: it ends as undisturbed; 1: it does not, and prints why; 2: it ended before the kill.
killed() {
	local pid code=0
	rm -rf work
	cp -a before work
	(cd work && eval "exec setsid $command") >said 2>&1 &
	pid=$!
	sleep "$(printf '%d.%03d' $(($2 / 1000)) $(($2 % 1000)))"
	kill -9 -- "${3:+-}$pid" 2>/dev/null || return 2
	wait "$pid" 2>/dev/null || code=$?
	[ "$code" -eq 137 ] || return 2
	code=0
	(cd work && eval "$command") >again.txt 2>&1 || code=$?
	[ "$code" -eq 0 ] || { echo "exit $code: $(first 3 <again.txt)"; return 1; }
	(cd work && facts "$1") | diff "$1.facts" - || return 1
}

# calm VERB: before/, and the facts of the undisturbed command; took: its milliseconds.
calm() {
	local begin
	prepare "$1"
	rm -rf before
	cp -a work before
	begin=$(date +%s%3N)
	(cd work && eval "$command") >said 2>&1 || { cat said; fail "$1 undisturbed"; }
	# shellcheck disable=SC2034
	took=$(($(date +%s%3N) - begin))
	(cd work && facts "$1") >"$1.facts"
}
