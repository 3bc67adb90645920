local expect = require "expect"
local fixture = require "fixture"
local html = require "text.html"
local inline_svg = require "text.inline_svg"
local page = require "report.page"
local report = require "report.report"
local wellformed = require "wellformed"

local t = {}

local SVG = [[
<?xml version="1.0"?>
<!DOCTYPE svg>
<svg width="30" height="20" viewBox="0 0 30 20" xmlns="http://www.w3.org/2000/svg"
 xmlns:xlink="http://www.w3.org/1999/xlink">
<title>Gnuplot</title><desc>drawn by <b>x</b></desc>
<defs><circle id='gpPt1' r='1'/><clipPath id="c"><rect width="3" height="4"/></clipPath></defs>
<g id="unused" fill="none">
</g>
<g id="plot" clip-path="url(#c)"><path d="M0,0 L1,1" class='a "b"'/><use xlink:href='#gpPt1' x="1"/></g>
<g id="plot"><text>  two  <tspan>a &lt; b > c</tspan></text></g>
</svg>
]]

local NASTY = "<img src=x onerror=alert(1)> & \"both\" 'ends' | `x` **b** [l](m) </script>"

local function run(name)
	local def = {
		columns = { "tag", "faces" }, algorithms = { "<a>&b", "aabb" }, groups = {
			{ params = { tag = NASTY, faces = 1000 }, times = { ["<a>&b"] = 1.0, aabb = 1.5 } },
			{ params = { tag = NASTY, faces = 2000 }, times = { ["<a>&b"] = 2.0, aabb = 3.0 } },
		},
		manifest = { command = { "harness", NASTY }, commit = "abc", modules = { "m.lua", "gone.lua" },
			warnings = { { code = "W001", text = "not <pinned> & busy" } } },
	}
	local spec, env = fixture.host(def, {
		name = name, title = NASTY, paper = "one & two", stand_ins = { NASTY },
		tables = { ["t<1>"] = { rows = "faces" }, u = { rows = "faces", value = "nb" } },
		figures = { f = { x = "faces" }, g = { x = "faces", y = "nb" } },
		claims = {
			["first <is> & faster"] = function (r)
				return r:below({ faces = 1000, algorithm = "<a>&b" }, { faces = 1000, algorithm = "aabb" })
			end,
			slower = function (r)
				return r:below({ faces = 1000, algorithm = "aabb" }, { faces = 1000, algorithm = "<a>&b" })
			end,
		},
	})
	env.rows.columns = env.rows.columns or {}
	report.run(spec, env)
	env.files["figures/f.svg"], env.files["figures/g.svg"] = SVG, SVG
	env.files["scenario.lua"], env.files["modules/m.lua"] = "-- " .. NASTY .. "\nreturn 1 < 2\n", "return '<m>'"
	return { env = env, name = "made_up/" .. name, folder = "" }
end

function t.the_page_is_well_formed_and_has_all_parts()
	local text = page.make { run "one" }
	local read = wellformed.check(text)
	expect.equal(read.elements.svg, 2)
	expect.equal(read.elements.article, 1)
	expect.equal(read.elements.script, 2)
	for _, part in ipairs { "Agreement", "Claims", "Tables", "Figures", "Machine and build", "Warnings",
		"Points", "Scenario" } do
		expect.contains(text, ">" .. part .. "</h2>")
	end
	for _, part in ipairs { '<strong class="holds">holds</strong>: first &lt;is&gt; &amp; faster',
		"<li>W001: not &lt;pinned&gt; &amp; busy</li>", "return 1 &lt; 2", "return &#39;&lt;m&gt;&#39;",
		"faces=1000: &lt;a&gt;&amp;b / aabb = 0.667" } do
		expect.contains(text, part)
	end
end

-- Names and texts come through unchanged, and none becomes an element or a script.
function t.everything_is_escaped()
	local text = page.make { run "one" }
	local read = wellformed.check(text)
	expect.equal(read.elements.img, nil)
	expect.lacks(text, "<b>")
	local shown = html.escape(NASTY)
	expect.contains(text, "<title>" .. shown .. "</title>")
	local _, count = text:gsub(shown:gsub("%p", "%%%0"), "")
	assert(count >= 8, "the name is shown " .. count .. " times as it is")
	for _, raw in ipairs(read.raw) do expect.lacks(raw, "onerror") end
end

function t.needs_no_other_file()
	local read = wellformed.check(page.make { run "one" })
	for _, link in ipairs(read.links) do
		assert(link:find "^data:" or not link:find "//" and not link:find "^%a+:", "leads away: " .. link)
	end
end

function t.figures_of_several_runs_share_no_identifier()
	local text = page.make { run "one", run "two" }
	local read = wellformed.check(text)
	expect.equal(read.elements.svg, 4)
	for _, id in ipairs { "r1-f1-gpPt1", "r1-f2-gpPt1", "r2-f1-c", "r2-f2-gpPt1" } do
		assert(read.ids[id], "no " .. id)
	end
	expect.contains(text, "<h1>2 runs</h1>")
	expect.contains(text, '<a href="#r2">made_up/two</a>')
	expect.contains(text, '<strong class="holds">1 hold</strong>, <strong class="refuted">1 refuted</strong>')
