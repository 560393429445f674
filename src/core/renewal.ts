/** What is known of a certificate's next renewal. Source: docs/reference/acme.md ("Rehearsals"). */

export const renewalStates = ['ok', 'will_fail', 'unknown'] as const;
export type RenewalState = (typeof renewalStates)[number];

/** What a rehearsal found. */
export type Rehearsal = {
  readonly state: RenewalState;
  /** In a sentence that includes the fix; null when nothing is wrong. */
  readonly reason: string | null;
  readonly causeCode: string | null;
  readonly checkedAt: number;
};

export type Renewal = Omit<Rehearsal, 'checkedAt'> & {
  readonly dueAt: number;
  /** Null before the first rehearsal, until which the state is `unknown`. */
  readonly checkedAt: number | null;
};
