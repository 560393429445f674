/** Certificates that nothing renews: somebody has to set another one in time. Source: docs/reference/certificates.md ("Expiry"). */
import { dayMs } from './time.ts';

/** From so long before its end on, people are warned of one. */
export const warnedMs: number = 14 * dayMs;
