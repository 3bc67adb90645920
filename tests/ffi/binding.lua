-- The LuaJIT layer: what it gives, what it refuses, and that nothing stays behind. binding.lua DIR
local engine = require "engine_ffi"
local ffi = require "ffi"
local dir = arg[1]

local function live() return tonumber(engine.C.hn_mem_live_bytes()) end
local function collect()
	jit.flush() -- compiled code keeps alive what it names
	for _ = 1, 4 do collectgarbage() end
end

local function equal(got, want, what)
	if got ~= want then error(("%s: %s, not %s"):format(what or "", tostring(got), tostring(want)), 2) end
end

-- The error's text holds all of these, and where this file called the layer.
local function refused(call, ...)
	local fine, text = pcall(call)
	if fine then error("not refused", 2) end
	for _, part in ipairs { "binding.lua:", ... } do
		if not tostring(text):find(part, 1, true) then error(("'%s' without '%s'"):format(text, part), 2) end
	end
end

local CUBE = {
	{ 0, 0, 0 }, { 1, 0, 0 }, { 0, 1, 0 }, { 1, 1, 0 }, { 0, 0, 1 }, { 1, 0, 1 }, { 0, 1, 1 }, { 1, 1, 1 },
}
local SIDES = {
	{ 0, 2, 1 }, { 1, 2, 3 }, { 4, 5, 6 }, { 5, 7, 6 }, { 0, 1, 4 }, { 1, 5, 4 },
	{ 2, 6, 3 }, { 3, 6, 7 }, { 0, 4, 2 }, { 2, 4, 6 }, { 1, 3, 5 }, { 3, 7, 5 },
}
local function cube() return engine.mesh(CUBE, SIDES) end

local tests = {}

function tests.meshes()
	local mesh = cube()
	equal(mesh.vertex_count, 8)
	equal(mesh.triangle_count, 12)
	equal(table.concat({ mesh:vertex(5) }, " "), "1 0 1")
	equal(table.concat({ mesh:triangle(11) }, " "), "3 7 5")
	equal(mesh:diameter(), math.sqrt(3))
	local lo, hi = mesh:bounds()
	equal(table.concat(lo, " ") .. " " .. table.concat(hi, " "), "0 0 0 1 1 1")
	local made = mesh:topology()
	equal(made.shells + made.boundary_edges + made.nonmanifold_edges + made.degenerate_triangles, 1)
	mesh:write(dir .. "/cube.obj")
	equal(engine.read(dir .. "/cube.obj"):hash(), mesh:hash())
	local twice = engine.read(dir .. "/cube.obj", { scale = 2 })
	equal(twice:diameter(), 2 * math.sqrt(3))
	if twice:hash() == mesh:hash() then error "the scale is not in the hash" end
	equal(engine.teapot(700).triangle_count, 700)
	local shapes = 0
	while engine.C.hn_shape_name(shapes) ~= nil do
		local t = engine.shape(ffi.string(engine.C.hn_shape_name(shapes))):topology()
		equal(t.shells > 0 and t.nonmanifold_edges + t.degenerate_triangles == 0, true) -- sheets are open
		shapes = shapes + 1
	end
	equal(shapes > 5, true)
	equal(mesh:hull().vertex_count .. " " .. mesh:hull().triangle_count, "8 12")
	equal(engine.teapot(700):hull():hull():hash(), engine.teapot(700):hull():hash())
	equal(engine.teapot(700):simplify(350).triangle_count, 350)
end

function tests.fixed_bodies_are_no_pair()
	local mesh = cube()
	local function contacts(...)
		local scene = engine.scene { { mesh, fixed = ... }, { mesh, engine.pose { 0.5 }, fixed = select(2, ...) } }
		local _, counts = engine.detector(scene, "aabb"):pass()
		return counts.contacts
	end
	assert(contacts(false, false) > 0)
	equal(contacts(true, false), contacts())
	equal(contacts(true, true), 0)
end

