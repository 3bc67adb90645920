# Groups that a run lacks: a claim that needs one of them is undecided, and merge and report end with a code of their
# own. What --quick and --filter leave out is told, and is no error.
. "$ROOT/tests/cli/lib.sh"

# Four groups. The claim is refuted by the group of 3,000 faces alone; those that are there would let it hold.
cat >lost.lua <<'LUA'
local h = require "harness"
return h.scenario {
	name = "lost", runs = 2, preempted = "keep",
	sweep = { faces = { 200, 300, 400, 3000 }, algorithm = { h.aabb(), h.bsp() } },
	quick = { faces = { 200, 300 } },
	scene = function (p)
		local a, b = h.teapot { faces = p.faces }, h.teapot { faces = 150 }
		return { bodies = { { a }, { b, motion = h.touching { count = 2, seed = 5, on = { a, b } } } } }
	end,
	tables = { counts = { rows = "faces", columns = "algorithm", value = "triangles" } },
	claims = {
		["every mesh has fewer than 1000 faces"] = function (r)
			local lines = {}
			for _, faces in ipairs(r:values "faces") do
				local triangles = r:value({ faces = faces, algorithm = "aabb" }, "triangles")
				lines[#lines + 1] = r[triangles < 1000 and "holds" or "refuted"](r, ("%d: %d"):format(faces, triangles))
			end
			return r:all(lines)
		end,
		["no scene has 1000 triangles"] = function (r)
			for _, triangles in ipairs(r:values "triangles") do
				if triangles >= 1000 then return false end
			end
			return true
		end,
		["of those that are there, none has 1000 faces"] = function (r)
			for _, faces in ipairs { 200, 300, 400, 3000 } do
				local one = { faces = faces, algorithm = "aabb" }
				if r:has(one) and r:value(one, "triangles") >= 1000 then return false end
			end
			return true
		end,
		["the smallest has fewer than 1000"] = function (r)
			return r:value({ faces = r:values "faces"[1], algorithm = "aabb" }, "triangles") < 1000
		end,
	},
}
LUA
for i in 1 2 3 4; do expect 0 "$HARNESS" lost.lua --shard $i/4 -q -o out; done
of() { echo "out/lost/shard-$1-of-4/latest"; }
# verdict RUN CLAIM: its verdict, the groups that it needs, those missing, and those left out by wish
verdict() {
	csv_lua "$1/matrix.csv" "$2" <<-'LUA'
		for _, row in ipairs(read_csv(arg[1])) do
			if row.claim == arg[2] then print(row.ours, row.groups, row.groups_missing, row.groups_left_out) end
		end
	LUA
}
# judged RUN CLAIM VERDICT GROUPS MISSING [LEFT_OUT]
judged() {
	[ "$(verdict "$1" "$2")" = "$(printf '%s\t%s\t%s\t%s' "$3" "$4" "$5" "${6:-0}")" ] || fail "$2: $(verdict "$1" "$2"), not $3 $4 $5 ${6:-0}"
}
each="every mesh has fewer than 1000 faces"
expect 0 "$HARNESS" merge "$(of 1)" "$(of 2)" "$(of 3)" "$(of 4)" -o all --no-figures -q
for claim in "$each" "no scene has 1000 triangles" "of those that are there, none has 1000 faces"; do
	judged all/lost/latest "$claim" refuted 4 0
done
judged all/lost/latest "the smallest has fewer than 1000" holds 1 0
! grep -q "## Coverage" all/lost/latest/report.md || fail "coverage of a whole run"

# the shard with 3,000 faces is lost: what was refuted must not hold
last=
for i in 1 2 3 4; do grep -q '"faces": 3000' "$(of $i)/plan.json" && last=$i; done
rest=()
for i in 1 2 3 4; do [ "$i" = "$last" ] || rest+=("$(of $i)"); done
expect 9 "$HARNESS" merge "${rest[@]}" -o three --no-figures -q
cp out.txt merged.txt
run=three/lost/latest
for claim in "$each" "no scene has 1000 triangles" "of those that are there, none has 1000 faces"; do
	judged $run "$claim" undecided 4 1
	grep -qF -- "- **undecided**, 1 of 4 groups missing: $claim" $run/report.md || fail "the report of: $claim"
	grep -qF -- "- **undecided**, 1 of 4 groups missing: $claim" merged.txt || fail "told of: $claim"
done
judged $run "the smallest has fewer than 1000" holds 1 0
grep -q '\*\*1 of 4 groups are missing\*\*: 4. They are in none of the merged runs' $run/report.md || fail "which is missing"
grep -q "missing" $run/tables/counts.md || fail "the table has no row for what is missing"
expect 9 "$HARNESS" report $run --no-figures -q
cmp <(grep -v /lost/ out.txt) <(grep -v /lost/ merged.txt) || fail "another report"
# a claim that ends at the first group that is missing needs the others too
expect 9 "$HARNESS" merge "$(of "$last")" -o one --no-figures -q
judged one/lost/latest "$each" undecided 4 3
# what was lost is merged later
expect 0 "$HARNESS" merge $run "$(of "$last")" -o later --no-figures -q
judged later/lost/latest "$each" refuted 4 0

# a shard is a part of a sweep by design: its run ends with 0. Its report lacks the others
cp -r "$(of 1)/" shard
expect 9 "$HARNESS" report shard --no-figures -q
grep -q "not of this shard, which is 1 of 4" shard/report.md || fail "a shard does not say what it is"

# a run that was stopped lacks groups too; a group that is gone is not left out
expect 0 "$HARNESS" lost.lua --counts -q --no-figures -o counts
rm counts/lost/latest/groups/0003-*
cp -r counts/lost/latest/ stopped
unchained stopped
edit_csv stopped/summary.csv \
	'if row.faces == 3000 then row.status, row.detail, row.triangles = "skipped", "stopped before its end", nil end'
expect 9 "$HARNESS" report stopped --no-figures -q
judged stopped "$each" undecided 4 1
grep -q "not measured yet; the same command goes on" stopped/report.md || fail "a run that was stopped"

# by wish
expect 0 "$HARNESS" lost.lua --counts --quick -q --no-figures -o quick
grep -q '^2 of 4 groups and 4 of 8 points of the scenario were left out by wish: `--quick`\.$' quick/lost/latest/report.md ||
	fail "what --quick leaves out"
judged quick/lost/latest "$each" holds 2 0 2
expect 0 "$HARNESS" lost.lua --counts --filter "faces ~= 3000" -q --no-figures -o filter
grep -q '^1 of 4 groups and 2 of 8 points .* by wish: `--filter faces ~= 3000`' filter/lost/latest/report.md ||
	fail "what --filter leaves out"
judged filter/lost/latest "$each" holds 3 0 1
cp filter/lost/latest/report.md kept.md
expect 0 "$HARNESS" report filter/lost/latest --no-figures -q
cmp kept.md filter/lost/latest/report.md || fail "what was left out is told again otherwise"
