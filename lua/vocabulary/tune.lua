-- Equal tuning: a scenario's key `tune` has the parameters of some algorithms and the values among which
-- `harness tune` chooses. What it chose is in tuned.json beside the scenario's runs, and is the reading
-- `tuned` of all runs from then on.
--
-- A family: { label, own = the scenario's algorithm, candidates = { algorithm, ... }, texts, settings }. The
-- first candidate is the algorithm as the scenario has it.
local algorithms = require "vocabulary.algorithms"
local check = require "base.check"
local lists = require "base.lists"
local scenes = require "vocabulary.scenes"
local sweeps = require "vocabulary.sweeps"

local tune = { FILE = "tuned.json", READING = "tuned" }

local CANDIDATES_MAX = 1000
local AS_IT_IS = "as it is"

local function settings_text(point)
	return table.concat(lists.map(check.sorted_keys(point), function (key)
		return ("%s=%s"):format(key, algorithms.short(check.text(point[key])))
	end), ", ")
end

-- The parameters of a grid are those that the algorithm has; the engine's message has the suggestion.
local function candidate(at, path, own, point)
	local other, message, wrong = algorithms.changed(own, point)
	return other or check.fail(at, check.join(path, wrong), message)
end

local function read_family(at, path, label, grid, own)
	local family = { label = label, own = own, candidates = { own }, texts = { AS_IT_IS }, settings = { {} } }
	local seen = { [own.text] = true }
	for _, point in ipairs(sweeps.points(sweeps.grid(at, grid, path, {}), function (keys) return keys end)) do
		local a = candidate(at, path, own, point)
		if not seen[a.text] then -- parts of a grid may not matter to the engine, or be what is there anyway
			seen[a.text] = true
			local n = #family.candidates + 1
			family.candidates[n], family.texts[n], family.settings[n] = a, settings_text(point), point
		end
	end
	local n = #family.candidates
	if n == 1 then
		check.fail(at, path, "has one candidate, the algorithm as it is: there is nothing to choose")
	end
	if n > CANDIDATES_MAX then
		check.fail(at, path, ("has %d candidates, at most %d are allowed"):format(n, CANDIDATES_MAX))
	end
	return family
end

-- The scenario's `tune`: its families, sorted by label.
function tune.read(at, path, t, _, context)
	local by_label, out = {}, {}
	for a, label in next, algorithms.label(context.algorithms) do by_label[label] = a end
	check.plain(at, path, t, "{ label = { parameter = { ... } } }")
	for inner, label, grid in check.entries(at, path, t) do
		local own = by_label[label] or check.fail(at, inner, ("no algorithm has the label %s%s"):format(
			check.shown(label), check.suggestion_or_first(label, check.sorted_keys(by_label))))
		out[#out + 1] = read_family(at, inner, label, grid, own)
	end
	if #out == 0 then check.fail(at, path, "is empty: it has a grid of parameters for each label") end
	if lists.any(context.readings or {}, function (reading) return reading.name == tune.READING end) then
		check.fail(at, { "readings", tune.READING }, "is the name of the reading that `tune` makes")
	end
	return out
end

-- ---- what was chosen ----

function tune.path(s, job) return ("%s/%s/%s"):format(job.out or "results", s.table.name, tune.FILE) end

local function note(text) scenes.notes[#scenes.notes + 1] = text end

-- Why a choice is not one for this run; nil: it is.
local function stale(chosen, version)
	if chosen.version ~= version then return "another version of the scenario" end
	if chosen.cpu ~= engine.cpu() then return ("another machine, %s"):format(tostring(chosen.cpu)) end
	return nil
end

-- What a choice is known to be of that may not be fast in the program that runs; nil: nothing differs. A file
-- from before it was kept says neither.
local function other_program(chosen)
	if not chosen.program then return "does not say which program chose" end
	local program = engine.program() -- nil: not known
	if program and chosen.program ~= program then return "was made by another version of the program" end
	if chosen.simd ~= engine.simd() then
		return ("was made with the instruction set %s, and this run has %s"):format(tostring(chosen.simd),
			engine.simd())
	end
	return nil
end

local function is_choice(t)
	if type(t) ~= "table" or type(t.families) ~= "table" then return false end
	return not lists.any(t.families, function (family)
		return type(family) ~= "table" or type(family.settings) ~= "table" or type(family.trace) ~= "table"
			or not (family.samples and family.grid_samples and family.seconds)
	end)
end

-- What a plan keeps of a family of tuned.json: the choice, and how it was come by.
local function kept_of(family)
	local kept = lists.pick(family, { "label", "settings", "about", "gain", "gain_lo", "gain_hi", "samples",
		"grid_samples", "seconds" })
	kept.chosen = next(family.settings) and settings_text(family.settings) or AS_IT_IS
	kept.trace = lists.map(family.trace, function (rung) return lists.pick(rung, { "candidates", "rounds" }) end)
	return kept
end

-- The choice that is there for this run, as its plan holds it; nil: there is none, and the report says so.
local function look(s, job, version_of)
	local path = tune.path(s, job)
	if not engine.is_file(path) then
		note(("no reading 'tuned': 'harness tune %s' chooses the settings, into %s"):format(job.file, path))
		return nil
	end
	local chosen = engine.json_decode((engine.read_file(path)))
	if not is_choice(chosen) then
		check.stop(path .. ": is not what `harness tune` wrote", 7)
	end
	local why = stale(chosen, engine.trusted(version_of, s))
	if why then
		local text = ("%s is of %s: no reading 'tuned'; 'harness tune %s' makes it anew"):format(path, why,
			job.file)
		engine.say("P", ("note: %s\n"):format(text))
		note(text)
		return nil
	end
	local other = other_program(chosen)
	if other then note(("%s %s: 'harness tune %s' makes it anew"):format(path, other, job.file)) end
	return lists.map(chosen.families, kept_of)
end

-- What a choice changes of an algorithm, `update=lazy (was full)`: a label does not say that it follows in
-- another way.
local function changes_text(own, a)
	local function text_of(params, key) return (algorithms.short(params[key] or "none")) end
	return table.concat(lists.map(check.sorted_keys(a.params), function (key)
		return a.params[key] ~= own.params[key]
			and ("%s=%s (was %s)"):format(key, text_of(a.params, key), text_of(own.params, key))
	end), ", ")
end

-- The reading that a choice makes; nil: it changes no algorithm.
local function reading_of(s, chosen)
	local alternative, texts = { id = tune.READING, of = {}, by = {} }, {}
	local _, by_label = lists.grouped(s.tune, function (family) return family.label end)
	for _, family in ipairs(chosen) do
		local known = by_label[family.label]
		local own = known and known[1].own
		local a = own and algorithms.changed(own, family.settings)
		if not a then check.stop(("tuned.json: '%s' has no such settings"):format(tostring(family.label)), 7) end
		if a.text ~= own.text then
			alternative.of[#alternative.of + 1], alternative.by[own] = family.label, a
			texts[#texts + 1] = ("%s: %s: %s"):format(family.label, changes_text(own, a), family.about)
		end
	end
	if #texts == 0 then return nil end
	return { name = tune.READING, of = alternative.of, scene = false, alternatives = { alternative }, set = true,
		set_texts = { table.concat(texts, "; ") },
		open = "how well each algorithm was tuned: here all were, for as long a time" }
end

-- The reading `tuned` as a list of one; none where nothing was chosen. A run that is made again has the
-- choice in its plan. version_of(s): what a choice of today would hold for (plan.tuning_version).
function tune.readings(s, job, version_of)
	if not s.tune or job.rung or job.verb == "tune" then return {} end
	if job.tuned == nil and not job.again then job.tuned = look(s, job, version_of) or false end
	return { job.tuned and reading_of(s, job.tuned) or nil }
end

tune.field = { "tune", read = tune.read, luacats = "table<string, table<string, any>>", optional = true,
	about = "parameters by label, and the values among which `harness tune` chooses" }

return tune
