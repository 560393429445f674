/** Whether the places of an upstream work. Source: docs/reference/domains.md ("Health now"). */
import type { UpstreamRoute } from './route.ts';

/** What the edge's health checks say, since it was last asked for. Source: docs/reference/traffic-findings.md ("Upstreams"). */
export type CheckedUpstreams = {
  readonly down: readonly DownUpstream[];
  /** Uuids of those of which a target's check was good. */
  readonly up: readonly string[];
};

/** Each of its targets failed its last three checks. */
export type DownUpstream = {
  readonly uuid: string;
  readonly targets: number;
  /** Of the first target's last check. */
  readonly failure: string;
};

/** What one check of a target found. */
export type TargetHealth = {
  readonly host: string;
  readonly port: number;
  /** Null: there was no answer. */
  readonly status: number | null;
  /** A reason as in the edge's log; null: the target is well. */
  readonly failure: string | null;
  /** A sentence about the failure, or empty. */
  readonly detail: string;
  readonly durationMs: number;
  /** Where its answer redirects to. */
  readonly location?: string;
};

/**
 * Checks each target of an upstream once, and answers what it found in their order; with `visitedHost` as a visitor of that host
 * would be proxied.
 */
export type CheckUpstream = (
  upstream: UpstreamRoute,
  visitedHost?: string,
) => Promise<readonly TargetHealth[]>;
