/** When a rule ceases to hold. Source: docs/reference/rules.md ("Conditions"). */
import { parseInstant } from '../../core/instant.ts';
import type { ConditionKind } from './condition.ts';
import { readInstant } from './instant.ts';

/** ISO 8601 with a zone; excluded. */
export const endsAt: ConditionKind<string> = {
  rank: 4,
  words: { label: 'End', name: 'End' },
  schema: { type: 'string', format: 'date-time', description: 'Until then.' },
  cell: 'text',
  read: readInstant,
  compile(text) {
    const endMs = parseInstant(text);
    return endMs === undefined ? undefined : (request) => request.nowMs < endMs;
  },
  cost: () => 0,
  describe: (text, { dateTime }) => [`until ${dateTime(text)}`],
  sample(text, request) {
    request.nowMs = Math.min(request.nowMs, (parseInstant(text) ?? Number.POSITIVE_INFINITY) - 1);
  },
};
