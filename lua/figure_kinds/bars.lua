-- Bars side by side, those of a place in the order of their series. A bar inside the noise is open.
local bars = { has_names = true, intervals = "whiskers", published = "#000000",
	absent = { "map", "z", "logz", "zrange", "zlabel", "logx", "xrange", "xticks" },
	hollow = "hollow bars: noise could make the difference from the first algorithm's" }

local SHARE = 0.8 -- of a place, which all its bars fill

function bars.aside(count) return SHARE / count end

function bars.draw(plot, f, at, curve, parts)
	if not plot.has(curve, "y") then return end
	local half, style = SHARE / #f.series_texts * 0.46, plot.style
	local function add(only, how) plot.box(f, at, curve, half, only, how, parts) end
	add(nil, ("fs %s border lc rgb '%s' fc rgb '%s'"):format(style.fill(curve.series), style.BORDER,
		style.colour(curve.series)))
	if plot.has(curve, "is_noise") then
		local only = ("$%d == 1"):format(at.is_noise)
		add(only, "fs solid noborder fc rgb '#ffffff'")
		add(only, ("lc rgb '%s' lw 1.6 fs empty border"):format(style.colour(curve.series)))
	end
	plot.intervals(f, at, curve, parts)
end

function bars.sample(_, entry, at, style)
	local box = "fc rgb '%s' fs %s border lc rgb '%s'"
	if entry.is == "blurred" then return { at.box(box:format("#ffffff", "solid", style.BORDER)) } end
	return { at.box(box:format(style.colour(entry.series), style.fill(entry.series), style.BORDER)) }
end

return bars
