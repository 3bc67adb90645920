-- Pairs of meshes at any pose.
local ffi = require "ffi"
local core = require "engine_ffi.core"
local C, engine, check, whole, params_text = core.C, core.engine, core.check, core.whole, core.params_text
local pointer_of = require("engine_ffi.meshes").pointer_of

local Pair = {}
Pair.__index = Pair

-- Two meshes whose trees are built once, to be asked at many poses. params are those of `wide`.
function engine.pair(still, moving, params)
	local pair, context = ffi.new "HnPair *[1]", ffi.new "HnPairContext *[1]"
	check(C.hn_pair_create(pair, pointer_of(still), pointer_of(moving), params_text(params)))
	local own = ffi.gc(pair[0], C.hn_pair_destroy)
	check(C.hn_pair_context_create(context, own))
	return setmetatable({ pair = own, context = ffi.gc(context[0], C.hn_pair_context_destroy),
		meshes = { still, moving }, generation = 0,
		found = ffi.gc(ffi.new "HnContactBuffer", C.hn_contact_buffer_free) }, Pair)
end

local function open_pair(pair)
	if not pair.pair then error("a pair that was closed", 3) end
	for _, mesh in ipairs(pair.meshes) do pointer_of(mesh, 3) end -- the engine reads them still
	return pair
end

-- The triangles of one contact, of `still` and of `moving`; nil if the meshes do not touch at the pose.
function Pair:first(pose)
	local contact = ffi.new "HnContact"
	if check(C.hn_pair_first(open_pair(self).context, pose, contact), 1) and contact.body_b == 1 then
		return contact.triangle_a, contact.triangle_b
	end
end

local function triangles_of(c) return c.triangle_a, c.triangle_b end

-- Iterates over all contacts at the pose: for a, b in pair:all(pose) do ... end
-- Not beyond the next call of all().
function Pair:all(pose)
	self.generation = self.generation + 1
	check(C.hn_pair_all(open_pair(self).context, pose, self.found))
	return core.each(self, self.found, triangles_of)
end

-- Whether the meshes touch at each pose of a list: a list of booleans. threads: 0 or nil for all processors.
function Pair:first_many(poses, threads)
	local room, touch = math.max(#poses, 1), {}
	local list, hits = ffi.new("HnPose[?]", room), ffi.new("uint8_t[?]", room)
	for i, pose in ipairs(poses) do list[i - 1] = pose end
	check(C.hn_pair_first_many(open_pair(self).pair, list, #poses, whole(threads or 0, "threads"), hits, nil))
	for i = 1, #poses do touch[i] = hits[i - 1] == 1 end
	return touch
end

function Pair:bytes() return tonumber(C.hn_pair_bytes(open_pair(self).pair)) end

function Pair:close()
	if not self.pair then return end
	C.hn_pair_context_destroy(ffi.gc(self.context, nil))
	C.hn_pair_destroy(ffi.gc(self.pair, nil))
	self.pair = nil
end
