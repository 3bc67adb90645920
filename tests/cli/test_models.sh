#!/usr/bin/env bash
# Models of every format through h.mesh: one shape in six files is one mesh; their hashes are recorded; errors say where.
. "$ROOT/tests/cli/lib.sh"

printf 'v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n' >a.obj
printf 'OFF\n4 4 0\n0 0 0\n1 0 0\n0 1 0\n0 0 1\n3 0 2 1\n3 0 1 3\n3 0 3 2\n3 1 2 3 255 0 0\n' >b.OFF
printf 'ply\nformat ascii 1.0\nelement vertex 4\nproperty float x\nproperty float y\nproperty float z\nelement face 4\nproperty list uchar int vertex_index\nend_header\n0 0 0\n1 0 0\n0 1 0\n0 0 1\n3 0 2 1\n3 0 1 3\n3 0 3 2\n3 1 2 3\n' >c.ply
lua5.4 - <<-'LUA'
	local points, faces = { { 0, 0, 0 }, { 1, 0, 0 }, { 0, 1, 0 }, { 0, 0, 1 } }, { { 0, 2, 1 }, { 0, 1, 3 }, { 0, 3, 2 }, { 1, 2, 3 } }
	local function write(name, text) assert(io.open(name, "wb")):write(text):close() end
	local ply = { "ply\nformat binary_big_endian 1.0\nelement vertex 4\nproperty float x\nproperty float y\nproperty float z\n",
		"element face 4\nproperty list uchar int vertex_index\nend_header\n" }
	local stl, text = { ("solid"):rep(16) .. string.pack("<I4", 4) }, { "solid t\n" }
	for _, p in ipairs(points) do ply[#ply + 1] = string.pack(">fff", table.unpack(p)) end
	for _, f in ipairs(faces) do
		ply[#ply + 1] = string.pack(">Bi4i4i4", 3, table.unpack(f))
		stl[#stl + 1] = string.pack("<fff", 0, 0, 0)
		text[#text + 1] = "facet normal 0 0 0\nouter loop\n"
		for _, v in ipairs(f) do
			stl[#stl + 1] = string.pack("<fff", table.unpack(points[v + 1]))
			text[#text + 1] = ("vertex %g %g %g\n"):format(table.unpack(points[v + 1]))
		end
		stl[#stl + 1] = "\0\0"
		text[#text + 1] = "endloop\nendfacet\n"
	end
	write("d.ply", table.concat(ply))
	write("e.stl", table.concat(stl))
	write("f.stl", table.concat(text) .. "endsolid t\n")
LUA

cat >models.lua <<-'LUA'
	local h = require "harness"
	return h.scenario {
		name = "models",
		sweep = { file = { "a.obj", "b.OFF", "c.ply", "d.ply", "e.stl", "f.stl" }, algorithm = { h.brute(), h.aabb() } },
		scene = function (p)
			local m = h.mesh { file = p.file }
			assert(m:faces() == 4)
			local moves = h.line { from = { -2, 0.1, 0.1 }, to = { 2, 0.2, 0.3 }, steps = 9 }
			return { bodies = { { m }, { m, motion = moves } } }
		end,
	}
LUA
expect 0 "$HARNESS" models.lua --quick -q -o out
csv=out/models/latest/summary.csv
[ "$(column status "$csv" | sort -u)" = ok ] || fail "a point failed"
[ "$(column contacts "$csv" | sort -u | wc -l)" -eq 1 ] || fail "one shape, several counts: $(column contacts "$csv")"
[ "$(column contacts "$csv" | first)" -gt 0 ] || fail "no contacts"
[ "$(column file "$csv" | sort -u | wc -l)" -eq 6 ] || fail "not six files"
# the hashes of the bytes on disk
for f in a.obj b.OFF c.ply d.ply e.stl f.stl; do
	grep -A 2 "\"$f\"" out/models/latest/plan.json | has "$(sha256sum <$f | cut -d ' ' -f 1)" || fail "the hash of $f is not recorded"
done

# refused FILE TEXT: what is wrong with it, on stderr
refused() {
	fails 7 -F "$2" "$HARNESS" list models.lua -s file="$1"
}
sed 's/^0 1 0$/0 one 0/' <b.OFF >bad.off
sed 's/^3 0 3 2$/3 0 3 4/' <c.ply >bad.ply
head -c 200 e.stl >bad.stl
cp a.obj a.vrml
refused bad.off "bad.off:5: 'one' is not a finite decimal number"
refused bad.ply "bad.ply:16: face 2: vertex index 4 is not in 0 .. 3"
refused bad.stl "bad.stl: byte 80: as binary STL it announces 4 triangles, which take 284 bytes; it has 200"
refused a.vrml "a.vrml: the name ends in no known format; there are .obj, .off, .ply and .stl"

# what is skipped in a good file is said once, with file and line
printf 'f 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\nl 1 2\nv 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nl 2 3\n' >lines.obj
printf '4 4 0\n0 0 0\n1 0 0\n0 1 0\n0 0 1\n3 0 2 1\n3 0 1 3\n3 0 3 2\n3 1 2 3\nmore\n' >bare.off
cat >skipped.lua <<-'LUA'
	local h = require "harness"
	return h.scenario {
		name = "skipped", sweep = { algorithm = { h.brute() } }, runs = 1,
		scene = function ()
			local a, b = h.mesh { file = "lines.obj" }, h.mesh { file = "bare.off" }
			return { bodies = { { a }, { b } } }
		end,
	}
LUA
expect 0 "$HARNESS" skipped.lua -q --no-figures
[ "$(cat err.txt)" = "lines.obj:5: skipped: lines (l), 2 statements
bare.off:10: skipped: 'more' and all that follows the last face" ] || { cat err.txt; fail "what was skipped is not said"; }
for file in plan manifest; do
	lua5.4 - "results/skipped/latest/$file.json" <<-'LUA' || fail "$file.json does not name what was skipped"
		local text = assert(io.open(arg[1])):read "a"
		assert(text:find('"skipped":%s*%[%s*"line 5: lines %(l%), 2 statements"%s*%]'), text)
		assert(text:find('"skipped":%s*%[%s*"line 10: \'more\' and all that follows the last face"%s*%]'), text)
	LUA
done
