-- A map of who wins where: a cell of each pair of values in one of three colours, for the one, the other, and
-- open. A line runs where the likelier winner changes, and its band are the open cells about it. Timed cells
-- have a point.
local check = require "base.check"
local lists = require "base.lists"

local map = { is_grid = true, has_names = true, value = "winner", fields = { "is_timed", "right", "above" },
	palette = "maxcolors 3 defined (1 '#0072B2', 2 '#d2d2d2', 3 '#D55E00')",
	absent = { "z", "logz", "zrange", "where", "panels", "series", "logx", "logy", "xrange", "yrange", "xticks",
		"published" }, hollow = "grey: open", failed = "crosses" }

local A, OPEN, B = 1, 2, 3

function map.check(at, path, t, context)
	local known = context.maps or {}
	if t.map == nil then check.must(at, check.join(path, "map"), nil, "the name of a map") end
	local of = known[t.map]
	if not of then
		check.fail(at, check.join(path, "map"), ("there is no map %s%s"):format(check.shown(t.map),
			check.suggestion(t.map, check.sorted_keys(known))))
	end
	local sides = { [of.x] = of.y, [of.y] = of.x }
	if not sides[t.x] or sides[t.x] ~= t.y then
		check.fail(at, check.join(path, "y"), ("the sides of the map %s are %s and %s"):format(check.shown(t.map),
			of.x, of.y))
	end
end

-- The figure's definition, with what follows from the map's.
function map.prepare(m, f, def)
	f.map, f.map_def = m:map(def.map), m.spec.maps[def.map]
	f.map_sentence = f.map and m:map_sentence(def.map)
	return lists.copy(def, { where = { algorithm = f.map_def.a } })
end

function map.mark(f, row, mark)
	local cell = f.map and f.map.rows[row.point]
	if not cell then return end
	local ratio = cell.measured_ratio or cell.predicted_ratio
	mark.y = cell.map_winner == f.map.a and A or cell.map_winner == f.map.b and B or OPEN
	mark.is_timed = cell.measured_ratio ~= nil
	mark.side = mark.y ~= OPEN and mark.y or ratio and (ratio < 1 and A or B) or nil
end

-- Marks where the likelier winner is another to the right of a cell, or above it.
function map.finish(f)
	local places = { x = {}, y = {} }
	for _, axis in ipairs { "x", "y" } do
		for i, value in ipairs(f[axis .. "_values"]) do places[axis][value] = i end
	end
	for _, curve in ipairs(f.curves) do
		local sides = {}
		local function at(mark) return places.x[mark.x], places.y[mark.down] end
		for _, mark in ipairs(curve.marks) do
			local x, y = at(mark)
			sides[x] = sides[x] or {}
			sides[x][y] = mark.side
		end
		for _, mark in ipairs(curve.marks) do
			local x, y = at(mark)
			local right, above = sides[x + 1] and sides[x + 1][y], sides[x][y + 1]
			mark.right = mark.side and right and right ~= mark.side
			mark.above = mark.side and above and above ~= mark.side
		end
	end
end

local MOST = 9 -- labels along a side

local function tics_thinned(axis)
	local every = (#axis.tics + MOST - 1) // MOST
	axis.tics = lists.kept(axis.tics, function (tic, i)
		local value = tonumber(tic.label)
		if value and value % 1 ~= 0 then tic.label = ("%.3g"):format(value) end
		return (i - 1) % every == 0
	end)
end

function map.axes(f)
	local def = f.map_def
	f.z_axis = { lo = 0.5, hi = 3.5,
		tics = { { at = A, label = def.a }, { at = OPEN, label = "open" }, { at = B, label = def.b } } }
	tics_thinned(f.x_axis)
	tics_thinned(f.y_axis)
end

function map.caption(f)
	if not f.map then return "Nothing was timed" end
	return f.map_sentence .. "; line: where the likelier winner changes; grey about it: its band; points: timed "
		.. "cells"
end

function map.draw(plot, _, at, curve, parts)
	local here = ("$%d == %d"):format(at.curve, curve.number)
	if plot.has(curve, "y") then
		local how = (":%d with boxxyerror fs solid noborder lc palette"):format(at.value)
		parts[#parts + 1] = plot.cell(at, here, "0.5", how)
	end
	local function add(key, text)
		if not plot.has(curve, key) then return end
		local only = ("(%s && $%d == 1 ? $%d"):format(here, at[key], at.place)
		parts[#parts + 1] = plot.FILE .. text:format(only, at.place_y, plot.style.BORDER)
	end
	add("is_timed", "%s : NaN):%d with points pt 7 ps 0.12 lc rgb '%s' notitle")
	add("right", "%s + 0.5 : NaN):($%d - 0.5):(0):(1) with vectors nohead lw 1.6 lc rgb '%s' notitle")
	add("above", "%s - 0.5 : NaN):($%d + 0.5):(1):(0) with vectors nohead lw 1.6 lc rgb '%s' notitle")
end

return map
