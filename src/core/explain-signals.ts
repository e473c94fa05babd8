import { advice, type Explanations } from './explanation.ts';

/** What in a text speaks for an attack, wherever it stands. */
export const signalExplanations: Explanations = {
  'look-alike-edit': {
    why: 'Nothing changed that a person could see. Nobody has an honest reason to change a text in that way.',
    whatToDo: advice.refuse,
  },
  'invisible-characters': {
    why: 'The model reads characters that no screen shows: whole sentences can stand between two letters.',
    whatToDo: advice.refuse,
  },
  'bidi-controls': {
    why: 'These characters make a screen show a text in another order than the model reads it.',
    whatToDo: advice.refuse,
  },
  'tag-characters': {
    why: 'An invisible copy of the alphabet. The alert shows what it says.',
    whatToDo: advice.refuse,
  },
  'variation-selectors': {
    why: 'Characters that vary the look of the one before them. Where they vary nothing, each can carry a hidden byte.',
    whatToDo: advice.refuse,
  },
  'control-characters': {
    why: 'A terminal that shows such a text can be made to hide or overwrite part of it.',
    whatToDo: advice.refuse,
  },
  'mixed-scripts': {
    why: 'A letter of another alphabet that looks like the usual one hides a word from searches and filters, or makes one name look like another.',
    whatToDo: advice.refuse,
  },
  'send-to-new-domain': {
    why: 'The model is told to talk to an address that you have never approved. That is how data leaves.',
    whatToDo: advice.refuse,
  },
  'new-domain': {
    why: 'The model may follow an address that it reads, and what it fetches there are further instructions.',
    whatToDo: 'Find out whose domain it is. Approve it if it belongs to the vendor and only documents something.',
  },
  'new-link': {
    why: 'The model may follow an address that it reads.',
    whatToDo: 'Look where it leads without the help of a model.',
  },
  'encoded-text': {
    why: 'The model reads base64, hex and escapes like plain text; a person and a filter do not.',
    whatToDo: 'Decode it and read it. Nothing that is meant for you has to be encoded.',
  },
  'long-blob': {
    why: 'A long run of letters and digits can carry a text, or the key to one.',
    whatToDo: 'Ask what it is for.',
  },
  'hidden-comment': {
    why: 'Clients that render the text do not show it. The model gets it.',
    whatToDo: advice.refuse,
  },
  padding: {
    why: 'Blank or repeated stretches push what follows out of the window in which a person reads.',
    whatToDo: 'Read what stands behind it: the alert shows it.',
  },
  'beyond-cut': {
    why: 'Some clients cut long texts, so that you do not see in one client what the model gets in another.',
    whatToDo: 'Read the part behind the cut.',
  },
  'conceal-from-user': {
    why: 'No honest tool has to hide from you what it does.',
    whatToDo: advice.refuse,
  },
  secrecy: {
    why: 'The text asks for silence about something. Most often about a detail; now and then about an attack.',
    whatToDo: 'Look at what is to be kept from whom.',
  },
  'skip-consent': {
    why: 'Whether a person is asked is for you and your client to say, never for a server.',
    whatToDo: advice.refuse,
  },
  'instruction-override': {
    why: 'The text claims to stand above what the model was told by others. That is an attempt to take over.',
    whatToDo: advice.refuse,
  },
  'take-secret': {
    why: 'The model is asked to hand over keys, settings of other programs, or what was said before.',
    whatToDo: advice.refuse,
  },
  'secret-place': {
    why: 'A place where keys and credentials are kept is named. The model may look there.',
    whatToDo: 'Approve it only if the tool is there to handle just that file.',
  },
  'run-order': {
    why: 'A text that puts its tool before or after all others makes the model call it whatever you want.',
    whatToDo: advice.read,
  },
  'prefer-tool': {
    why: 'A text that makes the model prefer a tool draws calls, with their arguments, away from tools that you trust.',
    whatToDo: advice.read,
  },
  'mentions-other-server': {
    why: 'The description of one server can steer how the model uses another one, which you trust more.',
    whatToDo: advice.refuse,
  },
  'steers-to-tool': {
    why: 'The text says when another tool is to be called. So a change here changes what happens there.',
    whatToDo: advice.read,
  },
  'mentions-tool': {
    why: 'Another tool of this server is named, which is common and mostly honest.',
    whatToDo: advice.read,
  },
};
