import type { PlacedEdit, Rule } from './rules.ts';

/** What an edit means in what stands in a file of an MCP client (`client-items.ts`). The first rule that matches counts. */
export const clientRules: readonly Rule[] = [
  {
    name: 'client-launch-changed',
    severity: 'critical',
    sentence: 'the client starts or reaches this server in another way than was approved; tooldrift runs nothing of it',
    matches: (edit) => isOfServer(edit) && (edit.path[0] === 'launch' || edit.path[0] === 'entry'),
  },
  {
    name: 'client-server-enabled',
    severity: 'high',
    sentence: 'the server was switched on in the client',
    matches: (edit) => isOfServer(edit) && edit.path[0] === 'enabled' && edit.after === true,
  },
  {
    name: 'client-server-disabled',
    severity: 'low',
    sentence: 'the server was switched off in the client',
    matches: (edit) => isOfServer(edit) && edit.path[0] === 'enabled',
  },
  {
    name: 'auto-approval-source-changed',
    severity: 'low',
    sentence: 'which setting of the client lets tools run without asking changed',
    matches: (edit) => isOfServer(edit) && edit.path[0] === 'autoApproved' && edit.path[1] === 'by',
  },
  {
    name: 'auto-approval-widened',
    severity: 'high',
    sentence: 'the client now runs more of this server without asking a person',
    matches: (edit) => isOfServer(edit) && edit.path[0] === 'autoApproved' && edit.after === true,
  },
  {
    name: 'auto-approval-narrowed',
    severity: 'low',
    sentence: 'the client asks a person again before it runs this',
    matches: (edit) => isOfServer(edit) && edit.path[0] === 'autoApproved',
  },
  {
    name: 'client-server-changed',
    severity: 'medium',
    sentence: 'what a file of the client says about this server changed',
    matches: isOfServer,
  },
  {
    name: 'client-file-changed',
    severity: 'low',
    sentence: 'the file of the client cannot be read for another reason',
    matches: ({ kind }) => kind === 'client-file',
  },
];

function isOfServer({ kind }: PlacedEdit): boolean {
  return kind === 'client-server';
}
