#!/bin/sh
# Makes the texts of a release: VERSION and CITATION.cff get its number and day, and what is "Unreleased" in CHANGELOG.md
# becomes the release. Commits and tags nothing: CONTRIBUTING.md, "A release".
#   release.sh X.Y.Z [YYYY-MM-DD]
set -eu
version=${1:?usage: release.sh X.Y.Z [YYYY-MM-DD]}
day=${2:-$(date +%Y-%m-%d)}
echo "$version" | grep -qE '^[0-9]+\.[0-9]+\.[0-9]+$' || { echo "release.sh: $version is no X.Y.Z" >&2; exit 2; }
if grep -q "^## $version " CHANGELOG.md; then echo "release.sh: CHANGELOG.md has $version already" >&2; exit 2; fi
echo "$version" >VERSION
sed -i "s/^version: .*/version: $version/; s/^date-released: .*/date-released: $day/" CITATION.cff
sed -i "s/^## Unreleased\$/## Unreleased\n\n## $version ($day)/" CHANGELOG.md
sed -i "s/^| release | [0-9.]* |/| release | $version |/; s/has the release: [0-9.]*[0-9]\./has the release: $version./" docs/reference/versions.md
