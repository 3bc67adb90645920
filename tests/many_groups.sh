#!/usr/bin/env bash
# A sweep of many groups in two shards: each process plans, reports and merges in 200 MB of address space and 8.5 kB for each
# group. That of 100,000 groups is 1.05 GB. The groups' files are copies of one, as measuring so many takes hours.
#   bash tests/many_groups.sh build/gcc-release/harness [GROUPS]
set -euo pipefail
HARNESS=$(realpath "$1")
COUNT=${2:-20000}
export LC_ALL=C
fail() { echo "FAILED: $*"; exit 1; }
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
cat >many.lua <<'LUA'
local h = require "harness"
local count, numbers = h.input("count", 4), {}
for i = 1, count do numbers[i] = i end
return h.scenario {
	name = "many",
	sweep = { number = numbers, algorithm = { h.aabb(), h.brute() } },
	runs = 3, preempted = "keep",
	scene = function (p)
		local a = h.shape.box { z = 1 + (p.number % 400) / 1000 }
		local b = h.shape.box { z = 1 + (p.number // 400) / 1000 }
		return { bodies = { { a }, { b, motion = h.line { from = { -1.5, 0, 0 }, to = { 0, 0, 0 }, steps = 2 } } } }
	end,
	tables = {
		tests = { rows = "number", columns = "algorithm", value = "np" },
		score = { rows = "algorithm", score = true, baseline = "brute", value = "np" },
	},
	claims = {
		["fewer pairs in each group"] = function (r)
			local verdicts = {}
			for i = 1, count do
				verdicts[i] = r:at_most({ number = i, algorithm = "aabb" }, { number = i, algorithm = "brute" },
					{ column = "np" })
			end
			return r:all(verdicts)
		end,
	},
}
LUA
"$HARNESS" many.lua -q -o small --no-figures >out.txt || fail "4 groups"
sample=$(echo small/many/latest/groups/0000-*)

ulimit -v $((200000 + 17 * COUNT / 2))
for i in 1 2; do
	# stopped in its first group, when everything is planned
	mkdir -p "sweep/many/shard-$i-of-2"
	"$HARNESS" many.lua --shard $i/2 -s count="$COUNT" --script-limit 600 -q -o sweep >out.txt 2>err.txt &
	shard=$!
	while kill -0 $shard 2>/dev/null && ! ls sweep/many/shard-$i-of-2/2*/groups/* >/dev/null 2>&1; do sleep 0.2; done
	kill -INT $shard 2>/dev/null || { cat err.txt; fail "shard $i was not planned"; }
	wait $shard || [ $? -eq 130 ] || { cat err.txt; fail "shard $i"; }
	lua5.4 - "$sample" sweep/many/shard-$i-of-2/latest $i <<-'LUA'
		-- copies of one journal, as from before there was a chain of hashes
		local text = assert(io.open(arg[1])):read "a":gsub(',"chain":"%x+"}', "}")
		local key = text:match '"key":"(%x+)"'
		local first, last = text:find(key, 1, true)
		local _, count = assert(io.open(arg[2] .. "/plan.json")):read "a":gsub('"scene":', "")
		os.execute("rm -f " .. arg[2] .. "/groups/*")
		for i = 0, count - 1 do
			local name = ("%x%031x"):format(arg[3], i)
			local file = assert(io.open(("%s/groups/%04d-%s.json"):format(arg[2], i, name), "w"))
			assert(file:write(text:sub(1, first - 1), name, text:sub(last + 1)))
			file:close()
		end
	LUA
	rm sweep/many/shard-$i-of-2/latest/files.sha256
	sed -i -e '/^\t"files":\t/d' -e '/^\t"chain":\t/d' sweep/many/shard-$i-of-2/latest/manifest.json
	sed -i -z 's/,\n}$/\n}/' sweep/many/shard-$i-of-2/latest/manifest.json
done
"$HARNESS" merge sweep/many/shard-*-of-2/latest -o merged --script-limit 600 --no-figures -q >out.txt 2>err.txt || { cat err.txt; fail "merge"; }
rows=$(grep -c '^many,[0-9]*,point,' merged/many/latest/summary.csv)
[ "$rows" -eq $((2 * COUNT)) ] || fail "$rows rows of $COUNT groups"
grep -q '^- \*\*holds\*\*: fewer pairs in each group' merged/many/latest/report.md || fail "no verdict"
for file in report.html tables/tests.tex; do [ -s merged/many/latest/$file ] || fail "no $file"; done
echo "$COUNT groups were planned and merged, each process in $((200 + 17 * COUNT / 2000)) MB"
