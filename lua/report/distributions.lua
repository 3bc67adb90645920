-- What a figure of instances shows, in words: of each curve three percentiles and the greatest value with its
-- instance, and the pictures of the worst instances.
local blocks = require "blocks.blocks"
local columns = require "data.columns"
local lists = require "base.lists"
local notation = require "text.notation"

local distributions = {}

local MOST = 40 -- lines

-- The marks are in the order of their values.
local function percentile(marks, share)
	return marks[math.floor(share * (#marks - 1) + 0.5) + 1].y
end

local function line_of(f, curve)
	local marks = curve.marks
	local names = lists.kept({ f.series_texts[curve.series], f.panel_texts[curve.panel] }, function (text)
		return text ~= ""
	end)
	local values = lists.map({ 0.05, 0.5, 0.95 }, function (share)
		return notation.number(percentile(marks, share))
	end)
	local text = "%s: 5 %% of the instances are below %s, half below %s, 95 %% below %s; the greatest, %s, is "
		.. "instance %d"
	return text:format(table.concat(names, ", "), values[1], values[2], values[3],
		notation.number(marks[#marks].y), marks[#marks].row.instance)
end

-- Links to the pictures of the figure's populations: engine/export/pictures.c draws the worst instances.
local function picture_links(f, pictures)
	local points, links = {}, {}
	for _, row in ipairs(f.points) do points[tostring(row.point)] = true end
	for _, one in ipairs(pictures) do
		local shows = false
		for point in one.points:gmatch "%d+" do shows = shows or points[point] end
		if shows then
			links[#links + 1] = #links > 0 and " · " or nil
			links[#links + 1] = { link = one.path, text = one.path:match "[^/]*$" }
		end
	end
	return links
end

-- The blocks below a figure; none below those of other figures. pictures: those of the run.
function distributions.blocks(f, pictures)
	if not f.by_instance then return {} end
	local lines = lists.map(f.curves, function (curve) return #curve.marks > 0 and line_of(f, curve) or nil end)
	if #lines == 0 then return {} end
	local links = columns.is_timed(f.y) and picture_links(f, pictures) or {}
	local shown = { blocks.list(notation.capped(lines, MOST)) }
	if #links > 0 then
		shown[2] = blocks.paragraph("On which timed instance each took longest beside the first: ", links, ".")
	end
	return shown
end

return distributions
