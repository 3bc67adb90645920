-- What `harness worst` keeps: the scene that it found as a scenario of its own, and what a screen says of it.
local csv = require "text.csv"
local files = require "base.files"
local lists = require "base.lists"
local notation = require "text.notation"
local plugins = require "vocabulary.plugins"
local space = require "runs.worst_scenes"

local kept = {}

-- The columns of found.csv, a line for each pair; the last are those that its run adds.
kept.columns = { "of", "against", "scenes", "seed", "random", "random_ratio", "predicted", "of_ms",
	"against_ms", "contacts", "scene", "words", "shrunk", "shrunk_of_ms", "shrunk_against_ms", "shrunk_contacts",
	"shrunk_words", "half_of", "differ", "uncompared", "failed", "scenario" }
local TIMED = { "timed", "timed_lo", "timed_hi", "timed_of_ms", "timed_against_ms", "shrunk_timed",
	"shrunk_timed_lo", "shrunk_timed_hi", "shrunk_timed_of_ms", "shrunk_timed_against_ms" }
local MISSED = 3 -- a prediction that is off by more is told

-- A text as Lua, on one line.
function kept.quoted(text)
	return '"' .. text:gsub('[%c"\\]', function (c) return ("\\%03d"):format(c:byte()) end) .. '"'
end

-- What stands for a label in the names of files.
function kept.word(label) return (label:gsub("[^%w_-]+", "_"):sub(1, 40)) end

