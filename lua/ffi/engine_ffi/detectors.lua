-- Algorithms, and detectors, which run one on a scene.
local ffi = require "ffi"
local core = require "engine_ffi.core"
local C, engine, check, whole = core.C, core.engine, core.check, core.whole
local word, text_of, hex_of, params_text = core.word, core.text_of, core.hex_of, core.params_text
local scenes = require "engine_ffi.scenes"
local release, shared_of = scenes.release, scenes.shared_of

local function param_text(call, algorithm, index)
	local size = 4096
	local text = ffi.new("char[?]", size)
	check(call(algorithm, index, text, size))
	return ffi.string(text)
end

-- A list of all algorithms, each { name, about, source, is_broad, params = { { name, about, allowed, default
-- }, ... } }. is_broad: it is a broad phase, which engine.broad takes too.
function engine.algorithms()
	local list = {}
	for i = 0, C.hn_detect_count() - 1 do
		local algorithm, params = C.hn_detect_at(i), {}
		while C.hn_detect_param_name(algorithm, #params) ~= nil do
			local k = #params
			params[k + 1] = {
				name = text_of(C.hn_detect_param_name(algorithm, k)),
				about = text_of(C.hn_detect_param_about(algorithm, k)),
				allowed = param_text(C.hn_detect_param_allowed, algorithm, k),
				default = param_text(C.hn_detect_param_default, algorithm, k),
			}
		end
		list[i + 1] = { name = text_of(C.hn_detect_name(algorithm)), about = text_of(C.hn_detect_about(algorithm)),
			source = text_of(C.hn_detect_source(algorithm)), is_broad = C.hn_detect_is_broad(algorithm),
			params = params }
	end
	return list
end

local function query_index(name)
	local i = 0
	while C.hn_query_name(i) ~= nil do
		if ffi.string(C.hn_query_name(i)) == name then return i end
		i = i + 1
	end
	error("no query is called '" .. tostring(name) .. "'", 3)
end

local Detector = {}
Detector.__index = Detector

-- An algorithm that runs on a scene. params is { leaf = 4 } or "leaf=4". query is "all" (default) or "first".
function engine.detector(scene, name, params, query)
	local shared = shared_of(scene)
	local cdata, buffer = ffi.new "HnDetector", ffi.new "HnContactBuffer"
	check(C.hn_detector_create(cdata, word(name, "name"), shared.scene, query_index(query or "all"),
		params_text(params)))
	shared.users = shared.users + 1
	ffi.gc(cdata, function (detector)
		C.hn_detector_destroy(detector)
		release(shared)
	end)
	return setmetatable({ cdata = cdata, shared = shared, buffer = ffi.gc(buffer, C.hn_contact_buffer_free),
		step_count = scene.step_count, generation = 0, sums = ffi.new("int64_t[?]", C.hn_count_count()) }, Detector)
end

-- changes: the call changes the contacts, or their order.
local function cdata_of(detector, changes)
	if not detector.cdata then error("a detector that was closed", 3) end
	if changes then detector.generation = detector.generation + 1 end
	return detector.cdata
end

-- Runs one step and adds to the counts. Returns the number of contacts.
function Detector:step(index)
	check(C.hn_detector_step(cdata_of(self, true), whole(index, "step"), self.buffer, self.sums))
	return tonumber(self.buffer.count)
end

local function contact_of(c) return c.body_a, c.triangle_a, c.body_b, c.triangle_b end

-- An iterator over contacts: for body_a, triangle_a, body_b, triangle_b in detector:contacts(step) do ... end
-- Runs the step first. Without a step, it iterates over the last step's contacts. They are in the algorithm's
-- own order, or in ascending order after a call of hash(). Not beyond the next step or hash.
function Detector:contacts(step)
	if step then check(C.hn_detector_step(cdata_of(self, true), whole(step, "step"), self.buffer, self.sums)) end
	return core.each(self, self.buffer, contact_of)
end

local function step_hash(detector)
	local hash = ffi.new "HnHash"
	check(C.hn_contacts_hash(hash, detector.buffer, detector.cdata.query))
	return hash
end

-- The hash of the last step's contacts. Sorts the contacts.
function Detector:hash()
	cdata_of(self, true)
	return hex_of(step_hash(self))
end

-- The counts since the detector was made or pass() was called, { nb = ..., np = ... }.
function Detector:counts()
	local counts = {}
	for i = 0, C.hn_count_count() - 1 do counts[ffi.string(C.hn_count_name(i))] = tonumber(self.sums[i]) end
	return counts
end

-- Runs all steps from the first. Returns the hash over all steps, which equals the hash in summary.csv, and
-- the counts of this pass.
function Detector:pass()
	C.hn_detector_begin(cdata_of(self, true))
	ffi.fill(self.sums, ffi.sizeof(self.sums))
	local hashes = ffi.new("HnHash[?]", self.step_count)
	for step = 0, self.step_count - 1 do
		check(C.hn_detector_step(self.cdata, step, self.buffer, self.sums))
		hashes[step] = step_hash(self)
	end
	return hex_of(C.hn_hash_bytes(hashes, ffi.sizeof(hashes))), self:counts()
end

-- The size of the detector's trees, grids or cells in bytes.
function Detector:bytes() return tonumber(C.hn_detector_bytes(cdata_of(self))) end

function Detector:close()
	if not self.cdata then return end
	C.hn_detector_destroy(ffi.gc(self.cdata, nil))
	release(self.shared)
	self.cdata = nil
end
