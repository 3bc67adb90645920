-- Maps of who wins where: their sentence and their figure, of rows of maps.csv that are made up.
local expect = require "expect"
local figure_runs = require "figure_runs"
local figures = require "figures.figures"
local gnuplot = require "figures.gnuplot"

local t = {}

-- a wins at the left, b at the right; the column between them is open, and its cells were timed.
local function thirds(x)
	if x == 2 then return "open", "unsure" end
	return x == 1 and "a" or "b"
end

-- The map of a run that was changed.
local function drawn(run)
	local map = { a = "a", b = "b", x = "faces", y = "depth" }
	return figure_runs.figure(run, { kind = "map", map = "where", x = "faces", y = "depth" },
		{ title = "Title", maps = { where = map } })
end

function t.the_sentence_counts_cells()
	local _, m = figure_runs.map_figure(4, 5, thirds)
	expect.equal(m:map_sentence "where", "a wins in 25 % of 20 cells, b in 50 %, open in 25 %; 25 % timed; "
		.. "audit: 0 of 60 wrong, so of the cells that were only predicted at most 4.87 % (95 %)")
	expect.equal(m:map "nowhere", nil)
end

-- Nothing is left to time open cells, as of a small map whose share its audit uses up.
function t.a_map_whose_open_cells_have_no_room_says_so()
	local room = "4 cells, b in 0 %, open in 50 %; 25 % timed, none of them because it was open, for which "
		.. "`timed` leaves no room beside the audit; "
	local function sentence(of_open)
		local _, m = figure_runs.map_figure(2, 2, function (x, y)
			if y == 1 then return "a", x == 1 and "fit" or nil end
			return "open", of_open
		end)
		return m:map_sentence "where"
	end
	expect.contains(sentence(nil), room)
	expect.equal(sentence "unsure":find "no room", nil)
	expect.equal(sentence "audit":find "no room", nil)
end

-- One failed when it was counted, one of the audit when it was timed. Neither is there for want of room.
function t.the_sentence_tells_cells_that_failed()
	local run = figure_runs.map(2, 2, function (x, y)
		if y == 1 then return "a" end
		return "open", x == 1 and "audit" or nil
	end)
	for _, row in ipairs(run.maps) do
		row.cell_failed = row.map_winner == "open" and (row.chosen_for and "timed" or "counted") or nil
		row.measured_ratio, row.audit_wrong, row.audit_bound = nil, 1, 0.0766
	end
	local _, m = drawn(run)
	expect.equal(m:map_sentence "where", "a wins in 50 % of 4 cells, b in 0 %, open in 50 %; 0 % timed; "
		.. "1 failed when counted, 1 when timed: they are open; audit: 1 of 60 wrong (1 of them failed), "
		.. "so of the cells that were only predicted at most 7.66 % (95 %)")
end

function t.a_map_without_an_audit_says_so()
	local run = figure_runs.map(2, 2, thirds)
	for _, row in ipairs(run.maps) do row.audited = 0 end
	local _, m = drawn(run)
	expect.equal(m:map_sentence "where":match "no audit.*", "no audit: no cell was only predicted")
end

-- An open cell belongs to the likelier side: its ratio is above 1, so the line runs left of it.
function t.the_line_runs_where_the_likelier_winner_changes()
	local f = figure_runs.map_figure(3, 2, function (x, y)
		if y == 2 then return "b" end
		return thirds(x)
	end)
	local found = {}
	for _, mark in ipairs(f.curves[1].marks) do
		local where = ("%d %g"):format(mark.x // 1000, mark.down * 100)
		found[where] = ("%d%s%s%s"):format(mark.y, mark.right and " right" or "", mark.above and " above" or "",
			mark.is_timed and " timed" or "")
	end
	expect.equal(found["1 1"], "1 right above")
	expect.equal(found["2 1"], "2 timed")
	expect.equal(found["3 1"], "3")
	expect.equal(found["1 2"], "3")
	expect.equal(found["3 2"], "3")
end

function t.a_cell_that_failed_is_a_gap()
	local run = figure_runs.map(3, 2, thirds)
	table.remove(run.maps, 1)
	local f = drawn(run)
	expect.equal(#f.curves[1].marks, 6)
	expect.equal(f.drawn, 5)
end

function t.many_cells_have_few_labels()
	local f = figure_runs.map_figure(64, 3, thirds)
	expect.equal(#f.x_axis.tics, 8)
	expect.equal(f.x_axis.tics[2].at, 9)
	expect.equal(f.y_axis.tics[3].label, "0.03")
	local _, at = figures.csv(f)
	local script = gnuplot.script(f, "one", at)
	expect.equal(script:find("palette maxcolors 3", 1, true) ~= nil, true)
end

return t
