# Packs that somebody made to do harm: refused with the entry's name, whichever it is, and nothing of them is left. So are
# those larger than they look. A pack as harness makes it, and one that another tar made of the same folder, are taken.
. "$ROOT/tests/cli/lib.sh"
command -v python3 >/dev/null || skip "python3 is not installed"
small_scenario
expect 0 "$HARNESS" small.lua --counts --no-figures -s faces=200 -q -o out
run=$(realpath out/small/latest)
name=$(basename "$run")

# The entries of a good pack come first, in most archives, so that something is written before the bad one is met.
cat >make.py <<'PY'
import io, os, sys, tarfile, gzip
run, name = sys.argv[1], os.path.basename(sys.argv[1])

def info(path, kind=tarfile.REGTYPE, size=0, mode=0o644, link=""):
    t = tarfile.TarInfo(path)
    t.type, t.size, t.mode, t.linkname = kind, size, mode, link
    return t

def archive(file, entries, form=tarfile.GNU_FORMAT, good=True, mode="w:gz", **rest):
    with tarfile.open(file, mode, format=form, **rest) as tar:
        if good: tar.add(run, name)
        for entry in entries:
            tar.addfile(*(entry if isinstance(entry, tuple) else (entry,)))

def file(path, text=b"bad", **rest): return (info(path, size=len(text), **rest), io.BytesIO(text))

n = name + "/"
bad = {
    "absolute": [file("/tmp/evil")],
    "absolute2": [file("//tmp/evil")],
    "dotdot": [file("../evil")],
    "inside": [file(n + "groups/../../evil")],
    "last": [file(n + "groups/..")],
    "symlink": [info(n + "link", tarfile.SYMTYPE, link="/etc")],
    "through": [info(n + "link", tarfile.SYMTYPE, link=".."), file(n + "link/evil")],
    "hardlink": [info(n + "hard", tarfile.LNKTYPE, link="/etc/passwd")],
    "within": [info(n + "hard", tarfile.LNKTYPE, link=n + "plan.json")],
    "fifo": [info(n + "fifo", tarfile.FIFOTYPE)],
    "block": [info(n + "device", tarfile.BLKTYPE)],
    "char": [info(n + "device", tarfile.CHRTYPE)],
    "contiguous": [info(n + "odd", tarfile.CONTTYPE)],
    "unknown": [info(n + "odd", b"Z")],
    "sparse": [info(n + "sparse", tarfile.GNUTYPE_SPARSE)],
    "twice": [file(n + "plan.json")],
    "twice2": [file(n + "new"), file(n + "./new")],
    "folder": [info(n + "groups", tarfile.DIRTYPE)],
    "over": [info(n + "plan.json", tarfile.DIRTYPE)],
    "under": [file(n + "plan.json/evil")],
    "setuid": [file(n + "tool", mode=0o4755)],
    "setgid": [file(n + "tool", mode=0o2755)],
    "sticky": [info(n + "new", tarfile.DIRTYPE, mode=0o1777)],
    "option": [file("--checkpoint-action=exec=sh")],
    "hidden": [file(".bashrc")],
    "other": [file("other/evil")],
    "newline": [file(n + "a\nb")],
    "escape": [file(n + "a\x1b[2J")],
    "slash": [file(n + "a/b/")],
}
for what, entries in bad.items(): archive(what + ".tar.gz", entries)
long = "x" * 120 + "/"
archive("longname.tar.gz", [file(n + long + "../../../evil")])
archive("pax.tar.gz", [file(n + long + "../../../evil")], tarfile.PAX_FORMAT)
t = info("harmless"); t.pax_headers = {"path": "/tmp/evil"}
archive("paxpath.tar.gz", [t], tarfile.PAX_FORMAT)
t = info(n + "s"); t.pax_headers = {"GNU.sparse.size": "99999999999"}
archive("paxsparse.tar.gz", [t], tarfile.PAX_FORMAT)
t = info(n + "s"); t.pax_headers = {"size": "-1"}
archive("paxsize.tar.gz", [t], tarfile.PAX_FORMAT)

