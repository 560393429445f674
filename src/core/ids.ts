/** Identifiers: UUIDs of RFC 9562 in lower case. Source: docs/reference/api.md ("Ids and times"). */
import { v7 } from 'uuid';

const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** Makes a UUID version 7; within one process later ids sort after earlier ones. */
export function newUuid(): string {
  return v7();
}

/** Makes a UUID version 4, at a twentieth of the cost, for what is never sorted: answers, leases, temporary files. */
export function newRandomUuid(): string {
  return crypto.randomUUID();
}

/** Brings an id from a path to its stored form; undefined if it isn't shaped like a UUID. */
export function parseUuid(text: string): string | undefined {
  const lower = text.toLowerCase();
  return uuidPattern.test(lower) ? lower : undefined;
}
