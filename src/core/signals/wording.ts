import { divider } from './document.ts';
import { concealingPhrases, overridingPhrases } from './phrases.ts';
import type { Document, SignalRule, Span } from './signal.ts';
import { foldedSpansOf } from './spans.ts';

/** Between two parts of one thought, in folded text. Bounded, so that every pattern here is linear. */
const within = (characters: number): string => String.raw`[^.;!?${divider}]{0,${characters}}?\b`;

const not = String.raw`(?:do not|dont|does not|(?:must|should|shall|will) not|(?:must|should)nt|never|not to|without|avoid|refrain from|no need to|cannot|under no circumstances)`;
const tell = String.raw`(?:tell|inform|notify|mention|reveal|disclos|alert|warn|let|report|show|say|expos|display|explain|acknowledg|announc)\w{0,4}`;
const person = String.raw`(?:users?|humans?|person|people|anyone|anybody|operators?|developers?|owners?|customers?|them|him)`;
const personal = /user|human|person|people|anyone|anybody|operator|developer|owner|customer|them|him/;

const concealFromUser = [
  String.raw`${not} (?:\w+ ){0,3}?${tell}\b${within(30)}${person}`,
  String.raw`(?:hid(?:e|den|ing)|conceal\w{0,3}|keep\w{0,3}|secret)\b${within(40)}from (?:the |your |any )?${person}`,
  String.raw`without (?:the |your |any )?${person}\b${within(20)}(?:knowledge|knowing|noticing|awareness|notice|seeing)`,
  String.raw`(?:users?|humans?|person) (?:must|should|shall|may|can|will|does|do|need) (?:not|never) (?:\w+ ){0,2}?(?:know|see|notice|learn|find out|be (?:told|informed|notified|aware|made aware|shown|alerted))`,
];

/** What a tool does with what it cannot use, and no order to hide anything. */
const outcome = String.raw`(?:succeeds?|fail(?:s|ed|ing)?|exits?|ignor(?:es|ed|ing)|skip(?:s|ped|ping)|drop(?:s|ped|ping)|truncate[sd]?|discard(?:s|ed|ing)?|clamp(?:s|ed)|degrades?|falls? back|no op)`;
/** What fails `silently` or is `silently` ignored does so in honest texts, and what is done `instead of silently` failing. */
const secrecy = [
  String.raw`${not} (?:\w+ ){0,2}?(?:mention|reveal|disclos)\w{0,4}`,
  String.raw`(?:silently|secretly|covertly|stealthily|discreetly|surreptitiously|quietly)\b(?<!\b(?:not|never|no|without|than|of) (?:\w{1,12} )?\w{1,15})(?<!\b${outcome} (?:silently|quietly))(?! (?:\w+ed|fail\w*|skip\w*|drop\w*|ignor\w*|truncat\w*|returns?|lost|does|do|nothing)\b)`,
  String.raw`(?:keep|treat)(?:ing)? (?:this|it|these|that|them)\b${within(20)}(?:secret|hidden|confidential|private|between us|to yourself)`,
  String.raw`(?:dont|do not|never) (?:log|record|print|leave (?:a )?trace|summari[sz]e|repeat|echo|quote) (?:this|these|that|it|any)`,
];
const secretive =
  /mention|reveal|disclos|silent|secret|covert|stealth|discreet|surreptit|quiet|hidden|confident|private|between us|to yourself|dont|do not|never/;

/** `when the user has already agreed` and `if you have the name and the user has already agreed` claim nothing. */
const unlessAsked = String.raw`(?<!\b(?:when|if|once|unless|until|whether)(?: (?:you|we) have\b[^.;!?${divider}]{0,200} and)? (?:the |a |your )?)`;
const consent = String.raw`(?:confirmation|permission|approval|consent)`;
const skipConsent = [
  String.raw`(?:without|no need (?:for|to)|do not|dont|never|skip|bypass|not) (?:\w+ ){0,3}?(?:(?:ask|wait|request|prompt|confirm|seek)(?:ing|ation)?|${consent})(?: (?:the |your |any )?${person}| (?:for )?(?:\w+ ){0,2}?${consent}| first)`,
  String.raw`${unlessAsked}(?:user|human|person)s? (?:has |have |is |are )?(?:already |explicitly |pre)+ ?(?:approved|consented|agreed|confirmed|authori[sz]ed|given)`,
  String.raw`without (?:user |human |explicit |further |any )+${consent}`,
];
const consenting = /ask|wait|request|prompt|confirm|seek|permission|approv|consent|agreed|authori|given/;

