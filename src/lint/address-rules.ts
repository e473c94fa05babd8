import type { LintRule } from './lint-rules.ts';

/** What lint looks for in addresses, headers and variables, and in what a server offers. */
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
    name: 'annotations-missing',
    severity: 'low',
    sentence: 'some of the four hints are left out, and clients assume different things then',
    why: 'The specification says what an absent hint means: it writes, may destroy, may not be called again, and reaches beyond. Some clients read it the other way.',
    whatToDo: 'Ask the vendor for the hints. Until then, say in the settings of your client that you want to be asked.',
  },
  {
    name: 'write-claims-read-only',
    severity: 'high',
    sentence: 'the name says that it writes, the hint says that it only reads',
    why: 'Many clients run a tool that claims to be read-only without asking. A wrong claim takes the question away.',
    whatToDo: 'Read what the tool does. If it writes, tell the vendor, and have your client ask before it.',
  },
] as const satisfies readonly LintRule[];
