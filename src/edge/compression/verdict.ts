import type { WantedCoding } from '../../core/content-negotiation.ts';

/** What becomes of an answer. `vary`: it stays as it is for this client, and would be compressed for others. */
export type Verdict = WantedCoding | 'vary' | 'leave';
