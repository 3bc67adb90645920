-- Steps: a value stays until the next one, as of what changes at certain numbers of triangles only.
local steps = { absent = { "z", "logz", "zrange", "zlabel" }, intervals = "bars",
	hollow = "hollow points: noise could make the difference from the first algorithm's" }

function steps.aside(count) return math.min(0.12, 0.7 / count) end

function steps.draw(plot, f, at, curve, parts)
	plot.intervals(f, at, curve, parts)
	plot.values(f, at, curve, "steps", parts)
	plot.values(f, at, curve, "points", parts)
	plot.hollow_points(f, at, curve, parts)
end

function steps.sample(_, entry, at, style)
	if entry.is == "blurred" then return { at.point(style.hollow(1, style.BORDER)) } end
	return { at.line(("ls %d"):format(entry.series)), at.point(("ls %d"):format(entry.series)) }
end

return steps
