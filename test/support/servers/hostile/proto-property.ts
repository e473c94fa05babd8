import { result } from '../script.ts';
import { page, scriptOf } from '../skeletons.ts';
import { everywhere, neighbour, neighbourName, type HostileCase } from './hostile-case.ts';

/** Right: listed; the property is part of the definition, and no prototype changes. */
export const protoProperty: HostileCase = {
  ...everywhere,
  name: 'names a property __proto__',
  outcomes: ['listed'],
  toolNames: ['merge', neighbourName],
  script: (era) =>
    scriptOf(era, [
      result(
        page(era, [
          '{"name":"merge","__proto__":{"polluted":true},"inputSchema":{"type":"object","properties":{"__proto__":{"type":"string"}}}}',
          neighbour,
        ]),
      ),
    ]),
};
