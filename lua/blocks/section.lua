-- A heading and what stands below it: { level = 1 to 6, text, blocks }.
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

function section.example(text)
	return { level = 2, text = text, blocks = { { kind = "paragraph", text = text } } }
end

return section
