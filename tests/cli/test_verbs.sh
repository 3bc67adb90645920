# Verbs and options: docs/reference/options.md is what the program says, and every verb takes the options that it names there and
# no other. Every pair is tried.
. "$ROOT/tests/cli/lib.sh"

expect 0 "$HARNESS" list --format options
diff "$ROOT/docs/reference/options.md" out.txt || fail "docs/reference/options.md is stale: make docs"
mv out.txt options.md

# the lines of its tables: | `harness draw FILE --point N` | ..., and | `-o`, `--out` | PATH | | run, draw | ... |
sed -n 's/^| `harness \([^`]*\)` .*/\1/p' options.md | tr -d '[]' >usages
sed -n 's/\\|/!/g; s/^| \(`-\(.\)`, \)\{0,1\}`--\([a-z-]*\)` | \([^|]*\) | [^|]* *| \([^|]*\) | .*/\3|\2|\4|\5/p' options.md >options
[ "$(wc -l <usages)" -ge 20 ] && [ "$(wc -l <options)" -ge 40 ] || fail "few verbs or options are read"

# all say what they are
while IFS='|' read -r what about; do
	[ -n "${about// /}" ] || fail "nothing says what is meant by $what"
done < <(sed 's/\\|/!/g' options.md | awk -F'|' '/^\| `/ { print $2 "|" $(NF - 1) }')

# a command line of this form. No file, run or paper of it exists, so nothing is done
words() {
	sed 's/ -- .*//; s/\.\.\.//g; s/FILE/missing.lua/; s/RUN/nowhere/g; s/KEY/nobody/; s/NAME/9/; s/VERB/nothing/; s/--point N/--point 1/' <<<"$1"
}

# a value that the option takes
value() {
	case $1,$2 in
	counters,*) value=rss ;;
	budget,*) value=3 ;;
	cpu,*) value=0 ;;
	set,*) value=a=1 ;;
	shard,*) value=1/2 ;;
	*,P) value=2% ;;
	*,TIME) value=3s ;;
	*,[NK]) value=3 ;;
	*) value=${2%%!*} ;;
	esac
}

# judge FORM: the verb takes it, or refuses it and names the verbs that take it
judge() {
	local said
	said=$(<err.txt)
	case ", $verbs, " in
	*", $verb, "* | ", all, ")
		[[ ! $said =~ (is an option of|unknown option|takes no value|needs a value|: --[a-z-]+: .* is not|^harness: usage) ]] ||
			fail "$verb does not take $1: $said"
		case $usage,$option in
		*,help | *,version | list,* | doctor,* | help*) ;;
		*) [ "$code" -ne 0 ] && [ -n "$said" ] || fail "$verb: a file that is not there ends with exit $code: '$said'" ;;
		esac
		taken=$((taken + 1))
		;;
	*)
		[ "$code" -eq 2 ] || fail "$verb takes $1: exit $code: $said"
		[ "$said" = "harness: --$option is an option of $verbs, not of $verb" ] || fail "$verb $1: another message: $said"
		[ ! -s out.txt ] || fail "$verb $1: says something on stdout"
		refused=$((refused + 1))
		;;
	esac
}

refused=0 taken=0
while IFS= read -r usage; do
	read -ra line <<<"$(words "$usage")"
	verb=${usage%% *}
	# of two verbs with one word, the second is named with its operand
	case $usage in "list FILE..." | "paper --all") verb=${usage%...} ;; esac
	while IFS='|' read -r option letter value verbs; do
		verbs=${verbs// (needed)/}
		# that one would measure all papers
		case $usage,", $verbs, " in "paper --all,"*", paper --all, "* | "paper --all,"*", all, "*) continue ;; esac
		value "$option" "${value// /}"
		for form in "--$option" ${letter:+"-$letter"}; do
			code=0
			"$HARNESS" "${line[@]}" "$form" ${value:+"$value"} >out.txt 2>err.txt </dev/null || code=$?
			judge "$form"
		done
	done <options
done <usages
[ "$refused" -ge 500 ] && [ "$taken" -ge 200 ] || fail "only $refused refused, $taken taken"
[ -z "$(find . -mindepth 1 -type d)" ] || fail "something is made"

# what no list can say of itself: an option that nothing reads, but where the usage line asks for it
while read -r field option; do
	grep -q -- "--$option" usages ||
		grep -rqE "\b(options|o|out|given|shortened|job)(->|\.)$field\b" "$ROOT/engine/host" "$ROOT/lua" --include=*.c --include=*.lua ||
		fail "nothing reads the option --$option of $(grep "^$option|" options | cut -d'|' -f4)"
done < <(sed -nE 's/^[A-Z]+\(([a-z_]+), "([a-z-]+)", .*/\1 \2/p' "$ROOT/engine/host/options.def")

# refused FRAGMENT WORD...: options that once were taken in silence
refused() {
	local wanted=$1
	shift
	fails 2 "is an option of .*$wanted.*, not of" "$HARNESS" "$@"
}
refused "run.*plan" doctor --precision 1% --runs 3
refused run merge A B --seed 9 --timeout 3s
refused paper pack R --quick
refused run unpack --runs 3 --strict
refused plan new plugin zz --budget 3s
refused "list FILE" list -s nonsense=1

# the help of a verb has what it takes, and no more
expect 0 "$HARNESS" compare -h
grep -q -- "--threshold P" out.txt && ! grep -q -- "--runs" out.txt || { cat out.txt; fail "the help of compare"; }
cp out.txt compare.txt
expect 0 "$HARNESS" help compare
cmp out.txt compare.txt || fail "help compare is not compare -h"
expect 0 "$HARNESS" list -h
grep -q -- "--format" out.txt && grep -q -- "--filter" out.txt || { cat out.txt; fail "the help of both lists"; }
fails 2 "did you mean 'compare'" "$HARNESS" help compair
# a dry run takes what the run takes, and what plan takes
fails 2 "missing.lua: No such file" "$HARNESS" missing.lua -n -f --strict --no-trial
