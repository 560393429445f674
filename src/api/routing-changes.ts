/** Makes committed writes live before they are answered. Source: docs/reference/api.md ("Live before answered"). */
import type { FastifyRequest } from 'fastify';

/** Makes committed changes live on the edge. */
export interface RoutingChanges {
  /** Resolves when every change committed before the call is served by every edge worker of this machine. */
  catchUp(): Promise<void>;
}

/**
 * Waits until a committed write is live. When the store goes away in between, the write stands and goes live when the
 * store is back: to report it as failed would make the caller do it twice.
 */
export async function makeLive(changes: RoutingChanges, request: FastifyRequest): Promise<void> {
  try {
    await changes.catchUp();
  } catch (error) {
    request.log.error(
      { err: error },
      'a change is stored, but goes live only once the control store is readable again',
    );
  }
}
