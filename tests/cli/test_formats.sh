# harness list --format: editor annotations, shell completion and the manual page say what is there, all of it.
. "$ROOT/tests/cli/lib.sh"

expect 2 "$HARNESS" list --format pdf
fails 2 "option of list" "$HARNESS" --format man x.lua
for format in luacats bash zsh fish man; do
	expect 0 "$HARNESS" list --format $format
	[ ! -s err.txt ] || fail "$format: something on stderr"
	mv out.txt "$format.txt"
	! grep -q planted "$format.txt" || fail "$format: shows what is there for tests only"
done
expect 0 "$HARNESS" list
grep -qF 'by default update=layered' out.txt || fail "what a preset has by default is not listed"
mv out.txt list.txt
expect 0 "$HARNESS" --help
mv out.txt help.txt

# every command of the help is completed, every option is in the manual; every exit code is in the manual
grep -oE '^ +(-[a-zA-Z], )?--[a-z-]+' help.txt | grep -oE -- '--[a-z-]+' >options.txt
[ "$(wc -l <options.txt)" -ge 20 ] || fail "few options"
while read -r option; do
	grep -qF -- "\\-\\-$(sed 's/-/\\-/g' <<<"${option#--}")\\fR" man.txt || fail "man: no $option"
done <options.txt
"$HARNESS" --complete "" >words.txt
for command in $(sed -n 's/^  harness \(\[run\]\|[a-z]*\).*/\1/p' help.txt | tr -d '[]'); do
	grep -q "^$command	" words.txt || fail "completion: no $command"
	# what a verb takes, by its help, and no more
	[ "$command" != help ] || continue
	expect 0 "$HARNESS" "$command" -h
	grep -oE '^ +(-[a-zA-Z], )?--[a-z-]+' out.txt | grep -oE -- '--[a-z-]+' | sort -u >taken.txt
	"$HARNESS" --complete "$command" - | cut -f 1 | sort -u >offered.txt
	diff taken.txt offered.txt || fail "completion: other options than $command takes"
	grep -qE "^\.B (\[run\]|$command)" man.txt || fail "man: no $command"
done
for code in $(sed -n '/^Exit/,$s/^ *\([0-9]*\)  .*/\1/p' help.txt); do
	sed -n '/EXIT STATUS/,$p' man.txt | has -x ".B $code" || fail "man: no exit code $code"
done
for name in $(sed -nE '/^Algorithms/,/^[B-Z]/s/^  ([a-z][a-z0-9_]*) .*/\1/p' list.txt); do
	grep -qx "\.B $name" man.txt || fail "man: no algorithm $name"
done

# syntax, where there is somebody to ask
bash -n bash.txt || fail "bash: syntax"
if command -v zsh >/dev/null; then zsh -n zsh.txt || fail "zsh: syntax"; fi
if command -v fish >/dev/null; then fish --no-execute fish.txt || fail "fish: syntax"; fi
if command -v groff >/dev/null; then
	groff -man -ww -Tascii man.txt >page.txt 2>err.txt
	[ ! -s err.txt ] || { cat err.txt; fail "groff warns"; }
	grep -q -- "--script-limit" <(sed 's/.\x08//g; s/\x1b\[[0-9;]*m//g' page.txt) || fail "no --script-limit on the page"
fi

# what bash makes of it; COMP_WORDS as bash gives them, = being a word of its own
mkdir -p "results folder/run"
touch a.lua "b c.lua" d.obj results.ply
completed() { # WANTED WORD...: COMPREPLY in order
	local wanted=$1 got
	shift
	got=$(bash -c '. ./bash.txt; COMP_WORDS=("$@") COMP_CWORD=$(($# - 1)); _harness
		printf "%s\n" "${COMPREPLY[@]}" | sort | paste -sd "|"' bash "$HARNESS" "$@" 2>&1)
	[ "$got" = "$wanted" ] || fail "harness $*: '$got', not '$wanted'"
}
completed "a.lua|b c.lua|check|compare|doctor|draw|export|help|list|map|merge|new|pack|paper|plan|report|rerun|results folder|run|shrink|submit|try|tune|unpack|verify|version|worst" ""
completed "report|rerun|results folder|run" r
completed "a.lua|b c.lua|results folder" run ""
completed "a.lua|b c.lua|results folder" --quick plan ""
completed "results folder" report ""
completed "--check" --ch
completed "agree|exact|none" --check ""
completed "exact" a.lua --check = e
completed "agree|exact|none" --check =
completed "algorithm=" -s ""
completed "aabb|aabbtree" a.lua -s algorithm = aa
completed "aabb,brute|aabb,bsp" a.lua -s algorithm = aabb,b
completed "results folder|results.ply" export a.lua -o res
completed "" --runs ""
completed "" a.lua --filter ""
completed "--threshold" compare --thr
completed "" report --runs=3 --fil
completed "plugin" check pl
if command -v fish >/dev/null; then
	mkdir -p bin && ln -sf "$HARNESS" bin/harness
	of_fish() { PATH=$PWD/bin:$PATH fish -c ". ./fish.txt; complete -C 'harness $1'" | cut -f 1 | sort | paste -sd "|"; }
	[ "$(of_fish 'compare --thr')" = "--threshold" ] || fail "fish: $(of_fish 'compare --thr')"
	[ "$(of_fish 'a.lua --check=')" = "--check=agree|--check=exact|--check=none" ] || fail "fish: $(of_fish 'a.lua --check=')"
	[ "$(of_fish 'run a')" = "a.lua" ] || fail "fish: $(of_fish 'run a')"
	rm -r bin
fi

# annotations: a Lua file that names what is there, and nothing else
lua5.4 -e 'assert(loadfile("luacats.txt", "t"))' || fail "luacats: no Lua"
# what list shows: "  h.name  ...", and "  name  ..." below a heading with h.<name> or h.shape.<name>
sed -nE '/^[A-Z]/h; s/^  (h\.[a-z0-9_.]+) .*/\1/p; /^  h\./!{ /^  [a-z]/{ s/^  ([a-z0-9_]+) .*/\1/; G
	s/^([a-z0-9_]+)\n.* (h[a-z.]*\.)<name>.*/\2\1/p } }' list.txt | sort -u >names.txt
