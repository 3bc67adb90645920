local csv = require "text.csv"
local expect = require "expect"

local t = {}

function t.reads_numbers_texts_and_missing()
	local rows = csv.parse("faces,step_ms,moving,nb\n2124,1.5e-3,small,\n-4,.5,\"1,5\",12345678901234567\n")
	expect.equal(#rows, 2)
	expect.equal(table.concat(rows.columns, " "), "faces step_ms moving nb")
	expect.equal(rows[1].faces, 2124)
	expect.equal(math.type(rows[1].faces), "integer")
	expect.equal(rows[1].step_ms, 0.0015)
	expect.equal(rows[1].nb, nil)
	expect.equal(rows[2].step_ms, 0.5)
	expect.equal(rows[2].moving, "1,5")
	expect.equal(rows[2].nb, 12345678901234567)
end

function t.quotes_hold_commas_quotes_and_lines()
	local rows = csv.parse('a,b\r\n"x, ""y""\r\nz",2\r\n')
	expect.equal(rows[1].a, 'x, "y"\r\nz')
	expect.equal(rows[1].b, 2)
end

function t.names_and_hashes_stay_texts()
	local rows = csv.parse("algorithm,hash,status\n1e5,00000000000000000000000000000012,7\n")
	expect.equal(rows[1].algorithm, "1e5")
	expect.equal(rows[1].hash, "00000000000000000000000000000012")
	expect.equal(rows[1].status, "7")
end

function t.what_is_no_decimal_number_stays_text()
	local rows = csv.parse("a,b,c,d,e,f\n0x10,inf,nan, 1,1-2,e5\n")
	for name, text in pairs { a = "0x10", b = "inf", c = "nan", d = " 1", e = "1-2", f = "e5" } do
		expect.equal(rows[1][name], text)
	end
end

function t.malformed_files_are_refused_with_their_line()
	expect.error("line 1: no header", csv.parse, "")
	expect.error("line 3: 1 fields, the header has 2", csv.parse, "a,b\n1,2\n3\n")
	expect.error("line 2: 3 fields", csv.parse, "a,b\n1,2,3\n")
	expect.error("line 2: a quoted field is never closed", csv.parse, 'a,b\n"1,2\n3,4\n')
	expect.error("line 2: text after a closing quote", csv.parse, 'a,b\n"1"x,2\n')
	expect.error("line 2: a quote inside an unquoted field", csv.parse, 'a,b\n1,x"y"\n')
	expect.error("line 2: a carriage return without a line feed", csv.parse, "a,b\n1,2\r3,4\n")
	expect.error("line 1: column 'a' stands twice", csv.parse, "a,b,a\n")
	expect.error("line 1: a column without a name", csv.parse, "a,,b\n")
end

function t.lines_are_counted_through_quoted_ones()
	expect.error("line 4: 1 fields", csv.parse, 'a,b\n"1\n2",3\n4\n')
end

function t.last_line_end_may_be_missing()
	expect.equal(#csv.parse("a,b\n1,2"), 1)
	expect.equal(#csv.parse("a,b\n"), 0)
	expect.equal(#csv.parse("a,b"), 0)
end

function t.what_is_written_reads_back_the_same()
	local rows = {
		{ a = 1, b = 0.1, c = 'say "no", twice\n' }, { a = -0.5, b = 1e-300, c = " led by a space" },
		{ a = 2 ^ 53 + 0.0, b = 1 / 3, c = "ü" }, { c = "only" },
	}
	local back = csv.parse(csv.format({ "a", "b", "c" }, rows))
	expect.equal(#back, #rows)
	for i, row in ipairs(rows) do
		for _, name in ipairs { "a", "b", "c" } do expect.equal(back[i][name], row[name], name .. i) end
	end
end

function t.numbers_are_shortest_and_without_locale()
	expect.equal(csv.number(0.1), "0.1")
	expect.equal(csv.number(2124.0), "2124")
	expect.equal(csv.number(math.maxinteger), "9223372036854775807")
	expect.equal(csv.number(1 / 3), "0.3333333333333333")
	expect.equal(csv.number(0 / 0), "")
	expect.equal(csv.format({ "a" }, { { a = true }, { a = false } }), "a\n1\n0\n")
	local seed = 1
	for _ = 1, 500 do
		seed = (seed * 48271) % 2147483647
		local value = (seed / 2147483647 - 0.5) * 2.0 ^ (seed % 200 - 100)
		expect.equal(tonumber(csv.number(value)), value)
	end
end

return t
