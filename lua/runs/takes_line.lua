-- The line of a scenario's header that says how long it takes in full, and on which processor:
--   -- Takes: 3 min on an AMD EPYC.
local takes = {}

-- The text of that line, without the dot at its end; nil if the header has none. The header is the comment at
-- the beginning of the file.
function takes.of(source)
	for line in source:gmatch "[^\r\n]*" do
		if line ~= "" and not line:find "^%-%-" then return nil end
		local text = line:match "^%-%- Takes: (.-)%.?%s*$"
		if text then return text end
	end
end

return takes
