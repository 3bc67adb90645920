-- The legend of a figure: its entries, where each stands, and the gnuplot commands that draw it.
-- gnuplot's own key has another size in every terminal, so it is not used.
local lettering = require "figures.text_widths"
local lists = require "base.lists"
local style = require "figures.style"

local legend = {}

local NOISE, BLURRED, PUBLISHED = "A/A noise", "inside the noise", "published"
local SAMPLE, SPACE = 30, 8 -- of a sample and the space after it, in units of the layout

-- The entries: { text, series = number } or { text, is = "noise" | "blurred" | "published" }. A single series
-- needs no legend, because the caption explains the rest.
function legend.entries(f)
	local entries = {}
	if f.legend == false or f.kind.is_grid or #f.series_texts < 2 then return entries end
	for i, text in ipairs(f.series_texts) do
		if f.is_drawn[i] then entries[#entries + 1] = { text = text, series = i } end
	end
	if #entries == 0 then return entries end
	if f.has_noise then entries[#entries + 1] = { text = NOISE, is = "noise" } end
	if f.has_blurred then entries[#entries + 1] = { text = BLURRED, is = "blurred" } end
	if f.has_published then entries[#entries + 1] = { text = PUBLISHED, is = "published" } end
	return entries
end

-- The width in pixels of a legend at the right of the panels.
function legend.width(l)
	return math.ceil(lettering.widest(lists.field(l.entries, "text")) * l.em) + 58 * l.u
end

-- Puts one entry into each line from (x, y) downwards.
function legend.stack(l, x, y)
	for i, entry in ipairs(l.entries) do
		entry.lines, entry.x, entry.y = { entry.text }, x, y + (i - 0.5) * l.line
	end
end

-- Breaks the entries into the lines of a grid that is as wide as the figure. Returns the grid's height.
function legend.grid_measure(l)
	local free = l.width - 20 * l.u
	local most = 0
	for _, entry in ipairs(l.entries) do
		entry.lines = lettering.wrap(entry.text, (free - (SAMPLE + SPACE) * l.u) / l.em)
		most = math.max(most, lettering.widest(entry.lines) * l.em)
	end
	l.cell = most + (SAMPLE + SPACE + 16) * l.u
	l.grid_columns = math.max(1, math.min(#l.entries, (free + 16 * l.u) // l.cell))
	local height = 0
	for i = 1, #l.entries, l.grid_columns do height = height + legend.row_height(l, i) end
	return height
end

-- The height of the grid's row that begins with entry i.
function legend.row_height(l, i)
	local lines = 1
	for j = i, math.min(i + l.grid_columns - 1, #l.entries) do lines = math.max(lines, #l.entries[j].lines) end
	return l.line + (lines - 1) * l.dense_line
end

-- Puts the entries of the grid in the middle of the figure, from y downwards.
function legend.grid(l, y)
	local left = (l.width - l.grid_columns * l.cell + 16 * l.u) / 2
	for i, entry in ipairs(l.entries) do
		local column = (i - 1) % l.grid_columns
		if column == 0 and i > 1 then y = y + legend.row_height(l, i - l.grid_columns) end
		entry.x, entry.y = left + column * l.cell, y + l.line / 2
	end
end

local function sample_of(f, entry, at)
	if entry.is == "noise" then
		return { at.box(("fc rgb '%s' fs solid noborder"):format(style.NOISE)) }
	end
	if entry.is == "published" then return { at.point(style.published(style.BORDER)) } end
	return f.kind.sample(f, entry, at, style)
end

-- The gnuplot commands of all entries. `screen` turns pixels into gnuplot's coordinates; `number` is the
-- first number of labels, arrows and objects that is free.
function legend.commands(f, l, screen, number)
	local lines = {}
	for i, entry in ipairs(l.entries) do
		local x, y, half = entry.x, entry.y, 5 * l.u
		local n = number + i * 10
		local at = {
			line = function (how)
				return ("set arrow %d from %s to %s nohead %s"):format(n, screen(x, y), screen(x + SAMPLE * l.u, y), how)
			end,
			point = function (how)
				return ("set label %d '' at %s point %s"):format(n, screen(x + SAMPLE * l.u / 2, y), how)
			end,
			box = function (how)
				return ("set object %d rectangle from %s to %s %s"):format(n, screen(x + 8 * l.u, y + half),
					screen(x + (SAMPLE - 4) * l.u, y - half), how)
			end,
		}
		lists.add(lines, sample_of(f, entry, at))
		for j = 1, #entry.lines do
			lines[#lines + 1] = ("set label %d legend%d_%d at %s left"):format(n + j, i, j,
				screen(x + (SAMPLE + SPACE) * l.u, y + (j - 1) * l.dense_line))
		end
	end
	return lines
end

return legend
