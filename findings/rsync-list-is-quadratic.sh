#!/bin/sh
# Asks an rsync daemon for the names of a list, with -r for the directories in it, for four times as many, and for as many by their directory,
# and takes the processor time of the client.
#
# Software: rsync 3.2.7 of Debian 12; 3.5.0 of its security updates does the same.
# Most expect: four times as many names take four times as long, as they do for a directory.
# Seen: sixteen times as long. Since 3.2.5 a client that pulls checks each name that it is told against what it asked for, which are as many
#       rules as the list has lines, with -r: 16,000 names take 1.6 s of the client before the first byte moves, 32,000 take 6.2 s, and it goes on
#       like that. The same files asked for by their directory take 0.02 s. Lists cut into parts of a few thousand lines stay fast; without -r,
#       which -a does not bring for a list, it was at most 2 s up to 64,000 names.
# Source: observed while four clients with lists were raced; rsync(1) describes the check under --trust-sender, without its cost.
# Exit: 0 seen as described, 1 it behaves otherwise now, 2 it cannot be tried here.
set -eu
place=$(mktemp -d)
pid=
trap '[ -z "$pid" ] || kill "$pid"; rm -rf "$place"' EXIT
cd "$place"
chmod 711 .  # a daemon of root reads as nobody
apt-get download -qq rsync='3.2.7-1+deb12u6' > download.log 2>&1 || { cat download.log; exit 2; }
dpkg -x rsync_*.deb tools
rsync=$place/tools/usr/bin/rsync
"$rsync" --version | head -n 1 || exit 2
python3 - <<'EOF'
import pathlib
names = [f"y{number // 500:03d}/tas_{number:06d}.nc" for number in range(32_000)]
for name in names:
    file = pathlib.Path("archive", name)
    file.parent.mkdir(parents=True, exist_ok=True)
    file.touch()
for many in (8_000, 32_000):
    pathlib.Path(f"list-{many}").write_text("\n".join(names[:many]) + "\n")
EOF
port=$(python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])')
printf 'use chroot = no\n[esgf]\npath = %s/archive\nread only = yes\n' "$place" > rsyncd.conf
"$rsync" --daemon --no-detach --address=127.0.0.1 --port="$port" --config=rsyncd.conf &
pid=$!
until "$rsync" "rsync://127.0.0.1:$port/" > modules 2> /dev/null; do sleep 0.2; done
python3 - "$rsync" "rsync://127.0.0.1:$port/esgf/" <<'EOF'
import resource, subprocess, sys

rsync, archive = sys.argv[1:]

def user_seconds(*what):
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    subprocess.run([rsync, "--dry-run", "-a", "-r", *what, archive, "nowhere/"], check=True)
    return resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before

few = user_seconds("--files-from=list-8000")
many = user_seconds("--files-from=list-32000")
tree = user_seconds()
print(f"user seconds of the client: 8,000 names {few:.2f}, 32,000 names {many:.2f}, the same by their directories {tree:.2f}")
sys.exit(0 if many > 8 * few and many > 20 * tree else 1)
EOF
