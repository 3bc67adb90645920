-- A heat map: a cell of each pair of values, whose colour is a third. The cells leave a narrow gap. A cell
-- whose difference noise could make, or that is undecided, has a small white spot; a point without a value is
-- a cross.
local check = require "base.check"

local heat = { is_grid = true, has_names = true,
	absent = { "map", "series", "logx", "logy", "xrange", "yrange", "xticks", "published" },
	hollow = "white spots: noise could make the difference from the group's first point",
	undecided = "white spots", failed = "crosses" }

function heat.check(at, path, t, context)
	if context.within or t.x == "point" then
		check.fail(at, check.join(path, "x"), ("a heat map is over two swept parameters, not over %s")
			:format(check.shown(t.x)))
	end
	if t.y == nil then check.must(at, check.join(path, "y"), nil, "the column along the other side") end
	if t.y == t.x then check.fail(at, check.join(path, "y"), "is the column of x too") end
	if t.legend and t.legend ~= "right" then
		check.fail(at, check.join(path, "legend"),
			"the colours of a heat map are explained at its right, or not at all")
	end
end

function heat.draw(plot, _, at, curve, parts)
	local function add(...) parts[#parts + 1] = plot.cell(at, ...) end
	local here = ("$%d == %d"):format(at.curve, curve.number)
	if plot.has(curve, "y") then
		add(here, "0.49", (":%d with boxxyerror fs solid noborder lc palette"):format(at.value))
	end
	for _, key in ipairs { "is_noise", "is_undecided" } do -- apart, as gnuplot skips a line if one is missing
		local marked = ("%s && $%d == 1"):format(here, at[key])
		if plot.has(curve, key) then add(marked, "0.08", " with boxxyerror fs solid noborder fc rgb '#ffffff'") end
	end
	if plot.count(curve, "y") < #curve.marks then
		local cross = plot.FILE .. "($%d == %d && !valid(%d) ? $%d : NaN):%d with points pt 2 lc rgb '%s' notitle"
		parts[#parts + 1] = cross:format(at.curve, curve.number, at.value, at.place, at.place_y, plot.style.BORDER)
	end
end

return heat