sed -n 's/^function \(h\.[a-z0-9_.]*\)(.*/\1/p' luacats.txt | sort -u >annotated.txt
[ "$(wc -l <names.txt)" -ge 15 ] || fail "few names"
diff names.txt annotated.txt || fail "luacats: not the names that list shows"
grep -A 1 '^---$' luacats.txt | has '^function' && fail "luacats: a function without a word about it"

# every type is one that Lua or the annotations themselves have
grep -oE 'harness\.[a-z0-9_]+' luacats.txt | sort -u >used.txt
sed -n 's/^---@\(class\|alias\) \((exact) \)\?\(harness[a-z0-9_.]*\).*/\3/p' luacats.txt | sort >declared.txt
[ -z "$(uniq -d declared.txt)" ] || fail "luacats: declared twice: $(uniq -d declared.txt)"
[ -z "$(comm -23 used.txt declared.txt)" ] || fail "luacats: not declared: $(comm -23 used.txt declared.txt)"

# Every key that is annotated is known to its function, and every key that its function names is annotated. A table
# as a value is refused as a value, so nothing is made.
cat >ask.lua <<'LUA'
local class, keys_of, taker = nil, {}, {}
local parameter
for line in io.lines("luacats.txt") do
	class = line:match("^%-%-%-@class.* harness%.([%w_]+)$") or class
	local key = line:match("^%-%-%-@field ([%w_]+)")
	if key then
		keys_of[class] = keys_of[class] or {}
		table.insert(keys_of[class], key)
	end
	parameter = line:match("^%-%-%-@param t%?? harness%.([%w_]+)$") or parameter
	local name = line:match("^function h%.([%w_.]+)%(t%) end$")
	if name then taker[name] = parameter end
end
print 'local h = require "harness"\nlocal ask = ...\nlocal function ask(f, name, key)'
print '\tlocal _, problem = pcall(f, { [key] = setmetatable({}, { __name = "nothing" }) })'
print '\tprint(name, key, problem and tostring(problem.text or problem) or "taken")\nend'
for name, class in pairs(taker) do
	for _, key in ipairs(keys_of[class] or {}) do print(("ask(h.%s, %q, %q)"):format(name, name, key)) end
	print(("ask(h.%s, %q, 'no_such_key')"):format(name, name))
end
LUA
lua5.4 ask.lua >asked.lua
expect 3 "$HARNESS" list asked.lua
[ "$(grep -c . err.txt)" -ge 60 ] || fail "few keys asked for"
[ "$(grep -cP '^[\w.]+\t\w+\t' err.txt)" -eq "$(grep -c '^ask(' asked.lua)" ] || fail "not every key was asked for"
grep -P '\tno_such_key\t' err.txt | grep -v "no_such_key: unknown key\|unknown parameter 'no_such_key'" &&
	fail "luacats: takes any key"
grep -P '^[\w.]+\t(?!no_such_key)\w+\t' err.txt | grep "unknown key\|unknown parameter" && fail "luacats: a key that is refused"
lua5.4 - <<'LUA' || fail "luacats: not the keys that list shows"
local text, bad = io.open("luacats.txt"):read("a"), false
for line in io.lines("list.txt") do
	-- "  h.touching  h.touching { count, seed = 1, [depth], on }: what"
	local name, keys = line:match("^  (h%.[%w_.]+) +h%.[%w_.]+ (%b{}): ")
	local class = name and text:match("@class %(exact%) harness%." .. name:sub(3):gsub("%.", "_") .. "_keys\n(.-)\n\n")
	if class then
		local bare = keys:sub(2, -2):gsub("%b{}", "0"):gsub(" = [^,]*", "")
		for key in bare:gmatch("[%a_][%w_]*") do
			local optional = keys:find("[" .. key .. "]", 1, true) or keys:find("%f[%w_]" .. key .. " =")
			local want = "@field " .. key .. (optional and "? " or " ")
			if not class:find(want, 1, true) then print(name, want) bad = true end
		end
	end
end
os.exit(not bad)
LUA

# the keys that scenarios are documented with
for key in $(sed -n '/^## Keys/,/^## Sweeps/p' "$ROOT/docs/reference/scenarios.md" | grep '^| `' | cut -d'|' -f2 | tr -d '`,'); do
	sed -n '/class (exact) harness.scenario_keys/,/^$/p' luacats.txt | has -E "@field $key\\??( |$)" || fail "no key $key"
done