function tests.what_is_refused()
	local mesh = cube()
	local scene = engine.scene { { mesh }, { mesh, engine.pose { 0.5 } } }
	refused(function () engine.read(dir .. "/nowhere.obj") end, "/nowhere.obj: No such file")
	refused(function () engine.read(dir .. "/cube.obj", { sha256 = ("0"):rep(64) }) end, "cube.obj")
	refused(function () engine.teapot(3) end, "teapot: 3 faces")
	refused(function () engine.shape() end, "name is nil, must be a string")
	refused(function () engine.read() end, "file is nil, must be a string")
	refused(function () engine.read(dir .. "/cube.obj\0.stl") end, "zero byte")
	refused(function () engine.shape "spere" end, "did you mean 'sphere'?")
	refused(function () engine.shape("sphere", { colour = 3 }) end, "sphere", "colour")
	refused(function () engine.teapot(200.5) end, "200.5", "whole number")
	refused(function () engine.mesh(CUBE, { { 0, 1, 8 } }) end, "triangle 0", "8")
	refused(function () engine.mesh({ { 0, 0 / 0, 0 } }, {}) end, "vertex 0")
	refused(function () engine.mesh({ { 0, 0, 2 ^ 201 } }, {}) end, "vertex 0")
	refused(function () engine.mesh(CUBE, { { 0, 1, 1.5 } }) end, "1.5")
	refused(function () engine.mesh(CUBE, { { 0, 1, 2, 3 } }) end, "triangle 0 is no list of three")
	refused(function () engine.mesh({ { 0, 0, 0 }, nil, { 1, 0, 0 } }, {}) end, "vertex 1 is no list of three")
	refused(function () engine.mesh({ { 0, 0, "1" } }, {}) end, "vertex 0: [3] is no number")
	refused(function () mesh:vertex(8) end, "no vertex 8 among 8")
	refused(function () engine.scene {} end, "at least one body")
	local two = { engine.pose(), engine.pose() }
	refused(function () engine.scene { { mesh, two, fixed = true } } end, "body 1 of 1 is fixed")
	refused(function () engine.scene { { mesh, two }, { mesh, {} } } end, "body 2 of 2")
	refused(function () engine.scene { { "cube" } } end, "a mesh is wanted, not a string")
	refused(function () engine.pose { axis = { 0, 0, 0 }, angle = 1 } end, "axis")
	refused(function () engine.spin { steps = 0, axis = { 0, 0, 1 }, to = 1 } end, "at least one step")
	refused(function () engine.path { { 0, 0, 0 }, steps = 3 } end, "pose")
	refused(function () engine.path { { 1 }, { 2, quaternion = { 0, 0, 0, 0 } }, steps = 3 } end, "quaternion")
	refused(function () engine.random_walk { steps = 3, radius = 0 / 0 } end, "walk")
	refused(function () engine.mesh({ { 0, 0, 0 }, { 1, 1, 1 } }, {}):hull() end, "hull")
	refused(function () engine.touching(mesh, mesh, { count = 0 }) end, "count is 0")
	refused(function () engine.open_scene(dir .. "/cube.obj") end, "cube.obj")
	refused(function () engine.detector(scene) end, "name is nil, must be a string")
	refused(function () engine.detector(scene, "aab") end, "did you mean 'aabb'?")
	refused(function () engine.detector(scene, "aabb", { leav = 4 }) end, "did you mean 'leaf'?")
	refused(function () engine.detector(scene, "aabb", { leaf = 0 }) end, "aabb", "'leaf'", "1 to")
	refused(function () engine.detector(scene, "aabb", {}, "frist") end, "frist")
	local C, none = engine.C, ffi.new "HnDetector"
	equal(C.hn_detector_create(none, "aabb", scene.shared.scene, 2, ""), C.HN_ERR_BAD_INPUT)
	equal(C.hn_detector_step(none, 0, ffi.new "HnContactBuffer", nil), C.HN_ERR_BAD_INPUT)
	C.hn_detector_destroy(none)
	local detector = engine.detector(scene, "aabb")
	refused(function () detector:step(1) end, "step 1", "0 .. 0")
	refused(function () detector:step(-1) end, "step -1")
	refused(function () detector:contacts(0.5) end, "0.5")
	detector:close()
	refused(function () detector:step(0) end, "closed")
	scene:close()
	refused(function () engine.detector(scene, "aabb") end, "closed")
	mesh:free()
	refused(function () mesh:hash() end, "freed")
	refused(function () engine.scene { { mesh } } end, "freed")
end

