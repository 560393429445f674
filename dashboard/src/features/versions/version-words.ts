/** What a version is told by: what it has otherwise than the one before. */
import { changesOf, type ValueChange } from '../audit/event-words.ts';
import type { Version } from './versions-queries.ts';

type Attributes = Pick<Version, 'attributes'>;

/** Undefined: the one before isn't known. */
export function differencesOf(
  { attributes: after }: Attributes,
  older: Attributes | undefined,
): readonly ValueChange[] | undefined {
  if (!older) return undefined;
  const before = older.attributes;
  const rules = 'rules' in after;
  const differing = Object.keys(after).filter(
    (name) => JSON.stringify(after[name]) !== JSON.stringify(before[name]),
  );
  const only = (values: Version['attributes']) =>
    Object.fromEntries(differing.map((name) => [name, rules ? countOf(values[name]) : values[name]]));
  return changesOf({ before: only(before), after: only(after) });
}

/** Lists are too long to be shown. */
function countOf(rules: unknown): string {
  const count = Array.isArray(rules) ? rules.length : 0;
  return count === 1 ? '1 rule' : `${count} rules`;
}
