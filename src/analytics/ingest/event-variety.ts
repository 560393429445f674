/**
 * Limits how many different event names and property keys a custom domain has per day, because anyone may send events
 * and each name is another entry in dictionaries and lists. Source: docs/reference/tracker.md ("Custom events").
 *
 * Counted per day of the event (UTC) in this process's memory, so counts start over after a restart, and for domains and days
 * without recent events.
 */
import { createHash } from 'node:crypto';
import { dayOf } from '../../core/date-range.ts';
import { type EventDetails, plainPageview } from '../engine/pageview-row.ts';
import { RecentMap } from '../lookup/recent-map.ts';

export const maxNamesPerDay = 1_000;
export const maxKeysPerDay = 1_000;
/** Domains and days; each takes some 100 KB when both of its sets are full. */
const remembered = 1_000;

type Seen = { readonly names: Set<number>; readonly keys: Set<number> };

export class EventVariety {
  readonly #seen = new RecentMap<string, Seen>(remembered);
  #propertiesDropped = 0;

  get propertiesDropped(): number {
    return this.#propertiesDropped;
  }

  /** Returns the details without properties whose keys are too many; undefined when the names are. */
  limit(domainUuid: string, timeMs: number, details: EventDetails): EventDetails | undefined {
    if (details === plainPageview) return details;
    const key = `${domainUuid} ${dayOf(timeMs)}`;
    let seen = this.#seen.get(key);
    if (!seen) {
      seen = { names: new Set(), keys: new Set() };
      this.#seen.set(key, seen);
    }
    const { names, keys } = seen;
    if (details.name !== plainPageview.name && !admits(names, details.name, maxNamesPerDay)) return undefined;
    const entries = Object.entries(details.props);
    const kept = entries.filter(([name]) => admits(keys, name, maxKeysPerDay));
    if (kept.length === entries.length) return details;
    this.#propertiesDropped += entries.length - kept.length;
    return { ...details, props: Object.fromEntries(kept) };
  }
}

/** Hashes take less memory than texts of up to 300 characters; two texts with one hash only let one more in. */
function admits(seen: Set<number>, text: string, most: number): boolean {
  const hash = createHash('sha256').update(text).digest().readUIntBE(0, 6);
  if (seen.has(hash)) return true;
  if (seen.size >= most) return false;
  seen.add(hash);
  return true;
}
