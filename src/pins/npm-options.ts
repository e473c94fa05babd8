import { optionNames } from './walk-options.ts';

/** The options of npm 11.19 that take no value (@npmcli/config, definitions of type Boolean), and what is short for one of them. */
export const npmSwitches = optionNames(
  '--all --allow-same-version --audit --bin-links --browser --bypass-2fa --color --commit-hooks ' +
    '--dangerously-allow-all-scripts --description --dev --diff-ignore-all-space --diff-name-only --diff-no-prefix ' +
    '--diff-text --dry-run --engine-strict --expect-results --force --foreground-scripts --format-package-lock --fund ' +
    '--git-tag-version --global --global-style --if-present --ignore-scripts --include-staged --include-workspace-root ' +
    '--include-attestations --init-private --install-links --json --legacy-bundling --legacy-peer-deps --link --long ' +
    '--offline --omit-lockfile-registry-resolved --optional --package-lock --package-lock-only --parseable ' +
    '--allow-scripts-pending --allow-scripts-pin --prefer-dedupe --prefer-offline --prefer-online --production --progress ' +
    '--provenance --read-only --rebuild-bundle --save --save-bundle --save-dev --save-exact --save-optional --save-peer ' +
    '--save-prod --packages-all --shrinkwrap --sign-git-commit --sign-git-tag --strict-peer-deps --strict-allow-scripts ' +
    '--strict-ssl --timing --unicode --update-notifier --usage --version --versions --workspaces --workspaces-update --yes ' +
    '--always-spawn --ignore-existing --shell-auto-fallback --no-install --quiet --verbose --silent --help --desc ' +
    '--porcelain --readonly --iwr --ws -d -dd -ddd -q -s -v -h -H -? -y -a -f -g -l -S -B -D -E -O -P',
);

/** The options of npm 11.19 that take one. An option that npm does not know takes none, outside of npx. */
export const npmValues = optionNames(
  '--_auth --access --allow-directory --allow-file --allow-git --allow-remote --allow-scripts --also --audit-level ' +
    '--auth-type --before --ca --cache --cache-max --cache-min --cafile --call --cert --cidr --cpu --depth --diff ' +
    '--editor --expires --fetch-retries --fetch-timeout --git --globalconfig --heading --https-proxy --include ' +
    '--install-strategy --key --libc --local-address --location --loglevel --logs-dir --logs-max --maxsockets --message ' +
    '--min-release-age --name --node-gyp --node-options --noproxy --omit --only --orgs --os --otp --package --prefix ' +
    '--preid --proxy --reg --registry --replace-registry-host --save-prefix --scope --script-shell --shell --tag --umask ' +
    '--user-agent --userconfig --viewer --which --workspace -c -C -L -m -w',
);

/** Which options of npx take the next word whatever it is. */
export const npxValues = optionNames('--npm --node-arg -n --package -p --cache --userconfig --call -c --shell');
