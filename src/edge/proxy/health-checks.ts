/**
 * Checks the targets of upstreams that have a health check, while there are requests for them.
 * Source: docs/reference/proxy.md ("Health checks").
 *
 * An upstream is watched from its first request on, until it has had none for a while, or the host of its last request no
 * longer leads to it. A target of a watched upstream is healthy at first; so many failed checks in a row make it unhealthy, so
 * many good ones healthy again. Once stopped, nothing is checked any more, and targets stay as they are.
 */
import type { HealthCheck, UpstreamRoute } from '../../core/route.ts';
import { type CheckOutcome, checkTarget } from './check-target.ts';
import type { Dialling } from './dial.ts';
import { type Targets, targetsOf } from './targets.ts';
import { originKeyOf } from './upstream-pool.ts';

type Checked = {
  target: UpstreamRoute;
  /** Good or failed checks in a row; one of them is 0. */
  successes: number;
  failures: number;
  /** Of the check under way. */
  cancel: (() => void) | undefined;
};

type Watch = {
  upstream: UpstreamRoute;
  /** Of the last request. */
  host: string;
  usedTick: number;
  nextTick: number;
  /** By origin. */
  checked: Map<string, Checked>;
};

/** An upstream as requests for a host are proxied to it now; undefined when they aren't. */
export type UpstreamLookup = (host: string, uuid: string) => UpstreamRoute | undefined;

const unusedAfterMs = 600_000;
const maxWatched = 1_000;
/** Checking must not become a worker's main work: this leaves it 100 new connections a second. */
const maxBegunPerSweep = 25;
/** From here on none is begun: targets that don't answer mustn't take the worker's descriptors. */
const maxUnderWay = 256;
/** Workers that begin together don't stay together. */
const firstWithinMs = 1_000;
const jitter = 0.1;

export class HealthChecks {
  readonly #dialling: Dialling;
  readonly #targets: Targets;
  readonly #upstreamOf: UpstreamLookup;
  readonly #random: () => number;
  /** By uuid, those checked longest ago first. */
  readonly #watches = new Map<string, Watch>();
  #underWay = 0;
  #isStopped = false;

  /** `random` answers numbers from 0 to 1. */
  constructor(
    dialling: Dialling,
    targets: Targets,
    upstreamOf: UpstreamLookup,
    random: () => number = Math.random,
  ) {
    this.#dialling = dialling;
    this.#targets = targets;
    this.#upstreamOf = upstreamOf;
    this.#random = random;
  }

  /** A request for `host` goes to an upstream with a health check. */
  noteUse(upstream: UpstreamRoute, host: string): void {
    if (this.#isStopped) return;
    const usedTick = performance.now();
    const watch = this.#watches.get(upstream.uuid);
    if (watch) {
      watch.host = host;
      watch.usedTick = usedTick;
      return;
    }
    if (this.#watches.size >= maxWatched) this.#dropLeastUsed();
    const nextTick = usedTick + this.#random() * firstWithinMs;
    const fresh: Watch = { upstream, host, usedTick, nextTick, checked: new Map() };
    this.#follow(fresh, upstream);
    this.#watches.set(upstream.uuid, fresh);
  }

  /** Begins the checks that are due at `tick` of the monotonic clock. */
  sweep(tick: number): void {
    let begun = 0;
    for (const [uuid, watch] of this.#watches) {
      const upstream = this.#upstreamOf(watch.host, uuid);
      const check = upstream?.healthCheck;
      if (!upstream || !check || upstream.authToken === null || tick - watch.usedTick >= unusedAfterMs) {
        this.#drop(uuid, watch);
        continue;
      }
      if (upstream !== watch.upstream) {
        this.#follow(watch, upstream);
        watch.nextTick = Math.min(watch.nextTick, tick + check.interval_seconds * 1_000);
      }
      if (tick < watch.nextTick || begun >= maxBegunPerSweep || this.#underWay >= maxUnderWay) continue;
      begun += this.#checkAll(watch, check);
      watch.nextTick = tick + check.interval_seconds * 1_000 * (1 + jitter * (2 * this.#random() - 1));
      // To the end: when too much is due, everyone has a turn.
      this.#watches.delete(uuid);
      this.#watches.set(uuid, watch);
    }
  }

  stop(): void {
    this.#isStopped = true;
    for (const { checked } of this.#watches.values()) for (const each of checked.values()) this.#cancel(each);
    this.#watches.clear();
  }

  /** Goes on with an upstream as it is now: targets that it still has keep their state. */
  #follow(watch: Watch, upstream: UpstreamRoute): void {
    const before = watch.checked;
    watch.upstream = upstream;
    watch.checked = new Map();
    for (const target of targetsOf(upstream)) {
      const key = originKeyOf(target);
      const known = before.get(key);
      before.delete(key);
      if (known) known.target = target;
      watch.checked.set(key, known ?? { target, successes: 0, failures: 0, cancel: undefined });
    }
    for (const gone of before.values()) this.#forget(gone);
  }

  /** Returns how many checks it began. */
  #checkAll({ upstream, checked }: Watch, check: HealthCheck): number {
    let begun = 0;
    for (const each of checked.values()) {
      if (each.cancel) continue;
      begun++;
      this.#underWay++;
      each.cancel = checkTarget(upstream, each.target, check, this.#dialling, (outcome) => {
        each.cancel = undefined;
        this.#underWay--;
        this.#count(each, outcome, check);
      });
    }
    return begun;
  }

  #count(checked: Checked, { failure, detail }: CheckOutcome, check: HealthCheck): void {
    if (failure === null) {
      checked.failures = 0;
      if (++checked.successes >= check.healthy_after) this.#targets.healthy(checked.target);
    } else {
      checked.successes = 0;
      if (++checked.failures >= check.unhealthy_after)
        this.#targets.unhealthy(checked.target, detail === '' ? failure : `${failure}: ${detail}`);
    }
  }

  #dropLeastUsed(): void {
    let least: Watch | undefined;
    for (const watch of this.#watches.values()) if (!least || watch.usedTick < least.usedTick) least = watch;
    if (least) this.#drop(least.upstream.uuid, least);
  }

  #drop(uuid: string, watch: Watch): void {
    this.#watches.delete(uuid);
    for (const checked of watch.checked.values()) this.#forget(checked);
  }

  #forget(checked: Checked): void {
    this.#cancel(checked);
    this.#targets.forget(checked.target);
  }

  #cancel(checked: Checked): void {
    if (!checked.cancel) return;
    checked.cancel();
    checked.cancel = undefined;
    this.#underWay--;
  }
}
