-- Functions in place of those that the program gives to Lua, for as long as a test needs them.
local fake = {}

-- What f returns with these functions, { name = function }, as fields of `engine`.
function fake.with(functions, f, ...)
	local kept = engine
	engine = setmetatable(functions, { __index = kept })
	local results = table.pack(pcall(f, ...))
	engine = kept
	if not results[1] then error(results[2], 0) end
	return table.unpack(results, 2, results.n)
end

return fake