# lengths of pax records that are not what they say, with which a reader could leave its memory
def record(file, data):
    entry = tarfile.TarInfo("pax"); entry.type = b"x"; entry.size = len(data)
    with gzip.open(file, "wb") as out: out.write(entry.tobuf(tarfile.USTAR_FORMAT) + data + b"\0" * (-len(data) % 512))
record("paxzeros.tar.gz", b"0" * 70000 + b"1 " + b"a" * 20)
record("paxminus.tar.gz", b"-18446744073709551600 path=a\n")
record("paxblank.tar.gz", b"  12 path=a\n")

# damaged: a header, its size, an archive and its compression cut off
good = io.BytesIO()
with tarfile.open(fileobj=good, mode="w", format=tarfile.GNU_FORMAT) as tar: tar.add(run, name)
bytes_ = good.getvalue()
def raw(file, data):
    with gzip.open(file, "wb") as out: out.write(data)
raw("checksum.tar.gz", bytes_[:512] + b"?" + bytes_[513:])
raw("cut.tar.gz", bytes_[:len(bytes_) // 3])
raw("noend.tar.gz", bytes_[:bytes_.rstrip(b"\0").__len__() // 512 * 512 + 512])
whole = gzip.compress(bytes_)
open("packed.tar.gz", "wb").write(whole[:len(whole) * 9 // 10])
open("crc.tar.gz", "wb").write(whole[:-6] + b"??" + whole[-4:])
huge = info(n + "huge"); huge.size = 1 << 50
def declared(file, entry):
    with gzip.open(file, "wb") as out: out.write(bytes_.rstrip(b"\0") + b"\0" * (-len(bytes_.rstrip(b"\0")) % 512) + entry.tobuf(tarfile.GNU_FORMAT))
declared("huge.tar.gz", huge)
huge.size = -5
declared("negative.tar.gz", huge)

# larger than it looks: zeros, and forty thousand empty files
class Zeros(io.RawIOBase):
    def __init__(self, size): self.left = size
    def readable(self): return True
    def read(self, n=-1):
        n = min(self.left, n if n >= 0 else self.left); self.left -= n
        return b"\0" * n
archive("bomb.tar.gz", [(info(n + "zeros", size=256 << 20), Zeros(256 << 20))], compresslevel=6)
archive("many.tar.gz", [info(n + "many/%d" % i) for i in range(40000)])

# what is good: another tar's forms, without entries of folders, and with a long name
archive("pax_good.tar.gz", [], tarfile.PAX_FORMAT)
archive("ustar_good.tar.gz", [], tarfile.USTAR_FORMAT)
archive("long_good.tar.gz", [file(n + "y" * 120 + "/" + "z" * 120)])
archive("long_pax_good.tar.gz", [file(n + "y" * 120 + "/\u00e9" + "z" * 120)], tarfile.PAX_FORMAT)
with tarfile.open("files_good.tar.gz", "w:gz") as tar:
    for folder, _, names in os.walk(run):
        for one in names: tar.add(os.path.join(folder, one), "./" + os.path.relpath(os.path.join(folder, one), os.path.dirname(run)))
print(len(bad))
PY
python3 make.py "$run"

untouched() { # WHAT: nothing is left anywhere
	[ ! -e new ] || fail "$1: something is left: $(find new | first 9)"
	if [ -e /tmp/evil ] || [ -e evil ] || [ -e ../evil ]; then fail "$1: it came out"; fi
	[ -z "$(find . -maxdepth 1 -name '.pack-*')" ] || fail "$1: a temporary folder is left"
}
refused=0
for file in *.tar.gz; do
	case $file in *_good.tar.gz) continue ;; esac
	fails 2 "^harness: $file: " "$HARNESS" unpack "$file" -o new/folder
	untouched "$file"
	refused=$((refused + 1))
done
echo "$refused archives refused"
says() { # ARCHIVE TEXT
	fails 2 "$2" "$HARNESS" verify "$1.tar.gz"
}
says symlink "/link' is a link"
says twice "'$name/plan.json' twice"
says setuid "setuid"
says absolute "absolute"
says inside "leads out of its folder"
says char "is a device"
says bomb "more than [0-9]* bytes; .*HARNESS_UNPACK_BYTES"
says huge "more than [0-9]* bytes"
says many "more than [0-9]* files; .*HARNESS_UNPACK_BYTES"
says cut "is cut off"
for pax in zeros minus blank; do says pax$pax "malformed pax record"; done
says crc "gzip cannot decompress it"

# nor is a file larger than it looks in a copy without journals, whose rows are compressed
publish "$run" published
expect 0 "$HARNESS" verify published
head -c 200000000 /dev/zero | gzip -n >published/samples.csv.gz
fails 7 "samples.csv.gz: holds more than [0-9]* bytes; .*HARNESS_UNPACK_BYTES" "$HARNESS" verify published

# the stated way to raise the limits; a number that is none
expect 0 env HARNESS_UNPACK_BYTES=300000000 "$HARNESS" unpack bomb.tar.gz -o new
[ "$(stat -c %s "new/$name/zeros")" -eq $((256 << 20)) ] || fail "not all of it"
rm -rf new
fails 2 "HARNESS_UNPACK_BYTES=many" env HARNESS_UNPACK_BYTES=many "$HARNESS" unpack bomb.tar.gz -o new

# a name that tar would take for a host, for archives to be read and to be written
cp pax_good.tar.gz host:good.tar.gz
for command in "unpack host:good.tar.gz" "verify host:good.tar.gz" "pack $run -o host:good.tar.gz -f"; do
	# shellcheck disable=SC2086
	fails 2 "takes 'host' for a host: write ./host:good.tar.gz" "$HARNESS" $command
done
expect 0 "$HARNESS" unpack ./host:good.tar.gz -o new
rm -rf new

# good ones: the same files, readable by their owner, whichever tar made them
for file in *_good.tar.gz; do
	expect 0 "$HARNESS" unpack "$file" -o new
	diff -r "$run" "new/$name" >diff.txt || [ "$(grep -vc "^Only in new/$name: y*$" diff.txt)" -eq 0 ] || { cat diff.txt; fail "$file"; }
	rm -rf new
done
expect 0 "$HARNESS" pack "$run" -o own.tar.gz -q
expect 0 "$HARNESS" unpack own.tar.gz -o new
diff -r "$run" "new/$name" || fail "own.tar.gz: other files"
if command -v zstd >/dev/null; then
	expect 0 "$HARNESS" pack "$run" -o own.tar.zst -q
	expect 0 "$HARNESS" unpack own.tar.zst -o zst
	diff -r "$run" "zst/$name" || fail "own.tar.zst: other files"
	head -c 2000 own.tar.zst >short.tar.zst
	expect 2 "$HARNESS" unpack short.tar.zst -o new2
fi
# it is there already: the same files, or one other, one less, one more, a link to the same; not a pack at all
expect 0 "$HARNESS" unpack own.tar.gz -o new
diff -r "$run" "new/$name" || fail "other files"
others() {
	rm -rf others
	cp -a new others
	(cd "others/$name" && eval "$1")
	cp -a others before
	fails 2 "$name is there already, with other files: remove or rename it" "$HARNESS" unpack own.tar.gz -o others
	diff -r --no-dereference before others || fail "$1: it was changed"
	rm -rf before
}
others 'echo >>scenario.lua'
others 'sed -i s/[0-9]/x/ summary.csv'
others 'rm -r groups/*'
others 'mkdir more'
others 'mv plan.json ../p && ln -s ../p plan.json'
head -c 5000 /dev/urandom >noise.tar.gz
expect 2 "$HARNESS" unpack noise.tar.gz -o new2
mkfifo pipe.tar.gz
expect 2 "$HARNESS" unpack pipe.tar.gz -o new2
expect 2 "$HARNESS" unpack absent.tar.gz -o new2
[ ! -e new2 ] || fail "something is left"
