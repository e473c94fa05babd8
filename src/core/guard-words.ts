import type { Guard } from './guard-wording.ts';
import { fold } from './signals/fold.ts';

interface Words {
  readonly kind: Guard['kind'];
  /** As they are written; compared without accents and capitals. Each says by itself that a person is asked or warned. */
  readonly words: readonly string[];
}

/** Guards in other languages: German, French, Spanish, Portuguese, Chinese, Japanese. */
const guards: readonly Words[] = [
  {
    kind: 'asks',
    words: [
      ...['frage den', 'frag den', 'fragen sie den', 'den Benutzer fragen', 'den Nutzer fragen', 'die Anwender fragen'],
      ...['Bestätigung des', 'Bestätigung durch', 'um Bestätigung', 'nur nach Bestätigung', 'Zustimmung des'],
      ...[
        'Zustimmung einholen',
        'nicht ohne Bestätigung',
        'nicht ohne Zustimmung',
        'nicht ohne Rückfrage',
        'muss bestätigen',
      ],
      ...[
        "demande à l'utilisateur",
        "demander à l'utilisateur",
        "demandez à l'utilisateur",
        "confirmation de l'utilisateur",
      ],
      ...['demander confirmation', 'demandez confirmation', 'demander une confirmation', "accord de l'utilisateur"],
      ...[
        "l'utilisateur doit confirmer",
        "approbation de l'utilisateur",
        'sauf confirmation',
        'jamais sans confirmation',
      ],
      ...['pregunta al usuario', 'pregunte al usuario', 'preguntar al usuario', 'confirmación del usuario'],
      ...[
        'pedir confirmación',
        'pide confirmación',
        'pida confirmación',
        'solicita confirmación',
        'solicite confirmación',
      ],
      ...['requiere confirmación', 'consentimiento del usuario', 'aprobación del usuario', 'nunca sin confirmación'],
      ...[
        'pergunte ao usuário',
        'perguntar ao usuário',
        'confirmação do usuário',
        'pedir confirmação',
        'peça confirmação',
      ],
      ...['solicite confirmação', 'requer confirmação', 'consentimento do usuário', 'aprovação do usuário'],
      ...[
        '询问用户',
        '征求用户',
        '用户确认',
        '用户同意',
        '用户批准',
        '征得同意',
        '确认后再',
        '請使用者確認',
        '詢問使用者',
      ],
      ...[
        'ユーザーに確認',
        'ユーザーの確認',
        '確認を求め',
        '許可を得',
        'ユーザーの許可',
        '同意を得',
        'ユーザーの同意',
        '承認を得',
      ],
    ],
  },
  {
    kind: 'warns',
    words: [
      ...[
        'unwiderruflich',
        'nicht rückgängig',
        'kann nicht wiederhergestellt',
        'Warnung:',
        'Achtung:',
        'Vorsicht:',
        'warne den',
      ],
      ...[
        'irréversible',
        'ne peut pas être annulé',
        'Avertissement :',
        'Avertissement:',
        'Attention :',
        "avertir l'utilisateur",
      ],
      ...['no se puede deshacer', 'Advertencia:', 'advierte al usuario', 'avisa al usuario', 'Precaución:'],
      ...['irreversível', 'não pode ser desfeit', 'Aviso:', 'Cuidado:', 'avise o usuário'],
      ...['不可逆', '无法撤销', '不可撤销', '无法恢复', '無法復原', '警告', '提醒用户', '告知用户'],
      ...[
        '取り消せません',
        '元に戻せません',
        '取り消しできません',
        '復元できません',
        'ユーザーに警告',
        'ご注意ください',
      ],
    ],
  },
];

/** What these words say of themselves: that nobody has to. */
const lifted = oneOf([
  ...[
    'keine Bestätigung',
    'keine Zustimmung',
    'muss nicht bestätig',
    'ohne um Bestätigung',
    'frage den Benutzer nicht',
  ],
  ...['sans demander', 'pas besoin de demander', 'ne demande pas', 'ne demandez pas', 'aucune confirmation'],
  ...[
    'sin pedir',
    'sin preguntar',
    'no pregunte',
    'no pidas',
    'sem pedir',
    'sem perguntar',
    'não pergunte',
    'não peça',
  ],
  ...['无需', '不需要', '不必', '不要询问', '無需', '確認せずに', '確認不要', '許可なく', '必要はありません'],
]);

const rows = guards.map(({ kind, words }) => ({ kind, pattern: oneOf(words) }));

/** True for a sentence that says that nobody has to. */
export function isLiftedElsewhere(folded: string): boolean {
  return lifted.test(folded);
}

/** What a sentence in another language than English guards against, as its words are compared (`fold`). */
export function kindElsewhere(folded: string): Guard['kind'] | null {
  return rows.find(({ pattern }) => pattern.test(folded))?.kind ?? null;
}

/** Any of `words`, folded as texts are; those in ASCII begin a word. */
function oneOf(words: readonly string[]): RegExp {
  const alternatives = words.map((word) => {
    const { text } = fold(word);
    return (/^[a-z]/.test(text) ? String.raw`\b` : '') + text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
  });
  return new RegExp(alternatives.join('|'), 'u');
}
