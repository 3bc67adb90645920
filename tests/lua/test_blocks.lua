-- Documents as trees of blocks, and what each form makes of them.
local blocks = require "blocks.blocks"
local expect = require "expect"
local html = require "text.html"
local latex = require "blocks.latex"
local markdown = require "blocks.markdown"
local notation = require "text.notation"
local page = require "report.page"
local terminal = require "blocks.terminal"
local wellformed = require "wellformed"

local t = {}

-- One block of each kind, with texts that every form must escape.
local NASTY = "<b> *no* | `x` [l](m) &amp; \27[31m"
local Y = { link = "y.csv", text = "y" }
local TREE = { blocks.section(1, NASTY, {
	blocks.paragraph({ strong = "holds" }, ": ", NASTY, ", ", { em = "e" }, { code = "a<b" }, { raw = "-1" }),
	{ kind = "list", items = { { text = "a", items = { { text = "b" }, { text = NASTY } } }, { text = "d" } } },
	{ kind = "table", header = { "a", NASTY }, rows = { { "x", { raw = "1.5 [1, 2]" } }, { NASTY, "" } } },
	{ kind = "table", is_text = true, header = { "a", "b" }, rows = { { "x", Y } } },
	{ kind = "code", text = "code <x>\n    more" },
	{ kind = "figure", target = "f.png", alt = NASTY },
	{ kind = "folded", text = "more", blocks = { blocks.paragraph "inside" } },
}) }

function t.markdown_escapes_markup_alone()
	local text = markdown.text(TREE, "../")
	local nasty = "\\<b> \\*no\\* \\| \\`x\\` [l\\](m) \\&amp;  [31m"
	for _, part in ipairs { "# " .. nasty .. "\n\n**holds**: " .. nasty .. ", *e*`a<b`-1\n\n",
		"- a\n  - b\n  - " .. nasty .. "\n- d\n\n| a ", "1.5 [1, 2] |\n",
		"| a | b |\n|---|---|\n| x | [y](../y.csv) |\n\n", "    code <x>\n        more\n\n",
		"![" .. nasty .. "](../f.png)\n\ninside\n" } do
		expect.contains(text, part)
	end
end

function t.a_page_has_every_block_and_no_markup_of_its_texts()
	local text = page.document(TREE, { read = function () return "foobar" end }, "")
	local read = wellformed.check(text)
	expect.equal(read.elements.b, nil)
	local nasty = html.escape(NASTY)
	for _, part in ipairs { ">" .. nasty .. "</h1>", '<p><strong class="holds">holds</strong>: ' .. nasty,
		"<em>e</em><code>a&lt;b</code>-1</p>",
		"<ul>\n<li>a\n<ul>\n<li>b</li>\n<li>" .. nasty .. "</li>\n</ul>\n</li>\n<li>d</li>\n</ul>\n",
		'<td class="n" data-v="1.5">1.5 [1, 2]</td>', '<td><a href="y.csv">y</a></td>',
		"<pre><code>code &lt;x&gt;\n    more</code></pre>", '<img alt="' .. nasty,
		"<details><summary>more</summary>\n<p>inside</p>\n</details>" } do
		expect.contains(text, part)
	end
end

function t.a_link_that_leads_away_is_none()
	local text = page.document({ blocks.paragraph({ link = "http://x/", text = "a" },
		{ link = "../c", text = "b" }, { link = "/e", text = "d" }) }, { read = function () end }, "")
	expect.contains(text, "<p>abd</p>")
end

local function must(name, condition, problem)
	if not condition then error(("kind %s: %s"):format(name, problem), 0) end
end

-- Plain words, so that a narrow terminal can break them, and one that every form must escape.
local WORDS = "some *words* of a <b>bold</b> text & \27more"

-- What every kind must do; a failure names the kind.
function t.every_kind_writes_its_texts_in_every_form()
	for _, name in ipairs(blocks.names) do
		local block = require("blocks." .. name).example(WORDS)
		block.kind = name
		local text = markdown.text { block }
		must(name, text:sub(-1) == "\n" and text:sub(-2) ~= "\n\n", "does not end its last line")
		must(name, text:find(notation.markdown(WORDS), 1, true) or text:find "^    some", "Markdown as a text")
		local made = page.document({ block }, { read = function () end }, "")
		local ok, read = pcall(wellformed.check, made)
		must(name, ok, "HTML is not well-formed: " .. tostring(read))
		must(name, not read.elements.b, "a text became an element")
		must(name, name == "figure" or made:find(html.escape(WORDS), 1, true), "the page lacks its text")
		local tex = latex.text { block }
		must(name, tex:sub(-1) == "\n" and (name == "figure" or tex:find("\\textless{}b\\textgreater{}", 1, true)),
			"LaTeX lacks its text")
		must(name, not tex:find("[^\\]&", 1) or name == "table", "LaTeX takes a text for markup")
		local shown = terminal.text({ block }, 30)
		must(name, name == "figure" or shown:find "some", "the terminal lacks its text")
		must(name, shown:sub(-1) == "\n" and not shown:find "\27", "no line end, or it commands the terminal")
		for line in shown:gmatch "[^\n]+" do must(name, utf8.len(line) <= 30, "too wide: " .. line) end
	end
end

-- Tables and what stands between them: no columns are opened for nothing, and all are closed.
function t.an_article_has_tables_across_its_columns()
	local grid = { kind = "table", header = { "a" }, rows = { { "\u{78b0}\u{649e} \u{2248} 1" } } }
	local tex = latex.article("a.tex", "T & U", { blocks.paragraph "first", grid, grid,
		{ kind = "figure", target = "run/f.svg", alt = "f" } }, "../")
	expect.contains(tex, "\\title{T \\& U}")
	expect.contains(tex, "(in Chinese) \\ensuremath{\\approx} 1")
	expect.contains(tex, "{../run/f}")
	local depth, opened = 0, 0
	for what, name in tex:gmatch "\\(%a+){(%a+)}" do
		local by = (name == "multicols" or name == "longtable") and ({ begin = 1, ["end"] = -1 })[what] or 0
		depth, opened = depth + by, opened + math.max(by, 0)
		expect.equal(depth == 0 or depth == 1, true)
	end
	expect.equal(depth, 0)
	expect.equal(opened, 4) -- two of columns, two of tables
end

-- A report is of who wrote the scenario, and of a command line in any encoding.
function t.a_report_keeps_its_characters()
	local tex = latex.text { blocks.paragraph("\u{2248} 1, \xe4b", { code = "-o \xff" }),
		blocks.paragraph "\u{78b0}\u{649e} \u{2248} 1" }
	expect.contains(tex, "??? 1, ?b")
	expect.contains(tex, "\\texttt{-o ?}")
	expect.contains(tex, "\n\u{78b0}\u{649e} \\ensuremath{\\approx} 1\n")
end

function t.an_unknown_kind_is_named()
	local ok, problem = pcall(markdown.text, { { kind = "song" } })
	expect.equal(ok, false)
	expect.contains(problem, "unknown kind 'song'")
end

return t
