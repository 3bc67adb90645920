-- Documents as trees of blocks, and what each form makes of them.
local blocks = require "blocks.blocks"
local expect = require "expect"
local html = require "text.html"
local markdown = require "blocks.markdown"
local page = require "report.page"
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

function t.an_unknown_kind_is_named()
	local ok, problem = pcall(markdown.text, { { kind = "song" } })
	expect.equal(ok, false)
	expect.contains(problem, "unknown kind 'song'")
end

return t
