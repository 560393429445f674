/** The closed segments known to the spool, by kind, oldest first, with their bytes. */
import type { FoundSegment } from './list-segments.ts';
import type { SegmentKind } from './segment-name.ts';

export type ClosedSegment = FoundSegment & {
  /** Whether an earlier process may have shipped it already. */
  readonly mayBeStored: boolean;
};

export class WaitingSegments {
  readonly #byName = new Map<string, ClosedSegment>();
  readonly #byKind = new Map<SegmentKind, ClosedSegment[]>();
  #bytes = 0;

  get count(): number {
    return this.#byName.size;
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** Time of the oldest one's last write; undefined when there is none. */
  get oldestAtMs(): number | undefined {
    let oldest: number | undefined;
    for (const [first] of this.#byKind.values()) {
      if (first && (oldest === undefined || first.closedAtMs < oldest)) oldest = first.closedAtMs;
    }
    return oldest;
  }

  has(name: string): boolean {
    return this.#byName.has(name);
  }

  names(): Iterable<string> {
    return this.#byName.keys();
  }

  of(kind: SegmentKind): readonly ClosedSegment[] {
    return this.#byKind.get(kind) ?? [];
  }

  add(segments: readonly ClosedSegment[]): void {
    for (const segment of segments) {
      this.#byName.set(segment.name, segment);
      this.#bytes += segment.sizeBytes;
      const sameKind = this.#byKind.get(segment.kind);
      if (sameKind) sameKind.push(segment);
      else this.#byKind.set(segment.kind, [segment]);
    }
    for (const kind of new Set(segments.map((segment) => segment.kind))) this.#byKind.get(kind)?.sort(byAge);
  }

  remove(name: string): void {
    const segment = this.#byName.get(name);
    if (!segment) return;
    this.#byName.delete(name);
    this.#bytes -= segment.sizeBytes;
    const sameKind = this.#byKind.get(segment.kind) ?? [];
    sameKind.splice(sameKind.indexOf(segment), 1);
  }
}

function byAge(a: ClosedSegment, b: ClosedSegment): number {
  return a.closedAtMs - b.closedAtMs || (a.name < b.name ? -1 : 1);
}
