/**
 * Makes exports: takes those that are due, writes part after part, and records each. Nodes share the work by leases, and accounts take
 * turns: after a while an export lets others go on. Source: docs/reference/exports.md ("How it is made").
 */
import type { Logger } from 'pino';
import { AnalyticsAwayError, isNoRoom } from '../../analytics/engine/failures.ts';
import type { ReportStore } from '../../analytics/engine/report-store.ts';
import type { RowsFileStore } from '../../analytics/engine/rows-file.ts';
import type { ControlStore } from '../../control/store.ts';
import { AccountLoop } from '../../core/account-loop.ts';
import type { Clock } from '../../core/clock.ts';
import { formatDay } from '../../core/date-range.ts';
import { freeBytesAt } from '../../core/free-bytes.ts';
import type { Lease } from '../../core/lease-loop.ts';
import type { OutgoingRequest } from '../../core/outgoing-request.ts';
import { Semaphore } from '../../core/semaphore.ts';
import { hourMs, minuteMs, secondMs } from '../../core/time.ts';
import { S3Client } from '../../s3/s3-client.ts';
import { S3Error } from '../../s3/s3-error.ts';
import { engineFormat } from './columns.ts';
import { Destinations, type OpenedDestination } from './destination-store.ts';
import { BucketTarget, type ExportFiles, FileTarget, type PartTarget } from './export-files.ts';
import { Exports, type TakenExport } from './export-store.ts';
import { selectPart } from './part-select.ts';
import { firstPosition, type Part, type PartSizes, partSizes, partsFrom } from './parts.ts';
import { Schedules } from './schedule-store.ts';

export type ExporterOptions = {
  readonly store: ControlStore;
  readonly analytics: ReportStore & RowsFileStore;
  readonly files: ExportFiles;
  /** What files of exports may take on this machine. */
  readonly budgetBytes: number;
  /** How buckets are reached. */
  readonly outgoing: {
    readonly policy: NonNullable<OutgoingRequest['chosenBy']>['policy'];
    readonly names: OutgoingRequest['names'];
  };
  readonly clock: Clock;
  readonly logger: Logger;
  readonly sizes?: PartSizes;
  readonly freeBytes?: (path: string) => Promise<number>;
  /** How long to wait after so many failures; undefined: no longer worth it. */
  readonly backOff?: (failures: number) => number | undefined;
  readonly turnMs?: number;
  readonly leaseMs?: number;
  readonly pollMs?: number;
  /** Before a bucket is asked the second time. */
  readonly pauseMs?: number;
  /** How long a bucket may take for a part. */
  readonly takeMs?: number;
};

/** About twelve hours in all. */
const waitsMs: readonly number[] = [
  30 * secondMs,
  minuteMs,
  2 * minuteMs,
  5 * minuteMs,
  10 * minuteMs,
  30 * minuteMs,
  hourMs,
  2 * hourMs,
  4 * hourMs,
  4 * hourMs,
];
/** What a schedule has ordered never fails for what may pass, as nobody would order that day again. */
const scheduledWaitMs = 4 * hourMs;
/** One that goes to a slow bucket leaves the other to others. */
const places = 2;
/** One part at a time: a second one would take as much memory again. */
const writing = 1;
/** A bucket that takes so long for a part is slow. */
const slowMs = 10 * secondMs;
/** A bucket that takes so long for a part is away. */
const takeMs = 10 * minuteMs;
/** After so long others have their turn, at the end of a part. */
const turnMs = 10 * secondMs;
const leaseMs = 2 * minuteMs;
const renewEveryMs = 30 * secondMs;
const deadlineMs = 24 * hourMs;
const pollMs = secondMs;
/** Of the budget, what an account may take. */
const accountShare = 4;
/** The spool needs the disk more than a file that can be made again. */
const keptFreeBytes = 256 * 1024 * 1024;

/** The export has failed; the message is a sentence without its end, for the account. */
class ExportFailure extends Error {}

/** Another process has the export, or it was deleted. */
class LeaseLost extends Error {}

