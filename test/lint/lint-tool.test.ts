import { describe, expect, it } from 'vitest';
import { lintTool } from '../../src/lint/lint-tool.ts';
import { readsAsWrite } from '../../src/lint/write-names.ts';

describe('hints that are left out', () => {
  it('are named, with what that means and who assumes less', () => {
    expect(lintTool('get', { name: 'get' })).toEqual([
      {
        rule: 'annotations-missing',
        severity: 'low',
        message: expect.stringMatching(
          /^leaves out readOnlyHint, destructiveHint, idempotentHint, openWorldHint, which means: it writes, it may destroy.*; assume less: .*Claude Code \(auto\)/,
        ),
      },
    ]);
  });

  it('count one by one, also where they are null', () => {
    const [found] = lintTool('get', {
      annotations: { readOnlyHint: false, destructiveHint: null, openWorldHint: false },
    });
    expect(found?.message).toMatch(
      /^leaves out destructiveHint, idempotentHint, which means: it may destroy, it may not be called twice; assume less: Claude Code \(auto\)$/,
    );
  });

  it('mean nothing for a tool that only reads, but for the open world', () => {
    expect(lintTool('get', { annotations: { readOnlyHint: true, openWorldHint: false } })).toEqual([]);
    expect(lintTool('get', { annotations: { readOnlyHint: true } })[0]?.message).toMatch(/^leaves out openWorldHint, /);
  });
});

describe('a name', () => {
  it.each([
    'create_issue',
    'github-delete-file',
    'updatePage',
    'files.write',
    'search_and_replace',
    'send',
    'DROP_TABLE',
    'push_files',
    'merge_pull_request',
    'jira_add_comment',
    'close_issue',
    'rm',
  ])('reads as a write: %s', (name) => {
    expect(readsAsWrite(name)).toBe(true);
  });

  it.each([
    'get_deleted_files',
    'list_updates',
    'search',
    'commit_history',
    'merge_status',
    'read_file',
    'query_readonly_update',
    'settings',
    'created_at',
    'post',
    'describe_delete_policy',
    'browser_close',
    'close_page',
    '',
  ])('does not: %s', (name) => {
    expect(readsAsWrite(name)).toBe(false);
  });
});
