/**
 * Which of an upstream's targets gets a request: the first that is not left alone, in the upstream's order.
 * Source: docs/reference/proxy.md ("Several targets", "Health checks").
 *
 * A target is up until a connection to it fails. Then it is left alone for a while. When that is over, one request tries
 * it: if that connects, the target is up again; if not, it is left alone again. When all targets are left alone, requests
 * try them all the same. A target that is unhealthy by its checks is left alone until they say otherwise, whether it takes
 * connections or not.
 */
import net from 'node:net';
import type { UpstreamRoute } from '../../core/route.ts';
import { placeOf } from './request-fields.ts';
import { originKeyOf } from './upstream-pool.ts';

/** For the log. */
export type TargetChange = {
  readonly upstreamUuid: string;
  /** Host and port. */
  readonly target: string;
  readonly isUp: boolean;
  /** Why it is down; empty when it is up. */
  readonly reason: string;
};

/** `untilTick` is infinite for what is unhealthy by its checks. */
type Down = { untilTick: number };

/** How long a target is left alone. */
const restMs = 10_000;
const never = Number.POSITIVE_INFINITY;
/** States of upstreams that nobody asks for any more. */
const forgottenAfterMs = 600_000;

export class Targets {
  /** By origin. */
  readonly #down = new Map<string, Down>();
  readonly #onChange: (change: TargetChange) => void;

  constructor(onChange: (change: TargetChange) => void) {
    this.#onChange = onChange;
  }

  /** How many are down. */
  get down(): number {
    return this.#down.size;
  }

  /** The target that a request should go to next, `tried` left out; undefined when it has tried all. */
  choose(upstream: UpstreamRoute, tried?: ReadonlySet<UpstreamRoute>): UpstreamRoute | undefined {
    const tick = performance.now();
    const open = targetsOf(upstream).filter((target) => !tried?.has(target));
    return open.find((target) => this.#mayTry(target, tick)) ?? open[0];
  }

  /** A connection could not be made. */
  failed(target: UpstreamRoute, reason: string): void {
    const key = originKeyOf(target);
    const untilTick = performance.now() + restMs;
    const known = this.#down.get(key);
    if (known) known.untilTick = Math.max(known.untilTick, untilTick);
    else {
      this.#down.set(key, { untilTick });
      this.#tell(target, false, reason);
    }
  }

  /** A connection could be made. */
  connected(target: UpstreamRoute): void {
    if (this.#down.size > 0 && this.#down.get(originKeyOf(target))?.untilTick !== never) this.healthy(target);
  }

  /** Its checks failed. */
  unhealthy(target: UpstreamRoute, reason: string): void {
    const key = originKeyOf(target);
    const wasHealthy = this.#down.get(key)?.untilTick !== never;
    this.#down.set(key, { untilTick: never });
    if (wasHealthy) this.#tell(target, false, reason);
  }

  healthy(target: UpstreamRoute): void {
    if (this.#down.delete(originKeyOf(target))) this.#tell(target, true, '');
  }

  /** It isn't checked any more. */
  forget(target: UpstreamRoute): void {
    this.#down.delete(originKeyOf(target));
  }

  /** Forgets what nobody asks for. `tick` is of the monotonic clock. */
  sweep(tick: number): void {
    for (const [key, { untilTick }] of this.#down)
      if (untilTick + forgottenAfterMs <= tick) this.#down.delete(key);
  }

  /** One request at a time tries a target that was down. */
  #mayTry(target: UpstreamRoute, tick: number): boolean {
    const down = this.#down.get(originKeyOf(target));
    if (!down) return true;
    if (tick < down.untilTick) return false;
    down.untilTick = tick + restMs;
    return true;
  }

  #tell(target: UpstreamRoute, isUp: boolean, reason: string): void {
    this.#onChange({ upstreamUuid: target.uuid, target: placeOf(target), isUp, reason });
  }
}

const targetsByUpstream = new WeakMap<UpstreamRoute, readonly UpstreamRoute[]>();

/** The upstream's own place, then its targets, each like an upstream of its own. */
export function targetsOf(upstream: UpstreamRoute): readonly UpstreamRoute[] {
  const known = targetsByUpstream.get(upstream);
  if (known) return known;
  const { host, targets = [] } = upstream;
  // They are the same application, so their certificates are for the same name.
  const tlsServerName = upstream.tlsServerName ?? (net.isIP(host) === 0 ? host : undefined);
  const like = tlsServerName === undefined ? upstream : { ...upstream, tlsServerName };
  const all = [upstream];
  for (const place of targets) all.push({ ...like, host: place.host, port: place.port });
  targetsByUpstream.set(upstream, all);
  return all;
}