export class Exporter implements AsyncDisposable {
  readonly #options: ExporterOptions;
  readonly #exports: Exports;
  readonly #schedules: Schedules;
  readonly #destinations: Destinations;
  readonly #loop: AccountLoop<TakenExport>;
  readonly #writing = new Semaphore(writing);

  constructor(options: ExporterOptions) {
    this.#options = options;
    this.#exports = new Exports(options.store);
    this.#schedules = new Schedules(options.store);
    this.#destinations = new Destinations(options.store);
    const lease = options.leaseMs ?? leaseMs;
    this.#loop = new AccountLoop({
      queue: this.#exports,
      places,
      pollMs: options.pollMs ?? pollMs,
      leaseMs: lease,
      slowMs,
      work: (taken, { signal }) => this.#work(taken, signal),
      onAway: (error) => options.logger.warn({ err: error }, 'exports wait for the control store'),
      renewal: {
        everyMs: Math.min(renewEveryMs, lease / 4),
        extend: (taken) => this.#exports.extend(taken, lease),
        deadlineMs,
      },
      clock: options.clock,
    });
  }

  start(): void {
    this.#loop.start();
  }

  /** Works on all that are due, and resolves when that is done. */
  runDue(): Promise<void> {
    return this.#loop.runDue();
  }

  /** Removes files that nobody can download any more, and forgets exports that ended long ago. */
  async tidy(): Promise<void> {
    const { files } = this.#options;
    await this.#exports.tidy();
    const present = await files.list();
    const kept = await this.#exports.withFiles(present);
    for (const uuid of present) if (!kept.has(uuid)) await files.remove(uuid);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#loop[Symbol.asyncDispose]();
  }

  async #work(taken: TakenExport, signal: Lease['signal']): Promise<void> {
    const { files } = this.#options;
    try {
      const isOver = await this.#write(taken, signal);
      if (!isOver) await this.#exports.release(taken);
      else if (taken.destinationUuid !== null) await files.remove(taken.uuid);
      else await files.tidy(taken.uuid);
    } catch (error) {
      if (error instanceof LeaseLost) return;
      if (signal.aborted) {
        await this.#exports.release(taken);
        return;
      }
      await this.#give(taken, error);
    }
  }

  /** Lets it wait after what may pass, and fails it after what won't. */
  async #give(taken: TakenExport, error: unknown): Promise<void> {
    const { files, logger, backOff = (failures) => waitsMs[failures - 1] } = this.#options;
    const known = reasonOf(error);
    const reason = known ?? 'something unexpected happened; the log of the service says what';
    const isScheduled = taken.scheduleUuid !== null;
    const isFull = known === diskFull;
    const waitMs =
      mayPass(error) || (isScheduled && isFull)
        ? (backOff(taken.failures + 1) ?? (isScheduled ? scheduledWaitMs : undefined))
        : undefined;
    if (waitMs !== undefined) {
      if (isFull) await files.remove(taken.uuid);
      await this.#exports.release(taken, { ms: waitMs, reason });
      return;
    }
    await files.remove(taken.uuid);
    // Deleted meanwhile, and its directory with it.
    if (!(await this.#exports.fail(taken, reason))) return;
    if (known === undefined)
      logger.error({ err: error, export_uuid: taken.uuid }, 'an export failed unexpectedly');
    logger.warn({ export_uuid: taken.uuid, account_uuid: taken.accountUuid, reason }, 'an export failed');
  }

  /** Writes until it is complete, or its turn is over. Answers whether it is complete. */
  async #write(taken: TakenExport, signal: AbortSignal): Promise<boolean> {
    const { store, analytics, sizes = partSizes, turnMs: turn = turnMs } = this.#options;
    const endTick = performance.now() + turn;
    await this.#refuseWithoutDomain(taken);
    let state = taken;
    let target = await this.#open(state);
    if (!target) {
      // The file is gone, a power cut took its end, or the destination is another bucket now.
      const anew = { position: firstPosition(state.first), rows: 0, bytes: 0, counted: 0 };
      state = { ...state, ...anew };
      await this.#advance(state);
      target = await this.#open(state);
      if (!target) throw new ExportFailure('its file can’t be written');
    }
    const wanted = { ...state, lastDay: state.last };
    for await (const part of partsFrom(store.database, analytics, wanted, state.position, signal, sizes)) {
      if (signal.aborted) return false;
      state = await this.#reachDay(state, part.day);
      state = await this.#writePart(state, target, part, signal);
      if (performance.now() >= endTick) return false;
    }
    if (state.position.parts === 0) {
      const none = { day: state.first, recorded: [], slice: undefined, counted: 0, number: 1 };
      state = await this.#writePart(
        state,
        target,
        {
          ...none,
          next: { ...firstPosition(state.last + 1), parts: 1 },
        },
        signal,
      );
    }
    const { rows, bytes, counted, position } = state;
    const ended = await target.finish(rows, position.parts);
    const { scheduleUuid } = state;
    const isDone = await this.#exports.done(
      state,
      { position: { ...firstPosition(state.last + 1), parts: position.parts }, bytes: bytes + ended },
      scheduleUuid === null
        ? undefined
        : (trx) => this.#schedules.noteDay(trx, scheduleUuid, state.first, counted),
    );
    if (!isDone) throw new LeaseLost();
    return true;
  }

  /** Noted before the day's first part is in a bucket: written again, it could be of a day before that has rows by now. */
  async #reachDay(state: TakenExport, day: number): Promise<TakenExport> {
    const { position } = state;
    if (position.day === day) return state;
    const next = { ...state, position: { ...position, day, after: '', sliced: null } };
    await this.#advance(next);
    return next;
  }

  async #writePart(
    state: TakenExport,
    target: PartTarget,
    part: Part,
    signal: AbortSignal,
  ): Promise<TakenExport> {
    const { analytics, files, takeMs: most = takeMs } = this.#options;
    const { what, format, scheduleUuid } = state;
    const path = await files.prepare(state.uuid);
    await this.#refuseWithoutRoom(state);
    const hasNames = format === 'csv' && (state.destinationUuid !== null || part.number === 1);
    await this.#writing.run(async () => {
      signal.throwIfAborted();
      await analytics.writeFile({
        select: await selectPart(analytics, what, format, part),
        path,
        format: engineFormat(format, hasNames),
      });
    });
    const written = await this.#loop.timed(state.accountUuid, () =>
      withinTime(signal, most, (limited) =>
        target.take(path, { number: part.number, day: part.day, hasNames }, limited),
      ),
    );
    const next = {
      ...state,
      position: { ...part.next, ...(target.place !== undefined && { place: target.place }) },
      rows: state.rows + written.rows,
      bytes: state.bytes + written.bytes,
      // Of requests and events, what is in the file.
      counted: state.counted + (what === 'visits' ? part.counted : written.rows),
      failures: 0,
    };
    const uuids = part.recorded.map(({ uuid }) => uuid);
    await this.#advance(
      next,
      scheduleUuid === null
        ? undefined
        : (trx) => this.#schedules.noteRecorded(trx, scheduleUuid, part.day, uuids),
    );
    return next;
  }

  async #advance(state: TakenExport, also?: Parameters<Exports['advance']>[2]): Promise<void> {
    if (!(await this.#exports.advance(state, state, also))) {
      await this.#options.files.remove(state.uuid);
      throw new LeaseLost();
    }
  }

  /** Undefined: the file has less than is recorded, or the parts are elsewhere. */
  async #open({
    uuid,
    accountUuid,
    destinationUuid,
    what,
    format,
    bytes,
    position,
  }: TakenExport): Promise<PartTarget | undefined> {
    if (destinationUuid === null) return FileTarget.open(this.#options.files, uuid, format, bytes);
    const opened = await this.#destinations.open(accountUuid, destinationUuid);
    if (!opened)
      throw new ExportFailure('its destination was deleted, or has no credentials; set them again');
    const place = placeOf(opened);
    if ((position.place ?? place) !== place) return undefined;
    const settings = { ...settingsOf(opened), ...this.#outgoing(accountUuid) };
    const clientOf = (signal: AbortSignal): S3Client =>
      new S3Client({ ...settings, signal }, opened.bucket, this.#options.pauseMs);
    return new BucketTarget(place, clientOf, format, ({ number, day }) =>
      objectKey(opened.prefix, { what, format, uuid, day, number }),
    );
  }

  #outgoing(accountUuid: string) {
    const { policy, names } = this.#options.outgoing;
    return { names, chosenBy: { accountUuid, policy } };
  }

  async #refuseWithoutDomain({ accountUuid, customDomainUuid }: TakenExport): Promise<void> {
    if (customDomainUuid === null) return;
    const found = await this.#options.store.database.queries
      .selectFrom('custom_domains')
      .select('uuid')
      .where('uuid', '=', customDomainUuid)
      .where('account_uuid', '=', accountUuid)
      .executeTakeFirst();
    if (!found) throw new ExportFailure('its custom domain was deleted');
  }

  async #refuseWithoutRoom({ accountUuid, destinationUuid }: TakenExport): Promise<void> {
    const { files, freeBytes = freeBytesAt } = this.#options;
    if (destinationUuid === null) await this.#refuseBeyondBudget(accountUuid);
    if ((await freeBytes(files.directory)) < keptFreeBytes) throw new ExportFailure(diskFull);
  }

  /** What goes to a bucket is on the disk for a part only. */
  async #refuseBeyondBudget(accountUuid: string): Promise<void> {
    const { budgetBytes } = this.#options;
    const taken = await this.#exports.fileBytes(accountUuid);
    const limit = Math.floor(budgetBytes / accountShare);
    if (taken.account >= limit)
      throw new ExportFailure(
        `files of the account’s exports take ${mebibytes(taken.account)} MiB, and may take ${mebibytes(limit)}; export to a bucket, or fewer days`,
      );
    if (taken.all >= budgetBytes)
      throw new ExportFailure(
        'files of exports take as much of the disk as they may (NAMEPLATE_EXPORT_BUDGET); try again tomorrow, or export to a bucket',
      );
  }
}