-- Misspelt and missing keys: nothing stands for them.
function tests.keys_that_are_refused()
	local mesh, o, x = cube(), { 0, 0, 0 }, { 1, 0, 0 }
	refused(function () engine.read(dir .. "/cube.obj", { scal = 2 }) end, "unknown key 'scal'")
	refused(function () engine.scene { { mesh, motion = engine.pose() } } end, "unknown key 'motion'")
	refused(function () engine.pose { 1, angel = 1 } end, "unknown key 'angel'")
	refused(function () engine.pose { angle = 1 } end, "axis and angle go together")
	refused(function () engine.line { steps = 2, from = o, to = x, axis = x } end, "axis and angle go together")
	refused(function () engine.line { steps = 2, from = o, to = x, degrees = 90 } end, "unknown key 'degrees'")
	refused(function () engine.line { steps = 2, form = o, to = x } end, "unknown key 'form'")
	refused(function () engine.line { steps = 2, from = o } end, "'to' is missing")
	refused(function () engine.line { steps = 2, from = o, to = { x = 1 } } end, "unknown key 'x'")
	refused(function () engine.line { from = o, to = x } end, "steps is nil")
	refused(function () engine.spin { steps = 2, axis = x, too = 1 } end, "unknown key 'too'")
	refused(function () engine.spin { steps = 2, axis = x } end, "'to' is missing")
	refused(function () engine.path { o, { 1, axes = x }, steps = 3 } end, "unknown key 'axes'")
	refused(function () engine.path { o, { 1, angle = 1 }, steps = 3 } end, "axis and angle go together")
	refused(function () engine.path { o, { 1, quaternion = { 1, 0, 0, 0 }, axis = x }, steps = 3 } end, "'axis'")
	refused(function () engine.random_walk { steps = 3, radius = 1, turn = 1 } end, "unknown key 'turn'")
	refused(function () engine.random_walk { steps = 3, radius = 1, seed = 1.5 } end, "seed is 1.5")
	refused(function () engine.touching(mesh, mesh, { count = 1, sed = 2 }) end, "unknown key 'sed'")
	refused(function () engine.touching(mesh, mesh, { count = 1, seed = 0.5 }) end, "seed is 0.5")
end

