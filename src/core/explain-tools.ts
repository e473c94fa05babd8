import { advice, type Explanations } from './explanation.ts';

/** Rules about the texts, the hints and the schemas of a tool. */
export const toolExplanations: Explanations = {
  'description-changed': {
    why: 'The description of a tool is an instruction to the model, which it reads before it knows what you want, and also when it calls another tool.',
    whatToDo: advice.read,
  },
  'title-changed': {
    why: 'The title is what people see when they are asked, and some clients hand it to the model.',
    whatToDo: advice.read,
  },
  'schema-text-changed': {
    why: 'Texts inside of a schema reach the model just like the description, and are looked at less.',
    whatToDo: advice.read,
  },
  'sentence-in-value': {
    why: 'Where a value or a name is expected nobody looks for a sentence. The model reads it all the same.',
    whatToDo: advice.read,
  },
  'line-ends-changed': {
    why: 'Only space at the end of lines changed. No reader can tell.',
    whatToDo: 'Approve it when you pass by.',
  },
  'annotation-relaxed': {
    why: 'Clients decide by this hint whether they ask a person, call again after a lost connection, or call several at once. The server claims less risk than you approved.',
    whatToDo: advice.consent,
  },
  'annotation-tightened': {
    why: 'The tool claims more risk than you approved: either it was described wrongly before, or it does something else now.',
    whatToDo: 'Find out what it does that it did not do before.',
  },
  'annotation-malformed': {
    why: 'The hint is no boolean. Some clients ignore it, some go by its truth value, some read it as a word: each may decide otherwise.',
    whatToDo: 'Do not approve it before the vendor has repaired it.',
  },
  'annotation-changed': {
    why: 'An annotation that the specification does not know changed. Some client may go by it.',
    whatToDo: advice.compare,
  },
  'consent-weakened': {
    why: 'Some clients no longer ask a person before this tool runs. The alert names them.',
    whatToDo: advice.consent,
  },
  'guard-removed': {
    why: 'The tool had asked that a person be asked whatever the settings say. Without that, a client with broad permissions runs it unseen.',
    whatToDo: advice.refuse,
  },
  'guard-added': {
    why: 'The tool asks now that a person be asked every time: it may do more than it did.',
    whatToDo: 'Find out what it does that it did not do before.',
  },
  'guard-wording-removed': {
    why: 'A sentence told the model to ask or to warn you, or not to do something. Without it the model no longer knows that it should.',
    whatToDo:
      'Ask the vendor why it went. If you want it to hold, say so in the settings or the instructions of your client, which no server can change.',
  },
  'relaxed-with-change': {
    why: 'The tool claims to only read from now on, and what it says that it does changed in the same step. That is what a tool does that wants to be called without being looked at.',
    whatToDo: advice.refuse,
  },
  'hints-contradict': {
    why: 'The tool claims to be read-only and destructive at once. Some clients ask before it, others do not.',
    whatToDo: advice.consent,
  },
  'vendor-key-widened': {
    why: 'A key that only some clients know allows the tool more there: to be called by a page, to be seen by the model, to load more.',
    whatToDo: advice.consent,
  },
  'vendor-key-narrowed': {
    why: 'A key that only some clients know allows the tool less there, so that it behaves in another way than you approved.',
    whatToDo: advice.compare,
  },
  'meta-changed': {
    why: 'Some clients act on keys of `_meta`, and some hand all of it to the model. No person sees it there.',
    whatToDo: advice.compare,
  },
  'icon-changed': {
    why: 'People know a tool by its icon when they are asked, and clients load it from wherever it says.',
    whatToDo: advice.compare,
  },
  'execution-changed': {
    why: 'A tool that runs as a task goes on after the answer, when nobody looks at it any more.',
    whatToDo: advice.compare,
  },
  'header-invalid': {
    why: 'Clients that keep to the specification drop a tool with such a header; others go on to use it. So people do not see the same tools.',
    whatToDo: 'Tell the vendor, and find out whether your client still shows the tool.',
  },
  'header-repaired': {
    why: 'Clients that had dropped the tool for an invalid header show it from now on.',
    whatToDo: 'Read it like a new tool.',
  },
  'header-argument-added': {
    why: 'Clients copy this argument into a header of the request, which proxies and logs on the way can read.',
    whatToDo: advice.arguments,
  },
  'schema-changed': {
    why: 'The tool takes other arguments than you approved.',
    whatToDo: advice.arguments,
  },
  'schema-dialect-changed': {
    why: 'The schema names another version of JSON Schema, as new versions of libraries do. It means the same.',
    whatToDo: advice.none,
  },
  'schema-collapsed': {
    why: 'The schema says nothing any more. The model may send anything, some clients drop the tool, and checks of arguments that were based on it no longer work.',
    whatToDo: 'Most often a library of the server is to blame: tell the vendor. Do not approve it.',
  },
  'parameter-added': {
    why: 'The model fills in whatever a tool asks for, with anything that it knows: what was said before, the content of files, the results of other tools.',
    whatToDo: advice.arguments,
  },
  'parameter-added-to-writing-tool': {
    why: 'The model fills in whatever a tool asks for, with anything that it knows, and this tool passes it on to somewhere.',
    whatToDo: advice.arguments,
  },
  'required-parameter-added': {
    why: 'The model must fill it in, with anything that it knows or makes up. Calls that worked before fail.',
    whatToDo: advice.arguments,
  },
  'required-parameter-added-to-writing-tool': {
    why: 'The model must fill it in, with anything that it knows or makes up, and this tool passes it on to somewhere.',
    whatToDo: advice.arguments,
  },
  'parameter-removed': {
    why: 'A parameter is gone. It may have been the one that limited the tool, such as a dry run or a confirmation.',
    whatToDo: advice.compare,
  },
  'parameter-required': {
    why: 'The model must fill in now what it could leave out.',
    whatToDo: advice.arguments,
  },
  'parameter-optional': {
    why: 'The model may leave out what it had to say. What the server assumes instead is not in the definition.',
    whatToDo: advice.compare,
  },
  'default-changed': {
    why: 'What happens when the model says nothing is not what you approved.',
    whatToDo: advice.compare,
  },
  'type-widened': {
    why: 'An argument takes more kinds of values than before: a text where a number was asked for can carry anything.',
    whatToDo: advice.arguments,
  },
  'type-narrowed': {
    why: 'An argument takes fewer kinds of values than before. That is safer, and calls may fail.',
    whatToDo: advice.compare,
  },
  'enum-widened': {
    why: 'An argument takes values that were not offered before, and each of them may do something that nobody approved.',
    whatToDo: advice.arguments,
  },
  'enum-narrowed': {
    why: 'Values that an argument took are no longer offered. That is safer, and calls may fail.',
    whatToDo: advice.compare,
  },
  'schema-opened': {
    why: 'Arguments that nobody named are no longer refused: a description can ask for more than the schema shows.',
    whatToDo: advice.arguments,
  },
  'schema-closed': {
    why: 'Arguments that nobody named are refused from now on. That is safer, and calls may fail.',
    whatToDo: advice.compare,
  },
  'constraint-loosened': {
    why: 'The tool takes values that it did not take before: longer ones, other ones, of further types.',
    whatToDo: advice.arguments,
  },
  'constraint-tightened': {
    why: 'The tool takes less than before. That is safer, and calls may fail.',
    whatToDo: advice.compare,
  },
  'output-schema-changed': {
    why: 'What the tool says that it returns is not what you approved. Programs that rely on it may fail, and texts in it reach the model.',
    whatToDo: advice.compare,
  },
  'output-field-added': {
    why: 'The tool returns something more, which the model reads.',
    whatToDo: advice.compare,
  },
  'output-field-removed': {
    why: 'The tool no longer promises a field that something may rely on.',
    whatToDo: advice.compare,
  },
  'output-loosened': {
    why: 'The tool promises less about its results, so that checks of them find less.',
    whatToDo: advice.compare,
  },
  'output-tightened': {
    why: 'The tool promises more about its results.',
    whatToDo: advice.compare,
  },
};