const override = [
  String.raw`(?:ignore|disregard|forget|override|bypass|discard)\b${within(20)}(?:previous|prior|above|earlier|preceding|other|all|any|existing|system|safety|your)\b${within(20)}(?:instructions?|prompts?|rules|guidelines|polic(?:y|ies)|messages|directions|restrictions)`,
  String.raw`(?:new|updated|real|actual) (?:system )?(?:instructions|prompt|rules)(?= ?:)`,
  String.raw`you are now (?:a|an|in|the)`,
];
/** `[IMPORTANT]` alone is a heading. */
const markup =
  /[<[]\/?(?:system|instructions?|secret|assistant|admin|hidden|im start|inst|sys)(?: \w{1,12})?[>\]]|<\/?(?:important|critical)(?: \w{1,12})?>|\[\/(?:important|critical)\]/g;
const overbearing = /instruction|prompt|rules|guideline|polic|messages|direction|restriction|you are now/;

const thisTool = String.raw`(?:this|it|the present|our)(?: (?:tool|function|one|server|method|command))?`;
const things = String.raw`(?:tools?|functions?|calls?|operations?|requests?|actions?|steps?|tasks?|servers?|commands?)`;
const others = String.raw`(?:any|all|every|each|other|another|the other|any other|all other|every other)(?: \w+)? ${things}`;
const call = String.raw`(?:call|us|run|invok|execut|trigger|access|perform|answer|respond|do|start|work)(?:e|es|s|ed|ing|ting)?`;

const runOrder = [
  String.raw`(?:before|prior to|after|whenever|each time|every time|following)(?: you| the model)? (?:\w+ )?${call} (?:with )?${others}`,
  String.raw`(?:before|prior to|after) ${others}`,
  String.raw`(?:always|must|first|immediately)(?: be)? (?:first )?(?:called|used|run|invoked|executed)(?: \w+){0,2}? (?:first|before)`,
  String.raw`(?:always|must|need to|have to|should always) (?:first )?(?:call|run|use|invoke|execute) (?:${thisTool}|[\w.]{1,64}(?: [\w.]{1,64}){0,2}) (?:first|before|prior)`,
  String.raw`(?:before|first|prior)\b${within(10)}(?:this|the) (?:tool|function) (?:can|may|is|will|must) (?:be )?(?:called|used|run|work)`,
  String.raw`(?:before|when|prior to)(?: you)? (?:us(?:e|ing)|call(?:ing)?|run(?:ning)?|invok(?:e|ing)) (?:this|it)\b(?: tool| function)?,? (?:you must |you should |please |always |first )*(?:read|open|cat|list|fetch|get|call|run|send|include|collect|load|copy)`,
];
const ordering = /before|prior|after|first|whenever|each time|every time|following|when/;

const preferTool = [
  String.raw`(?:prefer|favou?r|choose|prioriti[sz]e) ${thisTool}\b${within(20)}(?:over|to|above|instead|before|than|for)`,
  String.raw`(?:always|only|must|exclusively) (?:use|call|prefer|choose|pick|select|invoke) ${thisTool}\b${within(30)}(?:instead|rather|over|for (?:all|any|every)|and (?:not|never)|even|no matter|regardless)`,
  String.raw`(?:do not|dont|never|stop|avoid|no longer) (?:us(?:e|ing)|call(?:ing)?|trust(?:ing)?|invok(?:e|ing)|rely(?:ing)? on) (?:the |any |all )?(?:others?|another|rival|competing|built in|native|default|alternative)`,
  String.raw`(?:instead of|rather than|in place of|over) (?:using |calling |running )?(?:the |any |all )?(?:others?|another|built in|native|default|every other)(?: \w+)? (?:tools?|functions?|servers?|search|ones?)`,
  String.raw`(?:other|all other) (?:\w+ )?(?:tools?|functions?|servers?) (?:are|is|must|should|have been) (?:\w+ )?(?:not|never|deprecated|broken|unsafe|insecure|obsolete|untrusted|disabled|unreliable|outdated|ignored|avoided)`,
];
const preferring =
  /prefer|favou?r|choose|prioriti|always|only|must|exclusively|other|rival|compet|built in|native|default/;

