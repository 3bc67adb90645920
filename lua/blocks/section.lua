-- A heading and what stands below it: { level = 1 to 6, text, blocks }.
local lists = require "base.lists"

local section = {}

function section.markdown(b, writer)
	local heading = ("%s %s\n"):format(("#"):rep(b.level), writer:text(b.text))
	return #b.blocks > 0 and heading .. writer.between .. writer:blocks(b.blocks) or heading
end

function section.html(b, writer)
	return writer.heading(b.level, writer:text(b.text), writer.plain(b.text)) .. writer:blocks(b.blocks)
end

function section.terminal(b, writer)
	return writer:line(b.text) .. writer:blocks(b.blocks)
end

local LATEX = { "section", "subsection", "subsubsection", "paragraph" }

-- A table of results is in a file of its own, which is made for papers.
local function latex_blocks(b)
	if not (b.id and b.id:find "^tables/") then return b.blocks end
	return lists.joined({ b.blocks[1], { kind = "paragraph", text = "", input = b.id .. ".tex" } },
		lists.kept(b.blocks, function (one) return one.kind == "list" end))
end

function section.latex(b, writer)
	return ("\\%s*{%s}\n\n%s"):format(LATEX[b.level], writer:text(b.text), writer:blocks(latex_blocks(b)))
end

function section.example(text)
	return { level = 2, text = text, blocks = { { kind = "paragraph", text = text } } }
end

return section
