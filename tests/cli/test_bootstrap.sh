# ./bootstrap says how far its build is: a line for each tenth where there is no terminal.
. "$ROOT/tests/cli/lib.sh"

sed -n '/^count_objects/,/^}/p' "$ROOT/bootstrap" >count.sh
[ -s count.sh ] || fail "bootstrap has no count_objects"
for i in $(seq 30); do printf 'mkdir x\ngcc -O2 -c -o %d.o %d.c\n' "$i" "$i"; done >commands.txt
sh -c '. ./count.sh; count_objects 30' <commands.txt >out.txt 2>err.txt || fail "count_objects"
[ "$(wc -l <err.txt)" -eq 10 ] && [ ! -s out.txt ] || { cat err.txt; fail "not a line for each tenth"; }
[ "$(tail -n 1 err.txt)" = "bootstrap: building, 30 of 30 objects" ] || { cat err.txt; fail "the last line"; }
sh -c '. ./count.sh; count_objects 30' </dev/null 2>err.txt || fail "nothing to build"
[ ! -s err.txt ] || { cat err.txt; fail "something is said where nothing is built"; }
