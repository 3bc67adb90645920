#!/bin/sh
# The Debian packages: what each holds, on what it depends, and that the program, the library and its headers work from where
# they are unpacked. Root on a Debian where none of them is installed: they are installed by dpkg too, and removed again.
set -eu
for tool in dpkg-deb dpkg-shlibdeps doxygen; do
	command -v $tool >/dev/null || { echo "no $tool here" >&2; exit 77; }
done
fail() { echo "$*" >&2; exit 1; }
make -s deb >/dev/null
version=$(cat VERSION)
soname=$(sed -n 's/.*HN_API_VERSION = \([0-9]*\).*/\1/p' engine/api/base.h)
work=$(mktemp -d)
installed=
end() {
	[ -z "$installed" ] || dpkg -r harness libharness-dev "libharness$soname" >/dev/null
	rm -rf "$work"
}
trap end EXIT
trap 'exit 130' INT TERM
for package in harness "libharness$soname" libharness-dev; do
	deb=$(ls build/deb/"${package}_${version}"_*.deb)
	dpkg-deb -x "$deb" "$work/root"
	dpkg-deb -f "$deb" Depends >"$work/$package.depends"
	dpkg-deb -c "$deb" | awk '{ print $6 }' >"$work/$package.files"
	cp "$deb" "$work"
done
# has PACKAGE FILE...
has() {
	package=$1
	shift
	for file in "$@"; do grep -q "^\./$file\$" "$work/$package.files" || fail "$package has no $file"; done
}
has harness usr/bin/harness usr/share/harness/scenarios/teapot_faces.lua usr/share/harness/scenarios/models/peers.lua \
	usr/share/harness/papers/yu2018.lua usr/share/man/man1/harness.1.gz usr/share/doc/harness/docs/tutorial.md \
	usr/share/doc/harness/README.md usr/share/doc/harness/copyright
has "libharness$soname" "usr/lib/.*/libharness\.so\.$soname"
has libharness-dev usr/include/harness/engine.h 'usr/lib/.*/libharness\.so' 'usr/lib/.*/pkgconfig/harness\.pc' \
	usr/share/lua/5.1/engine_ffi.lua usr/share/doc/libharness-dev/html/index.html
[ -z "$(sort "$work"/*.files | grep -v '/$' | uniq -d)" ] || fail "a file is in two packages"
for needed in libc6 liblua5.4-0 libcjson1 libxxhash0 'libnettle[0-9]*\(t64\)\?' gnuplot-nox; do
	grep -q "\b$needed\b" "$work/harness.depends" || fail "harness does not depend on $needed"
done
grep -qx "libharness$soname (= $version)" "$work/libharness-dev.depends" || fail "libharness-dev does not depend on its library"

# used ROOT: the program and the library below it, from elsewhere
used() {
	cd "$work"
	rm -rf results
	"$1/usr/bin/harness" teapot_faces --counts -q -s faces=530 >out.txt || { cat out.txt >&2; fail "teapot_faces"; }
	grep -q "found the same contacts" out.txt || fail "teapot_faces has no answers"
	libdir=$(dirname "$(find "$1/usr/lib" -name "libharness.so.$soname" | head -n 1)")
	printf '#include <harness/engine.h>\nint main(void) { return hn_api_version() == HN_API_VERSION ? 0 : 1; }\n' >version.c
	${CC:-gcc} -o version -I "$1/usr/include" version.c -L "$libdir" -lharness
	LD_LIBRARY_PATH=$libdir ./version || fail "the library"
	cd - >/dev/null
}
used "$work/root"
if [ "$(id -u)" -eq 0 ] && ! dpkg-query -W harness "libharness$soname" libharness-dev >/dev/null 2>&1; then
	if dpkg -i "$work"/*.deb >"$work/dpkg.txt" 2>&1; then
		installed=yes
		used ""
	else
		dpkg -P harness libharness-dev "libharness$soname" >/dev/null 2>&1 || :
		grep -q 'gnuplot' "$work/dpkg.txt" || { cat "$work/dpkg.txt" >&2; fail "dpkg -i"; }
		echo "not installed by dpkg: gnuplot is not here" >&2
	fi
fi
echo "packages of $version: $(du -ch "$work"/*.deb | tail -n 1 | cut -f 1)"
