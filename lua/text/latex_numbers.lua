-- Numbers and texts for LaTeX: how they are written, and about how wide they are.
local notation = require "text.notation"

local latex_numbers = {}

-- The number without leading zeros in its exponent: "1.23e-07" becomes "1.23e-7".
function latex_numbers.plain(text)
	return (text:gsub("e([+-])0*(%d+)$", function (sign, digits)
		return "e" .. (sign == "-" and sign or "") .. digits
	end))
end

-- A number in running text or in an interval, without any package.
function latex_numbers.text(text)
	if text == "inf" then return "$\\infty$" end
	if text == "-inf" then return "$-\\infty$" end
	local mantissa, exponent = text:match("^(.+)e([+-]%d+)$")
	if mantissa then return ("$%s\\cdot10^{%d}$"):format(mantissa, math.tointeger(tonumber(exponent))) end
	return text:find("^-") and "$" .. text .. "$" or text
end

-- Whether siunitx reads the text as a number.
function latex_numbers.is_number(text) return text:find("^%-?%d+%.?%d*e?%-?%d*$") ~= nil end

local function parts_of(text)
	local sign, whole, fraction, exponent = text:match("^(%-?)(%d+)%.?(%d*)e?(%-?%d*)$")
	return sign, #whole, #fraction, exponent
end

-- The table-format of an S column that holds these numbers: "2.3", "-1.2e-2".
function latex_numbers.format(texts)
	local sign, whole, fraction, exponent = "", 1, 0, ""
	for _, text in ipairs(texts) do
		local own_sign, own_whole, own_fraction, own_exponent = parts_of(text)
		sign = own_sign ~= "" and own_sign or sign
		whole, fraction = math.max(whole, own_whole), math.max(fraction, own_fraction)
		if #own_exponent > #exponent then exponent = own_exponent end
	end
	if exponent ~= "" then exponent = "e" .. exponent:gsub("%d+", function (digits) return #digits end) end
	return sign .. whole .. (fraction > 0 and "." .. fraction or "") .. exponent
end

-- ---- widths ----

-- Widths of characters in em, of Computer Modern and of Times, whichever is larger. A digit is 0.53 em in
-- small sizes of Computer Modern.
local WIDTHS = {
	[0.31] = "ijl.,:;'|!()[]/ If", [0.42] = "rst-", [0.53] = "0123456789aceghknoqvxyzbdpu_JS?$",
	[0.80] = "mwABCDEFGHKLNOPQRTUVXYZ=+<>~&#", [1.0] = "MW%@",
}
local width_of = {}
for width, characters in pairs(WIDTHS) do
	for character in characters:gmatch "." do width_of[character] = width end
end
local OTHER = 0.8 -- such as ≈

-- The width of a text in em.
function latex_numbers.width(text)
	local sum = 0
	for character in text:gmatch(utf8.len(text) and utf8.charpattern or ".") do
		sum = sum + (width_of[character] or OTHER)
	end
	return sum
end

-- The width in em of an S column of these numbers.
function latex_numbers.format_width(format)
	local sign, whole, fraction, exponent = format:match("^(%-?)(%d+)%.?(%d*)(.*)$")
	local em = (#sign > 0 and 0.8 or 0) + 0.53 * tonumber(whole)
	if fraction ~= "" then em = em + 0.31 + 0.53 * tonumber(fraction) end
	return exponent ~= "" and em + 2.9 or em
end

-- ---- headings ----

-- Breaks a heading into lines of about this many characters: before a bracket, or behind a comma, a slash, a
-- hyphen or a space.
function latex_numbers.wrap(text, limit)
	local lines, line = {}, ""
	local marked = text:gsub("[,/ _-]", "%0\0"):gsub("(.)%(", "%1\0(")
	for piece in (marked .. "\0"):gmatch "([^%z]*)%z" do
		if line ~= "" and notation.width(line .. piece) > limit then
			lines[#lines + 1], line = line, piece
		else
			line = line .. piece
		end
	end
	lines[#lines + 1] = line ~= "" and line or nil
	for i, one in ipairs(lines) do lines[i] = one:gsub(" $", "") end
	return lines
end

return latex_numbers
