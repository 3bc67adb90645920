-- The style sheet of report.html. Colours are variables, so that the dark theme changes these alone. Figures
-- are drawn on white; the dark theme inverts their lightness and keeps their hues. Paper is always light.
return [[
:root {
	color-scheme: light;
	--paper: #ffffff; --ink: #1b1f23; --soft: #57606a; --line: #d0d7de; --tint: #f6f8fa; --link: #0550ae;
	--good: #116329; --bad: #a40e26; --open: #7d4e00; --figure: none;
}
@media screen and (prefers-color-scheme: dark) {
	:root:not([data-theme="light"]) {
		color-scheme: dark;
		--paper: #14181d; --ink: #dfe4ea; --soft: #9aa5b1; --line: #353d47; --tint: #1c222a; --link: #7db7ff;
		--good: #6fdd8b; --bad: #ff8f8a; --open: #e6b450; --figure: invert(0.915) hue-rotate(180deg);
	}
}
@media screen {
	:root[data-theme="dark"] {
		color-scheme: dark;
		--paper: #14181d; --ink: #dfe4ea; --soft: #9aa5b1; --line: #353d47; --tint: #1c222a; --link: #7db7ff;
		--good: #6fdd8b; --bad: #ff8f8a; --open: #e6b450; --figure: invert(0.915) hue-rotate(180deg);
	}
}
* { box-sizing: border-box; }
body {
	margin: 0 auto; max-width: 76rem; padding: 0 1.2rem 4rem; background: var(--paper); color: var(--ink);
	font: 15px/1.5 system-ui, sans-serif; overflow-wrap: anywhere;
}
a { color: var(--link); }
h1, h2, h3 { line-height: 1.25; margin: 1.6em 0 0.5em; }
h1 { font-size: 1.6rem; }
h2 { font-size: 1.25rem; border-bottom: 1px solid var(--line); padding-bottom: 0.2em; }
h3 { font-size: 1.05rem; }
h2, h3, article { scroll-margin-top: 3rem; }
nav {
	position: sticky; top: 0; z-index: 2; display: flex; flex-wrap: wrap; gap: 0.2rem 1rem; align-items: center;
	padding: 0.5rem 0; background: var(--paper); border-bottom: 1px solid var(--line); font-size: 0.9rem;
}
nav a { text-decoration: none; }
nav button { margin-left: auto; }
button {
	font: inherit; color: var(--ink); background: var(--tint); border: 1px solid var(--line);
	border-radius: 4px; padding: 0.1rem 0.6rem; cursor: pointer;
}
article + article { margin-top: 4rem; border-top: 3px double var(--line); }
.wide { overflow-x: auto; margin: 0.6rem 0; }
table {
	border-collapse: collapse; font-size: 0.9rem; font-variant-numeric: tabular-nums; overflow-wrap: normal;
}
th, td {
	padding: 0.2rem 0.7rem; text-align: left; border-bottom: 1px solid var(--line); white-space: nowrap;
}
th { background: var(--tint); vertical-align: bottom; }
td.w { white-space: normal; min-width: 16rem; }
th.n, td.n { text-align: right; }
tbody tr:hover { background: var(--tint); }
th button { border: 0; padding: 0; background: none; font-weight: inherit; text-align: inherit; }
th button::after { content: " \2195"; color: var(--soft); opacity: 0.6; }
th[aria-sort="ascending"] button::after { content: " \2191"; color: var(--ink); }
th[aria-sort="descending"] button::after { content: " \2193"; color: var(--ink); }
figure { margin: 0.6rem 0; overflow-x: auto; }
figure svg, figure img { max-width: 100%; height: auto; filter: var(--figure); }
.missing { color: var(--soft); }
pre {
	overflow-x: auto; padding: 0.7rem; border: 1px solid var(--line); border-radius: 4px;
	background: var(--tint); font: 13px/1.45 ui-monospace, monospace; tab-size: 4; overflow-wrap: normal;
}
code { font-family: ui-monospace, monospace; font-size: 0.93em; }
summary { cursor: pointer; color: var(--link); }
.holds { color: var(--good); }
.refuted { color: var(--bad); }
.undecided { color: var(--open); }
@media print {
	body { max-width: none; padding: 0; font-size: 10pt; }
	nav, th button::after { display: none; }
	nav, .wide, figure { position: static; overflow: visible; }
	table { font-size: 8pt; }
	th, td { white-space: normal; padding: 0.1rem 0.35rem; }
	thead { display: table-header-group; }
	tr, figure { break-inside: avoid; }
	h2, h3 { break-after: avoid; }
	article + article { break-before: page; }
	pre { white-space: pre-wrap; overflow-wrap: anywhere; }
	a { color: inherit; text-decoration: none; }
}
]]
