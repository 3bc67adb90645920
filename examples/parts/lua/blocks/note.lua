-- A remark beside the text: { text }.
local note = {}

function note.markdown(b, writer) return ("> %s\n"):format(writer:text(b.text)) end

function note.html(b, writer) return ("<aside>%s</aside>\n"):format(writer:text(b.text)) end

function note.latex(b, writer) return ("\\begin{quote}%s\\end{quote}\n"):format(writer:text(b.text)) end

function note.terminal(b, writer) return writer:line { "  ", b.text } end

function note.example(text) return { text = text } end

return note
