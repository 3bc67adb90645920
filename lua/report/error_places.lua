-- Gives an error of the report the line of the table, figure, column or claim that it is about.
local check = require "base.check"

-- The table, figure or column that a message is about: "tables", "a-b" for "tables.a-b.rows: ...". A name may
-- hold any character, so the longest name that fits is taken. Nil if there is none.
local function table_or_figure(s, message)
	local what, rest = message:match("^(%l+)%.(.*)$")
	local longest
	for name in next, (what == "tables" or what == "figures" or what == "columns") and s.table[what] or {} do
		local fits = rest:sub(1, #name) == name and rest:find("^[.: ]", #name + 1)
		if fits and #name > #(longest or "") then longest = name end
	end
	return longest and what, longest
end

-- The keys to the entry that a message is about: "tables.a.where.faces: ..." gives { "tables", "a", "where",
-- "faces" }.
local function path_in(what, name, message)
	local path = { what, name }
	local rest = message:sub(#what + #name + 2):match "^(%.[%w_.]+):" or ""
	for key in rest:gmatch "[%w_]+" do path[#path + 1] = key end
	return path
end

-- Raises an error of the report again. An error that names a table, figure, column or claim ("tables.times:
-- ...") is given the line of that entry in the scenario, unless it already has a line.
local function tell_place(s, problem)
	local code, message = tostring(problem):match("^(%c)(.*)$")
	message = message or tostring(problem)
	local what, name = table_or_figure(s, message)
	if what then check.raise(s.at, path_in(what, name, message), message) end
	if not message:find("^[^\n]-:%d+: ") then
		name = message:match(' %(claim "(.*)"%)$')
		what = s.table.claims and s.table.claims[name] and "claims" or "checks"
		if not name then what, name = "columns", message:match(' %(column "([%w_]+)", .*%)$') end
	end
	if name then check.raise(s.at, { what, name }, message) end
	error({ text = message, exit = code and code:byte() }, 0)
end

return tell_place
