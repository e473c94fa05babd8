import type { LintRule } from './lint-rule.ts';

/** What lint looks for in a launch. Signals in texts and contradictory hints have rules of their own in core. */
export const launchRules = [
  {
    name: 'unpinned-launch',
    severity: 'high',
    sentence: 'what runs can be replaced without any change here',
    why: 'Whoever may publish the package decides what runs at the next start, with your files and credentials.',
    whatToDo:
      'Write the exact version: the finding gives it where it is known. For an image, write image@sha256:... as `docker buildx imagetools inspect` shows it.',
  },
  {
    name: 'movable-tag',
    severity: 'medium',
    sentence: 'a tag is named, which its owner can move to something else',
    why: 'A tag of an image or a repository is a name, also when it looks like a version. It can point to something else tomorrow.',
    whatToDo: 'Write the digest of the image (image@sha256:...) or the whole commit, and keep the tag in a comment.',
  },
  {
    name: 'unpinned-dependencies',
    severity: 'info',
    sentence: 'the version is exact, what it depends on is not',
    why: 'npx, uvx and their kin look up the dependencies afresh on every machine. A pinned version says nothing of them.',
    whatToDo:
      'For more, install it in a project with a lock file and start it from there, or use uv with --exclude-newer.',
  },
  {
    name: 'unknown-launch',
    severity: 'low',
    sentence: 'nobody can tell from the launch what runs',
    why: 'A bare name runs whatever the PATH finds first, and an update replaces it; a variable runs whatever it holds.',
    whatToDo:
      'Write the absolute path of the program, or start the package by name and exact version. In a compose file, name the image by its digest.',
  },
  {
    name: 'local-launch',
    severity: 'info',
    sentence: 'a program of this machine runs, which is not watched itself',
    why: 'Whoever can write the file decides what runs. tooldrift sees what the server says, never its code.',
    whatToDo: 'Keep it where only you or an administrator can write.',
  },
  {
    name: 'remote-server',
    severity: 'info',
    sentence: 'it runs elsewhere, and nothing binds whoever runs it',
    why: 'No version in an address or in what a server says of itself is a promise. What was approved is the only hold.',
    whatToDo: 'Nothing. Keep it watched.',
  },
  {
    name: 'known-vulnerable',
    severity: 'critical',
    sentence: 'this version has a known hole that a server can use to run programs here',
    why: 'The program that connects you to servers can be made to run commands by any server that it connects to.',
    whatToDo: 'Use a version in which it is repaired: mcp-remote 0.1.16 or newer.',
  },
  {
    name: 'shell-line',
    severity: 'medium',
    sentence: 'a line of the shell starts more than one program',
    why: 'Pipes and substitutions can fetch and run anything. Neither you nor tooldrift can read from such a line what runs.',
    whatToDo: 'Start the server itself. Put what has to be prepared into a script of your own, and name it.',
  },
  {
    name: 'line-as-command',
    severity: 'medium',
    sentence: 'a whole line stands where only the program belongs, so it cannot be started',
    why: 'The program is started without a shell: one whose name is the whole line is not there.',
    whatToDo: 'Write the first word as "command", and the others as "args".',
  },
  {
    name: 'registry-override',
    severity: 'medium',
    sentence: 'the package comes from another registry or index than the usual one',
    why: 'The same name belongs to somebody else there. A version pins nothing across registries.',
    whatToDo: 'Make sure that the registry is yours and serves the package that you mean; else take the option out.',
  },
  {
    name: 'registry-in-npmrc',
    severity: 'low',
    sentence: 'npm is set to get the package from another registry than the usual one',
    why: 'The same name belongs to somebody else there, and a version pins nothing across registries. What `.npmrc` says holds for every launch below it, and the config does not show it.',
    whatToDo:
      'Make sure that the registry is yours and serves the package that you mean. To depend on no file, start it with --registry.',
  },
  {
    name: 'index-confusion',
    severity: 'high',
    sentence: 'several indexes are asked for the same name',
    why: 'Whoever publishes the name of an internal package on a public index can be preferred.',
    whatToDo: 'Use one index, or tie each package to its own (`[[tool.uv.index]]` with `explicit = true`).',
  },
  {
    name: 'checksums-off',
    severity: 'medium',
    sentence: 'the checksum database is not asked for some modules',
    why: 'The database is what makes a version of a Go module always the same. Without it a version can be replaced.',
    whatToDo: 'Narrow the setting to the modules that are really private.',
  },
  {
    name: 'container-escape',
    severity: 'high',
    sentence: 'the container can take over the machine around it',
    why: 'With this a program in the container has the rights of root outside of it. It protects from nothing.',
    whatToDo:
      'Take the option out, and mount only the folders that the server is there for, read-only where that does.',
  },
  {
    name: 'container-host-access',
    severity: 'medium',
    sentence: 'the container shares more with this machine than it has to',
    why: 'It reaches services, devices or rights of this machine that a container is meant to keep away.',
    whatToDo: 'Take the option out, or give the narrowest form of it that the server works with.',
  },
  {
    name: 'all-permissions',
    severity: 'medium',
    sentence: 'the sandbox of Deno is switched off',
    why: 'Without limits the program may read, write, connect and start whatever you may.',
    whatToDo: 'Name what it needs: --allow-net=host, --allow-read=folder.',
  },
] as const satisfies readonly LintRule[];