const diskFull = 'the disk is full';

/** Where a part is in a bucket. */
export function objectKey(
  prefix: string,
  part: Pick<TakenExport, 'what' | 'format' | 'uuid'> & { readonly day: number; readonly number: number },
): string {
  const number = String(part.number).padStart(6, '0');
  return `${prefix}${part.what}/${formatDay(part.day)}/${part.uuid}-${number}.${part.format}`;
}

/** Where a destination's objects are, whatever opens it. */
function placeOf({ endpoint, region, bucket, prefix }: OpenedDestination): string {
  return JSON.stringify([endpoint, region, bucket, prefix]);
}

function settingsOf({ region, endpoint, credentials }: OpenedDestination) {
  return {
    accessKeyId: credentials.access_key_id,
    secretAccessKey: credentials.secret_access_key,
    sessionToken: undefined,
    region,
    endpoint: endpoint ?? undefined,
  };
}

/** Fails as a bucket that is away does, after so long. */
async function withinTime<T>(
  signal: AbortSignal,
  ms: number,
  take: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const late = AbortSignal.timeout(ms);
  try {
    return await take(AbortSignal.any([signal, late]));
  } catch (error) {
    if (!late.aborted || signal.aborted) throw error;
    throw new S3Error('Away', `the bucket is slow: it took longer than ${ms / minuteMs} min for a part`, {
      cause: error,
    });
  }
}

function mebibytes(bytes: number): number {
  return Math.ceil(bytes / 1024 / 1024);
}

/** A bucket or the analytics store that is away. */
function mayPass(error: unknown): boolean {
  if (error instanceof S3Error) return error.code === 'Away' || error.code === 'Busy';
  return error instanceof AnalyticsAwayError && !isNoRoom(error);
}

/** For the account; undefined: it is a mistake of the program. */
function reasonOf(error: unknown): string | undefined {
  if (isNoRoom(error)) return diskFull;
  if (error instanceof ExportFailure) return error.message;
  if (error instanceof AnalyticsAwayError) return 'the analytics store is away';
  if (!(error instanceof S3Error)) return undefined;
  // The words of the operator's own variables.
  return error.message
    .replace('AWS_ACCESS_KEY_ID', 'the access key id')
    .replace('AWS_SECRET_ACCESS_KEY', 'the secret access key');
}
