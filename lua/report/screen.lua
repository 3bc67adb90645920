-- The answer of a run on one screen, and on top of its page: who wins where and by how much, the verdicts,
-- what is undecided and about how many rounds would decide it, and whether all agree.
local blocks = require "blocks.blocks"
local columns = require "data.columns"
local coverage = require "claims.coverage"
local lists = require "base.lists"
local matrix = require "claims.readings_matrix"
local measured = require "data.measured"
local notation = require "text.notation"
local provenance = require "report.provenance"
local table_best = require "tables.best"
local table_notes = require "tables.notes"

local screen = {}

screen.LINES = 40 -- of a terminal, at most
local TABLES, VERDICTS = 7, 20 -- shown, at most
local GROUPS = 200 -- of a table, at most, of which ratios are made of raw samples

local plural = notation.plural

-- ---- who wins ----

-- Whether a column is counted, so that two values differ if they are two.
local function is_counted(m, column)
	local own = m.derived[column]
	if own then return not (own.timed or own.is_measured) end
	return column:find "_bytes$" ~= nil or not (columns.is_time(column) or columns.is_measured(column))
end

-- Whether the winner of a line is shown to differ from the next; nil: nobody can tell, as noise is known of
-- sampled times within a group alone.
local function is_beyond(m, t, win)
	local a, b, column = win.cell.row, win.next.row, t.value_column
	if not (a and b) then return nil end
	local has_noise = measured.is_timed(column) and m:group(a) == m:group(b) and m:noise(a, column) ~= nil
	if not has_noise and not is_counted(m, column) then return nil end
	return not table_best.may_be_equal(m, t, win.next, win.cell)
end

