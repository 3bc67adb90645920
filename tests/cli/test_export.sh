# harness export: the scene of a point at a step, its contacts marked; nothing half written.
. "$ROOT/tests/cli/lib.sh"
small_scenario

# facts FILE: touching faces and the sum of their contacts, by a reader that knows the header's words alone
facts() {
	lua5.4 - "$1" <<-'LUA'
		local file = assert(io.open(arg[1], "rb"))
		local text = file:read("a")
		local header, at = text:match("^(ply\n.-end_header\n)()")
		local sizes = { double = "<d", uchar = "B", int = "<i4" }
		local elements = {}
		for line in header:gmatch("[^\n]+") do
			local name, count = line:match("^element (%w+) (%d+)$")
			if name then elements[#elements + 1] = { name = name, count = tonumber(count) } end
			local list, item, property = line:match("^property list (%w+) (%w+) ([%w_]+)$")
			local kind, plain = line:match("^property (%w+) ([%w_]+)$")
			if list then table.insert(elements[#elements], { list = sizes[list], item = sizes[item], name = property }) end
			if kind then table.insert(elements[#elements], { item = assert(sizes[kind]), name = plain }) end
		end
		local touching, contacts, colours, vertices, bodies = 0, 0, {}, 0, {}
		for _, element in ipairs(elements) do
			for _ = 1, element.count do
				local record = {}
				for _, property in ipairs(element) do
					local n = 1
					if property.list then n, at = string.unpack(property.list, text, at) end
					for _ = 1, n do
						record[property.name], at = string.unpack(property.item, text, at)
						if property.name == "vertex_indices" then assert(record.vertex_indices < vertices) end
					end
				end
				if element.name == "vertex" then vertices = vertices + 1 end
				if element.name == "face" then
					local colour = ("%d %d %d"):format(record.red, record.green, record.blue)
					local is_signal = record.red > 200 and record.green < 50 and record.blue < 50
					assert(is_signal == (record.contacts > 0), "a colour that is not what its contacts are")
					if is_signal then touching, contacts = touching + 1, contacts + record.contacts
					else colours[colour] = record.body end
					bodies[record.body] = true
				end
			end
		end
		assert(at == #text + 1, "more bytes than the header says")
		local seen = {}
		for _, body in pairs(colours) do
			assert(not seen[body], "a body of two colours")
			seen[body] = true
		end
		print(touching, contacts, #bodies + (bodies[0] and 1 or 0))
	LUA
}

# over all steps, the contacts marked are those that a run counts; whatever the point's algorithm
expect 0 "$HARNESS" small.lua -s faces=220 -q --no-figures
counted=$(column contacts results/small/latest/summary.csv | sed -n 1p)
sum=0
for step in 1 2 3; do
	expect 0 "$HARNESS" export small.lua -s faces=220 --point 2 --step $step
	said=$(sed -n 's/.*: \([0-9]*\) contacts$/\1/p' err.txt)
	read -r touching twice bodies <<<"$(facts "small-2-$step.ply")"
	[ "$twice" -eq $((2 * said)) ] && [ "$bodies" -eq 2 ] && [ "$touching" -gt 0 ] ||
		fail "step $step: $said contacts said, $twice/2 in the file, $bodies bodies"
	sum=$((sum + said))
done
[ "$sum" -eq "$counted" ] || fail "$sum contacts exported, $counted counted"

# points are those of list FILE with the same options; the file is what -o says; stdout is for the file alone
expect 0 "$HARNESS" list small.lua --filter 'faces == 250'
grep -qE '^3 .*250' out.txt || { cat out.txt; fail "not the third point"; }
expect 0 "$HARNESS" export small.lua --filter 'faces == 250' --point 3 -o a.ply -q
[ ! -s err.txt ] || fail "-q says something"
expect 0 "$HARNESS" export small.lua --filter 'faces == 250' --point 3 -o -
cmp a.ply out.txt || fail "stdout differs from the file"
fails 2 "--point 4: the scenario has points 1 to 3" "$HARNESS" export small.lua --filter 'faces == 250' --point 4
fails 2 "--step 4: point 1 has steps 1 to 3" "$HARNESS" export small.lua --point 1 --step 4
expect 2 "$HARNESS" export small.lua --point 0
expect 2 "$HARNESS" export small.lua --point 1 --step 1e3
expect 2 "$HARNESS" export small.lua
expect 2 "$HARNESS" export --point 1
fails 2 "--point is an option of draw, export, shrink, not of run" "$HARNESS" small.lua --point 1

# a file that is there stays, but under -f; what cannot be written leaves nothing
before=$(cksum <a.ply)
fails 2 "a.ply is there already" "$HARNESS" export small.lua --point 1 -o a.ply
[ "$(cksum <a.ply)" = "$before" ] || fail "a file was overwritten"
expect 0 "$HARNESS" export small.lua --point 1 -o a.ply -f
[ "$(cksum <a.ply)" != "$before" ] || fail "-f does not overwrite"
expect 7 "$HARNESS" export small.lua --point 1 -o no/such/folder.ply
mkdir temporary
fails 1 "no contacts: timeout" env TMPDIR="$PWD/temporary" "$HARNESS" export small.lua --point 1 -o b.ply --timeout 1ms -s faces=50000
echo 'x = = 1' >wrong.lua
expect 3 env TMPDIR="$PWD/temporary" "$HARNESS" export wrong.lua --point 1
[ -z "$(ls temporary)" ] || fail "something is left of the scene"
[ ! -e b.ply ] && ! ls ./*.tmp 2>/dev/null || fail "half a file"
