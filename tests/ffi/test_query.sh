# C, C++ and LuaJIT, given two models, find what the program finds: scene, hashes and counts.
. "$ROOT/tests/ffi/lib.sh"
not_sanitized

cat >models.lua <<'LUA'
	local h = require "harness"
	local a, b = h.mesh { file = "a.obj" }, h.mesh { file = "b.obj" }
	return h.scenario {
		name = "models",
		sweep = { algorithm = { h.brute(), h.aabb(), h.aabb { leaf = 4, descend = "larger" }, h.bsp(), h.dassd() } },
		runs = 6,
		scene = function ()
			return { bodies = { { a }, { b, motion = h.touching { count = 4, seed = 9, depth = 0.05, on = { a, b } } } } }
		end,
	}
LUA
algorithms=(brute aabb "aabb:leaf=4 descend=larger" bsp dassd)

# a closed, bumpy surface of 24 x 16 quadrilaterals; written with odd digits, so that nothing is a short decimal
model() { # SCALE
	lua5.4 - "$1" <<-'LUA'
		local n, m, scale = 24, 16, tonumber(arg[1])
		for j = 0, m do
			for i = 0, n - 1 do
				local u, v = math.pi * j / m, 2 * math.pi * i / n
				local r = scale * (1 + 0.2 * math.sin(5 * u) * math.cos(3 * v))
				print(("v %.17g %.17g %.17g"):format(r * math.sin(u) * math.cos(v), r * math.sin(u) * math.sin(v),
					r * math.cos(u)))
			end
		end
		for j = 0, m - 1 do
			for i = 0, n - 1 do
				local a, b = j * n + i + 1, j * n + (i + 1) % n + 1
				print("f", a, a + n, b + n, b)
			end
		end
	LUA
}
model 1 >a.obj
model 0.4 >b.obj

expect 0 "$HARNESS" models.lua -q --quick
# the program's answers in the form that query.c prints
lua5.4 - results/models/latest/summary.csv "$ROOT" "${algorithms[@]}" >want.txt <<-'LUA'
	package.path = arg[2] .. "/lua/?.lua"
	local file, k = assert(io.open(arg[1])), 3
	for _, row in ipairs((require "text.csv".parse(file:read "a"))) do
		if row.role == "point" then
			local name, params = arg[k]:match "^([^:]*):?(.*)$"
			k = k + 1
			print(name, params, row.hash, row.nb, row.np, row.nu, row.contacts, row.vertices_projected, row.np_exact)
		end
	end
LUA
[ "$(wc -l <want.txt)" -eq 5 ] || fail "not five rows"
grep -q "$(printf '\t0\t0\t0\t0\t0')" want.txt && fail "nothing was counted"

got() { # OUTPUT: the same columns of it
	grep -v '^scene' "$1" | lua5.4 -e '
		for line in io.lines() do
			local name, params, hash = line:match "^(%S+) (.*) (%x+) nb="
			local c = {}
			for key, value in line:gmatch "(%l[%l_]*)=(%d+)" do c[key] = value end
			print(name, params, hash, c.nb, c.np, c.nu, c.contacts, c.vertices_projected, c.np_exact)
		end'
}

compare() { # WHO, whose output is out.txt
	got out.txt | diff want.txt - || fail "$1 differs from the program (<)"
	# the file's last 16 bytes are the hash of the rest
	local scene
	scene=$(tail -c 16 results/models/latest/scenes/0000.scene | od -An -v -tx1 | tr -d ' \n')
	grep -qx "scene $scene" out.txt || fail "$1 baked another scene"
}

link=(-I "$ROOT/engine" "$ROOT/tests/ffi/query.c" -L "$(dirname "$HARNESS_LIB")" -lharness)
export LD_LIBRARY_PATH=${HARNESS_LIB%/*}
warnings=(-Wall -Wextra -Wconversion -pedantic -Werror)
for cc in $(compilers C); do
	"$cc" -std=c99 "${warnings[@]}" -o query "${link[@]}"
	expect 0 ./query a.obj b.obj "${algorithms[@]}"
	compare "$cc"
done
for cxx in $(compilers C++); do
	"$cxx" -x c++ -std=c++11 "${warnings[@]}" -o query "${link[@]}"
	expect 0 ./query a.obj b.obj "${algorithms[@]}"
	compare "$cxx"
done
fails 1 '^nowhere.obj: No such file' ./query a.obj nowhere.obj brute

needs_luajit
expect 0 luajit "$ROOT/tests/ffi/query.lua" a.obj b.obj "${algorithms[@]}"
compare luajit
