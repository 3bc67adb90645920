-- A paragraph: { text }.
local paragraph = {}

function paragraph.markdown(b, writer) return writer:text(b.text) .. "\n" end

function paragraph.html(b, writer) return ("<p>%s</p>\n"):format(writer:text(b.text)) end

function paragraph.terminal(b, writer) return writer:line(b.text) end

function paragraph.latex(b, writer)
	if b.input then return ("\\noindent\\resizebox{\\linewidth}{!}{\\input{%s}}\n"):format(b.input) end
	return b.is_files and "" or writer:text(b.text) .. "\n"
end

function paragraph.example(text) return { text = { text, { strong = text } } } end

return paragraph
