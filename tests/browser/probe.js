// Runs inside a copy of report.html and leaves its findings in an element "probe": a line each, "ok ..." or "FAILED ...".
(function () {
	'use strict';
	var lines = [''];
	function check(good, what) { lines.push((good ? 'ok ' : 'FAILED ') + what); }
	function all(selector) { return Array.prototype.slice.call(document.querySelectorAll(selector)); }
	function colour(element, name) { return getComputedStyle(element).getPropertyValue(name); }

	// every figure has a size, and lies within the page's width
	var figures = all('figure svg, figure img');
	check(figures.length === Number(document.documentElement.getAttribute('data-figures')), figures.length + ' figures');
	figures.forEach(function (figure, i) {
		var box = figure.getBoundingClientRect();
		check(box.width > 100 && box.height > 80, 'figure ' + i + ' is ' + box.width + ' x ' + box.height);
		check(box.right <= document.documentElement.clientWidth, 'figure ' + i + ' is within the page');
		check(figure.querySelectorAll('path').length > 3, 'figure ' + i + ' is drawn');
	});
	var ids = all('[id]').map(function (element) { return element.id; });
	check(new Set(ids).size === ids.length, 'identifiers stand once');
	all('use').forEach(function (use) {
		var target = document.getElementById((use.getAttribute('href') || '').slice(1));
		if (!target || target.closest('svg') !== use.closest('svg')) check(false, 'a point type of another figure');
	});

	// sorting: numbers by value, intervals by their median, empty cells last, the third click as before
	function sorted(table, column, clicks) {
		var head = table.tHead.rows[0].cells[column];
		for (var i = 0; i < clicks; ++i) head.querySelector('button').click();
		return Array.prototype.map.call(table.tBodies[0].rows, function (row) { return row.cells[column].textContent; });
	}
	function number(text) { return parseFloat(text.replace(/^[^0-9.-]*/, '')); }
	function ascends(texts, sign) {
		return texts.every(function (text, i) { return i === 0 || sign * (number(text) - number(texts[i - 1])) >= 0; });
	}
	function rows(table) {
		return Array.prototype.map.call(table.tBodies[0].rows, function (row) { return row.textContent; }).join('\n');
	}
	all('table.sortable').forEach(function (table, t) {
		var before = rows(table);
		Array.prototype.forEach.call(table.tHead.rows[0].cells, function (head, column) {
			if (head.className !== 'n') return;
			var up = sorted(table, column, 1).filter(function (text) { return /\d/.test(text); });
			var is_numeric = up.every(function (text) { return /^[≈\d.-]/.test(text); });
			check(head.getAttribute('aria-sort') === 'ascending', 'table ' + t + ' column ' + column + ' says it ascends');
			if (is_numeric) check(ascends(up, 1), 'table ' + t + ' column ' + column + ' ascends: ' + up);
			var down = sorted(table, column, 1).filter(function (text) { return /\d/.test(text); });
			if (is_numeric) check(ascends(down, -1), 'table ' + t + ' column ' + column + ' descends: ' + down);
			sorted(table, column, 1);
			check(rows(table) === before, 'table ' + t + ' column ' + column + ' is as before');
		});
	});
	// equal values stay in their order
	var points = all('table.sortable').pop(), names = points.tHead.rows[0].textContent;
	sorted(points, 1, 1);
	var numbers = sorted(points, 0, 0).map(Number), values = sorted(points, 1, 0).map(Number);
	check(numbers.every(function (n, i) { return i === 0 || values[i] > values[i - 1] || n > numbers[i - 1]; }),
		'sorting is stable: ' + names + ' ' + numbers);

	// the theme: as the system says, then light, dark, and as the system again
	var button = document.getElementById('theme'), paper = [];
	check(!button.hidden, 'the switch is there');
	for (var i = 0; i < 4; ++i) {
		paper.push(button.textContent + ' ' + colour(document.body, 'background-color'));
		button.click();
	}
	lines.push('theme ' + paper.join('; '));
	lines.push('filter ' + colour(figures[0], 'filter'));

	// what is folded is open while it is printed
	function open() { return all('details').every(function (part) { return part.open; }); }
	var folded = all('details').length;
	check(folded > 0 && !open(), 'the scenario is folded');
	window.dispatchEvent(new Event('beforeprint'));
	check(open(), 'it is printed');
	window.dispatchEvent(new Event('afterprint'));
	check(!open(), 'it is folded again');

	check(document.documentElement.scrollWidth <= document.documentElement.clientWidth, 'the page does not scroll sideways');
	var out = document.createElement('pre');
	out.id = 'probe';
	out.textContent = lines.join('\n');
	document.body.appendChild(out);
}());
