import { fold } from './fold.ts';

/**
 * Words that hide something from the person, by language. They are folded like the texts they are looked for in, so they may be
 * written as people write them. English has patterns of its own in `wording.ts`.
 */
export const concealing: readonly string[] = [
  // Spanish, Portuguese, Italian, French
  ...['no le digas al usuario', 'no informes al usuario', 'no se lo digas al usuario', 'sin decírselo al usuario'],
  ...['sin que el usuario lo sepa', 'sin informar al usuario', 'no menciones', 'a escondidas del usuario'],
  ...['não diga ao usuário', 'não conte ao usuário', 'não informe o usuário', 'não mencione', 'sem avisar o usuário'],
  ...['sem que o usuário saiba', 'non dire all’utente', 'non dirlo all’utente', 'non informare l’utente'],
  ...['non menzionare', 'senza informare l’utente', 'all’insaputa dell’utente'],
  ...["ne dis pas à l'utilisateur", "ne dites pas à l'utilisateur", "n'informez pas l'utilisateur"],
  ...["n'informe pas l'utilisateur", "sans en informer l'utilisateur", "sans le dire à l'utilisateur"],
  ...["à l'insu de l'utilisateur", 'ne mentionne pas', 'ne mentionnez pas', "sans que l'utilisateur"],
  // German, Dutch, Polish
  ...['sag dem benutzer nicht', 'sage dem benutzer nicht', 'sagen sie dem benutzer nicht', 'sag dem nutzer nicht'],
  ...['informiere den benutzer nicht', 'informiere den nutzer nicht', 'ohne den benutzer zu informieren'],
  ...['ohne den nutzer zu informieren', 'ohne dem benutzer', 'ohne es dem nutzer', 'ohne wissen des benutzers'],
  ...['erwähne nicht', 'erwähne das nicht', 'erwähne dies nicht', 'verschweige'],
  ...['vertel de gebruiker niet', 'zonder de gebruiker te informeren', 'nie mów użytkownikowi'],
  ...['bez wiedzy użytkownika', 'nie informuj użytkownika'],
  // Russian, Ukrainian, Turkish
  ...['не говори пользователю', 'не сообщай пользователю', 'не говорите пользователю', 'не сообщайте пользователю'],
  ...['без ведома пользователя', 'не упоминай', 'не упоминайте', 'тайно от пользователя'],
  ...['не кажи користувачу', 'не повідомляй користувача', 'kullanıcıya söyleme', 'kullanıcıya bildirme'],
  // Chinese, Japanese, Korean
  ...[
    '不要告诉用户',
    '不要告訴用戶',
    '不要让用户知道',
    '别告诉用户',
    '不要提及',
    '不要向用户',
    '请勿告知用户',
    '不通知用户',
  ],
  ...['ユーザーに言わない', 'ユーザーに伝えない', 'ユーザーに知らせない', 'ユーザーには秘密', 'ユーザーに通知せず'],
  ...['사용자에게 말하지', '사용자에게 알리지', '사용자 몰래', '사용자에게 언급하지'],
  // Arabic, Hindi, Indonesian, Vietnamese
  ...['لا تخبر المستخدم', 'دون علم المستخدم', 'دون إخبار المستخدم', 'उपयोगकर्ता को न बताएं', 'उपयोगकर्ता को मत बताना'],
  ...[
    'jangan beri tahu pengguna',
    'tanpa sepengetahuan pengguna',
    'đừng nói với người dùng',
    'không nói cho người dùng',
  ],
];

/** Words that tell a model to forget what it was told before. */
export const overriding: readonly string[] = [
  ...['ignora todas las instrucciones', 'ignora las instrucciones', 'ignore as instruções', 'ignora le istruzioni'],
  ...['ignore les instructions', 'ignorez les instructions', 'ignoriere alle', 'ignoriere die anweisungen'],
  ...['игнорируй все', 'игнорируй предыдущие', 'игнорируйте предыдущие', 'забудь все инструкции'],
  ...[
    '忽略之前',
    '忽略以上',
    '忽略所有',
    '无视之前',
    '前の指示を無視',
    'これまでの指示を無視',
    '이전 지시를 무시',
    'تجاهل التعليمات',
  ],
];

const beyondAscii = /[^\0-\x7F\uFFFF]/;

/**
 * One pattern for any of the phrases, over folded text, and what such a text must hold: `latin` is what every phrase holds that is
 * written in ASCII once it is folded, all others hold letters beyond.
 */
function anyOf(phrases: readonly string[], latin: RegExp): readonly [needed: RegExp, pattern: RegExp] {
  const folded = phrases.map((phrase) => fold(phrase).text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`));
  return [new RegExp(`${latin.source}|${beyondAscii.source}`), new RegExp([...new Set(folded)].join('|'), 'g')];
}

export const concealingPhrases = anyOf(
  concealing,
  /usuari|utent|utilisat|nutzer|gebruiker|uzytkown|kullanici|pengguna|nguoi dung|mencion|menzion|mentionn|erwahn|verschweig/,
);
export const overridingPhrases = anyOf(overriding, /instru|istruz|ignoriere/);
