/** The tables of the analytics store. */
import { events } from './events.ts';
import { handshakes } from './handshakes.ts';
import { type Layout, quoteText } from './layout.ts';
import { requests } from './requests.ts';
import { schemaMigrations } from './schema-migrations.ts';
import { entriesIn, localName, type Table } from './table.ts';
import { visitorDays } from './visitor-days.ts';
import { visitDerivations, visits } from './visits.ts';

/** Those that nothing else is kept in. */
export const rawTables: readonly Table[] = [requests, events];
export const allTables: readonly Table[] = [
  ...rawTables,
  handshakes,
  visits,
  visitDerivations,
  visitorDays,
  schemaMigrations,
];

/** The rows of `system.tables` that are these tables, on all nodes that answer. */
export function entriesOf(tables: readonly Table[], layout: Layout): string {
  const names = tables.flatMap((table) => [table.name, localName(table, layout)]).map(quoteText);
  return `${entriesIn('system.tables', layout)} AND name IN (${names.join(', ')})`;
}
