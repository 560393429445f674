/**
 * Who makes the changes that happen now, for the audit trail. Each request of the API and each command runs as its actor,
 * whatever it calls or waits for; what runs in the background has none. Source: docs/reference/audit-trail.md ("Actors").
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { ActorKind } from '../core/audit.ts';

export type Actor = {
  readonly kind: ActorKind;
  /** Of the access token or the user; null on the command line. */
  readonly uuid: string | null;
  /** The access token's name, the user's email address, or the system's user. */
  readonly name: string;
  /** The client's; null on the command line. */
  readonly address: string | null;
};

const actors = new AsyncLocalStorage<Actor | undefined>();

export function actingAs<T>(actor: Actor, work: () => T): T {
  return actors.run(actor, work);
}

/** Runs what a command does by itself, of which nothing is recorded. */
export function actingAsNobody<T>(work: () => T): T {
  return actors.run(undefined, work);
}

export function currentActor(): Actor | undefined {
  return actors.getStore();
}
