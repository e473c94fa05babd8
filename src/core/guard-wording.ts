import { isLiftedElsewhere, kindElsewhere } from './guard-words.ts';
import { fold } from './signals/fold.ts';

/** A sentence that tells the model to ask or to warn a person, or not to do something. */
export interface Guard {
  readonly kind: 'asks' | 'warns' | 'forbids';
  readonly sentence: string;
  /** As its words are compared (`fold`). */
  readonly folded: string;
}

const person = String.raw`(?:the |your |an? |any |each |every |all )?(?:end )?(?:users?|humans?|person|people|operators?|owners?|customers?|administrators?|admins?)`;
const consent = String.raw`(?:confirmations?|approvals?|permissions?|consent|authori[sz]ation|sign off)`;
const asking = String.raw`(?:ask|confirm|check|consult|prompt|verify|agree|clear it)`;
/** Of one sentence, and bounded, so that every pattern here is linear. */
const within = (characters: number): string => String.raw`.{0,${characters}}?\b`;

const asks = words(
  String.raw`${asking}(?:s|ing)?(?: with)? ${person}${within(60)}(?:before|first|prior|permission|confirm\w*|approv\w*|consent|whether|if they|agree\w*)`,
  String.raw`(?:before|first|prior)${within(60)}${asking}(?:s|ing)?(?: with)? ${person}`,
  String.raw`(?:requires?|needs?|must have|demands?|get|gets|obtain|obtains|seek|seeks|request|requests|wait for|waits for|subject to|ask for|asks for)${within(30)}${consent}`,
  String.raw`only${within(40)}(?:with|after)${within(30)}(?:${consent}|confirm\w*|approv\w*|agree\w*|asked)`,
  String.raw`${person} (?:must|has to|have to|should|needs? to|is asked to|are asked to) (?:first |explicitly |always )*(?:confirm|approve|agree|consent|accept|review)`,
  String.raw`(?:never|do not|dont|must not|should not|may not|cannot|not)${within(60)}(?:without|unless|until|before)${within(40)}(?:${consent}|confirm\w*|approv\w*|ask\w*|agree\w*|consent\w*)`,
  String.raw`(?:always|please|must|first) (?:ask|confirm|double check)\b`,
  String.raw`(?:confirm|double check|ask)${within(30)} before`,
);

const warns = words(
  String.raw`(?:(?:warn|alert|caution|remind)s?|notify|inform|tell) ${person}`,
  String.raw`(?:cannot|can not|can never|could not|may not|cant) be (?:undone|reverted|reversed|recovered|restored)`,
  String.raw`irreversibl[ey]|irrevocabl[ey]|(?:use|run|call|apply|handle)${within(20)} (?:with (?:great |extreme )?(?:care|caution)|carefully)|be careful|at your own risk`,
  String.raw`(?:warning|caution|danger|dangerous|attention)(?= ?[:!,])`,
);

const forbids = words(
  String.raw`(?:never|do not|dont|must not|mustnt|should not|shouldnt|may not|avoid|refrain from|not (?:meant|intended|safe|suitable|be used|for use)|only use|use only|not in production|not on production) \w`,
);

/** What the words above say of themselves: that nobody has to. */
const lifted = words(
  String.raw`(?:do not|dont|does not|doesnt|never|not|no need to|no longer|without|skip|bypass|instead of|rather than)(?: \w+){0,2}? (?:ask|asking|confirm|confirming|prompt|prompting|check|checking|consult|warn|alert|notify|inform|tell|require|requires|need|needs|wait|get|seek|request|obtain)`,
  String.raw`(?:may|can|could|might|optionally|optional|feel free to|if you (?:like|want|wish)|as you like)(?: \w+){0,2}? (?:ask|confirm|prompt|check|consult|warn|alert|notify|inform|tell|seek|request|obtain)`,
  String.raw`(?:already|pre) (?:\w+ )?(?:approved|confirmed|consented|agreed|authori[sz]ed)`,
  String.raw`(?:no|without)(?: \w+){0,2}? ${consent}`,
);
/** … unless that is forbidden in turn: `never delete without asking`. */
const demanded = words(
  String.raw`(?:never|do not|dont|must not|should not|may not|cannot|not)${within(60)}(?:without|unless|until)\b${within(40)}(?:${consent}|confirm\w*|approv\w*|ask\w*|agree\w*|consent\w*)`,
);

/** Few texts hold any of these. */
const maybe =
  /ask|confirm|approv|permission|consent|authori|sign.off|consult|prompt|check|verify|warn|caution|danger|attention|alert|notif|inform|tell|remind|undone|revers|revert|recover|restor|irrevoc|care|own risk|never|not|n['’]t\b|avoid|refrain|only|frag|best.{1,2}tig|zustimm|r.{1,2}ckg|widerruf|achtung|vorsicht|utilisateur|averti|annul|deman[dr]|r.{1,2}vers|usu.{1,2}ri|confirm|deshacer|advert|precauci|desfeit|aviso|cuidado|[\u3040-\u30FF\u4E00-\u9FFF]/i;

const sentenceEnd = /(?<=[.!?;])\s+|(?<=[。！？；])|\n+/;
/** Of a text without an end of a sentence. */
const maxSentence = 1_000;

/** The guards of a text. A sentence that asks and forbids is one that asks. */
export function guardsIn(text: string): readonly Guard[] {
  if (!maybe.test(text)) return [];
  return text.split(sentenceEnd).flatMap((sentence): readonly Guard[] => {
    if (!maybe.test(sentence)) return [];
    const folded = fold(sentence.slice(0, maxSentence)).text.trim();
    const kind = kindOf(folded);
    return kind === null ? [] : [{ kind, sentence: sentence.trim(), folded }];
  });
}

function kindOf(folded: string): Guard['kind'] | null {
  const isLifted = (lifted.test(folded) && !demanded.test(folded)) || isLiftedElsewhere(folded);
  if (!isLifted && asks.test(folded)) return 'asks';
  if (!isLifted && warns.test(folded)) return 'warns';
  if (!isLifted && forbids.test(folded)) return 'forbids';
  return isLifted ? null : kindElsewhere(folded);
}

/** Any of `alternatives` as whole words. */
function words(...alternatives: readonly string[]): RegExp {
  return new RegExp(String.raw`\b(?:${alternatives.join('|')})`);
}