-- name { parameter = value, ... } of a text such as "leaf=4 axis=longest". more: at its end.
function kept.call(name, params, more)
	local parts = {}
	for key, v in params:gmatch "([%w_]+)=(%S+)" do
		local is_plain = v == "true" or v == "false" or tonumber(v) and v:find "^[%d.e+-]+$"
		parts[#parts + 1] = ("%s = %s"):format(key, is_plain and v or kept.quoted(v))
	end
	parts[#parts + 1] = more
	return ("%s { %s }"):format(name, table.concat(parts, ", "))
end

-- What both take on a scene, timed where it was, and its contacts: a short time without contacts is that of
-- an algorithm that saw soon that there are none, and the ratio to it is large for that reason.
local function times_text(row, prefix)
	local function time(side)
		local ms = row[prefix .. "timed_" .. side] or row[prefix .. side]
		return ms < 0.1 and notation.number(1000 * ms) .. " us" or notation.number(ms) .. " ms"
	end
	local contacts = row[prefix .. "contacts"]
	return ("%s %s, %s %s, %s contact%s"):format(row.of, time "of_ms", row.against, time "against_ms",
		contacts == 0 and "no" or ("%d"):format(contacts), contacts == 1 and "" or "s")
end

-- The algorithm as a scenario writes it.
local function member_text(m)
	local label = "label = " .. kept.quoted(m.label)
	for _, text in ipairs(plugins.list) do
		local about = engine.json_decode(text)
		if about.name == m.kind then
			local maker = ("h.plugin(%s,"):format(kept.quoted(about.file .. ":" .. m.kind))
			return kept.call(maker, m.params, label) .. ")"
		end
	end
	return kept.call("h." .. m.kind, m.params, label)
end

local function scene_text(record)
	local s = record.scene
	return ([[
function ()
		local still = %s
		local moving = %s
		local motion = %s
		return { bodies = { { still }, { moving, motion = motion } } }
	end]]):format(space.mesh_text(s[1], 1), space.mesh_text(s[2], s.scale),
		space.motion_text(s, record.position))
end

local SCENARIO = [[
-- On this scene %s takes %s times as long as %s, by predicted times: the most that was found among
-- %d scenes (seed %d). It is a lower bound: there may be worse ones.
-- Predicted: %s.
local h = require %s

local scenes = {
	found = %s,
%s}

return h.scenario {
	name = "worst_%s",
	query = "%s",
	order = { "as", "algorithm" },
	sweep = { as = { %s }, algorithm = { %s, %s } },
	scene = function (p) return scenes[p.as]() end,
	tables = {
		ratio = { rows = "as", columns = "algorithm", value = "ratio_to_first", title = "Time over that of %s" },
		time = { rows = "as", columns = "algorithm", value = "step_ms", title = "Time" },
	},
}
]]

local SMALLER = [[

	-- the same with less: at least half of the %s ratio stays
	-- predicted: %s
	shrunk = %s,
]]

-- The scenario with the record that was found and, where there is one, what it was shrunk to.
function kept.scenario(row, state, found, shrunk)
	local of, against = state.members[1], state.members[2]
	local function shown(label) return (label:gsub("[%c\"\\]", " ")) end
	local smaller = shrunk and SMALLER:format(row.half_of, shown(times_text(row, "shrunk_")), scene_text(shrunk))
		or ""
	return SCENARIO:format(shown(of.label), notation.number(row.predicted), shown(against.label), row.scenes,
		row.seed, shown(times_text(row, "")), '"harness"', scene_text(found), smaller, state.name, state.query,
		shrunk and '"found", "shrunk"' or '"found"', member_text(against), member_text(of), shown(against.label))
end

-- ---- after the run of the scenario ----

local function ratio_text(ratio, lo, hi)
	local bounds = lo and hi and (" [%s, %s]"):format(notation.number(lo), notation.number(hi)) or ""
	return notation.number(ratio) .. bounds
end

-- Adds to a row what the latest run of its scenario says.
local function add_timed(row)
	local folder, name = row.scenario:match "^(.*)/([^/]*)%.lua$"
	local text = engine.read_file(("%s/%s/latest/summary.csv"):format(folder, name))
	for _, point in ipairs(text and csv.parse(text) or {}) do
		local key = point.as == "found" and "timed" or "shrunk_timed"
		if point.role == "point" and point.algorithm == row.of then
			row[key], row[key .. "_lo"], row[key .. "_hi"] = point.ratio_to_first, point.ratio_lo, point.ratio_hi
			row[key .. "_of_ms"] = point.step_ms
		elseif point.role == "point" then
			row[key .. "_against_ms"] = point.step_ms
		end
	end
	return row
end

local function missed(predicted, timed)
	if not timed then return " (not timed)" end
	local by = math.max(predicted / timed, timed / predicted)
	if by <= MISSED then return "" end
	return (" (the prediction misses by a factor of %s)"):format(notation.number(by))
end

-- Breaks a text at spaces, so that a screen shows it.
local function wrapped(text)
	local lines, line = {}, "   "
	for word in text:gmatch "%S+" do
		if #line + #word > 100 then
			lines[#lines + 1], line = line, "   "
		end
		line = line .. " " .. word
	end
	return table.concat(lists.add(lines, { line }), "\n")
end

local function add_lines(out, row)
	local function add(...) out[#out + 1] = (...):format(select(2, ...)) end
	local timed = row.timed and ratio_text(row.timed, row.timed_lo, row.timed_hi) .. " timed, " or ""
	add("%s takes %s times as long as %s on scene %d of %d: %s%s predicted%s", row.of,
		notation.number(row.timed or row.predicted), row.against, row.scene, row.scenes, timed,
		notation.number(row.predicted), missed(row.predicted, row.timed))
	add("  %s", times_text(row, ""))
	add("  this is a lower bound: other scenes may be worse")
	add("  the %d random scenes alone: %s predicted", row.random,
		row.random_ratio and notation.number(row.random_ratio) or "none")
	add("  scene:\n%s", wrapped(row.words))
	if row.shrunk then
		add("  shrunk: %s%s predicted%s", row.shrunk_timed
			and ratio_text(row.shrunk_timed, row.shrunk_timed_lo, row.shrunk_timed_hi) .. " timed, " or "",
			notation.number(row.shrunk), missed(row.shrunk, row.shrunk_timed))
		add("  %s", times_text(row, "shrunk_"))
		add("%s", wrapped(row.shrunk_words))
	else
		add("  no simpler scene keeps half of it")
	end
	if row.uncompared > 0 then
		add("  answers on %d scenes are not compared: one of the two may report other pairs", row.uncompared)
	end
	if row.differ > 0 then add("  ANSWERS DIFFER on %d scenes: see answers in scenes.csv", row.differ) end
	if row.failed > 0 then add("  %d scenes could not be counted: see failed in scenes.csv", row.failed) end
	add("  run it: harness %s", row.scenario)
	add("  all scenes, with counts and predicted times: %s/scenes.csv", row.scenario:match "^(.*)/")
end

-- A line for each algorithm, with the ratios to the others.
local function matrix(rows)
	local of, compared = lists.distinct(lists.field(rows, "of")), lists.set(lists.field(rows, "against"))
	local against = lists.kept(lists.distinct(lists.joined(of, lists.field(rows, "against"))),
		function (label) return compared[label] end)
	local lines = { "| time of, over that of | " .. table.concat(against, " | ") .. " |",
		"|---|" .. ("--:|"):rep(#against) }
	for _, a in ipairs(of) do
		local cells = lists.map(against, function (b)
			for _, row in ipairs(rows) do
				if row.of == a and row.against == b then
					return row.timed and notation.number(row.timed) or notation.number(row.predicted) .. " predicted"
				end
			end
			return "–"
		end)
		lines[#lines + 1] = ("| %s | %s |"):format(a, table.concat(cells, " | "))
	end
	return lines
end

-- What the screen says of a folder, when its scenarios were run; found.csv gets what they say.
function kept.told(folder)
	local path = folder .. "/found.csv"
	local rows = lists.map(csv.parse(files.read(path), { of = true, against = true }), function (row)
		return add_timed(lists.pick(row, kept.columns))
	end)
	files.write(path, csv.format(lists.joined(kept.columns, TIMED), rows))
	local out = {}
	if #rows == 1 then
		add_lines(out, rows[1])
	else
		lists.add(out, matrix(rows))
		out[#out + 1] = "Each is a lower bound, timed if nothing else is said: other scenes may be worse."
		for _, row in ipairs(rows) do
			out[#out + 1] = ("%s over %s: %s"):format(row.of, row.against, times_text(row, ""))
		end
		out[#out + 1] = ("The scenes, as scenarios of their own: %s"):format(path)
	end
	return table.concat(out, "\n") .. "\n"
end

return kept
