/** When a rule begins to hold. Source: docs/reference/rules.md ("Conditions"). */
import { parseInstant } from '../../core/instant.ts';
import type { ConditionKind } from './condition.ts';
import { readInstant } from './instant.ts';

/** ISO 8601 with a zone; included. */
export const startsAt: ConditionKind<string> = {
  rank: 3,
  words: { label: 'Start', name: 'Start' },
  schema: { type: 'string', format: 'date-time', description: 'From then on.' },
  cell: 'text',
  read: readInstant,
  compile(text) {
    const startMs = parseInstant(text);
    return startMs === undefined ? undefined : (request) => request.nowMs >= startMs;
  },
  cost: () => 0,
  describe: (text, { dateTime }) => [`from ${dateTime(text)}`],
  sample(text, request) {
    request.nowMs = Math.max(request.nowMs, parseInstant(text) ?? request.nowMs);
  },
};
