/** What a check of a host without a custom domain knows before, and finds. Source: docs/reference/findings.md ("Verdicts"). */
import type { Reachable, ReachCode } from './reachable.ts';

/** Of its DNS records. */
export type RecordsSeen = {
  /** When they were last found; null: never. */
  readonly foundAt: number | null;
  /** Checks since then that didn't find them. */
  readonly missed: number;
};

export type HostCheckResult = {
  /** Empty where that isn't tried. */
  readonly reach: readonly {
    readonly host: string;
    readonly reachable: Reachable;
    readonly code: ReachCode | null;
  }[];
  readonly records: RecordsSeen;
  readonly nextCheckAt: number;
};
