import type { Rule } from './rules.ts';

// What is said of a definition as a whole, whatever its kind. What depends on the kind is in `kinds.ts`.

export const notExamined: Omit<Rule, 'matches'> = {
  name: 'not-examined',
  severity: 'critical',
  sentence: 'too much changed at once to look into this definition: take it for the worst',
};

export const ambiguityChanged: Omit<Rule, 'matches'> = {
  name: 'ambiguity-changed',
  severity: 'high',
  sentence: 'changed where parsers differ (a key that stands twice, a number beyond doubles): some clients see it',
};

export const invalidDefinition: Omit<Rule, 'matches'> = {
  name: 'invalid-definition',
  severity: 'high',
  sentence: 'not valid JSON data',
};
