/** The fields of one event, and SQL that reads them. */
import type { VisitColumn } from '../visits/visit-rule.ts';

/** An event field: its column in `events`, and the column in `visits` that lists it. */
export const eventFields: Readonly<
  Record<EventField, { readonly column: string; readonly list: VisitColumn }>
> = {
  name: { column: 'name', list: 'event_names' },
  path: { column: 'path', list: 'event_paths' },
  props: { column: 'props', list: 'event_props' },
  amount: { column: 'revenue_amount', list: 'event_amounts' },
  currency: { column: 'revenue_currency', list: 'event_currencies' },
};
export type EventField = 'name' | 'path' | 'props' | 'amount' | 'currency';

/** SQL that reads a field of the current event: a column of a row, or an element of a visit's list. */
export type FieldSql = (name: EventField) => string;

/** Reads the fields of the event that a lambda of {@link overEvents} with this prefix has at hand. No column has the prefix. */
export function fieldOf(prefix: string): FieldSql {
  return (name) => `${prefix}_${name}`;
}

/** SQL over a visit: a function of arrays over its events, whose `fields`, of which there is at least one, `body` reads. */
export function overEvents(
  call: 'arrayMap' | 'arrayExists' | 'arrayFirstIndex',
  prefix: string,
  fields: Iterable<EventField>,
  body: string,
): string {
  const names = [...new Set(fields)];
  const lists = names.map((name) => eventFields[name].list);
  return `${call}((${names.map(fieldOf(prefix)).join(', ')}) -> ${body}, ${lists.join(', ')})`;
}
