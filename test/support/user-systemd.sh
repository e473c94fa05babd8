#!/usr/bin/env bash
# A systemd for a user of its own, in namespaces of its own: nothing of the machine's is asked or changed.
#   user-systemd.sh can            succeeds where that is possible: Linux with systemd installed, as root with all rights
#   user-systemd.sh run <folder>   boots, prints "ready <pid>", and ends with its standard input; <folder> is there at /home/program
# All processes die with it. `nsenter --target <pid> --mount --pid --cgroup` goes in.
set -euo pipefail
readonly uid=4321 name=drifter home=/home/drifter
readonly systemd=/lib/systemd/systemd journald=/lib/systemd/systemd-journald

# Where cgroup version 2 is: with version 1 beside it, it is a folder further down.
groups_root() {
  findmnt --noheadings --first-only --types cgroup2 --output TARGET
}

can() {
  case "$(command -v node)" in /home/* | /root/*) return 1 ;; esac
  [ "$(id -u)" = 0 ] && [ -x "$systemd" ] && [ -x "$journald" ] && command -v journalctl systemd-notify setpriv nsenter >/dev/null &&
    [ -w "$(groups_root)/cgroup.procs" ] &&
    unshare --mount --pid --fork --cgroup --mount-proc bash -c 'mount -t tmpfs none /run && mount -t cgroup2 none /sys/fs/cgroup'
}

run() {
  group="$(groups_root)/tooldrift-test-$$"
  mkdir "$group"
  # What is left in it is empty once all its processes are gone.
  trap 'find "$group" -depth -type d -exec rmdir {} +' EXIT
  (
    sh -c 'echo "$PPID"' >"$group/cgroup.procs"
    exec unshare --mount --pid --fork --kill-child --cgroup --ipc --uts "$0" boot "$1"
  )
}

boot() {
  # Its number outside, as long as /proc is that of outside.
  read -r pid _ </proc/self/stat
  mount --make-rprivate /
  mount -t proc none /proc
  mount -t tmpfs -o mode=755 none /run
  # It may be somewhere in the homes that are covered next.
  mkdir /run/program && mount --bind "$1" /run/program
  # The service gets a folder of its own in these, which would stay there.
  mount -t tmpfs -o mode=1777 none /tmp
  mount -t tmpfs -o mode=1777 none /var/tmp
  mount -t tmpfs -o mode=755 none /home
  mkdir /home/program && mount --move /run/program /home/program
  mkdir -p /run/systemd/system /run/systemd/unit-root /run/log "/run/user/$uid" "$home"
  { cat /etc/passwd && echo "$name:x:$uid:$uid::$home:/bin/sh"; } >/run/passwd
  { cat /etc/group && echo "$name:x:$uid:"; } >/run/group
  mount --bind /run/passwd /etc/passwd
  mount --bind /run/group /etc/group
  # A journal for each user, as where it is kept on disk.
  mount -t tmpfs -o mode=755 none /var/log
  mkdir -p "/var/log/journal/$(cat /etc/machine-id)"
  "$journald" &
  until journalctl --flush 2>/dev/null; do sleep 0.05; done
  # These names are how the journal knows whose a line is.
  local group="/sys/fs/cgroup/user.slice/user-$uid.slice/user@$uid.service"
  umount --recursive --lazy /sys/fs/cgroup
  mount -t cgroup2 none /sys/fs/cgroup
  mkdir -p "$group"
  chown -R "$uid:$uid" "/run/user/$uid" "$home" "$group"
  chmod 700 "/run/user/$uid"
  (
    sh -c 'echo "$PPID"' >"$group/cgroup.procs"
    cd "$home"
    exec env -i HOME="$home" USER="$name" PATH=/usr/local/bin:/usr/bin:/bin XDG_RUNTIME_DIR="/run/user/$uid" \
      setpriv --reuid="$uid" --regid="$uid" --clear-groups "$systemd" --user --log-target=journal
  ) >/dev/null 2>&1 &
  until [ -S "/run/user/$uid/systemd/private" ]; do sleep 0.05; done
  echo "ready $pid"
  cat >/dev/null
}

"$@"
