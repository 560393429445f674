/** How queries are read. Source: docs/reference/query.md. */
import { ServiceError } from '../../core/errors.ts';
import { JsonReader } from '../../core/json-reader.ts';

/** Throws `query_invalid`, with the place: `filters[1][0] is "like"; allowed: is, is_not`. */
export const queryJson: JsonReader = new JsonReader(
  (sentence) => new ServiceError('query_invalid', sentence),
  'member',
);
