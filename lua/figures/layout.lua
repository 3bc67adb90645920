-- Where everything in a figure stands, in pixels from the upper left corner, 96 to the inch. All positions
-- are computed here, so that no text leaves the page or covers another text or the data.
--
-- A figure without a width is as wide as its panels need. A figure with a width keeps it: its panels share
-- what the texts leave. If they leave too little, the figure becomes larger and says so in `notes`.
local axes = require "figures.axes"
local legend = require "figures.legend"
local lettering = require "figures.text_widths"
local lists = require "base.lists"

local layout = {}

local function clamp(value, lo, hi) return math.max(lo, math.min(value, hi)) end

-- ---- tics ----

-- The place of a value on an axis that is `length` pixels long.
local function place_on(axis, value, length)
	if axis.log then return math.log(value / axis.lo) / math.log(axis.hi / axis.lo) * length end
	return (value - axis.lo) / (axis.hi - axis.lo) * length
end

-- Whether the labels of `tics` stand apart on an axis of this length; size_of gives a label's extent.
local function labels_fit(axis, tics, length, size_of, space)
	local last
	for _, tic in ipairs(tics) do
		if tic.label ~= "" then
			local at, half = place_on(axis, tic.at, length), size_of(tic.label) / 2
			if last and at - half < last + space then return false end
			last = at + half
		end
	end
	return true
end

-- The tics with only every n-th label, n so large that the labels stand apart.
local function tics_thinned(axis, tics, length, size_of, space)
	local every = 1
	while every <= #tics do
		local kept, count = {}, 0
		for i, tic in ipairs(tics) do
			local is_labelled = tic.label ~= ""
			if is_labelled then count = count + 1 end
			kept[i] = { at = tic.at, label = is_labelled and (count - 1) % every == 0 and tic.label or "" }
		end
		if labels_fit(axis, kept, length, size_of, space) then return kept end
		every = every + 1 + every // 16 -- larger steps, so that many tics take no time
	end
	return tics
end

-- The tics with the labels that stand apart from the last one before. For values that are not evenly spaced.
local function tics_apart(axis, tics, length, size_of, space)
	local kept, last = {}, -math.huge
	for i, tic in ipairs(tics) do
		local at, half = place_on(axis, tic.at, length), size_of(tic.label) / 2
		local is_apart = at - half >= last + space
		if is_apart then last = at + half end
		kept[i] = { at = tic.at, label = is_apart and tic.label or "" }
	end
	return kept
end

local FEW = 8 -- measured values at most, for tics at each of them without being asked

-- The tics of an x axis of numbers: at the measured values if the scenario wants it, or if they are few and
-- their labels stand apart; else at round numbers.
local function x_tics_of_numbers(f, l)
	local function size_of(label) return lettering.width(label) * l.em end
	local at_values = axes.tics_of_values(f.x_axis, f.x_values)
	if f.x_ticks == "values" or f.x_ticks == nil and #f.x_values > 1 and #f.x_values <= FEW
		and labels_fit(f.x_axis, at_values, l.panel_width, size_of, l.em / 2) then
		return tics_apart(f.x_axis, at_values, l.panel_width, size_of, l.em / 2)
	end
	return tics_thinned(f.x_axis, f.x_axis.tics, l.panel_width, size_of, l.em / 2)
end

