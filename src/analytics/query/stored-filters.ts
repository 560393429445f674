/** Filters saved for later visitor or request queries. Source: docs/reference/segments.md. */
import { quoteValue } from '../../core/errors.ts';
import { testsIn } from './query.ts';
import { queryJson } from './query-json.ts';
import { readFilters } from './read-filters.ts';
import { requestDimensionNames } from './request-vocabulary.ts';
import { propertyDimensions, visitorDimensionNames } from './vocabulary.ts';

/** Rejects filters that neither kind of query accepts. Errors: `query_invalid`; the message says where. */
export function checkStoredFilters(value: unknown): void {
  const dimensions = [...visitorDimensionNames, ...requestDimensionNames];
  const filters = readFilters<string>(value, { dimensions, keyed: [propertyDimensions], hasVisits: true });
  if (filters.length === 0)
    throw queryJson.refuse('filters', `is ${quoteValue(value)}`, 'at least one filter');
  // One query cannot be over both: with one dimension of requests all have to be, and there are no visits.
  if ([...testsIn(filters)].some(({ dimension }) => dimension.startsWith('request:')))
    readFilters<string>(value, { dimensions: requestDimensionNames, hasVisits: false });
}
