import { expect, it } from 'vitest';
import { guardsIn } from '../../src/core/guard-wording.ts';

function kindsIn(text: string): readonly string[] {
  return guardsIn(text).map(({ kind }) => kind);
}

it.each([
  ['Löscht eine Datei. Frage den Benutzer vorher.', 'asks'],
  ['Überweist Geld. Nur nach Bestätigung durch den Kunden.', 'asks'],
  ['Nie löschen, nicht ohne Rückfrage.', 'asks'],
  ['Das lässt sich nicht rückgängig machen.', 'warns'],
  ['ACHTUNG: alle Daten gehen verloren.', 'warns'],
  ["Demandez à l’utilisateur avant d'effacer.", 'asks'],
  ['Supprime tout. Cette action est irréversible.', 'warns'],
  ['Borra un archivo. Pregunte al usuario antes.', 'asks'],
  ['Esta acción no se puede deshacer.', 'warns'],
  ['Exclui um arquivo. Peça confirmação.', 'asks'],
  ['Esta ação não pode ser desfeita.', 'warns'],
  ['删除文件。必须先征求用户同意。', 'asks'],
  ['此操作不可逆。', 'warns'],
  ['ファイルを削除します。必ずユーザーに確認してください。', 'asks'],
  ['この操作は元に戻せません。', 'warns'],
])('knows the guard in: %s', (text, kind) => {
  expect(kindsIn(text)).toEqual([kind]);
});

it.each([
  'Löscht eine Datei und zeigt eine Bestätigung an.',
  'Fragt die Datenbank ab und gibt die Zeilen zurück.',
  'Supprime un fichier du dossier. Renvoie la liste des fichiers.',
  'Demande la liste des fichiers au serveur.',
  'Devuelve el perfil del usuario y sus permisos.',
  'Retorna o perfil do usuário.',
  '返回用户的个人资料。',
  '删除文件并返回结果。',
  'ユーザーの一覧を返します。',
  '結果を確認するための URL を返します。',
])('finds none in: %s', (text) => {
  expect(kindsIn(text)).toEqual([]);
});

it.each([
  'Keine Bestätigung des Benutzers nötig.',
  "Supprime sans demander confirmation à l'utilisateur.",
  'Borra sin pedir confirmación.',
  'Exclui sem pedir confirmação.',
  '无需用户确认即可删除。',
  'ユーザーの確認不要で削除します。',
])('takes no word for a guard that lifts one: %s', (text) => {
  expect(kindsIn(text)).toEqual([]);
});