-- Breaks the names of the x axis into lines of at most `limit` pixels. Returns the number of lines and
-- the width in pixels of the longest, and whether a word had to be split.
local function names_wrap(f, l, limit)
	local most, widest, is_split = 0, 0, false
	for i, tic in ipairs(f.x_axis.tics) do
		l.x_names[i] = lettering.wrap(tic.label, limit / l.em)
		most = math.max(most, #l.x_names[i])
		widest = math.max(widest, lettering.widest(l.x_names[i]) * l.em)
		is_split = is_split or table.concat(l.x_names[i], " ") ~= tic.label
	end
	return most, widest, is_split
end

local UPRIGHT = 1.3 -- text sizes: the least distance of upright names, for each of their lines
local LONGEST = 14 -- text sizes: the longest turned name in a figure with a width, beyond which it is broken

-- Places the names of the x axis: in one line if they stand apart, else turned by 40 degrees, or upright
-- if they stand closer than turned lines can. In a figure with a width they are broken into lines first.
local function x_names_set(f, l)
	local place = l.panel_width / math.max(1, #f.x_axis.tics)
	local free = place - 6 * l.u
	l.x_names = {}
	if select(2, names_wrap(f, l, math.huge)) <= free then return end
	if f.width then
		local lines, _, is_split = names_wrap(f, l, free)
		l.x_tic_height = 17 * l.u + (lines - 1) * l.dense_line
		if not is_split and lines <= 3 then return end
	end
	local lines, widest = names_wrap(f, l, f.width and math.min(LONGEST * l.em, f.width / 3) or math.huge)
	if place < lines * UPRIGHT * l.em then lines, widest = names_wrap(f, l, math.huge) end
	l.turn = place < (lines > 1 and lines * 1.95 or 1.65) * l.em and 90 or 40
	local share = l.turn == 40 and 0.65 or 1
	local further = l.turn == 40 and (lines - 1) * l.dense_line or 0
	l.x_tic_height = math.ceil(widest * share + further * 0.77) + 14 * l.u
	l.beyond_left = l.turn == 40 and math.ceil(widest * 0.77 + further * 0.32 - place / 2) + 6 * l.u or 0
end

-- Sets the tics of the x axis, and how far their labels reach below the panel and beyond its sides.
local function x_tics_set(f, l)
	l.turn, l.x_tic_height, l.beyond_left, l.beyond_right = 0, 17 * l.u, 0, 0
	if f.x_axis.category then
		l.x_tics = f.x_axis.tics
		return x_names_set(f, l)
	end
	l.x_tics = x_tics_of_numbers(f, l)
	for _, tic in ipairs(l.x_tics) do
		local at, half = place_on(f.x_axis, tic.at, l.panel_width), lettering.width(tic.label) * l.em / 2
		l.beyond_left = math.max(l.beyond_left, half - at)
		l.beyond_right = math.max(l.beyond_right, at + half - l.panel_width)
	end
end

-- The places of the names below a panel's x axis: { x, y, i, j } for line j of name i. The lines of a
-- turned name lie around its tic.
function layout.names(f, l, panel)
	local left, _, _, bottom = layout.panel(l, panel)
	local places = {}
	local across, down = math.sin(math.rad(l.turn)), math.cos(math.rad(l.turn))
	for i, tic in ipairs(f.x_axis.tics) do
		local half = l.turn > 0 and (#l.x_names[i] - 1) / 2 * l.dense_line or 0
		for j = 1, #l.x_names[i] do
			local step = (j - 1) * l.dense_line
			places[#places + 1] = { x = left + place_on(f.x_axis, tic.at, l.panel_width) + (step - half) * across,
				y = bottom + (l.turn > 0 and 13 or 21) * l.u + step * down, i = i, j = j }
		end
	end
	return places
end

-- ---- sides ----

-- The space at the right of a heat map: the bar of colours, its labels and its title.
local function bar_set(f, l)
	l.bar_gap, l.bar_width = 14 * l.u, 13 * l.u
	l.bar_tic_width = math.ceil(lettering.widest(lists.field(f.z_axis.tics, "label")) * l.em)
	l.z_lines = lettering.wrap_title(f.z_label, (l.panel_height + 12 * l.u) / l.em)
	l.right = l.bar_gap + l.bar_width + 14 * l.u + l.bar_tic_width + #l.z_lines * l.dense_line + 12 * l.u
end

-- Sets the margins beside the panels and the gap between them.
local function sides_set(f, l)
	l.y_tic_width = math.ceil(lettering.widest(lists.field(f.y_axis.tics, "label")) * l.em)
	l.y_lines = lettering.wrap_title(f.y_label, (l.panel_height + 12 * l.u) / l.em)
	local label = #l.y_lines > 0 and 22 * l.u + (#l.y_lines - 1) * l.dense_line or 0
	l.left = math.max(l.y_tic_width + 24 * l.u + label, math.ceil(l.beyond_left) + 6 * l.u)
	l.gap = 24 * l.u
	if l.turn == 40 then
		l.gap = math.max(l.gap, l.beyond_left // 2)
	else
		l.gap = math.max(l.gap, math.ceil(l.beyond_left + l.beyond_right + l.em / 2))
	end
	if f.kind.is_grid and f.legend ~= false then return bar_set(f, l) end
	l.legend_width = l.place == "right" and legend.width(l) or 0
	l.right = l.place == "right" and l.legend_width + 14 * l.u
		or math.max(22 * l.u, math.ceil(l.beyond_right) + 6 * l.u)
end

-- ---- above and below ----

local function height_of_lines(l, lines, first)
	return #lines > 0 and first + (#lines - 1) * l.dense_line or 0
end

-- Breaks the texts above and below the panels into lines, and sets the margins there.
local function rows_set(f, l)
	local page = (l.width - 20 * l.u) / l.em
	l.title, l.caption = lettering.wrap(f.drawn_title, page), lettering.wrap(f.drawn_caption, page)
	-- how much wider than its panel a text may be that stands above or below it; a high legend reaches down
	-- beside it
	local edges = 2 * math.min(l.left, l.place == "right" and 14 * l.u or l.right) - 12 * l.u
	local beside = l.columns == 1 and edges or math.min(edges, l.gap - 8 * l.u)
	l.panel_titles, l.panel_title_height = {}, 0
	for i, text in ipairs(f.panel_texts) do
		l.panel_titles[i] = lettering.wrap(text, (l.panel_width + beside) / l.em)
		l.panel_title_height = math.max(l.panel_title_height, height_of_lines(l, l.panel_titles[i], 14 * l.u))
	end
	l.x_lines = lettering.wrap_title(f.x_label, (l.panel_width + beside) / l.em)
	l.grid_height = (l.place == "above" or l.place == "below") and legend.grid_measure(l) or 0
	l.legend_top = #l.title > 0 and 12 * l.u + #l.title * 18 * l.u or 6 * l.u
	l.top = l.legend_top + 8 * l.u + l.panel_title_height
		+ (l.place == "above" and l.grid_height + 2 * l.u or 0)
	l.row_bottom = l.x_tic_height + 18 * l.u + height_of_lines(l, l.x_lines, l.line)
	l.row_gap = l.row_bottom + 8 * l.u + l.panel_title_height + (l.panel_title_height > 0 and 2 * l.u or 0)
	l.bottom = l.row_bottom + (l.place == "below" and l.grid_height + 4 * l.u or 0)
		+ #l.caption * l.dense_line + (#l.caption > 0 and 12 * l.u or 4 * l.u)
end

-- The height of a panel in a figure without a height.
local function usual_height(f, l)
	if f.kind.is_grid then
		local cell = f.width and l.panel_width / math.max(1, #f.x_values) * 0.7 or 26 * l.u
		return math.floor(clamp(#f.y_values * cell, 110 * l.u, (f.width and 260 or 480) * l.u))
	end
	return f.width and math.floor(clamp(l.panel_width * 0.62, 8 * l.em, 230 * l.u)) or math.floor(230 * l.u)
end

local function heights_set(f, l)
	local others = l.top + (l.rows - 1) * l.row_gap + l.bottom
	local height = f.height and (f.height - others) // l.rows or usual_height(f, l)
	local least = math.ceil(5 * l.em)
	if f.height and height < least then l.is_higher, height = true, least end
	l.panel_height = math.min(l.panel_height, height)
	l.height = math.ceil(others + l.rows * l.panel_height)
	if l.place == "right" then
		local needed = math.ceil(l.top + 20 * l.u + #l.entries * l.line + 20 * l.u)
		l.is_higher = l.is_higher or f.height and needed > l.height
		l.height = math.max(l.height, needed)
	end
	if f.height and not l.is_higher then l.height = f.height end
end

-- ---- the whole ----

-- The width of a panel in a figure without a width.
local function usual_width(f, l, count)
	local width = (count == 1 and 380 or 270) * l.u
	if f.kind.is_grid then return math.floor(clamp(#f.x_values * 34 * l.u, 220 * l.u, 640 * l.u)) end
	if f.x_axis.category then -- space for marks beside each other, and for turned names
		width = math.max(width, #f.x_axis.tics * math.max((#f.series_texts * 6 + 10) * l.u, 1.3 * l.em))
	end
	if f.panels then -- space for the panels' titles
		width = math.max(width, math.min(420 * l.u, math.ceil(lettering.widest(f.panel_texts) * l.em * 1.05)))
	end
	return math.floor(width)
end

-- Sets all sizes for a number of panels beside each other and a place of the legend. The sizes depend on
-- each other: a label that needs a further line makes the panels smaller. So they are computed again until
-- they stay. The panels only shrink meanwhile, so that this ends.
local function sizes_set(f, l, count)
	l.rows = math.ceil(count / l.columns)
	local least = math.ceil(math.max(6, f.x_axis.category and #f.x_axis.tics * UPRIGHT or 0) * l.em)
	l.panel_width = f.width and math.max(f.width // l.columns, least) or usual_width(f, l, count)
	l.panel_height, l.is_higher = f.height or math.huge, nil
	for _ = 1, 12 do
		local width, height = l.panel_width, l.panel_height
		x_tics_set(f, l)
		sides_set(f, l)
		local others = l.left + l.right + (l.columns - 1) * l.gap
		if f.width then l.panel_width = math.min(width, math.max(least, (f.width - others) // l.columns)) end
		l.width = math.max(f.width or 0, math.ceil(others + l.columns * l.panel_width))
		rows_set(f, l)
		heights_set(f, l)
		if l.panel_width == width and l.panel_height == height then return end
	end
end

-- The least width of a panel that the scenario's width may leave.
local function is_wide_enough(f, l)
	if l.width > f.width then return false end
	if l.columns == 1 then return l.place ~= "right" or l.panel_width >= f.width / 2 end
	return l.panel_width >= 9 * l.em
end

local function places_of(f, l)
	if #l.entries == 0 then return { "none" } end
	if f.legend then return { f.legend } end
	return f.width and { "right", "below" } or { "right" }
end

-- Chooses how many panels stand beside each other, and the place of the legend: the first choice that leaves
-- the panels wide enough, else the last.
local function choose(f, l, count)
	local most = count == 4 and 2 or math.min(count, 3)
	for _, place in ipairs(places_of(f, l)) do
		for beside = most, 1, -1 do
			l.place, l.columns = place, beside
			sizes_set(f, l, count)
			if not f.width or is_wide_enough(f, l) then return end
		end
	end
end

local function notes_make(f, l)
	local function centimetres(pixels) return ("%.1f cm"):format(pixels / 96 * 2.54):gsub(",", ".") end
	if f.width and l.width > f.width then
		l.notes[1] = ("Wider than wanted, %s: its texts leave too little for the data"):format(centimetres(l.width))
	end
	if l.is_higher then
		l.notes[#l.notes + 1] = ("Higher than wanted, %s: its texts leave too little for the data"):format(
			centimetres(l.height))
	end
end

-- The upper left corner of a panel, and its lower right one.
function layout.panel(l, panel)
	local column, row = (panel - 1) % l.columns, (panel - 1) // l.columns
	local left = l.left + column * (l.panel_width + l.gap)
	local top = l.top + row * (l.panel_height + l.row_gap)
	return left, top, left + l.panel_width, top + l.panel_height
end

function layout.is_first(l, panel) return (panel - 1) % l.columns == 0 end

-- The sizes and places of everything in figure f: of its panels, margins, tics, lines of text and legend.
-- em is the size of the text in pixels; u scales all other lengths with it.
function layout.make(f)
	local l = { em = f.text_size, u = f.text_size / 12, notes = {} }
	l.line, l.dense_line = 17 * l.u, 15 * l.u
	l.entries = legend.entries(f)
	choose(f, l, #f.panel_values)
	l.y_tics = tics_thinned(f.y_axis, f.y_axis.tics, l.panel_height, function () return l.em end, 2 * l.u)
	if f.z_axis then
		l.z_tics = tics_thinned(f.z_axis, f.z_axis.tics, l.panel_height, function () return l.em end, 2 * l.u)
	end
	if l.place == "right" then
		legend.stack(l, l.width - l.legend_width + 4 * l.u, l.top)
	elseif l.place == "above" then
		legend.grid(l, l.legend_top)
	elseif l.place == "below" then
		legend.grid(l, l.height - l.bottom + l.row_bottom)
	end
	notes_make(f, l)
	return l
end

return layout
