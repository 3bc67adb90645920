-- Lengths on paper, such as "9 cm". The widths of a column and a page fit the common two-column papers:
-- 8.4 cm and 17.6 cm are the narrowest of the classes of ACM, IEEE and Springer.
local lengths = { examples = '"column", "page", or a length such as "9 cm"' }

local named = { column = 8.4, page = 17.6 }
local centimetres = { cm = 1, mm = 0.1, ["in"] = 2.54, pt = 2.54 / 72.27 } -- pt is TeX's point
local LEAST, MOST = 3, 100 -- cm

-- A text's length in cm. `has_names`: "column" and "page" count too. Nil with a message if it is no length.
function lengths.centimetres(text, has_names)
	local wanted = has_names and lengths.examples or 'a length such as "6 cm"'
	if has_names and named[text] then return named[text] end
	local number, unit = tostring(text):match("^(%d+%.?%d*)%s*(%l+)$")
	local factor = type(text) == "string" and centimetres[unit]
	if not factor then return nil, wanted .. "; units are cm, mm, in and pt" end
	local cm = tonumber(number) * factor
	if cm < LEAST or cm > MOST then return nil, ("a length from %d cm to %d cm"):format(LEAST, MOST) end
	return cm
end

return lengths
