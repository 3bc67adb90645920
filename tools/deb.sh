#!/bin/sh
# Debian packages of what `make install` installs, into a folder:
#   harness          the program with its scenarios, papers, manual page, completion and docs
#   libharness<N>    the library; N is the number of its soname
#   libharness-dev   its headers, harness.pc, the layers for LuaJIT and Python, the API reference
# Release and day come from VERSION and CITATION.cff, what they depend on from the files themselves. The same tree gives
# the same bytes. Needs dpkg-dev and doxygen; installs nothing. `make deb` builds what it takes.
#   deb.sh FOLDER SONAME    from make, whose variables reach `make install`
set -eu
to=$(realpath "$1") soname=$2
number=${soname##*.so.}
version=$(cat VERSION)
SOURCE_DATE_EPOCH=$(date -u -d "$(sed -n 's/^date-released: //p' CITATION.cff)" +%s)
export SOURCE_DATE_EPOCH
for tool in dpkg-deb dpkg-shlibdeps dpkg-architecture doxygen; do
	command -v $tool >/dev/null || { echo "deb.sh: no $tool here: apt-get install dpkg-dev doxygen" >&2; exit 7; }
done
arch=$(dpkg-architecture -qDEB_HOST_ARCH) libdir=lib/$(dpkg-architecture -qDEB_HOST_MULTIARCH)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
all=$work/all lib=$work/libharness$number dev=$work/libharness-dev program=$work/harness

"${MAKE:-make}" -s install PREFIX=/usr LIBDIR="$libdir" DESTDIR="$all" >&2
"${MAKE:-make}" -s api >&2

# move PACKAGE PATH...: these files of the whole belong to it
move() {
	package=$1
	shift
	for path in "$@"; do
		mkdir -p "$package/$(dirname "$path")"
		mv "$all/$path" "$package/$path"
	done
}
move "$lib" "usr/$libdir/$soname"
move "$dev" "usr/$libdir/libharness.so" "usr/$libdir/pkgconfig" usr/include usr/share/lua usr/share/harness/python
mkdir -p "$dev/usr/share/doc/libharness-dev"
cp -R build/api/html "$dev/usr/share/doc/libharness-dev/"
mv "$all" "$program"
# symbols stay: --counters callgrind and profilers name functions by them
strip --strip-debug "$program/usr/bin/harness"
strip --strip-unneeded "$lib/usr/$libdir/$soname"
gzip -n -9 "$program/usr/share/man/man1/harness.1"

# needs ROOT FILE: the packages that an executable's libraries are in
needs() {
	mkdir -p "$work/shlibs/debian"
	printf 'Source: harness\n\nPackage: harness\nArchitecture: any\n' >"$work/shlibs/debian/control"
	(cd "$work/shlibs" && dpkg-shlibdeps -O -e"$1/$2") | sed 's/^shlibs:Depends=//'
}

# control ROOT NAME SECTION DEPENDS ABOUT [LINE...]: the file with this name, and further fields from standard input
control() {
	mkdir -p "$1/DEBIAN"
	{
		cat <<-EOT
			Package: $2
			Source: harness
			Version: $version
			Architecture: $arch
			Maintainer: the harness authors
			Installed-Size: $(du -sk --exclude=DEBIAN "$1" | cut -f 1)
			Section: $3
			Priority: optional
			Depends: $4
		EOT
		sed '/^$/d'
		printf 'Description: %s\n' "$5"
		cat <<-EOT
			 Bounding volumes, trees and hybrid methods of published papers, measured on the
			 same bytes. Answers are exact, and every algorithm must give the same.
		EOT
	} >"$1/DEBIAN/control"
}

control "$program" harness science "$(needs "$program" usr/bin/harness), gnuplot-nox | gnuplot" \
	"experiments that measure collision detection" <<-EOT
		Recommends: zstd
		Suggests: valgrind, libharness-dev
	EOT
control "$lib" "libharness$number" libs "$(needs "$lib" "usr/$libdir/$soname")" "collision detection between triangle meshes (library)" <<-EOT
	Multi-Arch: same
EOT
control "$dev" libharness-dev libdevel "libharness$number (= $version)" "collision detection between triangle meshes (headers)" <<-EOT
	Suggests: luajit, pkg-config
EOT
printf 'libharness %s libharness%s (>= %s)\n' "$number" "$number" "$version" >"$lib/DEBIAN/shlibs"
echo 'activate-noawait ldconfig' >"$lib/DEBIAN/triggers"

mkdir -p "$to"
rm -f "$to"/harness_*.deb "$to"/libharness*.deb
for package in "$program" "$lib" "$dev"; do
	name=$(basename "$package")
	doc=$package/usr/share/doc/$name
	mkdir -p "$doc"
	printf 'Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/\n\nFiles: *\nCopyright: the harness authors\nLicense: Expat\n' \
		>"$doc/copyright"
	sed 's/^$/./; s/^/ /' LICENSE >>"$doc/copyright"
	gzip -n -9 <CHANGELOG.md >"$doc/changelog.gz"
	find "$package/usr" -depth -type d -empty -delete
	chmod -R u=rwX,go=rX "$package"
	(cd "$package" && find usr -type f -print0 | sort -z | xargs -0 md5sum --) >"$package/DEBIAN/md5sums"
	dpkg-deb --root-owner-group -Zxz --build "$package" "$to/${name}_${version}_$arch.deb" >&2
done
ls "$to"/*.deb
