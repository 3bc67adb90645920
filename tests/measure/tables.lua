-- tables.lua KIND FILE: what a reader needs of the rows that a measurement wrote, as tables of Markdown. The
-- rows themselves are no part of the results.
local kind, path = arg[1], arg[2]
local file = assert(io.open(path))
local head, names, rows = {}, nil, {}

-- Fields of a line; "" in quotes is not used there.
local function fields(line)
	local out, at = {}, 1
	repeat
		local quoted, after = line:match('^"([^"]*)"()', at)
		local text = quoted
		if not text then text, after = line:match("^([^,]*)()", at) end
		out[#out + 1] = text
		at = after + 1
	until after > #line
	return out
end

for line in file:lines() do
	if line:sub(1, 1) == "#" then
		head[#head + 1] = line:sub(3)
	elseif not names then
		names = fields(line)
	else
		local row = {}
		for i, text in ipairs(fields(line)) do row[names[i]] = text end
		rows[#rows + 1] = row
	end
end
file:close()

local function median(values)
	table.sort(values)
	return values[(#values + 1) // 2]
end

local function spread(of, column)
	local values = {}
	for i, row in ipairs(of) do values[i] = tonumber(row[column]) end
	local middle = median(values)
	return ("%.4g (%.4g to %.4g)"):format(middle, values[1], values[#values])
end

local function where(test)
	local out = {}
	for _, row in ipairs(rows) do
		if test(row) then out[#out + 1] = row end
	end
	return out
end

local function sorted(counts)
	local keys = {}
	for key in pairs(counts) do keys[#keys + 1] = key end
	table.sort(keys, function (a, b)
		if counts[a] ~= counts[b] then return counts[a] > counts[b] end
		return a < b
	end)
	return keys
end

local kinds = {}

-- What was said, without the names of files and numbers, and a place of each.
function kinds.allocations()
	local most, counts, first, others = 12, {}, {}, 0
	for _, row in ipairs(rows) do
		local said = row.said:gsub("^harness: ", ""):gsub("out/[%w%-_./]*", "FILE"):gsub("%d+", "N")
		if said == "" then said = "nothing" end
		local key = row.exit .. " | " .. said:gsub("|", "/")
		counts[key] = (counts[key] or 0) + 1
		first[key] = first[key] or row.place
	end
	print("| exit | what it says | runs | such as in |\n|---|---|---|---|")
	for i, key in ipairs(sorted(counts)) do
		if i <= most then
			print(("| %s | %d | `%s` |"):format(key, counts[key], first[key]))
		else
			others = others + counts[key]
		end
	end
	if others > 0 then print(("| | others | %d | |"):format(others)) end
end

-- By how much of the run was done.
function kinds.kills()
	local targets = { "supervisor", "child", "both" }
	local counts = {}
	for i = 0, 10 do counts[i] = { supervisor = 0, child = 0, both = 0 } end
	for _, row in ipairs(rows) do
		local of = counts[tonumber(row.groups_finished)]
		of[row.target] = of[row.target] + 1
	end
	print("| groups finished at the kill | supervisor | child | both |\n|---|---|---|---|")
	for i = 0, 10 do
		io.write("| ", i, " |")
		for _, target in ipairs(targets) do io.write(" ", counts[i][target], " |") end
		print()
	end
end

function kinds.power()
	print("| planted | tries | ratio | slower | faster | nothing |\n|---|---|---|---|---|---|")
	local shares = {}
	for _, row in ipairs(rows) do shares[row.planted] = (shares[row.planted] or 0) + 1 end
	for _, share in ipairs(sorted(shares)) do
		local of = where(function (row) return row.planted == share end)
		io.write(("| %s | %d | %s |"):format(share, #of, spread(of, "ratio")))
		for _, found in ipairs { "slower", "faster", "nothing" } do
			local n = 0
			for _, row in ipairs(of) do n = n + (row.found == found and 1 or 0) end
			io.write(" ", n, " |")
		end
		print()
	end
end

-- Those that differ, each with its interval.
function kinds.aa_honesty()
	print("| twins that differ | ratio to the original | 95 % interval |\n|---|---|---|")
	for _, row in ipairs(where(function (row) return row.differs == "1" end)) do
		local text = "| `%s`, scene %s | %.4f | %.4f to %.4f |"
		print(text:format(row.algorithm, row.copy, row.ratio, row.ratio_lo, row.ratio_hi))
	end
	print(("\nAll ratios, median, least and most: %s."):format(spread(rows, "ratio")))
end

-- Sums of each algorithm, and the values of its parameters.
function kinds.soak()
	local order, sums = {}, {}
	for _, row in ipairs(rows) do
		local sum = sums[row.algorithm]
		if not sum then
			sum = { blocks = 0, combinations = 0, poses = 0, contacts = 0, wrong = 0, seconds = 0 }
			sums[row.algorithm], order[#order + 1] = sum, row.algorithm
		end
		sum.blocks = sum.blocks + 1
		for _, name in ipairs { "combinations", "poses", "contacts", "wrong", "seconds" } do
			sum[name] = sum[name] + tonumber(row[name])
		end
	end
	for i, line in ipairs(head) do
		if i == 1 or line:find "^pair " then print("- " .. line) end
	end
	print("\n| algorithm | combinations | poses | contacts | wrong | processor seconds |")
	print("|---|---|---|---|---|---|")
	for _, name in ipairs(order) do
		local sum = sums[name]
		local text = "| `%s` | %d | %d | %d | %d | %.0f |"
		print(text:format(name, sum.combinations, sum.poses, sum.contacts, sum.wrong, sum.seconds))
	end
	print("\nValues of the parameters:\n\n```")
	for i, line in ipairs(head) do
		if i > 1 and not line:find "^pair " then print(line) end
	end
	print("```")
end

-- Of each ratio what the runs say, how far apart single parts are, and how many of their intervals contain
-- what all parts of their run say together. Each run has two groups, one a table.
local function population_ratios()
	local order, by = {}, {}
	for _, row in ipairs(rows) do
		local group = tonumber(row.group) % 2 + 1
		local key = group .. " " .. row.algorithm
		if not by[key] then
			by[key] = { group = group, algorithm = row.algorithm, all = {}, parts = {}, widths = {}, held = 0 }
			order[#order + 1] = by[key]
		end
		local ratio = by[key]
		if row.part == "0" then -- before the parts of its run
			table.insert(ratio.all, row)
		else
			local value, lo, hi = tonumber(ratio.all[#ratio.all].ratio), tonumber(row.lo), tonumber(row.hi)
			if lo <= value and value <= hi then ratio.held = ratio.held + 1 end
			table.insert(ratio.parts, row)
			table.insert(ratio.widths, 50 * (hi - lo) / tonumber(row.ratio))
		end
	end
	return order
end

function kinds.population()
	print("| table | algorithm | ratio to the first, of runs | of single parts | half width, median " ..
		"| contain it |")
	print("|---|---|---|---|---|---|")
	for _, ratio in ipairs(population_ratios()) do
		print(("| %d | `%s` | %s | %s | %.1f %% | %d of %d |"):format(ratio.group, ratio.algorithm,
			spread(ratio.all, "ratio"), spread(ratio.parts, "ratio"), median(ratio.widths), ratio.held, #ratio.parts))
	end
end

kinds["population-held"] = function ()
	local held, all, widest = 0, 0, 0
	for _, ratio in ipairs(population_ratios()) do
		held, all, widest = held + ratio.held, all + #ratio.parts, math.max(widest, median(ratio.widths))
	end
	print(held, all, math.ceil(10 * widest))
end

assert(kinds[kind], "no such kind: " .. kind)()