-- Of each line whose cells are compared: the winner and the next. The second result is the number of lines.
local function wins_of(m, t)
	local wins, lines = {}, table_best.lines(t)
	for _, line in ipairs(#lines <= GROUPS and lines or {}) do
		local cell = table_best.best_of(line, t.best or "least")
		local following = cell and table_best.best_of(line, t.best or "least", cell)
		if following and following.value ~= cell.value then
			local win = { cell = cell, next = following }
			win.is_beyond = is_beyond(m, t, win)
			wins[#wins + 1] = win
		end
	end
	return wins, #lines
end

-- The wins by the label of the winner, the one with most first.
local function by_winner(wins)
	local groups = lists.grouped(wins, function (win) return win.cell.compared end)
	return lists.sort(groups, function (group) return -#group end, "key")
end

-- "0.423 to 0.575 of dassd", of a winner; "the next 1.06 of it" of the baseline itself.
local function amount_text(t, wins)
	local lo, hi, is_base
	for _, win in ipairs(wins) do
		is_base = win.cell.is_baseline
		local cell = is_base and win.next or win.cell
		local ratio = t.score and cell.value or cell.ratio
		if ratio then lo, hi = math.min(lo or ratio, ratio), math.max(hi or ratio, ratio) end
	end
	if not lo then return "" end
	local low, high = notation.number(lo + 0.0), notation.number(hi + 0.0)
	local text = low == high and low or ("%s to %s"):format(low, high)
	return is_base and ("the next %s of it"):format(text) or ("%s of %s"):format(text, t.base_label)
end

local function beyond_text(t, wins)
	local known = lists.count(wins, function (win) return win.is_beyond ~= nil end)
	if known == 0 then return "not known" end
	local beyond = lists.count(wins, function (win) return win.is_beyond end)
	-- tau has bounds, which may overlap
	if not measured.is_timed(t.value_column) and not columns.bounds(t.value_column) then return "exact" end
	local text = ("%d of %d"):format(beyond, known)
	return known < #wins and ("%s, %d not known"):format(text, #wins - known) or text
end

-- The row of one table, where the least wins unless the table says otherwise; nil if it compares no
-- algorithms, or none differ.
local function win_row(m, entry)
	local t = entry.table
	if not table_best.is_of_algorithms(t) then return nil end
	local wins, count = wins_of(m, t)
	if #wins == 0 then return nil end
	local groups = by_winner(wins)
	local parts = lists.map(groups, function (group, i)
		return count == 1 and group.key or ("%s in %d%s"):format(group.key, #group,
			i == 1 and " of " .. plural(count, t.down and "column" or "row") or "")
	end)
	local most = t.best == "greatest" and "greatest: " or ""
	return { t.name, most .. table.concat(parts, ", "), amount_text(t, groups[1]), beyond_text(t, wins) }
end

local function add_wins(out, m, made)
	local rows = lists.map(made.tables, function (entry) return win_row(m, entry) end)
	if #rows == 0 then return end
	if #rows > TABLES then
		rows = table.move(rows, 1, TABLES - 1, 1, { [TABLES] = { ("… and %d more"):format(#rows - TABLES + 1) } })
	end
	out[#out + 1] = { kind = "table", is_text = true, rows = rows,
		header = { "table", "least", "by how much", "differs from the next beyond noise" } }
end

-- ---- verdicts ----

local MOST = 1000 -- rounds: beyond, more rounds are not the way

-- About how many rounds would decide a verdict, as its points have now.
local function rounds_text(line)
	local open, now = line.ours.open, nil
	for row in next, line.ours.asked do now = math.max(now or 0, row.n or 0) end
	if line.ours.lacks or not (open and open.factor and now and now > 0) then return "" end
	local wanted = now * open.factor
	if wanted > MOST then return ("over %d"):format(MOST) end
	local step = wanted > 100 and 10 or 1
	return ("about %d"):format(math.ceil(wanted / step) * step)
end

local function open_text(ours)
	local open = ours.open
	if ours.verdict ~= "undecided" then return "" end
	if ours.lacks then return ours.lacks end
	if not open then return ours.reason end
	return (open.total and open.total > 1 and ("%d of %d: "):format(open.count, open.total) or "") .. open.why
end

local function nearest_text(ours)
	return ours.nearest and matrix.nearest_text(ours.nearest) or ""
end

local function verdict_row(line)
	return { { strong = line.ours.verdict }, line.name, { raw = nearest_text(line.ours) }, open_text(line.ours),
		rounds_text(line) }
end

local WORDS = { { "refuted", "refuted" }, { "undecided", "undecided" }, { "holds", "hold" } }

-- "4 refuted, 8 undecided, 6 hold"
local function counts_text(lines)
	return table.concat(lists.map(WORDS, function (word)
		local count = lists.count(lines, function (line) return line.ours.verdict == word[1] end)
		return count > 0 and ("%d %s"):format(count, word[2])
	end), ", ")
end

-- The lines that are shown: all, or those that do not hold before the others.
local function shown_of(lines, most)
	if #lines <= most then return lines, 0 end
	local kept = {}
	for _, is_held in ipairs { false, true } do
		for _, line in ipairs(lines) do
			local fits = (line.ours.verdict == "holds") == is_held and #kept < most - 1
			if fits then kept[#kept + 1] = line end
		end
	end
	return kept, #lines - #kept
end

local function add_verdicts(out, made, fewer)
	local lines = lists.joined(made.claims, made.checks)
	if #lines == 0 then return end
	local shown, more = shown_of(lines, math.min(#lines, VERDICTS) - fewer)
	local heading = made.checks[1] and (made.claims[1] and "claims and checks" or "checks") or "claims"
	local header = { "verdict", ("%s: %s"):format(heading, counts_text(lines)), "nearest" }
	local rows, is_open, is_decidable = {}, false, false
	for i, line in ipairs(shown) do
		rows[i] = verdict_row(line)
		is_open = is_open or line.ours.verdict == "undecided"
		is_decidable = is_decidable or is_open and rows[i][5] ~= ""
	end
	if is_open then header[4] = "undecided" end
	if is_decidable then header[5] = "rounds to decide" end
	for i, row in ipairs(rows) do rows[i] = { table.unpack(row, 1, #header) } end
	if more > 0 then rows[#rows + 1] = { "…", ("and %d more"):format(more) } end
	out[#out + 1] = { kind = "table", is_text = true, rows = rows, header = header }
end

-- ---- the whole ----

local function warnings_text(m)
	local codes = lists.distinct(provenance.warning_codes(m))
	return #codes > 0 and "warnings: " .. table.concat(notation.capped(codes, 8), ", ") or nil
end

-- The blocks of the screen. fewer: than the most verdicts.
function screen.blocks(m, made, fewer)
	local facts, marks = { provenance.points_text(m), provenance.noise_text(m) }, m:marks(m.points)
	local rounds, s = table_notes.rounds_text(m.points)
	if m.counts then table.insert(marks, 1, "COUNTS") end
	if rounds then table.insert(facts, 2, ("%s round%s"):format(rounds, s)) end
	local missing = coverage.missing(m.env)
	if missing > 0 then facts[#facts + 1] = plural(missing, "group") .. " missing" end
	facts[#facts + 1] = warnings_text(m)
	if #made.failures > 0 then facts[#facts + 1] = plural(#made.failures, "part") .. " not made" end
	local out = { blocks.paragraph(#marks > 0 and { { strong = table.concat(marks, ", ") }, ": " } or "",
		table.concat(facts, " · ")), made.agreement[1] }
	add_wins(out, m, made)
	add_verdicts(out, made, fewer or 0)
	return out
end

return screen
