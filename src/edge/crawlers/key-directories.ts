/**
 * The keys of listed directories, fetched in the background. Source: docs/reference/bots.md ("Signatures").
 *
 * States of a directory: unknown → pending, while it is fetched → known: its keys. Where it doesn't answer, it is asked again at most once a
 * minute as its crawler comes back; after ten minutes it has no keys until it answers. What is known is fetched again when it is as old as
 * it may be, and holds meanwhile, for a day at most. A directory that nobody asked for in a day is unknown again. Nothing waits.
 */
import type { Clock } from '../../core/clock.ts';
import { hourMs, minuteMs } from '../../core/time.ts';
import type { DirectoryKeys } from './directory-keys.ts';
import type { FetchedDirectory } from './fetch-directory.ts';

/** Rejects, or answers undefined, when there is no directory. */
export type FetchDirectory = (origin: string, signal: AbortSignal) => Promise<FetchedDirectory | undefined>;

const pendingForMs = 10 * minuteMs;
const askAgainMs = minuteMs;
const keptForMs = 24 * hourMs;
/** That are fetched at the same time; others are fetched when their crawler comes back. */
const places = 4;

type Entry = {
  /** Undefined until the directory has answered once. */
  keys: DirectoryKeys | undefined;
  answeredAtMs: number;
  readonly sinceMs: number;
  askAtMs: number;
  isAsking: boolean;
  /** Whether it was asked since its last answer, in vain. */
  isFailing: boolean;
};

const none: DirectoryKeys = new Map();

export class KeyDirectories implements Disposable {
  readonly #fetch: FetchDirectory;
  readonly #clock: Clock;
  /** By origin; only listed ones are asked for. */
  readonly #entries = new Map<string, Entry>();
  readonly #running = new Set<AbortController>();
  #isClosed = false;

  constructor(fetch: FetchDirectory, clock: Clock) {
    this.#fetch = fetch;
    this.#clock = clock;
  }

  /** The keys of a listed directory; undefined while they are pending. */
  keysOf(origin: string): DirectoryKeys | undefined {
    const now = this.#clock.now();
    const known = this.#entries.get(origin);
    const isForgotten = known?.keys && !known.isFailing && now - known.answeredAtMs >= keptForMs;
    const entry = known && !isForgotten ? known : newEntry(now);
    if (entry !== known) this.#entries.set(origin, entry);
    if (!entry.isAsking && now >= entry.askAtMs && this.#running.size < places && !this.#isClosed)
      void this.#ask(origin, entry);
    if (!entry.keys) return now - entry.sinceMs < pendingForMs ? undefined : none;
    return now - entry.answeredAtMs < keptForMs ? entry.keys : none;
  }

  [Symbol.dispose](): void {
    this.#isClosed = true;
    for (const fetching of this.#running) fetching.abort();
  }

  async #ask(origin: string, entry: Entry): Promise<void> {
    const fetching = new AbortController();
    this.#running.add(fetching);
    entry.isAsking = true;
    const found = await this.#fetch(origin, fetching.signal).catch(() => undefined);
    this.#running.delete(fetching);
    entry.isAsking = false;
    entry.isFailing = !found;
    const now = this.#clock.now();
    if (!found) {
      entry.askAtMs = now + askAgainMs;
      return;
    }
    entry.keys = found.keys;
    entry.answeredAtMs = now;
    entry.askAtMs = now + found.freshForMs;
  }
}

function newEntry(now: number): Entry {
  return { keys: undefined, answeredAtMs: 0, sinceMs: now, askAtMs: now, isAsking: false, isFailing: false };
}
