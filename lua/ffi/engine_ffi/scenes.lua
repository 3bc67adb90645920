-- Scenes.
local ffi = require "ffi"
local core = require "engine_ffi.core"
local C, engine, check, word, hex_of = core.C, core.engine, core.check, core.word, core.hex_of
local pointer_of = require("engine_ffi.meshes").pointer_of

local Scene = {}
Scene.__index = Scene

-- Drops one user of a scene. The scene is closed when its last user, scene or detector, is gone. Finalizers
-- run in any order, so a count is needed.
local function release(shared)
	shared.users = shared.users - 1
	if shared.users == 0 then C.hn_scene_close(shared.scene) end
end

local function adopt_scene(out)
	local shared = { scene = out[0], users = 1 }
	local guard = ffi.gc(ffi.new "char[1]", function () release(shared) end)
	return setmetatable({ shared = shared, guard = guard, body_count = out[0].body_count,
		step_count = out[0].step_count }, Scene)
end

local function shared_of(scene)
	if getmetatable(scene) ~= Scene then error("a scene is wanted, not a " .. type(scene), 3) end
	if not scene.shared then error("a scene that was closed", 3) end
	return scene.shared
end

-- The array of a body's poses and its length. motion is nil (the body stays where its mesh is), a pose, or a
-- list of poses.
local function poses_of(motion)
	local list = motion == nil and { C.hn_pose_identity() } or motion
	if ffi.istype("HnPose", list) then list = { list } end
	local poses = ffi.new("HnPose[?]", math.max(#list, 1))
	for i, pose in ipairs(list) do poses[i - 1] = pose end
	return poses, #list
end

-- The HnSceneDef of { { mesh, motion, fixed = true }, ... }, and a table that keeps its arrays alive.
local function scene_def(bodies)
	local rows, kept, steps = ffi.new("HnSceneDefBody[?]", math.max(#bodies, 1)), {}, 1
	for i, body in ipairs(bodies) do
		local poses, count = poses_of(body[2])
		kept[#kept + 1] = poses
		rows[i - 1].mesh, rows[i - 1].poses, rows[i - 1].pose_count = pointer_of(body[1], 3), poses, count
		core.check_keys(body, "", "fixed", 2, 3)
		rows[i - 1].fixed = body.fixed or false
		steps = math.max(steps, count)
	end
	kept.rows, kept.bodies = rows, bodies
	return ffi.new("HnSceneDef", { bodies = rows, body_count = #bodies, step_count = steps }), kept
end

-- Bakes { { mesh, motion, fixed = true }, ... } into a scene. It has as many steps as its longest motion. A
-- fixed body must have one pose. Two fixed bodies are never tested against each other.
function engine.scene(bodies)
	local def, kept = scene_def(bodies)
	local out = ffi.new "HnScene *[1]"
	check(C.hn_scene_create(out, def), kept)
	return adopt_scene(out)
end

-- Bakes bodies, as in engine.scene, into a file. Returns the scene's hash.
function engine.write_scene(path, bodies)
	local def, kept = scene_def(bodies)
	local hash = ffi.new "HnHash"
	check(C.hn_scene_write(def, word(path, "file"), hash), kept)
	return hex_of(hash)
end

function engine.open_scene(path)
	local out = ffi.new "HnScene *[1]"
	check(C.hn_scene_open(out, word(path, "file")))
	return adopt_scene(out)
end

function Scene:hash() return hex_of(shared_of(self).scene.hash) end

function Scene:close()
	if not self.shared then return end
	ffi.gc(self.guard, nil)
	release(self.shared)
	self.shared = nil
end

return { release = release, shared_of = shared_of }
