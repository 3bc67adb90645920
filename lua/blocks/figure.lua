-- A drawing of the run: { target = its file, SVG or PNG, alt = a text for who cannot see it }.
local figure = {}

function figure.markdown(b, writer)
	return ("![%s](%s%s)\n"):format(writer:text(b.alt), writer.up, b.target)
end

function figure.html(b, writer) return writer.image(b.target, b.alt) .. "\n" end

function figure.terminal(b, writer) return writer:line(b.target) end

-- LaTeX takes the PDF or the PNG beside an SVG.
function figure.latex(b, writer)
	local path = writer.up .. b.target:gsub("%.%a+$", "")
	return ("\\noindent\\includegraphics[width=\\linewidth]{%s}\n"):format(path)
end

function figure.example(text) return { target = "figures/f.svg", alt = text } end

return figure
