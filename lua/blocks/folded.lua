-- Blocks that a page shows when its reader asks for them: { text = what they are, blocks }. Forms without a
-- reader's hand show them.
local folded = {}

function folded.markdown(b, writer) return writer:blocks(b.blocks) end

function folded.html(b, writer)
	local inner = writer:blocks(b.blocks)
	return ("<details><summary>%s</summary>\n%s</details>\n"):format(writer:text(b.text), inner)
end

folded.terminal, folded.latex = folded.markdown, folded.markdown

function folded.example(text) return { text = text, blocks = { { kind = "paragraph", text = text } } } end

return folded
