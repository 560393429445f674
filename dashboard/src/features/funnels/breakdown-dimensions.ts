/** What a funnel can be broken down by. Source: docs/reference/funnels.md ("Saved funnels"). */
import { useQuery } from '@tanstack/react-query';
import { useScope } from '../../analytics/scope.ts';
import { propertyKeysQuery } from '../../conversions/property-keys.ts';
import { dimensionsOf, labelOfDimension, propertyDimension, propertyKey } from '../../filters/filter.ts';
import { visibleLabel } from '../../lists/visible-label.ts';

type Choice = { readonly value: string; readonly label: string };

/** Rows have names instead of codes. */
const named: Readonly<Record<string, string>> = {
  'visit:country': 'visit:country_name',
  'visit:region': 'visit:region_name',
};

const ofVisits: readonly Choice[] = dimensionsOf('visitors')
  .filter((dimension) => dimension !== 'event:goal' && propertyKey(dimension) === undefined)
  .map((dimension) => ({ value: named[dimension] ?? dimension, label: labelOfDimension(dimension) }));

/** The dimensions, and the properties that events had in the chosen days. */
export function useBreakdownDimensions(domainUuid: string): readonly Choice[] {
  const { scope } = useScope('visitors');
  const { data: keys = [] } = useQuery(propertyKeysQuery(domainUuid, scope));
  return [
    ...ofVisits,
    ...keys.map(propertyDimension).map((dimension) => ({
      value: dimension,
      label: visibleLabel(labelOfDimension(dimension), 60),
    })),
  ];
}