end

function t.a_figure_that_is_missing_is_said_to_be()
	local part = run "one"
	part.env.files["figures/g.svg"] = nil
	local text = page.make { part }
	wellformed.check(text)
	expect.contains(text, "figures/g.svg: is not drawn")
end

function t.links_lead_to_the_files_of_the_run()
	local part = run "one"
	part.folder = "../a b/"
	local text = page.make { part }
	expect.contains(text, 'href="../a%20b/figures/f.pdf"')
	expect.contains(text, 'href="../a%20b/tables/u.csv"')
end

-- ---- tables ----

function t.numbers_are_sorted_by_their_median()
	for text, value in pairs { ["1.25"] = 1.25, ["12 [10, 14]"] = 12, ["≈ 1.02 [0.99, 1.05]"] = 1.02,
		[">= 60.0 (timeout)"] = 60, ["1.23e-07"] = 1.23e-07, ["-3"] = -3, ["0.61 UNCHECKED"] = 0.61,
		["0.61 UNSOUND UNCHECKED"] = 0.61 } do
		expect.equal(tonumber(html.sort_value(text)), value, text)
	end
	for _, text in ipairs { "", "-", "timeout", "2 bodies", "1e5x", "0x10", "holds 1.08 (< 1)", "3d" } do
		expect.equal(html.sort_value(text), nil, text)
	end
end

function t.the_points_have_their_exact_values()
	local text = page.make { run "one" }
	expect.contains(text, '<td class="n" data-v="1.5">1.50 [1.47, 1.53]</td>')
	expect.contains(text, '<td class="n">2000</td>')
end

-- ---- SVG ----

function t.an_svg_becomes_an_element()
	local svg = inline_svg.make(SVG, "p-", 'role="img"')
	expect.contains(svg, '<svg width="30" height="20" viewBox="0 0 30 20" role="img">')
	expect.contains(svg, '<circle id="p-gpPt1" r="1"/>')
	expect.contains(svg, '<use href="#p-gpPt1" x="1"/>')
	expect.contains(svg, 'clip-path="url(#p-c)"')
	expect.contains(svg, 'class="a &quot;b&quot;"')
	expect.contains(svg, "<text>  two  <tspan>a &lt; b &gt; c</tspan></text>")
	for _, part in ipairs { "unused", "plot", "Gnuplot", "<desc", "xmlns", "<?xml" } do
		expect.lacks(svg, part)
	end
	wellformed.check("<!DOCTYPE html>\n" .. svg)
end

function t.an_svg_that_does_more_than_draw_is_refused()
	local function refused(inner, why)
		local svg, reason = inline_svg.make("<svg>" .. inner .. "</svg>", "p-")
		expect.equal(svg, nil, inner)
		expect.contains(reason, why)
	end
	refused("<script>alert(1)</script>", "<script>")
	refused("<foreignObject><p/></foreignObject>", "<foreignObject>")
	refused('<use href="http://example.org/a.svg#b"/>', "http://example.org")
	refused('<rect fill="url(http://example.org/a)"/>', "http://example.org")
	refused('<image href="data:x"/>', "<image>")
	refused("<g><path></g>", "</g> closes nothing")
	refused("<g>", "closes nothing")
	refused('<g a="x', "without an end")
	expect.equal(inline_svg.make("no drawing", "p-"), nil)
	local svg = inline_svg.make('<svg><rect onclick="x()" width="3"/></svg>', "p-")
	expect.equal(svg, '<svg><rect width="3"/></svg>')
end

function t.base64_is_that_of_the_standard()
	for bytes, want in pairs { [""] = "", f = "Zg==", fo = "Zm8=", foo = "Zm9v", foob = "Zm9vYg==",
		fooba = "Zm9vYmE=", foobar = "Zm9vYmFy", ["\255\239\190"] = "/+++" } do
		expect.equal(html.base64(bytes), want)
	end
end

function t.a_png_becomes_data()
	local part = run "one"
	part.env.kept = { { kind = "figure", target = "pictures/p.png", alt = "a *picture*" } }
	part.env.files["pictures/p.png"] = "foobar"
	local text = page.make { part }
	wellformed.check(text)
	expect.contains(text, '<img alt="a *picture*" src="data:image/png;base64,Zm9vYmFy">')
end

function t.a_large_svg_gives_way_to_its_png()
	local part = run "one"
	part.env.files["figures/g.svg"] = SVG:gsub("</svg>", ("<path d='M0,0'/>"):rep(1 << 15) .. "</svg>")
	part.env.files["figures/g.png"] = "foobar"
	local read = wellformed.check(page.make { part })
	expect.equal(read.elements.svg, 1)
	expect.equal(read.elements.img, 1)
	part = run "one"
	part.env.files["figures/g.svg"] = SVG:gsub("</svg>", ("<path d='M0,0'/>"):rep(1 << 15) .. "</svg>")
	expect.equal(wellformed.check(page.make { part }).elements.svg, 2)
end

return t
