import { describe, expect, it } from 'vitest';
import { compareSurface } from '../../../src/core/compare.ts';
import { atLeast, worst, type Finding } from '../../../src/core/finding.ts';
import type { JsonObject } from '../../../src/core/json.ts';
import { replaceAt, valueAt } from '../../../src/core/pointer.ts';
import { buildSurface } from '../../../src/core/surface.ts';
import { anItem, approvalOf } from '../builders.ts';
import { payloads, positions } from './payloads.mjs';

const text = (description: string): JsonObject => ({ type: 'string', description });
const takes = (properties: JsonObject): JsonObject => ({ inputSchema: { type: 'object', properties } });

/** Changes as releases of honest servers bring them, each with the texts that are new in it. */
const changes: readonly (readonly [what: string, before: JsonObject, after: JsonObject, texts: readonly string[]])[] = [
  [
    'clearer words',
    { name: 'find_room', description: 'Finds a free room.' },
    { name: 'find_room', description: 'Finds a free meeting room for a day and a number of people.' },
    ['/description'],
  ],
  [
    'an argument more, with words in the description about it',
    { name: 'book_room', description: 'Books a room.', ...takes({ room: text('Its number.') }) },
    {
      name: 'book_room',
      description: 'Books a room. With `until`, for more than an hour.',
      ...takes({ room: text('Its number.'), until: text('When the meeting ends, as an ISO date with a time.') }),
    },
    ['/description', '/inputSchema/properties/until/description'],
  ],
  [
    'a title and annotations at last',
    { name: 'list_rooms', description: 'Lists all rooms.' },
    { name: 'list_rooms', title: 'List rooms', description: 'Lists all rooms.', annotations: { readOnlyHint: true } },
    ['/title'],
  ],
  [
    'a result that is described',
    { name: 'room_of', description: 'Where somebody sits.' },
    {
      name: 'room_of',
      description: 'Where somebody sits.',
      outputSchema: { type: 'object', properties: { room: text('Its number.') } },
    },
    ['/outputSchema/properties/room/description'],
  ],
  [
    'a long text that grew',
    {
      name: 'plan_day',
      description: 'Plans a day of meetings in several rooms. '.concat(
        'Each has a length, a room and people. ',
        'Breaks count.',
      ),
    },
    {
      name: 'plan_day',
      description: 'Plans a day of meetings in several rooms. '.concat(
        'Each has a length, a room and people, of whom some may be elsewhere. ',
        'Breaks count. Rooms are taken in the order of their size, the smallest first that fits all who come.',
      ),
    },
    ['/description'],
  ],
];

const others = ['send_report', 'list_orders'].map((name) => anItem({ name, description: 'Is there.' }));
const elsewhere = [{ server: 'mail', name: 'mail_send' }];

function compare(before: JsonObject, after: JsonObject): readonly Finding[] {
  const approved = approvalOf(buildSurface([anItem(before), ...others]));
  return compareSurface(approved, buildSurface([anItem(after), ...others]), undefined, elsewhere);
}

describe.each(changes)('%s', (_what, before, after, texts) => {
  const honest = worst(compare(before, after).map(({ severity }) => severity));

  it.each(Object.entries(payloads))('hides nothing of: %s', (_family, list) => {
    const missed = list.flatMap((payload) =>
      texts.flatMap((pointer) =>
        Object.entries(positions).flatMap(([position, put]) => {
          const value = valueAt(after, pointer);
          const poisoned = replaceAt(after, pointer, put(typeof value === 'string' ? value : '', payload));
          const [finding] = compare(before, poisoned as JsonObject); // a text in an object was replaced
          const signals = finding?.edits.flatMap((edit) => edit.signals ?? []) ?? [];
          const isSeen = signals.some(({ severity }) => atLeast(severity, 'high'));
          return isSeen && atLeast(finding?.severity ?? 'info', honest) ? [] : [`${pointer} ${position}: ${payload}`];
        }),
      ),
    );
    expect(missed).toEqual([]);
  });
});
