import type { LintRule } from './lint-rule.ts';

/** What lint looks for in addresses, headers, variables and arguments. */
export const addressRules = [
  {
    name: 'plain-http',
    severity: 'high',
    sentence: 'what is sent to another machine is not encrypted',
    why: 'Anybody on the way can read the credentials and rewrite the definitions that the model obeys.',
    whatToDo: 'Use https://, or a tunnel that ends on this machine.',
  },
  {
    name: 'secret-in-url',
    severity: 'high',
    sentence: 'a secret stands in the address',
    why: 'Addresses end up in the logs of proxies and servers, in histories and in error messages.',
    whatToDo:
      'Send it in a header, from a variable: "headers": { "Authorization": "Bearer ${TOKEN}" }. Then change it.',
  },
  {
    name: 'literal-secret',
    severity: 'high',
    sentence: 'a secret is written out in the file',
    why: 'Config files are copied, committed and shown. A secret in one is a secret no longer.',
    whatToDo: 'Write ${NAME} instead, set the variable where tooldrift runs, and change the secret.',
  },
  {
    name: 'read-only-mode-unused',
    severity: 'low',
    sentence: 'the server offers a mode in which it only reads, which is not used',
    why: 'A model that can only read cannot be talked into deleting or publishing anything.',
    whatToDo: 'Switch the mode on unless the server is there to write.',
  },
  {
    name: 'read-only-mode-unseen',
    severity: 'info',
    sentence: 'the server can be told to only read, and the config does not show whether it is',
    why: 'A model that can only read cannot be talked into deleting or publishing anything. Here that was agreed in a browser, or is set in another file.',
    whatToDo: 'Look there, if the server is not there to write. Nothing in the config has to change.',
  },
] as const satisfies readonly LintRule[];
