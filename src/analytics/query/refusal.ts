/** Errors for invalid queries. */
import { ServiceError } from '../../core/errors.ts';

/** The error for an invalid value at a given place in the query: `filters[1][0] is "like"; allowed: is, is_not`. */
export function refuse(place: string, problem: string, allowed: string): ServiceError {
  return new ServiceError('query_invalid', `${place} ${problem}; allowed: ${allowed}`);
}
