-- Maps: a scenario's key `maps` asks who wins where, over two swept keys. Every group is a cell of each map.
-- All are counted, and those are timed in which counts leave the winner open (engine/run/maps.h).
local check = require "base.check"
local fields = require "base.fields"
local lists = require "base.lists"
local sweeps = require "vocabulary.sweeps"

local maps = {}

local function read_side(at, path, v, _, context)
	check.string(at, path, v)
	local swept = check.sorted_keys(context.swept)
	if v == "algorithm" or not context.swept[v] then
		local known = lists.kept(swept, function (key) return key ~= "algorithm" end)
		check.fail(at, path, ("%s is not swept; there are: %s"):format(check.shown(v), table.concat(known, ", ")))
	end
	return v
end

local function side(name, about) return { name, read = read_side, luacats = "string", about = about } end

local MAP = {
	{ "a", "string", about = "the label of an algorithm" },
	{ "b", "string", about = "that of another" },
	side("x", "the swept key along one side"),
	side("y", "that along the other side"),
	{ "audit", "integer", lo = 1, hi = 1000000, default = 60,
		about = "cells that were only predicted, and are timed at random" },
	{ "timed", "number", lo = 0.001, hi = 1, default = 0.1,
		about = "open cells are timed until this share is, with the first 12 and the audit, timed in any case" },
}
maps.fields = MAP

local function read_one(at, path, v, context)
	local map = fields.read(at, path, v, MAP, context)
	if map.a == map.b then check.fail(at, check.join(path, "b"), "is the label of a too") end
	if map.x == map.y then check.fail(at, check.join(path, "y"), "is the key of x too") end
	for _, key in ipairs(check.sorted_keys(context.swept)) do
		local is_side = key == map.x or key == map.y or key == "algorithm"
		if not is_side and #sweeps.values_of(context.space, key) > 1 then
			check.fail(at, path, ("has two sides, %s and %s, but %s is swept too; -s %s=... keeps one value of it")
				:format(map.x, map.y, key, key))
		end
	end
	return map
end

-- A map shows all cells of a plain sweep. What else says which groups there are, or how they are timed, is an
-- error.
local function check_others(at, path, t, context)
	for _, key in ipairs { "drawn", "readings", "budget" } do
		if t[key] ~= nil and t[key] ~= 0 then check.fail(at, path, ("is given besides %s"):format(key)) end
	end
	for _, name in ipairs(check.sorted_keys(context.figures)) do
		if t.maps[name] then check.fail(at, check.join(path, name), "is also the name of a figure") end
	end
end

-- Reads `maps`; the result is name = map, with defaults.
function maps.read(at, path, v, _, context)
	local out, figures = {}, {}
	for inner, name, one in check.entries(at, path, v) do
		if type(name) ~= "string" then check.fail(at, inner, "needs a name: name = { ... }") end
		out[name] = read_one(at, inner, one, context)
	end
	if next(out) == nil then check.fail(at, path, "is empty") end
	for name, figure in next, type(context.table.figures) == "table" and context.table.figures or {} do
		if type(figure) == "table" and figure.kind ~= "map" then figures[name] = true end
	end
	check_others(at, path, context.table, { figures = figures })
	return out
end

-- The table of a scenario of which `harness map` asks for one map. What else is made of results needs the
-- times of all cells, and what varies scenes or poses needs more groups: a map has none of it.
local LEFT_OUT = { "tables", "figures", "claims", "checks", "readings", "drawn", "budget", "order", "quick",
	"tune", "untuned" }

function maps.asked(t, job)
	if not (job and job.x) or type(t) ~= "table" then return t end
	local out = lists.copy(t, { maps = {} })
	for _, key in ipairs(LEFT_OUT) do out[key] = nil end
	if type(t.name) == "string" then out.name = t.name .. "_map" end
	out.maps[("%s or %s"):format(job.of, job.against)] = { a = job.of, b = job.against, x = job.x, y = job.y }
	return out
end

-- The scenario's table, with a figure of each map that has none yet.
function maps.with_figures(t, all)
	if not all then return t end
	local figures, shown = lists.copy(t.figures or {}), {}
	for _, figure in next, figures do shown[figure.map or false] = true end
	for name, map in next, all do
		if not shown[name] then figures[name] = { kind = "map", map = name, x = map.x, y = map.y, title = name } end
	end
	return lists.copy(t, { figures = figures })
end

-- Checks what only a plan knows: labels, and how it is asked for.
function maps.check_plan(p)
	local s, job = p.scenario, p.job
	if not s.maps then return end
	if (job.shards or 0) > 0 and not job.counts then
		check.stop "--shard: the scenario has maps: which cells are timed depends on what all of them count"
	end
	if job.budget then check.stop "--budget: the scenario has maps, which say what is timed" end
	for _, name in ipairs(check.sorted_keys(s.maps)) do
		for _, key in ipairs { "a", "b" } do
			local label = s.maps[name][key]
			if not check.contains(p.algorithms, label) then
				check.fail(s.at, { "maps", name, key }, ("no algorithm has the label %s; there are: %s")
					:format(check.shown(label), table.concat(p.algorithms, ", ")))
			end
		end
	end
end

-- What plan.json has of them; nil: nothing, so that all is timed.
function maps.json(p)
	local s = p.scenario
	if not s.maps or p.job.counts then return nil end
	return lists.map(p.order_of.maps, function (name)
		local map = s.maps[name]
		return { name = name, a = map.a, b = map.b, audit = map.audit, share = map.timed }
	end)
end

return maps
