import { optionNames } from './walk-options.ts';

/** The options of `docker run` 28 that take no value (docker/cli `opts.go`). */
const docker =
  '-i --interactive -t --tty -d --detach -P --publish-all -q --quiet --rm --init --privileged --read-only ' +
  '--oom-kill-disable --no-healthcheck --sig-proxy --disable-content-trust --use-api-socket --help';
/** Those that podman has beside them (`create.go`, `run.go`). */
const podman =
  '--replace --rmi --rootfs --tls-verify --no-hosts --no-hostname --env-host --unsetenv-all --http-proxy ' +
  '--read-only-tmpfs --passwd';

export const runSwitches = optionNames(`${docker} ${podman}`);

/** Those that take one. */
export const runValues = optionNames(
  '-a --attach --add-host --annotation --arch --authfile --blkio-weight --cap-add --cap-drop --cgroup-parent --cgroupns ' +
    '--cgroups --cidfile --cpu-period --cpu-quota --cpu-shares -c --cpus --cpuset-cpus --cpuset-mems --detach-keys --device ' +
    '--device-cgroup-rule --dns --dns-option --dns-search --domainname --entrypoint -e --env --env-file --expose --gpus ' +
    '--group-add --health-cmd --health-interval --health-retries --health-timeout -h --hostname --image-volume --ip --ip6 ' +
    '--ipc --isolation --kernel-memory -l --label --label-file --link --log-driver --log-opt --mac-address -m --memory ' +
    '--memory-reservation --memory-swap --memory-swappiness --mount --name --net --network --network-alias --oom-score-adj ' +
    '--os --pid --pids-limit --platform --pod --preserve-fds -p --publish --pull --restart --runtime --secret ' +
    '--security-opt --shm-size --stop-signal --stop-timeout --storage-opt --sysctl --systemd --timeout --tmpfs --ulimit ' +
    '-u --user --userns --uts -v --volume --volume-driver --volumes-from -w --workdir',
);

/** Options of the programs themselves, before the command. */
export const globalValues = optionNames(
  '-c --context -H --host -l --log-level --config --tlscacert --tlscert --tlskey --connection --url --root --namespace -n ' +
    '--address -a',
);

/** Options of `docker compose` that take a value (docker/compose 2, `cmd/compose`), and those of its `run`. */
export const composeValues = optionNames(
  '-f --file -p --project-name --project-directory --workdir --profile --env-file --ansi --parallel --progress',
);
export const composeRunValues = optionNames(
  '-e --env --env-from-file -v --volume -p --publish -u --user -w --workdir --name --entrypoint -l --label --cap-add ' +
    '--cap-drop --pull',
);
