/** A row of the table `handshakes`. Source: docs/reference/analytics-store.md ("The table `handshakes`"). */
import type { EventRow } from './row-inserts.ts';

export type HandshakeRow = EventRow & {
  readonly host: string;
  readonly outcome: string;
  readonly count: number;
  /** Separated by spaces. */
  readonly networks: string;
};
