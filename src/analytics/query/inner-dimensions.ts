/**
 * Dimensions about how an account serves its domains rather than about their visitors: tokens that are made for customers don't know
 * them. Source: docs/reference/signed-tokens.md ("What they read").
 */
import { metadataDimensions } from './domain-dimensions.ts';
import type { FilterWords } from './read-filters.ts';

const inner: ReadonlySet<string> = new Set([
  'request:rule',
  'request:target',
  'request:failure',
  'domain:upstream',
]);

/** The same vocabulary without them. */
export function withoutInner<Dimension extends string>({
  dimensions,
  keyed = [],
  hasVisits,
}: FilterWords<Dimension>): FilterWords<Dimension> {
  return {
    hasVisits,
    dimensions: dimensions.filter((name) => !inner.has(name)),
    keyed: keyed.filter(({ form }) => form !== metadataDimensions.form),
  };
}
