#!/bin/sh
# Copies the runs and documents of papers to results/reference/: what a reader needs to check them, without scene
# files, journals, HTML, LaTeX, PNG, PDF, trees of reports, and pictures that no document shows. Scenes are baked again:
# scenes.csv has their hashes. Packed are raw samples, builds, steps, levels, instances, what there is of populations and
# maps, and the meanings of columns. Where all is above the limit, instances go, which verify counts again, then builds,
# and then samples.
# reference.sh [RESULTS] [PAPERS...]: the folder of results (default results) and the keys (default: all papers in it)
set -eu
from=${1:-results}
to=$from/reference
[ $# -eq 0 ] || shift
if [ $# -eq 0 ]; then
	for document in "$from"/papers/*/*.md; do set -- "$@" "$(basename "$document" .md)"; done
fi

rm -rf "$to.new"
mkdir -p "$to.new/papers"
cp "$from"/papers/index.md "$from"/papers/readme.md "$to.new/papers/"

# copy_run RUN: RUN is <scenario>/<run>
copy_run() {
	mkdir -p "$to.new/$1"
	(cd "$from/$1" && find . -type f ! -path './scenes/*' ! -path './groups/*' ! -name '*.png' ! -name '*.pdf' \
		! -name '*.tex' ! -name report.html ! -name report.json) | while read -r file; do
		case $file in
		./pictures/*.svg) grep -q -F "$1/${file#./}" "$from"/papers/*/*.md ||
			grep -q "^On which timed instance.*(${file#./})" "$from/$1/report.md" || continue ;;
		esac
		mkdir -p "$to.new/$1/$(dirname "$file")"
		cp "$from/$1/$file" "$to.new/$1/$file"
	done
	# how the algorithms of its reading `tuned` were chosen
	if grep -q '"tuned":' "$from/$1/plan.json" && [ -e "$from/${1%/*}/tuned.json" ]; then
		cp "$from/${1%/*}/tuned.json" "$to.new/${1%/*}/"
	fi
	# a copy without journals has no chain of hashes
	rm -f "$to.new/$1/files.sha256" "$to.new/$1/report.sha256"
	if [ -e "$to.new/$1/manifest.json" ]; then
		sed -i -e '/^\t"files":\t/d' -e '/^\t"chain":\t/d' "$to.new/$1/manifest.json"
		sed -i -z 's/,\n}$/\n}/' "$to.new/$1/manifest.json"
	fi
	[ -s "$to.new/$1/scenes.csv" ] || { echo "reference.sh: $from/$1 has no scenes.csv: harness report makes it" >&2; exit 1; }
}

for key in "$@"; do
	cp -R "$from/papers/$key" "$to.new/papers/$key"
	rm -f "$to.new/papers/$key/$key.html" # says what the .md says, and is its size three times over
	# the runs that the document links to
	sed 's/](/\n](/g' "$from/papers/$key/$key.md" | sed -n 's|^](\.\./\.\./\([^)]*\)/report\.md).*|\1|p' | sort -u |
		while read -r run; do [ -d "$to.new/$run" ] || copy_run "$run"; done
done
# where the runs were made is no part of them: paths are those of the project's root
find "$to.new" -name plan.json -exec sed -i 's|"started_in": "[^"]*"|"started_in": "."|' {} +
find "$to.new" -name manifest.json -exec sed -i '/^\t"command":/s|\["/[^"]*/|["|' {} +
find "$to.new" \( -name manifest.json -o -name report.md \) -exec sed -i -E 's|("?-o"?,? "?)/[^" ]*|\1results|' {} +
find "$to.new" -name tuned.json -exec sed -i 's|"/[^"]*/\([^/"]*/tune/\)|"results/\1|' {} +
find "$to.new" -name report.md -exec sed -i 's|^    /[^ ]*/\(harness \)|    \1|' {} +
for raw in samples builds steps levels instances drawn costs columns maps; do find "$to.new" -name $raw.csv -exec gzip -n -9 {} +; done

size() { find "$to.new" -type f -exec cat {} + | wc -c; }
limit=29000000
for raw in instances.csv.gz builds.csv.gz samples.csv.gz; do
	[ "$(size)" -lt $limit ] && break
	echo "reference.sh: above $limit bytes: without $raw" >&2
	find "$to.new" -name $raw -exec rm {} +
done
if [ "$(size)" -ge $limit ]; then
	echo "reference.sh: $(size) bytes, above $limit: left in $to.new" >&2
	exit 1
fi
echo "$to: $(size) bytes"
rm -rf "$to"
mv "$to.new" "$to"
