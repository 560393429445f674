/** A query that cannot be answered as it was asked. */
import { ServiceError } from '../../core/errors.ts';

/** The refusal of what stands at a place of the query: `filters[1][0] is "like"; allowed: is, is_not`. */
export function refuse(place: string, problem: string, allowed: string): ServiceError {
  return new ServiceError('query_invalid', `${place} ${problem}; allowed: ${allowed}`);
}
