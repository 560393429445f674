/** What a migration is. */
import type { RawBuilder, SchemaModule } from 'kysely';
import type { ControlTransaction } from '../database.ts';

/** Column types that need another spelling on each engine. */
export type PortableTypes = {
  /** Text that compares byte by byte on both engines, so that sorting and paging agree. */
  readonly text: 'text' | RawBuilder<unknown>;
  /** A default: another text for each row on PostgreSQL, and '' on SQLite. */
  readonly mark: '' | RawBuilder<unknown>;
};

export type Migration = {
  /** Counts up from 1; a migration that has landed is never edited. */
  readonly version: number;
  readonly name: string;
  /**
   * Whether programs of the version before can use the store beside newer ones afterwards, as during an upgrade: it only
   * adds tables, or columns with a default, and nothing goes wrong when programs that don't know these read and write.
   */
  readonly isCompatible?: boolean;
  /** Changes tables. Runs in the transaction that records the version. */
  readonly up: (schema: SchemaModule, types: PortableTypes) => Promise<void>;
  /** Writes the rows that the new tables need, after `up`. */
  readonly seed?: (queries: ControlTransaction) => Promise<void>;
};
