/**
 * Who makes the changes that happen now, for the audit trail. Each request of the API and each command runs as its actor,
 * whatever it calls or waits for; what runs in the background has none, unless it takes the service's. Source: docs/reference/audit-trail.md ("Actors").
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { ActorKind } from '../core/audit.ts';

export type Actor = {
  readonly kind: ActorKind;
  /** Of the access token or the user; null on the command line and of the service. */
  readonly uuid: string | null;
  /** The access token's name, the user's email address, or the system's user. */
  readonly name: string;
  /** The client's; null on the command line and of the service. */
  readonly address: string | null;
};

/** Of what the service changes by itself and people should know of. */
export const serviceActor: Actor = { kind: 'service', uuid: null, name: 'Nameplate', address: null };

const actors = new AsyncLocalStorage<Actor | undefined>();

export function actingAs<T>(actor: Actor, work: () => T): T {
  return actors.run(actor, work);
}

export function currentActor(): Actor | undefined {
  return actors.getStore();
}
