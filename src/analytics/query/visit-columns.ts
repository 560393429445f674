/** The columns of `visits` that a statement reads. */
import type { VisitColumn } from '../visits/visit-rule.ts';
import { type EventField, eventFields } from './event-fields.ts';
import { type Filter, testsIn } from './query.ts';
import { dimensionOf } from './vocabulary.ts';

/** Those that filters compare. */
export function visitColumnsIn(filters: readonly Filter[]): VisitColumn[] {
  return [...testsIn(filters)].flatMap((test) => {
    const dimension = dimensionOf(test.dimension, []);
    return dimension.kind === 'visit' ? dimension.columns : [];
  });
}

/** Those that list fields of events. */
export function listsOf(fields: ReadonlySet<EventField>): VisitColumn[] {
  return ['event_offsets', ...[...fields].map((name) => eventFields[name].list)];
}
