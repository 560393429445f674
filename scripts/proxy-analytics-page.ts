/** docs/reference/proxy-analytics.md: the table of reports for readers, with the rules that all of them follow. */
import { measures } from '../src/analytics/reports/measures.ts';
import { defaultLimit, maxLimit, type Report, type Shape } from '../src/analytics/reports/report.ts';
import { reports } from '../src/analytics/reports/reports.ts';
import { responseTimeBuckets } from '../src/analytics/reports/response-time-buckets.ts';
import { allowedDate, frequencies } from '../src/core/date-range.ts';

const thousands = (count: number): string => count.toLocaleString('en');

/** Answers the page without its head. */
export function renderProxyAnalytics(): string {
  return `\`GET /api/v1/analytics/custom_domains/:uuid/<name>\`, where \`:uuid\` is a custom domain of the token's account; any scope will do.

| \`<name>\` | answers | parameters beside \`from\` and \`to\` |
|---|---|---|
${reports.map((report) => `| \`${report.name}\` | ${describe(report)} | ${parametersOf(report)} |`).join('\n')}

\`\`\`sh
curl -H "Authorization: Bearer $TOKEN" \\
  "$BASE/api/v1/analytics/custom_domains/$DOMAIN/request_counts_by_date?from=2026-05-01&to=2026-05-31&frequency=week"
\`\`\`

\`\`\`json
{ "data": { "2026-04-27": 310, "2026-05-04": 0, "2026-05-11": 1204, "2026-05-18": 987, "2026-05-25": 1150 } }
\`\`\`

## Parameters

| name | default | allowed |
|---|---|---|
| \`from\` | 30 days before today | ${allowedDate} |
| \`to\` | today | ${allowedDate} |
| \`frequency\` | \`${frequencies[0]}\` | ${frequencies.map((name) => `\`${name}\``).join(', ')} |
| \`limit\` | ${thousands(defaultLimit)} | an integer from 1 to ${thousands(maxLimit)} |

They are checked in this order, after the custom domain; the first that is wrong is reported. A parameter given twice or empty is wrong, one that a report does not have is ignored. Days are UTC calendar days, and both \`from\` and \`to\` are part of the range. When only one is given, the other keeps its default.

| status | \`error_code\` | when |
|---|---|---|
| 400 | \`from_invalid\`, \`to_invalid\` | not such a date |
| 400 | \`date_range_invalid\` | \`from\` is after \`to\`, or more than 3,660 days from \`from\` to \`to\`, both counted |
| 400 | \`frequency_invalid\`, \`limit_invalid\` | not an allowed value |
| 404 | \`not_found\` | the account has no such custom domain |
| 503 | \`unavailable\` | the analytics store is away, or busier than it can be; see \`Retry-After\`. Requests go on being recorded and are reported when it is back |

## What is counted

Every HTTP request that the edge answered for the custom domain's host: proxied ones, redirects and errors; not ACME challenges. A request belongs to the day on which its first byte arrived. It is reported about two seconds after it was answered; an upgraded connection, such as a WebSocket, after it was closed.

**Time series** have every bucket from \`from\` to \`to\`, in time order, with 0 where nothing happened. The key of a bucket is its first day: the day, the Monday of the week, the 1st of the month. The first and the last bucket count only days inside the range, so the first key may lie before \`from\`.

**Ranked lists** are sorted by count, highest first; items with the same count by name, byte by byte. \`percentage\` is 0 to 100 with two decimals, rounded half up, of the sum of all counts of the list before \`limit\` cuts it. The lists of bots and of hosting providers hold only requests that came from one, and their percentages are of those.

**Response times** are averages in seconds, rounded to the microsecond (six decimals), 0 without requests.

**\`response_time_distribution\`** always has these buckets, in this order: ${responseTimeBuckets.map(({ label }) => `\`${label}\``).join(', ')}. The lower bound belongs to a bucket and the upper one does not: a request of exactly 100 ms is in \`100-200ms\`. Counts are strings.

**\`files\`** are paths as they were requested, without the query, at most 8 KiB. Nothing is decoded or normalised; what is not printable ASCII is percent-encoded.

**\`response_codes\`** have the text of the IANA registry after the code, \`404 Not Found\`, and \`Unknown\` after one that it does not have, \`499 Unknown\`.

**\`datacenter_requests\`** go by the network (autonomous system) of the client's address. \`datacenter_id\` does not change; a provider that Nameplate no longer knows keeps its id, which is then its name too.
`;
}

function describe(report: Report): string {
  return `${shapeOf(report.shape, measures[report.measure].type)}. ${report.summary}`;
}

function shapeOf(shape: Shape, type: string): string {
  if (shape.kind === 'count') return `\`{${shape.field}: ${type}}\``;
  if (shape.kind === 'series') return `\`{data: {<date>: ${type}}}\``;
  if (shape.kind === 'distribution') return '`{data: {<bucket>: <count as string>}}`';
  const { label, id, value } = shape;
  const fields = [
    `${label}: string`,
    ...(id === undefined ? [] : [`${id.field}: ${id.type}`]),
    `${value}: ${type}`,
    'percentage: number',
  ];
  return `\`{data: [{${fields.join(', ')}}]}\``;
}

function parametersOf({ parameters }: Report): string {
  return parameters.map((name) => `\`${name}\``).join(', ') || '–';
}
