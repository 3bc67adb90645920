-- Writes blocks (lua/blocks/blocks.lua) as LaTeX, to be put into a paper by \input, or as an article of its
-- own. Links are their texts.
local blocks = require "blocks.blocks"
local notation = require "text.notation"

local latex = {}

-- Characters that come from this program and that pdflatex does not know.
local UNKNOWN = { ["≈"] = "\\ensuremath{\\approx}", ["…"] = "\\ldots{}", ["·"] = "\\textperiodcentered{}",
	["–"] = "--" }
-- Papers' quotations in Chinese need fonts that few have.
local FIRST_CHINESE, INSTEAD = 0x2e80, "(in Chinese)"

-- A text may have bytes that are no UTF-8, such as one of the command line.
local function escape(text)
	if not utf8.len(text) then text = text:gsub("[\x80-\xff]", "?") end
	return (notation.latex(text):gsub(utf8.charpattern, UNKNOWN))
end

-- The same with INSTEAD in place of Chinese.
local function escape_quotation(text)
	local function replaced(character) return utf8.codepoint(character) >= FIRST_CHINESE and "\1" or nil end
	return (escape(text):gsub(utf8.charpattern, replaced):gsub("\1+", INSTEAD))
end

local function command(name)
	return function (w, inner) return ("\\%s{%s}"):format(name, w:text(inner)) end
end

-- A long path may be broken; two hyphens are no dash.
local function code(w, text)
	return ("\\texttt{%s}"):format(w.escape(text):gsub("%-%-", "-{}-"):gsub("[/_]", "%0\\allowbreak{}"))
end

local spans = { text = function (w, text) return w.escape(text) end, strong = command "textbf",
	raw = function (w, text) return w.escape(text) end, em = command "emph", code = code,
	link = function (w, _, span) return w:text(span.text) end }

-- escaped(text): for LaTeX; wide(text): what stands across all columns.
local function writer(escaped, wide, up)
	return blocks.writer { form = "latex", between = "\n", spans = spans, escape = escaped, wide = wide,
		up = up or "" }
end

local HEAD = "% The report of a run. Needs \\usepackage{booktabs,siunitx,graphicx,array,longtable} and T1\n"
	.. "% fonts. \\input and \\graphicspath are to find the folders tables/ and figures/ of the run.\n"

-- The text of a list of blocks.
function latex.text(list)
	return HEAD .. writer(escape, function (text) return text end):blocks(list)
end

local ARTICLE = [[
%% Compiles as it is: pdflatex %s
\documentclass{article}
\usepackage[T1]{fontenc}
\usepackage[margin=18mm]{geometry}
\usepackage{booktabs,graphicx,array,longtable,multicol}
\sloppy
\setlength{\parindent}{0pt}
\setlength{\parskip}{3pt plus 1pt}
\begin{document}
\title{%s}
\author{}
\maketitle
]]
local OPEN, CLOSED = "\\begin{multicols}{2}\n", "\\end{multicols}\n"

local function across(text) return CLOSED .. text .. OPEN end

-- The text of an article in two columns, across which tables stand. name: of its file; up: the way from its
-- folder to where the figures' paths begin.
function latex.article(name, title, list, up)
	local body = OPEN .. writer(escape_quotation, across, up):blocks(list) .. CLOSED
	body = body:gsub("\\begin{multicols}{2}%s*\\end{multicols}\n", "")
	return ARTICLE:format(name, escape_quotation(title)) .. body .. "\\end{document}\n"
end

return latex
