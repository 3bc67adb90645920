-- Writes blocks (lua/blocks/blocks.lua) as LaTeX, to be put into a paper by \input. Links are their texts.
local blocks = require "blocks.blocks"
local notation = require "text.notation"

local latex = {}

-- Characters that come from this program and that pdflatex does not know.
local UNKNOWN = { ["≈"] = "\\ensuremath{\\approx}", ["…"] = "\\ldots{}", ["·"] = "\\textperiodcentered{}" }

local function escape(text) return (notation.latex(text):gsub(utf8.charpattern, UNKNOWN)) end

local function command(name)
	return function (w, inner) return ("\\%s{%s}"):format(name, w:text(inner)) end
end

local spans = { text = function (_, text) return escape(text) end, strong = command "textbf",
	raw = function (_, text) return escape(text) end, em = command "emph", code = command "texttt",
	link = function (w, _, span) return w:text(span.text) end }

local HEAD = "% The report of a run. Needs \\usepackage{booktabs,siunitx,graphicx,array,longtable} and T1\n"
	.. "% fonts. \\input and \\graphicspath are to find the folders tables/ and figures/ of the run.\n"

-- The text of a list of blocks.
function latex.text(list)
	return HEAD .. blocks.writer({ form = "latex", between = "\n", spans = spans }):blocks(list)
end

return latex
