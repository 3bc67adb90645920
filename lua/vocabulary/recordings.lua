-- Recordings: h.recording { file = "..." } reads a file of poses or volumes that `harness export --frames` or
-- another program wrote.
local check = require "base.check"
local motions = require "vocabulary.motions"
local names = require "base.names"
local scenes = require "vocabulary.scenes"

local recordings = {}

local RECORDING = {
	{ "file", "string", about = "relative to the scenario" },
	{ "sha256", read = scenes.read_sha256, luacats = "string", optional = true,
		about = "of the file; another is an error" },
}

local methods = {}

function methods.count(_, recording)
	return (select(2, engine.recording_info(scenes.realize_asked(recording))))
end

function methods.steps(_, recording)
	return (select(3, engine.recording_info(scenes.realize_asked(recording))))
end

function methods.motion(at, recording, body)
	local made = scenes.realize_asked(recording)
	local kind, count = engine.recording_info(made)
	if kind ~= "poses" then
		check.fail(at, nil, ("motion: '%s' holds volumes (%s), no poses"):format(recording.file, kind))
	end
	body = check.integer(at, { "motion" }, body, 1, count)
	local key = scenes.number_key(recording.key, "motion", body)
	return motions.new(at, key, engine.recording_pose_count(made, body),
		function () return engine.recording_poses(made, body) end)
end

local meta = { __name = "recording", __metatable = false,
	__index = names.methods("recording", "recording", methods, "h.recording") }

local function recording(at, t)
	local path = scenes.model_path(t.file)
	return check.object(meta, {
		at = at, file = t.file, path = path, key = scenes.number_key("recording", t.sha256 or "", path),
		make = function ()
			-- found: the file's hash, or the error text if made is nil
			local made, found, exit = engine.recording_read(path, scenes.model_sha256(t.file, t.sha256))
			if not made then return nil, found, exit end
			scenes.models[t.file] = scenes.models[t.file] or found
			return made
		end,
	})
end

function recordings.define()
	names.class("recording", "where bodies or objects were at every step; read when first needed", {}, {
		{ "count", "its bodies or objects", returns = "integer" },
		{ "steps", "its steps", returns = "integer" },
		{ "motion", "of a body, from 1; of a still one the one pose", args = { { "body", "integer" } },
			returns = "harness.motion" },
	})
	names.constructor("h", "recording", RECORDING, "recording", "motion",
		"poses or volumes at every step, from a file beside the scenario", recording)
end

return recordings
