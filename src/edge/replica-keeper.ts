/**
 * Keeps the edge replica up to date before workers learn of a change, and says when it isn't.
 * Source: docs/reference/edge.md ("What workers read").
 *
 * States: current (as new as the last position asked for) ↔ behind (it can't be written, such as on a full disk: the service
 * continues, workers ask the application process for certificates, and writing is tried again after a pause that grows).
 */
import type { Logger } from 'pino';
import type { EdgeReplica } from '../control/edge-replica.ts';
import { isStoreAway } from '../control/failures.ts';
import { errorField, errorMessage } from '../core/error-field.ts';
import { RestartDelay } from '../core/restart-delay.ts';
import type { RoutingPatch, StorePosition } from '../core/route.ts';
import { EdgeStartError } from './edge-start-error.ts';
import { sumsOf } from './route-sums.ts';

export class ReplicaKeeper implements AsyncDisposable {
  readonly #replica: EdgeReplica;
  readonly #logger: Logger;
  readonly #onChanged: (isCurrent: boolean) => void;
  readonly #retryDelay = new RestartDelay({ youngMs: 60_000, firstMs: 1_000, maxMs: 60_000 });
  #isCurrent = true;
  #problem = '';
  #retryTick = 0;
  #lastFailedTick = 0;
  #mustRebuild = false;
  #last: Promise<unknown> = Promise.resolve();

  /** `onChanged` is called before a change that the replica doesn't have reaches a worker. */
  constructor(replica: EdgeReplica, logger: Logger, onChanged: (isCurrent: boolean) => void) {
    this.#replica = replica;
    this.#logger = logger;
    this.#onChanged = onChanged;
  }

  get isCurrent(): boolean {
    return this.#isCurrent;
  }

  /** Before the first worker starts. Rejects with an `EdgeStartError` when there is no file to load from. */
  async prepare(target: StorePosition): Promise<void> {
    await this.bringTo(target);
    if (this.#isCurrent || (await this.#replica.isUsable())) return;
    throw new EdgeStartError(`the edge's copy of the control store cannot be written: ${this.#problem}`, '');
  }

  /** Never rejects. */
  bringTo(target: StorePosition): Promise<void> {
    return this.#inTurn(async () => {
      if (!this.#isCurrent && performance.now() < this.#retryTick) return;
      try {
        if (this.#mustRebuild) await this.#replica.rebuild(target);
        else await this.#replica.bringTo(target);
        this.#mustRebuild = false;
        this.#succeeded();
      } catch (error) {
        this.#failed(error);
      }
    });
  }

  /** Has the next call of `bringTo` copy everything. */
  distrust(): void {
    this.#mustRebuild = true;
  }

  /** What changes without a revision. Never rejects. */
  copyUnlogged(): Promise<void> {
    return this.#inTurn(() =>
      this.#replica
        .copyUnlogged()
        .catch((error: unknown) => this.#logger.debug({ err: error }, 'edge: the replica was not updated')),
    );
  }

  /** As the store's log: see RoutingLog. */
  async changesAfter(position: StorePosition, limit: number): Promise<RoutingPatch | 'gone'> {
    return await (await this.#replica.log()).changesAfter(position, limit);
  }

  /** Checksums of its routes; see RouteSums. */
  async sums(): Promise<readonly number[]> {
    return await sumsOf(await this.#replica.log());
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#inTurn(() => this.#replica[Symbol.asyncDispose]());
  }

  #inTurn(work: () => Promise<void>): Promise<void> {
    const turn = this.#last.then(work);
    this.#last = turn.catch(() => {});
    return turn;
  }

  #succeeded(): void {
    if (this.#isCurrent) return;
    this.#isCurrent = true;
    this.#logger.info('edge: the replica is up to date again');
    this.#onChanged(true);
  }

  #failed(error: unknown): void {
    const tick = performance.now();
    this.#retryTick = tick + this.#retryDelay.next(tick - this.#lastFailedTick);
    this.#lastFailedTick = tick;
    this.#problem = errorMessage(error);
    if (!this.#isCurrent) return;
    this.#isCurrent = false;
    const isOfStore = isStoreAway(error) && !errorField(error, 'code')?.startsWith('SQLITE_');
    const problem = isOfStore
      ? 'the control store cannot be read, and the replica waits for it'
      : 'the replica cannot be written';
    this.#logger.error(
      { path: this.#replica.path, err: error },
      `edge: ${problem}; workers that start load an older one, and are brought up to date`,
    );
    this.#onChanged(false);
  }
}
