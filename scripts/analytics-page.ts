/** What the pages of both kinds of analytics have in common: the table of reports, parameters and rules. */
import { measures } from '../src/analytics/reports/measures.ts';
import {
  defaultLimit,
  locationTypes,
  maxLimit,
  parametersOf,
  type Report,
  type ReportParameter,
  type Shape,
  utmParams,
} from '../src/analytics/reports/report.ts';
import { deviceLists, deviceShape } from '../src/analytics/reports/shape.ts';
import { allowedDate, frequencies } from '../src/core/date-range.ts';

export const seriesRules: string =
  '### Time series\n\nA series has every bucket from `from` to `to`, in time order, with 0 where nothing happened. The key of a bucket is its first day: the day, the Monday of the week, the 1st of the month. The first and the last bucket count only days inside the range, so the first key may lie before `from`.';
export const rankedListRules: string =
  '### Ranked lists\n\nLists are sorted by count, highest first; items with the same count by name, byte by byte. `percentage` is 0 to 100 with two decimals, rounded half up, of the sum of all counts of the list before `limit` cuts it.';

const thousands = (count: number): string => count.toLocaleString('en');
const codes = (names: readonly string[]): string => names.map((name) => `\`${name}\``).join(', ');

const parameterRows: Readonly<Record<ReportParameter, string>> = {
  utm_param: `required | ${codes(utmParams)}; \`utm_\` may be left out`,
  location_type: `\`${locationTypes[0]}\` | ${codes(locationTypes)}`,
  region: 'all | an ISO 3166-2 code such as `DE-BY`, with `location_type=city` only',
  frequency: `\`${frequencies[0]}\` | ${codes(frequencies)}`,
  limit: `${thousands(defaultLimit)} | an integer from 1 to ${thousands(maxLimit)}`,
};

/** The table of reports. */
export function renderReports(reports: readonly Report[]): string {
  return `## Reports

\`GET /api/v1/analytics/custom_domains/:uuid/<name>\`, where \`:uuid\` is a custom domain of the token's account. A token of either scope will do, and no other method but \`HEAD\`.

| \`<name>\` | answers | parameters beside \`from\` and \`to\` |
|---|---|---|
${reports.map((report) => `| \`${report.name}\` | ${describe(report)} | ${codes(parametersOf(report)) || '–'} |`).join('\n')}`;
}

/** The section on parameters and errors; `whenAway` is a sentence without a full stop. */
export function renderParameters(parameters: readonly ReportParameter[], whenAway: string): string {
  return `## Parameters

| name | default | allowed |
|---|---|---|
| \`from\` | 30 days before today | ${allowedDate} |
| \`to\` | today | ${allowedDate} |
${parameters.map((name) => `| \`${name}\` | ${parameterRows[name]} |`).join('\n')}

They are checked in this order, after the custom domain, and the first bad one is reported. A parameter given twice or empty is refused. One that only other reports or lists have is ignored. One that none of them has is refused with \`parameter_unknown\` before anything else. Days are UTC calendar days, and both \`from\` and \`to\` are part of the range. If only one is given, the other keeps its default.

## Errors

| status | \`error_code\` | when |
|---|---|---|
| 400 | \`from_invalid\`, \`to_invalid\` | not such a date |
| 400 | \`date_range_invalid\` | \`from\` is after \`to\`, or more than 3,660 days from \`from\` to \`to\`, both counted |
| 400 | ${codes(parameters.map((name) => `${name}_invalid`))} | not an allowed value |
| 404 | \`not_found\` | the account has no such custom domain |
| 503 | \`unavailable\` | the analytics store is away, or busier than it can be; see \`Retry-After\`. ${whenAway} |`;
}

function describe(report: Report): string {
  return `${shapeOf(report.shape, measures[report.measure].type)}. ${report.summary}`;
}

function shapeOf(shape: Shape, type: string): string {
  if (shape.kind === 'count') return `\`{${shape.field}: ${type}}\``;
  if (shape.kind === 'series') return `\`{data: {<date>: ${type}}}\``;
  if (shape.kind === 'distribution') return '`{data: {<bucket>: <count as string>}}`';
  if (shape.kind === 'list') return `\`{data: [${itemOf(shape, type)}]}\``;
  if (shape.kind === 'assistants')
    return '`{data: [{name: string, crawls: integer, visits: integer, crawls_per_visit: number or null}]}`';
  if (shape.kind === 'page_loads') return '`{data: [{name: string, count: integer, percentage: number}]}`';
  const lists = deviceLists.map(({ field, id }) => `${field}: [${itemOf(deviceShape(id), type)}]`);
  return `\`{data: {${lists.join(', ')}}}\``;
}

function itemOf({ label, id, value }: Extract<Shape, { kind: 'list' }>, type: string): string {
  const fields = [
    `${label}: string`,
    ...(id === undefined ? [] : [`${id.field}: ${id.type}`]),
    `${value}: ${type}`,
    'percentage: number',
  ];
  return `{${fields.join(', ')}}`;
}
