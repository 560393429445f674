/**
 * Ships the segments of one kind in order. Source: docs/reference/spool.md.
 *
 * States: idle (nothing waits) → writing the manifest → reading and enriching → inserting → deleting → idle or the next; a
 * failed insert → pausing → reading again. A crash in any of them leaves the segments and the manifest, and the next try, or
 * the next process, inserts the same batches in the same order, which the store counts once.
 *
 * An insert costs the store tens of milliseconds however few its rows, so segments that wait together share one, and
 * after one small insert the next waits for a moment.
 *
 * The oldest segment goes first. When a reachable store refuses an insert, its segments are tried alone; one that is refused
 * goes behind the others, and if it has been refused five times while others were stored, the segment itself is at fault
 * and is moved aside.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { errorField } from '../../core/error-field.ts';
import { isAnalyticsAway, maySmallerInsertPass } from '../engine/failures.ts';
import type { Manifest } from './manifest.ts';
import { readSegment, UnreadableSegmentError } from './read-segment.ts';
import {
  arrivalOf,
  maxSegmentBytes,
  type RecordKind,
  recordKindOf,
  type SegmentKind,
} from './segment-name.ts';
import type { Spool } from './spool.ts';
import type { StoreHealth } from './store-health.ts';
import type { ClosedSegment } from './waiting-segments.ts';

/** Why a line was not stored. */
export const lineRefusals = [
  'line_torn',
  'line_too_long',
  'record_invalid',
  'time_invalid',
  'event_names_exceeded',
] as const;
export type LineRefusal = (typeof lineRefusals)[number];

export type Batch<Row> = {
  /** The segment's: unique, and the same when the batch is tried again. */
  readonly name: string;
  readonly rows: readonly Row[];
  /** Whether an earlier try may have stored it. */
  readonly mayBeStored: boolean;
};

/** What a kind of segment holds and where it goes. */
export type Cargo<Row extends object> = {
  readonly kind: SegmentKind;
  /** `arrival` is the line's: see arrivalOf. */
  readonly toRow: (line: string, arrival: number) => Row | LineRefusal;
  /** Called after the lines of a segment; true: more is known now, and they are read again. Never rejects. */
  readonly learn?: () => Promise<boolean>;
  readonly insert: (batches: readonly Batch<Row>[]) => Promise<void>;
};

export type ShippingCounts = {
  readonly rows: Record<RecordKind, number>;
  segments: number;
  segmentsRefused: number;
  readonly linesRefused: Record<LineRefusal, number>;
};

export type LaneContext = {
  readonly spool: Spool;
  readonly health: StoreHealth;
  readonly counts: ShippingCounts;
  readonly logger: Logger;
};

const maxRefusals = 5;
/** Of a segment whose lines ask for more each time. */
const maxReadings = 3;
/** Of segments that share an insert, as rows in memory at once: fewer, larger inserts have less to be merged later. */
const maxGroupBytes = 4 * maxSegmentBytes;
/** As many are asked for by one look-up. */
const maxGroupSegments = 1_000;
/** After an insert of less than this, the next one waits. */
const smallGroupBytes = 2 * 1024 * 1024;
const restAfterSmallMs = 1_000;
/** The process is short of something for the moment. */
const passing: ReadonlySet<string> = new Set(['EMFILE', 'ENFILE', 'ENOMEM', 'EAGAIN', 'EINTR']);

type Tried = { readonly refusals: number; readonly storedBefore: number };

type Load<Row> = {
  readonly segment: ClosedSegment;
  readonly rows: readonly Row[];
  readonly refused: ReadonlyMap<LineRefusal, number>;
};

export class ShippingLane<Row extends object> {
  readonly #cargo: Cargo<Row>;
  readonly #context: LaneContext;
  readonly #stopping = new AbortController();
  /** Segments that were tried and not stored. */
  readonly #tried = new Map<string, Tried>();
  readonly #manifest: Manifest;
  /** What the insert under way consists of, as the manifest says; empty: none is. */
  #underWay: readonly string[] = [];
  #endTick = Number.POSITIVE_INFINITY;
  #wake: (() => void) | undefined;

  constructor(cargo: Cargo<Row>, context: LaneContext) {
    this.#cargo = cargo;
    this.#context = context;
    this.#manifest = context.spool.manifest(cargo.kind);
  }

