-- What every kind of figure must do. A failure names the kind.
local drawing = require "drawing"
local figure_runs = require "figure_runs"
local figures = require "figures.figures"
local gnuplot = require "figures.gnuplot"
local kinds = require "figure_kinds.kinds"
local style = require "figures.style"
local svg = require "svg"

local t = {}

local function must(name, condition, problem)
	if not condition then error(("kind %s: %s"):format(name, problem), 0) end
end

-- A figure of the kind with series, intervals, noise and values inside it.
local function figure_of(name)
	if name == "map" then
		local wins = { "a", "open", "b" }
		return figure_runs.map_figure(3, 2, function (x) return wins[x], "fit" end)
	end
	if kinds[name].is_grid then
		return figure_runs.figure(figure_runs.grid({ 1, 2, 4 }, { 6, 14 }), { kind = name, x = "leaf", y = "k",
			where = { scene = "racks" } })
	end
	return figure_runs.figure(figure_runs.sizes({ "aabb", "bsp", "obb" }, { 1000, 2000, 4000 }), { kind = name,
		x = "faces", where = { scene = "racks" } })
end

-- The parts of the plot command that draw one curve.
local function parts_of(script, at, curve)
	local out, here = {}, ("$%d == %d "):format(at.curve, curve.number)
	for part in script:gmatch "name%.'%.csv' skip 1 using [^\n]*" do
		if part:find(here, 1, true) then out[#out + 1] = part end
	end
	return out
end

local function has(parts, text)
	for _, part in ipairs(parts) do
		if part:find(text, 1, true) then return true end
	end
	return false
end

function t.each_draws_values_intervals_and_noise()
	for _, name in ipairs(kinds.names) do
		local f = figure_of(name)
		local _, at = figures.csv(f)
		local script = gnuplot.script(f, "one", at)
		for _, curve in ipairs(f.curves) do
			local parts = parts_of(script, at, curve)
			must(name, has(parts, (":%d with "):format(at.value)) or has(parts, (":%d:"):format(at.value)),
				"draws no values")
			local values = 0
			for _, part in ipairs(parts) do
				local is_interval = part:find("yerrorbars", 1, true) or part:find("filledcurves", 1, true)
					or part:find("vectors", 1, true)
				local is_noise = part:find(("$%d == 1"):format(at.is_noise), 1, true)
				values = values + ((is_interval or is_noise) and 0 or 1)
			end
			must(name, values > 0, "draws no values of curve " .. curve.number)
			local is_hollow = has(parts, ("$%d == 1"):format(at.is_noise))
			must(name, curve.number ~= 2 or kinds[name].is_grid or is_hollow,
				"does not show what noise could make")
			must(name, not kinds[name].intervals or has(parts, (":%d:%d"):format(at.lo, at.hi))
				or has(parts, ("$%d - $%d"):format(at.hi, at.lo)), "draws no intervals")
		end
	end
end

function t.each_says_what_its_marks_are()
	for _, name in ipairs(kinds.names) do
		local kind, f = kinds[name], figure_of(name)
		must(name, type(kind.hollow) == "string" and kind.hollow ~= "", "does not say what is inside the noise")
		must(name, kind.is_grid or f.caption:find(kind.hollow, 1, true), "its caption lacks what is hollow")
		must(name, not kind.intervals or f.caption:find(kind.intervals .. ": 95 % interval", 1, true),
			"its caption does not say what the intervals are")
	end
end

function t.each_keeps_its_series_apart_and_has_a_sample_of_each()
	local at = {}
	for _, how in ipairs { "line", "point", "box" } do
		at[how] = function (text) return how .. " " .. text end
	end
	for _, name in ipairs(kinds.names) do
		local kind = kinds[name]
		for count = 2, kind.is_grid and 1 or 9 do
			local aside = kind.aside(count)
			must(name, aside > 0 and aside * (count - 1) < 1, ("aside(%d) is %s"):format(count, aside))
		end
		local entries = kind.is_grid and {} or { { series = 2, text = "b" }, { is = "blurred" } }
		for _, entry in ipairs(entries) do
			local sample = kind.sample({ series_texts = { "a", "b" } }, entry, at, style)
			must(name, #sample >= 1, "has no sample of " .. (entry.is or "a series"))
		end
	end
end

function t.each_can_be_drawn()
	local list = {}
	for i, name in ipairs(kinds.names) do list[i] = figure_of(name) end
	for i, one in ipairs(drawing.of(list, "svg")) do
		local read = svg.read(one.svg)
		must(kinds.names[i], #svg.faults(read) == 0, table.concat(svg.faults(read), "\n"))
		must(kinds.names[i], #read.shapes >= 10, "draws next to nothing")
	end
end

return t
