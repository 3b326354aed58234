#!/bin/sh
# Installs or upgrades the Bulk Data Mover from its tarball, on a machine with nothing but Java 17 or newer:
#
#     sh install.sh [--prefix DIR] [--unverified] [mover-VERSION.tar.gz]
#
# Without the name of a tarball it takes the one beside it. The file TARBALL.sha256 must lie beside the tarball and must match.
# The prefix is /opt/bdm for root, and ~/.local/opt/bdm for others. docs/install.md says what is put where, and how to remove it.
# An upgrade keeps conf and everything that the server made; a server that runs goes on with its own version until it is restarted.
set -euf
umask 022

fail() {
    echo "install.sh: $1" >&2
    exit 1
}

prefix=
tarball=
verified=yes
while [ $# -gt 0 ]; do
    case $1 in
        --prefix)
            [ $# -ge 2 ] || fail "--prefix needs a directory"
            prefix=$2
            shift
            ;;
        --prefix=*) prefix=${1#--prefix=} ;;
        --unverified) verified=no ;;
        -h | --help)
            sed -n '2,9s/^# \{0,1\}//p' "$0"
            exit 0
            ;;
        -*) fail "unknown option $1; try --help" ;;
        *)
            [ -z "$tarball" ] || fail "one tarball, not two: $tarball and $1"
            tarball=$1
            ;;
    esac
    shift
done

if [ -z "$tarball" ]; then
    here=$(cd "$(dirname "$0")" && pwd -P)
    tarball=$(find "$here" -maxdepth 1 -name 'mover-*.tar.gz' | sort)
    [ -n "$tarball" ] || fail "there is no mover-VERSION.tar.gz beside this script; name the tarball"
    [ "$(printf '%s\n' "$tarball" | wc -l)" -eq 1 ] || fail "there are several tarballs beside this script; name one"
fi
[ -f "$tarball" ] || fail "there is no file $tarball"

# What arrived is what was made.
if command -v sha256sum >/dev/null; then
    digest=$(sha256sum "$tarball" | cut -d ' ' -f 1)
elif command -v shasum >/dev/null; then
    digest=$(shasum -a 256 "$tarball" | cut -d ' ' -f 1)
else
    fail "neither sha256sum nor shasum is here to verify the tarball"
fi
if [ "$verified" = yes ]; then
    [ -f "$tarball.sha256" ] || fail "there is no $tarball.sha256 to verify the tarball; fetch it, or give --unverified"
    expected=$(cut -d ' ' -f 1 "$tarball.sha256" | head -n 1)
    [ "$digest" = "$expected" ] ||
        fail "the SHA-256 of $tarball is $digest, but $tarball.sha256 says $expected; fetch both again"
fi

# The same Java as the launchers take.
if [ -n "${JAVA_HOME:-}" ]; then
    java=$JAVA_HOME/bin/java
    [ -x "$java" ] || fail "JAVA_HOME is $JAVA_HOME, but there is no bin/java in it"
else
    java=$(command -v java) || fail "no java found; install Java 17 or newer (a JRE is enough), or set JAVA_HOME"
fi
java_version=$("$java" -version 2>&1 | sed -n 's/.* version "\([0-9]*\).*/\1/p' | head -n 1)
[ "${java_version:-0}" -ge 17 ] || fail "$java is Java ${java_version:-of an unknown version}; Java 17 or newer is needed"

if [ -z "$prefix" ]; then
    if [ "$(id -u)" -eq 0 ]; then prefix=/opt/bdm; else prefix=${HOME:?}/.local/opt/bdm; fi
fi
mkdir -p "$prefix/versions" || fail "cannot write to $prefix; choose another directory with --prefix"
prefix=$(cd -P "$prefix" && pwd -P)
case $prefix in
    *[!A-Za-z0-9/._+-]*) fail "the prefix $prefix has a character that a unit of systemd would misread; choose another with --prefix" ;;
esac

# Each build has a directory of its own, so that a server that runs keeps its files.
part=$prefix/versions/.part.$$
trap 'rm -rf "$part"' EXIT
trap 'exit 1' HUP INT TERM
rm -rf "$part"
mkdir "$part" || fail "cannot write to $prefix; choose another directory with --prefix"
gzip -dc "$tarball" | tar -xf - -C "$part" || fail "cannot unpack $tarball into $prefix"
tree=$(find "$part" -mindepth 1 -maxdepth 1 -type d -name 'mover-*')
[ -f "${tree:-none}/lib/BUILD" ] || fail "$tarball is not a tarball of the Bulk Data Mover"
build=$(basename "$tree")-$(printf '%s' "$digest" | cut -c 1-12)
previous=
[ ! -L "$prefix/current" ] || previous=$(readlink "$prefix/current")
[ -d "$prefix/versions/$build" ] || mv "$tree" "$prefix/versions/$build"
packaged=$prefix/versions/$build

mkdir -p "$prefix/conf" "$prefix/systemd"
new_configuration=
if [ ! -e "$prefix/conf/mover.yaml" ]; then
    cp "$packaged/conf/mover.yaml" "$prefix/conf/mover.yaml"
elif ! cmp -s "$packaged/conf/mover.yaml" "$prefix/${previous:-none}/conf/mover.yaml"; then
    cp "$packaged/conf/mover.yaml" "$prefix/conf/mover.yaml.new"
    new_configuration=yes
fi
for unit in mover-server.service mover-server@.service bdm.sysusers.conf; do
    sed "s|/opt/bdm|$prefix|g" "$packaged/systemd/$unit" >"$prefix/systemd/$unit"
done

# The archives of classes are made now rather than at the first start.
"$packaged/lib/class-archive" client "$java" >/dev/null 2>&1 || true
"$packaged/lib/class-archive" server "$java" >/dev/null 2>&1 || true

# Last: from here on the commands are those of this build.
for link in "current versions/$build" "bin current/bin" "share current/share"; do
    rm -f "$prefix/.link"
    ln -s "${link#* }" "$prefix/.link"
    mv -fT "$prefix/.link" "$prefix/${link%% *}" 2>/dev/null || {
        rm -f "$prefix/${link%% *}"
        mv -f "$prefix/.link" "$prefix/${link%% *}"
    }
done

echo "installed $build in $prefix"
echo "commands:      $prefix/bin (add it to PATH); try: $prefix/bin/bdm-client demo"
echo "configuration: $prefix/conf/mover.yaml"
[ -z "$new_configuration" ] || echo "kept:          your configuration; the one of this version is $prefix/conf/mover.yaml.new"
if [ -n "$previous" ] && [ "$previous" != "versions/$build" ]; then
    echo "upgraded from: $previous; restart the server, then this may go: rm -r $prefix/$previous"
else
    echo "as a service:  $prefix/systemd/mover-server.service; share/doc/install.md says how"
fi
