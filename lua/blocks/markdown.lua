-- Writes blocks (lua/blocks/blocks.lua) as Markdown. The same text is read as it stands, so only what would
-- be taken for markup is escaped.
local blocks = require "blocks.blocks"
local notation = require "text.notation"

local markdown = {}

local spans = {
	text = function (_, text) return notation.markdown(text) end,
	raw = function (_, text) return text end,
	strong = function (w, inner) return ("**%s**"):format(w:text(inner)) end,
	em = function (w, inner) return ("*%s*"):format(w:text(inner)) end,
	code = function (_, text) return ("`%s`"):format(text) end,
	link = function (w, target, span) return ("[%s](%s%s)"):format(w:text(span.text), w.up, target) end,
}

-- The text of a list of blocks. up: the way from it to the files that it links to, "" or ending in "/".
function markdown.text(list, up)
	return blocks.writer({ form = "markdown", between = "\n", spans = spans, up = up or "" }):blocks(list)
end

return markdown
