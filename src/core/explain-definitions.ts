import { advice, type Explanations } from './explanation.ts';

/** Rules about whole definitions, names, and what is no tool. */
export const definitionExplanations: Explanations = {
  'launch-changed': {
    why: 'Trust that is bound to the name of a server holds for whatever runs under that name. Somebody who can edit the config, or a package that is resolved anew, runs another program with the same trust.',
    whatToDo:
      'Find out who changed the config. The server is not started or contacted before you approve the new launch.',
  },
  'client-launch-changed': {
    why: 'A client that you use starts another program, or calls another address, under a name that you trust. An entry that was clean when it was approved and is edited later is how CVE-2025-54136 worked.',
    whatToDo:
      'Find out who edited the file, and take it back if it was not you. tooldrift goes on reading what its own config says; `tooldrift init` shows the difference.',
  },
  'client-server-added': {
    why: 'A server that a client uses and that nobody looked at. tooldrift does not start it, and so does not watch its tools.',
    whatToDo: 'Find out who added it. To have its tools watched, take it into the config with `tooldrift init`.',
  },
  'client-server-removed': {
    why: 'The client does not use this server any more, or its file was lost. What relied on it may fail.',
    whatToDo: 'Approve that it is gone, if it is meant to be. If nothing else uses it, take it out of the config too.',
  },
  'client-server-enabled': {
    why: 'A server that was switched off is offered to the model again.',
    whatToDo: 'Find out who switched it on, and whether its tools are still what was approved.',
  },
  'client-server-disabled': {
    why: 'The client does not offer this server to the model any more.',
    whatToDo: advice.compare,
  },
  'client-server-changed': {
    why: 'Something else changed in what a file of the client says about this server.',
    whatToDo: advice.compare,
  },
  'auto-approval-widened': {
    why: 'Tools that run without asking are the ones that a changed description can use at once. Programs that run on your machine can write these settings, and so can an agent that is told to.',
    whatToDo: 'Take it back unless you set it yourself. The settings that say so stand in the entry, under `by`.',
  },
  'auto-approval-narrowed': {
    why: 'The client asks a person again before it runs a tool: nothing is lost but time.',
    whatToDo: advice.compare,
  },
  'auto-approval-source-changed': {
    why: 'The same may be allowed by another setting now, which another person may write: a repository, an administrator.',
    whatToDo: advice.compare,
  },
  'client-file-added': {
    why: 'The client may read a file that tooldrift cannot, and use servers of it that nobody sees here.',
    whatToDo: 'Repair the file. The reason stands beside it.',
  },
  'client-file-changed': {
    why: 'The file still cannot be read, for another reason than before.',
    whatToDo: 'Repair the file. The reason stands beside it.',
  },
  'client-file-removed': {
    why: 'The file can be read again, or is gone.',
    whatToDo: advice.none,
  },
  'launch-added': {
    why: 'How the server is started or reached is part of what you approve: it decides whose words all the rest is.',
    whatToDo: 'Check the command or the address, and that the version is pinned.',
  },
  'tool-added': {
    why: 'The model may call a new tool from now on, and reads its description even when it never calls it. Tools that come later are how a server turns after it was reviewed.',
    whatToDo: advice.read,
  },
  'tool-renamed': {
    why: 'Settings, allow-lists and habits are bound to the name of a tool. Under a new name nobody has decided anything yet, and the old name is free for something else.',
    whatToDo: 'Compare the two bodies, and approve the new name and the removal of the old one together.',
  },
  'tool-returned': {
    why: 'A tool that vanishes and comes back looks like a hiccup, and may come back with other words.',
    whatToDo: 'If it is the same as before, find out why it was gone. If it changed, read it like a new one.',
  },
  'duplicate-name': {
    why: 'Clients disagree which of two definitions of one name counts: you may see the one while the model gets the other.',
    whatToDo: 'Read all of them. Ask the vendor to give each a name of its own.',
  },
  'copy-removed': {
    why: 'One of several definitions of one name is gone, so another one may count now.',
    whatToDo: advice.compare,
  },
  'definition-replaced': {
    why: 'So much changed that single edits would tell nothing. What you approved is not what is served.',
    whatToDo: 'Read it like a new definition.',
  },
  'not-examined': {
    why: 'So much changed in one reading that looking into all of it would keep the other servers waiting. A crowd of changes is also a way to hide one.',
    whatToDo:
      'Read it with `tooldrift diff <server> <item>`. Approve what you know, and the next check looks into the rest.',
  },
  'invalid-definition': {
    why: 'The definition is no data that all parsers read alike (RFC 8785 has no form for it). Some clients drop it, others see something else than you.',
    whatToDo: 'Do not approve it before the vendor has repaired it.',
  },
  'ambiguity-changed': {
    why: 'A key that stands twice, or a number that no double holds, is read in another way by each parser. One client may see other words than the one that you looked at.',
    whatToDo: advice.refuse,
  },
  'external-reference': {
    why: 'What stands behind the reference may change at any time while the definition stays the same, so a fingerprint does not pin it. It is never fetched here.',
    whatToDo:
      'Ask the vendor to put the schema itself into the definition. Approve it only if you trust whoever serves that address.',
  },
  'scattered-codes': {
    why: 'A text can be split into numbers that mean nothing on each tool and are put together by a tool that comes with them. Each definition looks harmless by itself.',
    whatToDo: 'Ask what the numbers are for before you approve any of them, the new tool first of all.',
  },
  notation: {
    why: 'It is written in another way and means the same to every client: the order of keys, a default that is written out.',
    whatToDo: advice.none,
  },
  'field-changed': {
    why: 'A field that no rule knows changed. Some client may read it, and some pass everything on to the model.',
    whatToDo: advice.compare,
  },
  'name-imitates': {
    why: 'The name looks like that of another tool. A person who reads it, and a model that writes it, may take the one for the other.',
    whatToDo: advice.refuse,
  },
  'name-mixes-alphabets': {
    why: 'Letters of several alphabets in one name look like other letters: the name is not what it seems to be.',
    whatToDo: advice.refuse,
  },
  'name-not-ascii': {
    why: 'MCP asks for plain ASCII in names of tools. Whatever else stands there may look like something that it is not, and some clients drop the tool.',
    whatToDo: 'Look at the code points that the alert shows. Approve it only if the name is meant to be read that way.',
  },
  'name-collides': {
    why: 'Clients fold names (case, dashes, length) before they hand them to a model. After that this tool and another one have the same name, and a call may reach either.',
    whatToDo: 'Find out which of the two your client calls. Ask the vendor for names that differ.',
  },
  'name-shadows': {
    why: 'A tool of another server that you watch has this name. The model may call this one where you expect that one, with the same arguments.',
    whatToDo:
      'Make sure that your client sets names of servers before names of tools, or do not use both servers together.',
  },
  'instructions-added': {
    why: 'Instructions of a server stand in the context of the model, often before the first message, whether a tool is called or not.',
    whatToDo: advice.read,
  },
  'instructions-changed': {
    why: 'Instructions of a server stand in the context of the model, often before the first message, whether a tool is called or not.',
    whatToDo: advice.read,
  },
  'prompt-text-changed': {
    why: 'People choose prompts by these words, and the model reads them.',
    whatToDo: advice.read,
  },
  'prompt-changed': {
    why: 'The prompt takes other arguments, or has other fields, than you approved.',
    whatToDo: advice.compare,
  },
  'resource-changed': {
    why: 'Lists of resources change with the data behind them, which says little. Set `resources` for this server if it should count more.',
    whatToDo: advice.none,
  },
  'resource-template-changed': {
    why: 'A template says which addresses a client may ask the server for.',
    whatToDo: advice.compare,
  },
  'ui-permissions-widened': {
    why: 'The page that is shown beside a tool may do more than before: use a device, or talk to further hosts, where what it has read can go.',
    whatToDo: 'Approve it if the page needs that for what you use it for, and you trust the hosts that are named.',
  },
  'ui-resource-changed': {
    why: 'The page behind a tool is a program that runs inside of the client and speaks to the person.',
    whatToDo: advice.compare,
  },
  'ui-resource-volatile': {
    why: 'The page behind a tool is another one each time that it is read, so what people are shown cannot be pinned.',
    whatToDo: 'Ask who runs the server why the page changes. If you approve it, its text is no longer compared.',
  },
  'era-difference-added': {
    why: 'The server shows clients of the older protocol something else than those of the newer one, and most clients still speak the older. There are honest reasons, and it is also how a server hides from whoever watches it.',
    whatToDo:
      'Look at what your own client is shown, and ask the vendor why. `identities` with a `protocol` watches each of them.',
  },
  'era-difference-changed': {
    why: 'What the server shows to clients of one protocol only is not what you approved.',
    whatToDo: 'Look at what your own client is shown now.',
  },
  'identity-difference-added': {
    why: 'The server shows this client something else than that one. There are honest reasons, and it is also how a server hides from whoever watches it.',
    whatToDo: 'Look at what your own client is shown, and ask the vendor why.',
  },
  'identity-difference-changed': {
    why: 'What the server shows to some clients only is not what you approved.',
    whatToDo: 'Look at what your own client is shown now.',
  },
  'cache-hints-added': {
    why: 'Clients that go by these hints keep an old list and do not see that it changed.',
    whatToDo: 'Tell the vendor. tooldrift does not go by them.',
  },
  'cache-hints-changed': {
    why: 'Clients that go by these hints keep an old list and do not see that it changed.',
    whatToDo: 'Tell the vendor. tooldrift does not go by them.',
  },
  'server-text-changed': {
    why: 'The name, the description and the address that a server gives of itself are shown to people, and some clients hand them to the model.',
    whatToDo: advice.read,
  },
  'server-version-changed': {
    why: 'A server may name any version: a new one excuses nothing, and the same one proves nothing.',
    whatToDo: advice.none,
  },
  'server-info-changed': {
    why: 'The server describes itself in another way.',
    whatToDo: advice.compare,
  },
  'capability-notation': {
    why: 'Whether a server announces changes says nothing about what it serves: it is read in any case.',
    whatToDo: advice.none,
  },
  'capability-added': {
    why: 'The server can do something that it could not do when you approved it, such as offering prompts, which some clients use at once.',
    whatToDo: advice.compare,
  },
  'capability-withdrawn': {
    why: 'Clients stop to ask for what a server no longer claims to have, and so stop to see it.',
    whatToDo: advice.compare,
  },
  'capability-changed': {
    why: 'What the server says that it can do is not what you approved.',
    whatToDo: advice.compare,
  },
  'channel-opened': {
    why: 'The server may push messages into a conversation, where the model reads them as if they belonged there.',
    whatToDo: 'Approve it only if you want this server to speak without being asked.',
  },
};
