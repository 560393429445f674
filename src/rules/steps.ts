/**
 * What work with rules costs, in steps: one or two nanoseconds each (bench/rules-memory.ts), and the same number when a list is checked and when a request
 * is walked through it. Source: docs/reference/rules.md ("What a list may cost").
 */

/** The most that the worst request may cost a list that is accepted: a fraction of a millisecond. */
export const maxCost = 100_000;
/** The most that one request may spend, the hosts that its redirects lead to included. */
export const maxSteps: number = 10 * maxCost;

/** The longest path and query of a request together, in bytes. */
export const maxTargetLength = 8_192;
/** What a request takes before any rule, and whatever the list: its path is brought into its normal form, its query is parsed. */
export const baseSteps: number = 2 * maxTargetLength;
/** A node of the tree that is visited, beside the text that is compared. */
export const nodeSteps = 3;
/** A placeholder: its segment's end is looked for. */
export const placeholderSteps = 30;
/** A rule that is tried, beside its conditions. */
export const ruleSteps = 6;
/** A path that is compared with all readings of a request's path. */
export const readingsSteps = 1_000;
/** A byte of a reading of a path, that is made. */
export const readingByteSteps = 0.25;

/** A redirect that is followed to where it leads. */
export const hopSteps = 100;
/** A redirect to a fixed URL that is the one asked for. */
export const fixedUrlSteps = 30;

/** Counts what is used. */
export class Steps {
  readonly limit: number;
  used = 0;

  constructor(limit: number = maxSteps) {
    this.limit = limit;
  }

  /** Whether more was used than there was. */
  get isSpent(): boolean {
    return this.used > this.limit;
  }
}
