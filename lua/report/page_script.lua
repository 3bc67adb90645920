-- The scripts of report.html. `early` runs before the page is drawn and sets the theme that the reader chose
-- before. `late` runs after the page is read: the theme's button, sorting of tables, and printing.
local early = [[
try { var theme = localStorage.getItem('harness-theme');
	if (theme === 'light' || theme === 'dark') document.documentElement.setAttribute('data-theme', theme);
} catch (e) { /* storage may be forbidden */ }
]]

local late = [[
(function () {
	'use strict';
	var root = document.documentElement, themes = ['auto', 'light', 'dark'];
	var button = document.getElementById('theme');

	function showTheme(theme) {
		if (theme === 'auto') root.removeAttribute('data-theme');
		else root.setAttribute('data-theme', theme);
		button.textContent = 'theme: ' + theme;
	}
	button.hidden = false;
	showTheme(root.getAttribute('data-theme') || 'auto');
	button.addEventListener('click', function () {
		var now = root.getAttribute('data-theme') || 'auto';
		showTheme(themes[(themes.indexOf(now) + 1) % themes.length]);
		try { localStorage.setItem('harness-theme', root.getAttribute('data-theme') || 'auto'); }
		catch (e) { /* the choice is then not kept */ }
	});

	// A number, a text, or null for an empty cell.
	function keyOf(row, column) {
		var cell = row.cells[column];
		if (!cell) return null;
		if (cell.hasAttribute('data-v')) return Number(cell.getAttribute('data-v'));
		var text = cell.textContent.trim();
		if (text === '' || text === '-') return null;
		return cell.className === 'n' && isFinite(text) ? Number(text) : text;
	}
	// Numbers come before texts, and empty cells last, in either direction.
	function compare(a, b, sign) {
		if (a === null || b === null) return (a === null) - (b === null);
		if (typeof a !== typeof b) return typeof a === 'number' ? -1 : 1;
		return a < b ? -sign : a > b ? sign : 0;
	}
	function sortTable(table, column, sign) {
		var body = table.tBodies[0];
		var rows = Array.prototype.map.call(body.rows, function (row, i) {
			if (row.place === undefined) row.place = i;
			return { row: row, key: sign === 0 ? null : keyOf(row, column) };
		});
		rows.sort(function (a, b) { return compare(a.key, b.key, sign) || a.row.place - b.row.place; });
		rows.forEach(function (entry) { body.appendChild(entry.row); });
	}
	// Clicks sort upwards, downwards, and back to the order of the run.
	function makeSortable(table) {
		var heads = Array.prototype.slice.call(table.tHead.rows[0].cells);
		heads.forEach(function (head, column) {
			var inner = document.createElement('button');
			inner.type = 'button';
			while (head.firstChild) inner.appendChild(head.firstChild);
			head.appendChild(inner);
			inner.addEventListener('click', function () {
				var was = head.getAttribute('aria-sort');
				heads.forEach(function (other) { other.removeAttribute('aria-sort'); });
				if (was !== 'descending') head.setAttribute('aria-sort', was ? 'descending' : 'ascending');
				sortTable(table, column, was === 'descending' ? 0 : was ? -1 : 1);
			});
		});
	}
	Array.prototype.forEach.call(document.querySelectorAll('table.sortable'), makeSortable);

	// What is folded on the screen is printed.
	var opened = [];
	window.addEventListener('beforeprint', function () {
		Array.prototype.forEach.call(document.querySelectorAll('details:not([open])'), function (part) {
			part.open = true;
			opened.push(part);
		});
	});
	window.addEventListener('afterprint', function () {
		opened.forEach(function (part) { part.open = false; });
		opened = [];
	});
}());
]]

return { early = early, late = late }