  /** Ships until stopped; resolves then. Never rejects. */
  async run(): Promise<void> {
    const { spool, health } = this.#context;
    const forget = spool.onSegments(() => this.#wake?.());
    this.#underWay = await this.#manifest.read();
    for (;;) {
      if (performance.now() > this.#endTick) break;
      const group = this.#again() ?? (await this.#begin(this.#next()));
      if (group.length > 0) {
        const isDone = await this.#ship(group);
        if (!isDone) await this.#pause(health.pauseMs);
        // When the store takes nothing, what waits is for the next start.
        if (!isDone && this.#stopping.signal.aborted) break;
        if (isDone && this.#mayRest(group)) await this.#pause(restAfterSmallMs);
      } else if (this.#stopping.signal.aborted) break;
      else await this.#segments();
    }
    forget();
  }

  /** Lets it ship what is closed, as long as the store takes it, begin nothing more after the deadline, and end. */
  stop(deadlineMs: number): void {
    this.#endTick = performance.now() + deadlineMs;
    this.#stopping.abort();
    this.#wake?.();
  }

  async #segments(): Promise<void> {
    await new Promise<void>((resolve) => {
      this.#wake = resolve;
    });
    this.#wake = undefined;
  }

  /** Does not wait when it is to stop. */
  async #pause(ms: number): Promise<void> {
    await sleep(ms, undefined, { signal: this.#stopping.signal }).catch(() => {});
  }

  /** Whether little comes in, so that waiting lets more of it share an insert. */
  #mayRest(shipped: readonly ClosedSegment[]): boolean {
    const next = this.#next();
    const isFresh = next.every(({ name, mayBeStored }) => !mayBeStored && !this.#tried.has(name));
    return isFresh && sizeOf(shipped) < smallGroupBytes && sizeOf(next) < smallGroupBytes;
  }

  /** The segments of the insert that was begun, here or by an earlier process. */
  #again(): readonly ClosedSegment[] | undefined {
    if (this.#underWay.length === 0) return undefined;
    const waiting = new Map(this.#context.spool.closed(this.#cargo.kind).map((one) => [one.name, one]));
    const found = this.#underWay.flatMap((name) => waiting.get(name) ?? []);
    if (found.length === this.#underWay.length) return found;
    // Segments are deleted after they were stored, so the others are, too. They are looked for, each by itself.
    for (const { name } of found) this.#tried.set(name, { refusals: 0, storedBefore: 0 });
    this.#underWay = [];
    return undefined;
  }

  /** Writes down what an insert consists of, before its first try. */
  async #begin(group: readonly ClosedSegment[]): Promise<readonly ClosedSegment[]> {
    const names = group.map(({ name }) => name);
    if (names.length === 0) return group;
    try {
      await this.#manifest.write(names);
      this.#underWay = names;
      return group;
    } catch {
      // The disk is full: shipping makes room. One segment is an insert that its name alone describes.
      return group.slice(0, 1);
    }
  }

  /** Nothing is known to be left of the insert under way, or its segments go different ways. */
  async #end(): Promise<void> {
    this.#underWay = [];
    // A manifest that stays names segments that are gone, or that are looked for before they are inserted.
    await this.#manifest.remove().catch(() => {});
  }

  /** The oldest segments that may share an insert, or the one that was refused least often. */
  #next(): readonly ClosedSegment[] {
    const group: ClosedSegment[] = [];
    let groupBytes = 0;
    let best: ClosedSegment | undefined;
    let bestRefusals = Number.POSITIVE_INFINITY;
    for (const segment of this.#context.spool.closed(this.#cargo.kind)) {
      const tried = this.#tried.get(segment.name);
      if (tried && tried.refusals > 0) {
        if (tried.refusals < bestRefusals) best = segment;
        bestRefusals = Math.min(bestRefusals, tried.refusals);
      } else if (tried) {
        return group.length > 0 ? group : [segment];
      } else {
        groupBytes += segment.sizeBytes;
        if (group.length > 0 && (groupBytes > maxGroupBytes || group.length === maxGroupSegments)) break;
        group.push(segment);
      }
    }
    return group.length > 0 || !best ? group : [best];
  }

  /** Returns whether the segments are done with. */
  async #ship(group: readonly ClosedSegment[]): Promise<boolean> {
    const { health } = this.#context;
    const loads: Load<Row>[] = [];
    for (const segment of group) {
      const refused = new Map<LineRefusal, number>();
      try {
        loads.push({ segment, rows: await this.#read(segment, refused), refused });
      } catch (error) {
        if (!(await this.#unreadable(segment, error))) return false;
      }
    }
    if (loads.length < group.length) {
      await this.#end();
      return true;
    }
    // Those without rows, too: the names of all are the insert's token.
    const batches = loads.map(({ segment, rows }) => ({
      name: segment.name,
      rows,
      mayBeStored: segment.mayBeStored || this.#tried.has(segment.name),
    }));
    if (batches.some(({ rows }) => rows.length > 0)) {
      try {
        await this.#insert(batches);
      } catch (error) {
        return await this.#failed(
          loads.map(({ segment }) => segment),
          error,
        );
      }
      health.succeeded();
    }
    for (const load of loads) await this.#done(load);
    await this.#end();
    return true;
  }

  async #insert(batches: readonly Batch<Row>[]): Promise<void> {
    const insert = this.#cargo.insert(batches);
    // An import has an insert for each of its months, which is no sign of a slow store.
    await (this.#cargo.kind.startsWith('import-') ? insert : this.#context.health.during(insert));
  }

  async #done({ segment, rows, refused }: Load<Row>): Promise<void> {
    const { spool, counts } = this.#context;
    counts.rows[recordKindOf(segment.kind)] += rows.length;
    counts.segments++;
    this.#countRefused(segment, refused);
    this.#tried.delete(segment.name);
    await spool.remove(segment);
  }

  async #read(segment: ClosedSegment, refused: Map<LineRefusal, number>): Promise<Row[]> {
    for (let reading = 1; ; reading++) {
      const rows = await this.#readOnce(segment, refused);
      if (!(await this.#cargo.learn?.()) || reading === maxReadings) return rows;
      refused.clear();
    }
  }

  async #readOnce(segment: ClosedSegment, refused: Map<LineRefusal, number>): Promise<Row[]> {
    const rows: Row[] = [];
    const refuse = (reason: LineRefusal, count: number) => {
      if (count > 0) refused.set(reason, (refused.get(reason) ?? 0) + count);
    };
    let line = 0;
    const { tooLong, isTorn } = await readSegment(segment.path, segment.kind, (text) => {
      const row = this.#cargo.toRow(text, arrivalOf(segment.name, line++));
      if (typeof row === 'string') refuse(row, 1);
      else rows.push(row);
    });
    refuse('line_too_long', tooLong);
    refuse('line_torn', isTorn ? 1 : 0);
    return rows;
  }

  /** Lines may hold what visitors sent: the log gets counts only. */
  #countRefused(segment: ClosedSegment, refused: ReadonlyMap<LineRefusal, number>): void {
    const { counts, logger } = this.#context;
    if (refused.size === 0) return;
    for (const [reason, count] of refused) counts.linesRefused[reason] += count;
    logger.warn(
      { segment: segment.name, lines: Object.fromEntries(refused) },
      'analytics: lines were not stored',
    );
  }

  async #unreadable(segment: ClosedSegment, error: unknown): Promise<boolean> {
    const code = errorField(error, 'code') ?? '';
    if (passing.has(code)) return false;
    // Somebody removed it.
    if (code === 'ENOENT') await this.#context.spool.remove(segment);
    else await this.#refuse(segment, error instanceof UnreadableSegmentError ? error.reason : error);
    return true;
  }

  async #failed(segments: readonly ClosedSegment[], error: unknown): Promise<boolean> {
    const { health } = this.#context;
    const isAway = isAnalyticsAway(error);
    // As it was begun it goes a second time, since what timed out may still be being stored.
    const isTooLarge =
      segments.length > 1 &&
      segments.every(({ name }) => this.#tried.has(name)) &&
      maySmallerInsertPass(error);
    if (!isAway || isTooLarge) await this.#end();
    let isDone = segments.length > 0;
    for (const segment of segments) {
      const before = this.#tried.get(segment.name);
      // Of several it is not known yet which one is refused: each is tried alone next.
      const refusals = (before?.refusals ?? 0) + (isAway || segments.length > 1 ? 0 : 1);
      const storedBefore = before && before.refusals > 0 ? before.storedBefore : health.stored;
      if (refusals >= maxRefusals && health.stored > storedBefore) {
        this.#tried.delete(segment.name);
        await this.#refuse(segment, error);
      } else {
        this.#tried.set(segment.name, { refusals, storedBefore });
        isDone = false;
      }
    }
    if (!isDone) health.failed(error, isAway);
    return isDone;
  }

  async #refuse(segment: ClosedSegment, reason: unknown): Promise<void> {
    const { spool, counts, logger } = this.#context;
    counts.segmentsRefused++;
    logger.error(
      { segment: segment.name, sizeBytes: segment.sizeBytes, reason },
      'analytics: a segment could not be stored and was moved to refused/',
    );
    await spool.refuse(segment);
  }
}

function sizeOf(group: readonly ClosedSegment[]): number {
  return group.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
}
