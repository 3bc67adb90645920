-- r:rises(selection, along, column): is the column, or else the time, greater at every value of a swept
-- column than at the value before it? Where it falls once, the claim is refuted; the text names all pairs.
local rises = {}

local function at(selection, along, value)
	local point = { [along] = value }
	for name, wanted in pairs(selection) do point[name] = wanted end
	return point
end

local function verdict(self, selection, along, column)
	local verdicts, values = {}, self:values(along, selection)
	if #values < 2 then return self:undecided(("rises: %s has %d values"):format(along, #values)) end
	for i = 2, #values do
		verdicts[i - 1] = self:above(at(selection, along, values[i]), at(selection, along, values[i - 1]),
			{ column = column })
	end
	return self:all(verdicts)
end

-- Adds the method to the class of `r`. The second argument has what the methods of several files share.
function rises.install(Reader) Reader.rises = verdict end

return rises
