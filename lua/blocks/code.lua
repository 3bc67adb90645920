-- Lines as they stand, such as a command: { text = without a line end behind it }.
local code = {}

function code.markdown(b) return "    " .. b.text:gsub("\n", "\n    ") .. "\n" end

function code.html(b, writer) return ("<pre><code>%s</code></pre>\n"):format(writer.escape(b.text)) end

function code.terminal(b, writer) return writer:line { "    ", b.text } end

function code.latex(b, writer)
	return ("\\begin{flushleft}\n\\texttt{%s}\n\\end{flushleft}\n"):format(writer:text(b.text))
end

function code.example(text) return { text = text } end

return code
