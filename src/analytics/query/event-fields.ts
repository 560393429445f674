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
