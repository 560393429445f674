/** The values to choose for a dimension, and their labels, such as a country's name for its code. */
import { useQuery } from '@tanstack/react-query';
import { queryOptions } from '../analytics/query.ts';
import { useScope } from '../analytics/scope.ts';
import { allGoals } from '../features/goals/all-goals.ts';
import { reportOn } from '../features/reports/report-groups.ts';
import { visibleLabel } from '../lists/visible-label.ts';
import { countries } from '../lists/web-lists.ts';
import { countryCode, countryName } from '../map/country-name.ts';
import {
  areaOf,
  type Filter,
  type FilterDimension,
  labelOfDimension,
  noValue,
  operations,
  propertyKey,
} from './filter.ts';

/** A value of the API and its label. They differ for countries and regions only. */
export type Choice = { readonly value: string; readonly label: string };

const mostChoices = 1000;

/** Whether the API has codes for a dimension's values. Parts of codes mean nothing, so there is no `contains`. */
export function isCoded(dimension: FilterDimension): boolean {
  return isCountry(dimension) || dimension === 'visit:region';
}

function isCountry(dimension: FilterDimension): boolean {
  return dimension === 'visit:country' || dimension === 'request:country';
}

/**
 * The values of a dimension in the chosen days, regardless of filters, the most frequent first; the names of all goals
 * for `event:goal`.
 */
export function useChoices(
  domainUuid: string,
  dimension: FilterDimension,
  isWanted = true,
): readonly Choice[] {
  const report = reportOn(dimension);
  const isGoal = dimension === 'event:goal';
  const key = propertyKey(dimension);
  const area = areaOf(dimension);
  const isAsked = report === undefined && !isGoal && key !== '';
  const unfiltered = { ...useScope(area).scope, filters: [] };
  const { data: rows = [] } = useQuery({
    ...(report ?? countries).rowsQuery(domainUuid, unfiltered, mostChoices),
    enabled: isWanted && report !== undefined,
  });
  const { data: goals = [] } = useQuery({ ...allGoals(domainUuid), enabled: isWanted && isGoal });
  const { data: values = [] } = useQuery({
    ...queryOptions(
      domainUuid,
      unfiltered,
      {
        metrics: area === 'requests' ? ['requests'] : ['visitors'],
        dimensions: [dimension],
        filters: key === undefined ? [] : [['is_not', dimension, [noValue]]],
      },
      ({ results }) => results.slice(0, mostChoices).map(({ dimensions: [value = ''] }) => value),
    ),
    enabled: isWanted && isAsked,
  });
  if (!isWanted) return [];
  if (isGoal) return goals.map(({ display_name: name }) => ({ value: name, label: name }));
  if (report === undefined)
    return (key === undefined || key === '' ? values : [...values, noValue]).map((value) => ({
      value,
      label: labelOf(dimension, value, []),
    }));
  return rows.flatMap((row) => {
    const [, , [value] = []] = report.filtersOf(row).find(([, about]) => about === dimension) ?? [];
    return value === undefined ? [] : [{ value, label: isCoded(dimension) ? row.label : value }];
  });
}

/** The label of a value; the value itself if it has none. */
export function labelOf(dimension: FilterDimension, value: string, choices: readonly Choice[]): string {
  const known = choices.find((choice) => choice.value === value)?.label;
  return known ?? (isCountry(dimension) && value !== 'Unknown' ? countryName(value) : value);
}

/** The value for a typed label, or the text as it is. Countries have codes before their list has loaded. */
export function valueOf(dimension: FilterDimension, text: string, choices: readonly Choice[]): string {
  const wanted = text.trim().toLowerCase();
  const known = (
    choices.find(({ label }) => label === text) ?? choices.find(({ label }) => label.toLowerCase() === wanted)
  )?.value;
  return known ?? (isCountry(dimension) ? (countryCode(text) ?? text) : text);
}

/** Describes a filter: `Country is not Germany or Austria`. */
export function wordsOf([operation, dimension, values]: Filter, choices: readonly Choice[]): string {
  const labels = values.slice(0, 3).map((value) => visibleLabel(labelOf(dimension, value, choices), 60));
  if (values.length > labels.length) labels.push(`${values.length - labels.length} more`);
  const condition = operations.find(({ value }) => value === operation)?.label ?? operation;
  const last = labels.pop() ?? '';
  const listed = labels.length === 0 ? last : `${labels.join(', ')} or ${last}`;
  return `${visibleLabel(labelOfDimension(dimension), 60)} ${condition} ${listed}`;
}
