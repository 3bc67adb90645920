-- A line for each series, with a point and an interval at each value. Along names, points alone.
local lines = { absent = { "map", "z", "logz", "zrange", "zlabel" }, intervals = "bars",
	hollow = "hollow points: noise could make the difference from the first algorithm's" }

function lines.aside(count) return math.min(0.12, 0.7 / count) end

function lines.draw(plot, f, at, curve, parts)
	plot.intervals(f, at, curve, parts)
	local how = f.category and "points" or f.dense and "lines" or "linespoints"
	plot.values(f, at, curve, how, parts)
	plot.hollow_points(f, at, curve, parts)
end

function lines.sample(f, entry, at, style)
	if entry.is == "blurred" then return { at.point(style.hollow(1, style.BORDER)) } end
	local out, ls = {}, ("ls %d"):format(entry.series)
	if not f.category then out[1] = at.line(ls) end
	if not f.dense then out[#out + 1] = at.point(ls) end
	return out
end

return lines
