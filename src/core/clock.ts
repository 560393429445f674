/** Time as a dependency: the only file that reads the wall clock. */

export interface Clock {
  /** Milliseconds since the Unix epoch, UTC. */
  now(): number;
}

export const systemClock: Clock = { now: () => Date.now() };

/**
 * Formats an instant as every time on the wire: `YYYY-MM-DDThh:mm:ss.mmm+00:00`.
 */
export function formatTimestamp(epochMs: number): string {
  return `${new Date(epochMs).toISOString().slice(0, -1)}+00:00`;
}
