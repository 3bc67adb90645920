-- Reads an SVG that gnuplot wrote, and finds texts that leave the page, or that cover another text or
-- anything that is drawn. It knows only what gnuplot writes.
local svg = {}

-- Advances of DejaVu Sans in 2048ths of the text size, the widest of the usual fonts.
local ADVANCES = {
	[" "] = 651, ["("] = 799, [")"] = 799, ["-"] = 739, ["."] = 651, [","] = 651, [":"] = 690, [";"] = 690,
	["/"] = 690, ["|"] = 690, ["'"] = 563, ["="] = 1716, ["+"] = 1716, ["_"] = 1024, ["%"] = 1946, ["["] = 799,
	["]"] = 799, a = 1255, b = 1300, c = 1126, d = 1300, e = 1260, f = 721, g = 1300, h = 1298, i = 569, j = 569,
	k = 1186, l = 569, m = 1995, n = 1298, o = 1253, p = 1300, q = 1300, r = 842, s = 1067, t = 803, u = 1298,
	v = 1212, w = 1675, x = 1212, y = 1212, z = 1075,
}
for digit = 0, 9 do ADVANCES[tostring(digit)] = 1303 end
local OTHER = 1500 -- capitals and the rest, which are rare

local function text_width(text, size)
	local sum = 0
	for character in text:gmatch(utf8.charpattern) do sum = sum + (ADVANCES[character] or OTHER) end
	return sum / 2048 * size
end

local entities = { amp = "&", lt = "<", gt = ">", quot = '"', apos = "'" }
local function plain(text) return (text:gsub("&(%l+);", entities)) end

local function number_pairs(text)
	local points = {}
	for x, y in text:gmatch("([-%d.]+),([-%d.]+)") do points[#points + 1] = { tonumber(x), tonumber(y) } end
	return points
end

-- The corners of a text's box. (x, y) is the start, middle or end of its base line; `turn` is in degrees.
local function text_corners(x, y, turn, anchor, width, size)
	local left = anchor == "middle" and -width / 2 or anchor == "end" and -width or 0
	local c, s = math.cos(math.rad(turn)), math.sin(math.rad(turn))
	local corners = {}
	for i, at in ipairs { { left, 0.22 }, { left + width, 0.22 }, { left + width, -0.76 }, { left, -0.76 } } do
		local dx, dy = at[1], at[2] * size
		corners[i] = { x + dx * c - dy * s, y + dx * s + dy * c }
	end
	return corners
end

local function texts_read(text, out)
	local pattern = '<g transform="translate%(([%d.-]+),([%d.-]+)%)([^"]*)"([^>]*)>%s*<text>(.-)</text>'
	for x, y, turned, attributes, inner in text:gmatch(pattern) do
		local words = plain(inner:gsub("<[^>]*>", ""))
		local size = tonumber(attributes:match('font%-size="([%d.]+)"'))
		local turn = tonumber(turned:match("rotate%(([%d.-]+)%)") or "0")
		if words:find("%S") then
			out.texts[#out.texts + 1] = { text = words, corners = text_corners(tonumber(x), tonumber(y), turn,
				attributes:match('text%-anchor="(%l+)"'), text_width(words, size), size) }
		end
	end
end

-- Lines: each is a list of points "M x,y L x,y ...".
local function paths_read(text, out)
	for d in text:gmatch("<path [^>]-%sd='([^']*)'") do
		for piece in d:gmatch("M([^M]*)") do
			local points = number_pairs(piece)
			for i = 2, #points do out.shapes[#out.shapes + 1] = { points[i - 1], points[i] } end
		end
	end
end

local function areas_read(text, out)
	for list in text:gmatch("<polygon [^>]-points = '([^']*)'") do
		out.shapes[#out.shapes + 1] = number_pairs(list)
	end
end

local function points_read(text, out)
	for x, y, scale in text:gmatch("<use [^>]-translate%(([%d.-]+),([%d.-]+)%) scale%(([%d.]+)%)") do
		local r
		x, y, r = tonumber(x), tonumber(y), tonumber(scale)
		out.shapes[#out.shapes + 1] = { { x - r, y - r }, { x + r, y - r }, { x + r, y + r }, { x - r, y + r } }
		out.points = out.points + 1
	end
end

-- The texts with their boxes, and the convex shapes of all else that is drawn.
function svg.read(text)
	local width, height = text:match('viewBox="0 0 (%d+) (%d+)"')
	local out = { width = tonumber(width), height = tonumber(height), texts = {}, shapes = {}, points = 0 }
	local body = text:sub(select(2, text:find("</defs>", 1, true))):gsub("<pattern.-</pattern>", "")
	texts_read(body, out)
	paths_read(body, out)
	areas_read(body, out)
	points_read(body, out)
	return out
end

-- The least and greatest projection of the corners onto an axis.
local function projected(corners, ax, ay)
	local lo, hi = math.huge, -math.huge
	for _, corner in ipairs(corners) do
		local at = corner[1] * ax + corner[2] * ay
		lo, hi = math.min(lo, at), math.max(hi, at)
	end
	return lo, hi
end

local function apart_by_edges_of(shape, a, b)
	for i, corner in ipairs(shape) do
		local following = shape[i % #shape + 1]
		local ax, ay = corner[2] - following[2], following[1] - corner[1]
		local length = math.sqrt(ax * ax + ay * ay)
		if length > 0 then
			local a_lo, a_hi = projected(a, ax / length, ay / length)
			local b_lo, b_hi = projected(b, ax / length, ay / length)
			if a_hi <= b_lo + 0.01 or b_hi <= a_lo + 0.01 then return true end
		end
	end
	return false
end

-- Whether two convex shapes overlap, by the separating axis theorem.
function svg.overlap(a, b) return not (apart_by_edges_of(a, a, b) or apart_by_edges_of(b, a, b)) end

local function is_on_page(drawn, corners)
	for _, corner in ipairs(corners) do
		local x, y = corner[1], corner[2]
		if x < 0 or y < 0 or x > drawn.width or y > drawn.height then return false end
	end
	return true
end

-- What is wrong with the texts of a drawing: one line for each fault.
function svg.faults(drawn)
	local faults = {}
	local function add(...) faults[#faults + 1] = (...):format(select(2, ...)) end
	for i, text in ipairs(drawn.texts) do
		if not is_on_page(drawn, text.corners) then add("'%s' leaves the page", text.text) end
		for j = 1, i - 1 do
			local other = drawn.texts[j]
			if svg.overlap(text.corners, other.corners) then add("'%s' covers '%s'", text.text, other.text) end
		end
		for _, shape in ipairs(drawn.shapes) do
			if svg.overlap(text.corners, shape) then
				add("'%s' covers what is drawn at %.1f, %.1f", text.text, shape[1][1], shape[1][2])
				break
			end
		end
	end
	return faults
end

return svg
