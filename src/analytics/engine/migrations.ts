/** The steps from an empty store to the schema of this program. One that has landed is never edited. */
import type { Layout } from './schema/layout.ts';
import { requests } from './schema/requests.ts';
import { createTable } from './schema/table.ts';

export type AnalyticsMigration = {
  /** Counts up from 1 without gaps. */
  readonly version: number;
  readonly name: string;
  /** Statements that may be run again: the engine has no transactions, so a crash may leave half of them done. */
  readonly statements: (layout: Layout) => readonly string[];
};

export const migrations: readonly AnalyticsMigration[] = [
  { version: 1, name: 'requests', statements: (layout) => createTable(requests, layout) },
];
