import { basename } from 'node:path';
import type { AutoApproval } from '../core/found-entry.ts';
import { allIf } from './approvals.ts';
import type { ClientFile, JudgedServer } from './client.ts';
import { at, isObject } from './values.ts';

/** False for a file of a repository whose folder nobody trusts, and for what the administrator's `requirements.toml` does not name. */
export function isOnInCodex(server: JudgedServer, files: readonly ClientFile[]): boolean {
  return isTrusted(server, files) && files.filter(isRequirements).every(({ value }) => isListed(server, value));
}

function isTrusted({ scope, project }: JudgedServer, files: readonly ClientFile[]): boolean {
  if (scope !== 'project') return true;
  const own = files.filter((file) => file.scope === 'user');
  const folders = own.flatMap(({ value }) => {
    const projects = at(value, 'projects');
    return isObject(projects)
      ? Object.keys(projects).filter((folder) => at(projects, folder, 'trust_level') === 'trusted')
      : [];
  });
  return folders.some((folder) => project === folder || project?.startsWith(`${folder}/`) === true);
}

function isRequirements({ path }: ClientFile): boolean {
  return basename(path) === 'requirements.toml';
}

/** By name, and by command or address. Rules about arguments are not looked at: it could only be switched off by them. */
function isListed({ name, raw }: JudgedServer, requirements: unknown): boolean {
  const listed = at(requirements, 'mcp_servers');
  if (!isObject(listed)) return true;
  const identity = at(listed, name, 'identity');
  const [command, url] = [at(identity, 'command'), at(identity, 'url')];
  if (url !== undefined) return url === at(raw, 'url');
  return command !== undefined && (at(command, 'executable') ?? command) === at(raw, 'command');
}

/** No tool is asked about by who never asks and has full access (openai/codex, `mcp_permission_prompt_is_auto_approved`). */
export function approvedInCodex(_server: JudgedServer, files: readonly ClientFile[]): AutoApproval {
  const isForbidden = files
    .filter(isRequirements)
    .some(
      ({ value }) =>
        lacks(value, 'allowed_approval_policies', 'never') ||
        lacks(value, 'allowed_sandbox_modes', 'danger-full-access'),
    );
  const isOpen = files.some(({ value }) => asksNothing(value) || asksNothing(chosenProfile(value)));
  return allIf(isOpen && !isForbidden, 'approval_policy');
}

function lacks(requirements: unknown, key: string, item: string): boolean {
  const allowed = at(requirements, key);
  return Array.isArray(allowed) && !allowed.includes(item);
}

function asksNothing(config: unknown): boolean {
  const hasFullAccess =
    at(config, 'sandbox_mode') === 'danger-full-access' || at(config, 'default_permissions') === ':danger-full-access';
  return at(config, 'approval_policy') === 'never' && hasFullAccess;
}

/** The profile that is used when none is named; it stands over what is set at the top. */
function chosenProfile(config: unknown): unknown {
  const profile = at(config, 'profile');
  const own = typeof profile === 'string' ? at(config, 'profiles', profile) : undefined;
  return isObject(config) && isObject(own) ? { ...config, ...own } : undefined;
}