/** Files and variables of other programs, most after a dot or a slash. */
const secretPlace = new RegExp(
  String.raw`\.(?:ssh|aws|npmrc|netrc|pgpass|pypirc|gnupg|pem|p12|kdbx|env(?! ?\()|git credentials|(?:bash|zsh|psql|python) ?history|(?:bash|zsh)rc|config/(?:gcloud|gh)|docker/config|(?:cursor|vscode|claude|codeium|gemini)/(?:\w+/)?(?:mcp|settings|config|credentials))\b` +
    String.raw`|\.kube/|/etc/(?:passwd|shadow|sudoers)\b|/proc/(?:self|\d+)/environ` +
    String.raw`|\b(?:id (?:rsa|ed25519|ecdsa|dsa)|authorized keys|known hosts|process\.env|os\.environ|printenv|wallet\.dat|login keychain|claude desktop config|mcp\.json|appdata|sam hive)\b`,
  'g',
);
const secretPlaces =
  /[./][a-z]|id (?:rsa|e|dsa)|authorized keys|known hosts|printenv|keychain|desktop config|appdata|sam hive/;

const take = String.raw`(?:read|open|cat|dump|print|collect|gather|extract|harvest|exfiltrat\w{1,3}|locate|steal|grab|upload|send|copy|includ|append|attach|past|leak|forward|post|submit|pass|put|transmit|retriev|fetch|obtain|list|provid|suppl|enter|insert|add|embed|encod)(?:e|es|s|y|ies|ing|ting|ed)?`;
const secret = String.raw`(?:(?:private|ssh|signing|encryption|secret|gpg|pgp|access|api) keys?|passwords?|passphrases?|credentials?|secrets|seed phrases?|mnemonics?|(?:access|auth|authentication|bearer|session|refresh|oauth|api|github|personal access) tokens?|environment variables?|env vars?|environment|cookies?|system prompt|(?:conversation|chat|message|shell|browser|command) history|previous (?:messages|conversation)|(?:entire|whole|full|complete) (?:conversation|context|prompt)|keychain|wallet|credit cards?|config(?:uration)? files?)`;
const takeSecret = [
  String.raw`${take}\b${within(40)}(?:the |your |their |all |any |every |its |his |her |user\w? |of |local |contents? |values? |my )+(?:\w+ ){0,2}?${secret}`,
  String.raw`(?:contents?|values?) of (?:the |your |all |any )*(?:\w+ ){0,2}?${secret}`,
];
const secretNouns =
  /key|passw|passphr|credential|secrets|seed|mnemonic|token|environment|env var|cookie|prompt|history|previous|conversation|context|wallet|credit card|config/;

/** Any of `alternatives` as whole words. */
function words(...alternatives: readonly string[]): RegExp {
  return new RegExp(String.raw`\b(?:${alternatives.join('|')})\b`, 'g');
}

/** What a pattern finds in folded texts that hold what it needs: without that it cannot match, and to look for that is cheap. */
function searchFor(...searches: readonly (readonly [needed: RegExp, pattern: RegExp])[]) {
  return {
    needs: new RegExp(searches.map(([needed]) => needed.source).join('|')),
    find: (document: Document): readonly Span[] =>
      searches.flatMap(([needed, pattern]) =>
        needed.test(document.folded.text) ? foldedSpansOf(pattern, document) : [],
      ),
  };
}

/** Words by which poisoned definitions work, whatever the tool does. */
export const wordingRules: readonly SignalRule[] = [
  {
    name: 'conceal-from-user',
    severity: 'critical',
    sentence: 'tells the model to hide something from the person',
    joins: true,
    ...searchFor([personal, words(...concealFromUser)], concealingPhrases),
  },
  {
    name: 'instruction-override',
    severity: 'critical',
    sentence: 'speaks to the model over the head of those who instructed it',
    joins: true,
    ...searchFor([overbearing, words(...override)], [/[<[]/, markup], overridingPhrases),
  },
  {
    name: 'secrecy',
    severity: 'high',
    sentence: 'asks for silence about something',
    joins: true,
    ...searchFor([secretive, words(...secrecy)]),
  },
  {
    name: 'skip-consent',
    severity: 'high',
    sentence: 'tells the model not to ask a person, or that a person has agreed',
    joins: true,
    ...searchFor([consenting, words(...skipConsent)]),
  },
  {
    name: 'secret-place',
    severity: 'high',
    sentence: 'names a place where keys, credentials or settings of other programs are kept',
    joins: true,
    ...searchFor([secretPlaces, secretPlace]),
  },
  {
    name: 'take-secret',
    severity: 'high',
    sentence: 'asks for keys, credentials, settings or the conversation',
    joins: true,
    ...searchFor([secretNouns, words(...takeSecret)]),
  },
  {
    name: 'run-order',
    severity: 'high',
    sentence: 'tells the model to run something before or after other tools',
    joins: true,
    ...searchFor([ordering, words(...runOrder)]),
  },
  {
    name: 'prefer-tool',
    severity: 'high',
    sentence: 'tells the model which tool to prefer, or not to use others',
    joins: true,
    ...searchFor([preferring, words(...preferTool)]),
  },
];
