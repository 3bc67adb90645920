-- Claims about a merged run. Times of two machines are never compared: what a claim compares is read from the
-- rows of one machine at a time. A verdict stands only if all machines that measured all of its points give
-- it.
--
-- `self` is a reader of lua/claims/claims.lua. Its state here:
--   machine   the machine whose rows are read; nil: the rows that the report shows
--   lacks     whether a row was asked for that this machine did not measure
--   met       the machines whose times were read, as a set
--   is_mixed  whether the claim made a verdict of its own of times of several machines
local verdicts = require "claims.verdicts"

local claim_machines = {}

local NONE = "no machine measured all of these points, and times of several machines are not compared"

-- The row of the same point on the machine whose rows are read. unknown: that of lua/claims/claims.lua.
function claim_machines.row(self, row, unknown)
	if not self.machine then return row end
	local own = self.m:row_on(self.machine, row)
	if own then return own end
	self.lacks = true
	unknown(self, ("%s was not measured on %s"):format(self.m:point_text(row), self.machine))
end

-- Notes that a time of the row was read.
function claim_machines.note(self, row)
	if self.m.machines then self.met[row.machine] = true end
end

local function is_several(set)
	local first = next(set)
	return first ~= nil and next(set, first) ~= nil
end

function claim_machines.is_mixed(self) return is_several(self.met) end

-- Runs f on the rows of a machine, or on those that are shown. Returns what pcall does, the machines whose
-- times f read, and whether the machine lacks a row.
local function run_on(self, machine, f)
	local met, lacks = self.met, self.lacks
	self.machine, self.met, self.lacks = machine, {}, false
	local ok, result = pcall(f)
	local read, lacked = self.met, self.lacks
	self.machine, self.met, self.lacks = nil, met, lacks
	return ok, result, read, lacked
end

-- What f returns on each machine that has all rows that f reads, in the order of m.machines:
-- { machine, result, read }.
local function on_each(self, f)
	local found = {}
	for _, machine in ipairs(self.m.machines) do
		local ok, result, read, lacked = run_on(self, machine, f)
		if not lacked then
			if not ok then error(result, 0) end
			found[#found + 1] = { machine = machine, result = result, read = read }
		end
	end
	return found
end

-- One verdict of those of several machines.
local function agreed(found)
	local first, lines, same = found[1].result, {}, true
	if not next(found[1].read) then return first end -- no times were read: counts are the same on all
	for i, one in ipairs(found) do
		same = same and one.result.verdict == first.verdict
		lines[i] = ("%s on %s: %s"):format(one.result.verdict, one.machine, one.result.text)
	end
	if not same then
		local out = verdicts.new("undecided", "machines disagree\n" .. table.concat(lines, "\n"), first.nearest)
		out.is_several = true -- each line has its verdict
		return verdicts.opened(out, "machines disagree")
	end
	local others = #found > 1 and (" and on %d more"):format(#found - 1) or ""
	local out = verdicts.new(first.verdict, ("%s\n(on %s%s)"):format(first.text, found[1].machine, others),
		first.nearest)
	out.is_several, out.open, out.held, out.cells = first.is_several, first.open, first.held, first.cells
	return out
end

-- A verdict that f makes. f catches what is not known.
function claim_machines.judged(self, f)
	if not self.m.machines or self.machine then return f() end
	local found = on_each(self, f)
	if #found > 0 then return agreed(found) end
	local ok, result, read = run_on(self, nil, f)
	if not ok then error(result, 0) end
	if not is_several(read) then return result end
	return verdicts.new("undecided", NONE, result.nearest)
end

-- A number that f makes of several rows: that of the shown rows if they are of one machine, else that of the
-- first machine that has all of them. has_unit: the number is a time itself, and no ratio of times.
function claim_machines.number(self, f, unknown, has_unit)
	if not self.m.machines or self.machine then return f() end
	local ok, result, read = run_on(self, nil, f)
	if is_several(read) then
		local first = on_each(self, f)[1] or unknown(self, NONE)
		result, read = first.result, first.read
	elseif not ok then
		error(result, 0)
	end
	for machine in next, has_unit and read or {} do self.met[machine] = true end
	return result
end

-- The verdict of a whole claim. f judges it, and sets is_mixed if it read times of several machines. It is
-- then judged on one machine at a time.
function claim_machines.whole(self, f)
	if not self.m.machines then return f() end
	self.is_mixed = false
	local shown = f()
	local found = self.is_mixed and on_each(self, f) or {}
	return #found > 0 and agreed(found) or shown
end

claim_machines.MIXED = NONE

return claim_machines
