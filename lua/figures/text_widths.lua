-- Widths of texts, for layouts. The widths are the advances of DejaVu Sans, rounded up. Arial, Helvetica and
-- Computer Modern are narrower, so a text that fits here fits in them too.
local lists = require "base.lists"

local lettering = {}

-- Characters by their width in hundredths of the text size.
local groups = {
	[28] = "'ijl", [30] = "IJ", [32] = " ,.·", [34] = "/:;\\|", [36] = "f", [37] = "-", [40] = "()[]t",
	[41] = "!", [42] = "r", [46] = '"', [50] = "*_`–°", [53] = "sz", [54] = "?", [55] = "c", [56] = "L",
	[58] = "Fk", [60] = "vxy", [61] = "P", [62] = "TYaeo", [64] = "$0123456789ESbdghnpqu{}", [66] = "K",
	[69] = "ABVXZ", [70] = "CR", [74] = "U", [75] = "N", [76] = "H", [78] = "&DG", [79] = "OQ", [82] = "w",
	[84] = "#+<=>^~≈×≥", [87] = "M", [96] = "%", [98] = "m", [99] = "W",
}
local WIDEST = 100 -- of a character that is not in the list

local widths = {}
for width, characters in pairs(groups) do
	for character in characters:gmatch(utf8.charpattern) do widths[character] = width end
end

-- The characters of a text. A text that is not UTF-8 is read byte by byte.
local function characters_of(text)
	return text:gmatch(utf8.len(text) and utf8.charpattern or ".")
end

-- The width of a text in units of the text size.
function lettering.width(text)
	local sum = 0
	for character in characters_of(text) do sum = sum + (widths[character] or WIDEST) end
	return sum / 100
end

-- The width of the widest text.
function lettering.widest(texts)
	return lists.most(texts, lettering.width)
end

-- Splits a word into pieces that are no wider than `limit`: after a comma, a parenthesis or an equals sign if
-- there is one, else between characters. A single character is never split.
local function word_split(word, limit)
	local pieces, piece = {}, ""
	for character in characters_of(word) do
		if piece ~= "" and lettering.width(piece .. character) > limit then
			local head = piece:match("^.*[,(=/]") or piece
			pieces[#pieces + 1] = head
			piece = piece:sub(#head + 1)
		end
		piece = piece .. character
	end
	pieces[#pieces + 1] = piece
	return pieces
end

-- Breaks a text into lines of at most `limit` text sizes: between words, and inside a word that is wider.
function lettering.wrap(text, limit)
	local lines = {}
	for word in text:gmatch("%S+") do
		local last = lines[#lines]
		if last and lettering.width(last .. " " .. word) <= limit then
			lines[#lines] = last .. " " .. word
		else
			lists.add(lines, word_split(word, limit))
		end
	end
	return lines
end

-- The same for the title of an axis, which breaks before its unit first: "query time", "(ms per step)".
function lettering.wrap_title(text, limit)
	local what, unit = text:match("^(.*%S)%s+(%b())$")
	if not what or lettering.width(text) <= limit then return lettering.wrap(text, limit) end
	return lists.add(lettering.wrap(what, limit), lettering.wrap(unit, limit))
end

return lettering
