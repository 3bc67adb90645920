-- Broad phases.
local ffi = require "ffi"
local core = require "engine_ffi.core"
local C, engine, check, whole = core.C, core.engine, core.check, core.whole
local word, params_text = core.word, core.params_text

local Broad = {}
Broad.__index = Broad

-- A broad phase alone, for objects of one kind of volume: engine.broad("sap", "sphere", { axes = 3 }).
function engine.broad(name, volume, params)
	local out = ffi.new "HnBroadPhase *[1]"
	volume = word(volume or "aabb", "volume")
	check(C.hn_broad_phase_create(out, word(name, "name"), volume, params_text(params)))
	local count = 0
	while C.hn_broad_count_name(count) ~= nil do count = count + 1 end
	return setmetatable({ cdata = ffi.gc(out[0], C.hn_broad_phase_destroy), sums = ffi.new("int64_t[?]", count),
		floats = C.hn_broad_volume_floats(volume), found = ffi.gc(ffi.new "HnBroadPairs", C.hn_broad_pairs_free),
		count = count, generation = 0 }, Broad)
end

local function phase_of(broad)
	if not broad.cdata then error("a broad phase that was closed", 3) end
	return broad.cdata
end

-- Places the volumes of the objects number, number + 1, ... Each volume is a list of numbers, in the order of
-- the floats in api/broad.h.
function Broad:place(number, ...)
	local count = select("#", ...)
	local floats = ffi.new("float[?]", count * self.floats)
	for i = 1, count do
		local volume = select(i, ...)
		if type(volume) ~= "table" then error(("volume %d is no list of numbers"):format(i), 2) end
		if #volume ~= self.floats then
			error(("volume %d has %d numbers, not %d"):format(i, #volume, self.floats), 2)
		end
		for k = 1, self.floats do
			if type(volume[k]) ~= "number" then error(("volume %d: [%d] is no number"):format(i, k), 2) end
			floats[(i - 1) * self.floats + k - 1] = volume[k]
		end
	end
	check(C.hn_broad_phase_place(phase_of(self), whole(number, "number"), count, floats))
end

function Broad:remove(number) check(C.hn_broad_phase_remove(phase_of(self), whole(number, "number"))) end

-- Removes all objects. Where pairs() failed, it may be needed before anything is found again.
function Broad:forget() C.hn_broad_phase_forget(phase_of(self)) end

-- Lets pairs() use up to so many threads; nil or 0: as many as there are processors. One is the beginning.
function Broad:threads(count)
	check(C.hn_broad_phase_threads(phase_of(self), whole(count or 0, "threads")))
end

local function objects_of(pair) return pair.a, pair.b end

-- An iterator over the pairs of objects whose volumes overlap now, in ascending order:
-- for a, b in broad:pairs() do ... end
-- Not beyond the next call of pairs().
function Broad:pairs()
	local phase = phase_of(self)
	self.generation = self.generation + 1
	check(C.hn_broad_phase_update(phase))
	check(C.hn_broad_phase_build(phase))
	check(C.hn_broad_phase_query(phase, self.found, self.sums))
	check(C.hn_broad_pairs_sort(self.found))
	return core.each(self, self.found, objects_of)
end

-- The counts since the broad phase was made, { tests = ..., pairs = ... }.
function Broad:counts()
	local counts = {}
	for i = 0, self.count - 1 do counts[ffi.string(C.hn_broad_count_name(i))] = tonumber(self.sums[i]) end
	return counts
end

-- The size of its own structures and the size of the objects, both in bytes.
function Broad:bytes()
	local phase = phase_of(self)
	return tonumber(C.hn_broad_phase_bytes(phase)), tonumber(C.hn_broad_phase_object_bytes(phase))
end

function Broad:close()
	if not self.cdata then return end
	C.hn_broad_phase_destroy(ffi.gc(self.cdata, nil))
	self.cdata = nil
end
