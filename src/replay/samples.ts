/** The changed requests that were recorded most often. Source: docs/reference/replay.md ("Samples"). */

export type Sample = { readonly path: string; readonly before: string; readonly after: string };
type Counted = Sample & { requests: number };

const maxSamples = 20;

export class Samples {
  /** The most frequent first. */
  readonly #top: Counted[] = [];
  /** Those of one path: groups come path by path. */
  #ofPath: Counted[] = [];

  /** Equal ones count together. */
  add(path: string, before: string, after: string, requests: number): void {
    if (this.#ofPath[0]?.path !== path) this.#keep();
    const same = this.#ofPath.find((one) => one.before === before && one.after === after);
    if (same) same.requests += requests;
    else this.#ofPath.push({ path, before, after, requests });
  }

  list(): Sample[] {
    this.#keep();
    return this.#top.map(({ path, before, after }) => ({ path, before, after }));
  }

  #keep(): void {
    for (const one of this.#ofPath) {
      // Of a host with several owners, a path may come again.
      const known = this.#top.findIndex(
        ({ path, before, after }) => path === one.path && before === one.before && after === one.after,
      );
      if (known >= 0) one.requests += this.#top.splice(known, 1)[0]?.requests ?? 0;
      const place = this.#top.findIndex((other) => comparePlaces(one, other) < 0);
      if (place >= 0) this.#top.splice(place, 0, one);
      else if (this.#top.length < maxSamples) this.#top.push(one);
      if (this.#top.length > maxSamples) this.#top.pop();
    }
    this.#ofPath = [];
  }
}

function comparePlaces(one: Counted, other: Counted): number {
  return (
    other.requests - one.requests ||
    compareTexts(one.path, other.path) ||
    compareTexts(one.before, other.before) ||
    compareTexts(one.after, other.after)
  );
}

function compareTexts(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}