-- Every broad phase, on every kind of object, under objects that come, move and go.
function tests.broad_phases()
	local volumes = {
		aabb = function (x, r) return { x - r, -r, -r, x + r, r, r } end,
		sphere = function (x, r) return { x, 0, 0, r } end,
		caabb = function (x, r) return { x, 0, 0, r } end,
		obb = function (x, r) return { x, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, r, r, r, 2 * r } end,
	}
	local function found(broad)
		local out = {}
		for a, b in broad:pairs() do out[#out + 1] = a .. "-" .. b end
		return table.concat(out, " ")
	end
	local phases = 0
	for _, algorithm in ipairs(engine.algorithms()) do
		for volume, make in pairs(algorithm.is_broad and algorithm.name ~= "planted_boxes" and volumes or {}) do
			local broad = engine.broad(algorithm.name, volume)
			equal(found(broad), "")
			broad:place(3, make(0, 1), make(1.5, 1), make(9, 1))
			broad:place(0, make(8.5, 1))
			broad:threads(2)
			equal(found(broad), "0-5 3-4", algorithm.name)
			broad:remove(5)
			broad:place(3, make(7, 1))
			equal(found(broad), "0-3", algorithm.name)
			equal(broad:counts().pairs, 3)
			local own, objects = broad:bytes()
			if own < 0 or objects <= 0 then error "no bytes" end
			refused(function () broad:threads(-1) end, "threads")
			refused(function () broad:remove(5) end, "no object 5")
			refused(function () broad:place(1, { 1, 2 }) end, "2 numbers")
			refused(function () broad:place(1, make(0, -1)) end, "object 1")
			refused(function () broad:place(1, nil, make(0, 1)) end, "volume 1 is no list")
			refused(function () broad:place(1, 0, 0, 0) end, "volume 1 is no list")
			local text = make(0, 1)
			text[2] = "0"
			refused(function () broad:place(1, make(0, 1), text) end, "volume 2: [2] is no number")
			equal(found(broad), "0-3")
			broad:close()
			broad:close()
			refused(function () broad:pairs() end, "was closed")
			phases = phases + 1
		end
	end
	if phases < 28 then error("only " .. phases) end
	local far = engine.broad("octree", "aabb", { a = 0.1 })
	far:place(0, volumes.aabb(0, 1), volumes.aabb(1e6, 1))
	refused(function () far:pairs() end, "the least side is")
	refused(function () far:pairs() end, "broken by an error")
	far:forget()
	far:place(4, volumes.aabb(0, 1), volumes.aabb(0.5, 1))
	equal(found(far), "4-5")
	refused(function () engine.broad "sup" end, "did you mean 'sap'")
	refused(function () engine.broad() end, "name is nil, must be a string")
	refused(function () engine.broad("sap", { axes = 3 }) end, "volume is table", "must be a string")
	refused(function () engine.broad("sap", "sfere") end, "did you mean 'sphere'")
end

-- Steps, contacts and counts by each of the ways to them.
function tests.queries()
	local a, b = engine.teapot(400), engine.teapot(300)
	local scene = engine.scene { { a }, { b, engine.touching(a, b, { count = 3 }) } }
	local want = engine.detector(scene, "brute"):pass()
	for _, algorithm in ipairs(engine.algorithms()) do
		if algorithm.name ~= "planted" and not algorithm.is_broad and not algorithm.about:find "superset" then
			local detector = engine.detector(scene, algorithm.name)
			local hash, counts = detector:pass()
			equal(hash, want, algorithm.name)
			local again, once_more = detector:pass()
			equal(again, want)
			for name, count in pairs(counts) do equal(once_more[name], count, name) end
		end
	end
	local detector, contacts = engine.detector(scene, "aabb"), 0
	for step = 0, scene.step_count - 1 do
		local found = 0
		for body_a, triangle_a, body_b, triangle_b in detector:contacts(step) do
			equal(body_a, 0)
			equal(body_b, 1)
			if not (triangle_a < 400 and triangle_b < 300) then error "no such triangle" end
			found = found + 1
		end
		equal(detector:step(step), found)
		contacts = contacts + 2 * found
	end
	equal(detector:counts().contacts, contacts)
	if not (contacts > 0 and detector:bytes() > 0 and detector:counts().nb > 0) then error "nothing found" end
	-- ascending once hashed
	local before = detector:hash()
	local last = -1
	for _, triangle_a, _, triangle_b in detector:contacts() do
		if triangle_a * 1000 + triangle_b <= last then error "not in ascending order" end
		last = triangle_a * 1000 + triangle_b
	end
	equal(detector:hash(), before)
	equal(engine.detector(scene, "dassd", nil, "first"):step(0), 1)
	equal(engine.detector(scene, "aabb", { leaf = 7, axis = "variance" }):pass(), want)
end

function tests.motions()
	local line = engine.line { steps = 3, from = { 0, 0, 0 }, to = { 2, 4, 6 } }
	equal(#line, 3)
	equal(line[2].t.x .. " " .. line[2].t.y .. " " .. line[2].t.z, "1 2 3")
	local spin = engine.spin { steps = 5, axis = { 0, 0, 2 }, to = math.pi, centre = { 1, 0, 0 } }
	equal(#spin, 5)
	if math.abs(spin[5].t.x - 2) > 1e-15 then error "the origin is not taken to (2, 0, 0)" end
	local pose = engine.pose { 1, 2, 3, axis = { 0, 0, 5 }, angle = math.pi / 2 }
	if math.abs(pose.r.m[1][0] - 1) > 1e-15 or pose.t.z ~= 3 then error "a quarter turn takes x to y" end
	local through = engine.line { steps = 3, from = { -3, 0, 0 }, to = { 3, 0, 0 } }
	local turned = { 0, 0, 0, axis = { 0, 0, 1 }, angle = math.pi / 2 }
	local path = engine.path { { 0, 0, 0 }, turned, { 4, 0, 0 }, steps = 5 }
	equal(#path, 5)
	if math.abs(path[2].r.m[1][0] - math.sqrt(0.5)) > 1e-15 then error "not an eighth of a turn between" end
	equal(path[4].t.x, 2)
	local same = engine.path { { 0, 0, 0 }, { 0, 0, 0, quaternion = { 1, 0, 0, 1 } }, { 4, 0, 0 }, steps = 5 }
	if math.abs(same[3].r.m[1][0] - path[3].r.m[1][0]) > 1e-15 then error "another quarter turn" end
	local walk = engine.random_walk { steps = 100, step = 0.7, angle = 0.1, lo = { 0, 0, 0 }, hi = { 1, 1, 1 } }
	equal(#walk, 100)
	for _, place in ipairs(walk) do
		if place.t.x < 0 or place.t.x > 1 or place.t.z < 0 or place.t.z > 1 then error "out of the box" end
	end
	local moved = engine.scene { { cube() }, { cube(), through } }
	local found = {}
	local detector = engine.detector(moved, "aabb")
	for step = 0, 2 do found[step] = detector:step(step) > 0 end
	equal(found[0], false)
	equal(found[1], true)
	equal(found[2], false)
end

-- At each pose of a line what a detector finds in a scene; and errors.
function tests.pairs_of_meshes()
	local still, moving = engine.shape "torus", engine.teapot(300)
	local path = engine.line { from = { -3, 0, 0 }, to = { 3, 0, 0 }, steps = 40 }
	local detector = engine.detector(engine.scene { { still }, { moving, path } }, "wide")
	local pair = engine.pair(still, moving, { bins = 8 })
	local hits, some = pair:first_many(path, 2), 0
	for i, pose in ipairs(path) do
		local count, a = 0, pair:first(pose)
		for _ in pair:all(pose) do count = count + 1 end
		equal(count, detector:step(i - 1))
		equal(hits[i], count > 0)
		equal(a ~= nil, count > 0)
		if count > 0 then some = some + 1 end
	end
	equal(some > 0 and some < #path, true)
	equal(#pair:first_many {}, 0)
	equal(pair:bytes() > 0, true)
	refused(function () engine.pair(still, moving, { bin = 8 }) end, "bins")
	refused(function () pair:first_many(path, -1) end, "threads")
	local lost = engine.pair(still, moving)
	moving:free()
	refused(function () lost:first(path[1]) end, "freed")
	pair:close()
	refused(function () pair:first(path[1]) end, "closed")
	detector:close()
end

-- A list within a list of one object: the inner took the place of the outer.
function tests.lists_are_not_nested()
	local torus, still, nested = engine.shape "torus", engine.pose(), "overwritten by another call"
	local pair = engine.pair(torus, torus)
	refused(function ()
		for _ in pair:all(still) do pair:all(still) end
	end, nested)
	local broad = engine.broad "sap"
	broad:place(0, { 0, 0, 0, 1, 1, 1 }, { 0, 0, 0, 1, 1, 1 })
	refused(function ()
		for _ in broad:pairs() do broad:pairs() end
	end, nested)
	local detector = engine.detector(engine.scene { { torus }, { torus } }, "aabb")
	for _, call in ipairs {
		function () detector:contacts(0) end, function () detector:step(0) end, function () detector:hash() end,
		function () detector:pass() end,
	} do
		refused(function ()
			for _ in detector:contacts(0) do call() end
		end, nested)
	end
	for _ in pair:all(still) do pair:first(still) end
	for _ in detector:contacts(0) do detector:contacts() end
end

function tests.scenes_in_files()
	local bodies = { { cube() }, { cube(), engine.pose { 0.5, 0.5, 0.5 } } }
	local hash = engine.write_scene(dir .. "/two.scene", bodies)
	local scene = engine.open_scene(dir .. "/two.scene")
	equal(scene:hash(), hash)
	equal(engine.scene(bodies):hash(), hash)
	equal(engine.detector(scene, "aabb"):pass(), engine.detector(scene, "brute"):pass())
	refused(function () engine.write_scene(dir .. "/no/such/folder.scene", bodies) end, "folder.scene")
end

-- Scenes and detectors end in any order: whichever goes last closes the scene.
function tests.nothing_stays_behind()
	collect()
	equal(live(), 0, "bytes of earlier tests")
	for round = 1, 20 do
		local mesh = cube()
		local scene = engine.scene { { mesh }, { mesh, engine.pose { 0.5 } } }
		local detectors = {}
		for i = 1, 3 do detectors[i] = engine.detector(scene, i == 2 and "dassd" or "aabb") end
		if round % 3 == 0 then scene:close() end
		if round % 2 == 0 then detectors[1]:close() end
		scene = nil -- luacheck: ignore
		if round % 5 == 0 then collect() end
		equal(detectors[3]:step(0) > 0, true)
		detectors[3]:close()
		detectors[3]:close()
		mesh:free()
		mesh:free()
	end
	collect()
	equal(live(), 0, "bytes after all")
end

function tests.out_of_memory()
	engine.C.hn_mem_set_limit(1000)
	refused(function () engine.teapot(1000) end, "memory")
	engine.C.hn_mem_set_limit(ffi.cast("size_t", -1))
	equal(engine.teapot(1000).triangle_count, 1000)
end

for name, test in pairs(tests) do
	if name ~= "nothing_stays_behind" then
		local fine, text = xpcall(test, debug.traceback)
		if not fine then error(name .. ": " .. text, 0) end
	end
end
tests.nothing_stays_behind()

-- What is alive at the end of the script ends with it, the scene before or after its detector.
local mesh = cube()
_G.scene = engine.scene { { mesh }, { mesh } }
_G.detectors = {}
for i = 1, 30 do _G.detectors[i] = engine.detector(_G.scene, "aabb") end
print "ok"
