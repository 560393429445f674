/** docs/reference/web-analytics.md: the table of reports for readers, with the rules that all of them follow. */
import { webReports } from '../src/analytics/reports/web-reports.ts';
import { rankedListRules, renderParameters, renderReports, seriesRules } from './analytics-page.ts';

/** Answers the page without its head. */
export function renderWebAnalytics(): string {
  return `Reports about the visitors of a custom domain. [query.md](query.md) answers what they don't.

${renderReports(webReports)}

\`\`\`sh
curl -H "Authorization: Bearer $TOKEN" \\
  "$BASE/api/v1/analytics/custom_domains/$DOMAIN/sources?from=2026-05-01&to=2026-05-31&limit=2"
\`\`\`

\`\`\`json
{ "data": [{ "name": "Google", "count": 310, "percentage": 62 }, { "name": "Direct", "count": 140, "percentage": 28 }] }
\`\`\`

\`current_visitors\` is about now and has neither \`from\` nor \`to\`.

${renderParameters(['utm_param', 'location_type', 'region', 'frequency', 'limit'], 'Pageviews are still recorded, and reported when it is back')}

## What is counted

### A pageview

A pageview is one view of one page, reported by the tracker or imported. Bots and prerendered pages don't count. It belongs to the UTC day on which its event arrived, and is in reports about two seconds later.

### A visitor

A visitor is a hash of the custom domain, the client's address and its user agent under a random salt, which is destroyed after its time ([visitors](visitors.md)). Visitors are distinct in the whole range, in each bucket, or for each item of a list: someone who was there on five days counts once in a month. After a change of the salt the same person is another visitor. \`current_visitors\` counts a person once across that change.

### A visit

A visit is a series of one visitor's pageviews with gaps of at most 30 minutes: a pageview after 1,800.000 s continues the visit, one after 1,800.001 s starts another. It belongs to the day on which it begins, even if it lasts past midnight and the salt changes there. Its source, UTM parameters and entry page are those of its first pageview, its exit page is that of the last one. Pageviews with the same time follow the order in which they arrived, or the order of their lines in an imported file. Where that order is unknown (they came through two edge workers, or from two imported files), it is arbitrary but never changes.

Visits are found in the stored pageviews, so late events, events from several nodes, caches and batches don't change an answer.

\`pageviews_per_visit_by_date\` divides a bucket's pageviews by the visits that begin in it, with two decimals, and is 0 without visits. \`bounce_rate\` and \`average_visit_duration\` count the visits that begin in the range, for as long as they last; \`bounce_rate_by_date\` and \`average_visit_duration_by_date\` those that begin in the bucket.

${seriesRules}

${rankedListRules} An unknown label is \`Unknown\`.

| list | count |
|---|---|
| \`sources\` | visits, by the referrer's name or its host; \`Direct\` without one. UTM parameters play no part. [Queries](query.md#dimensions) also have the host or page itself, \`visit:referrer\` ([rules](enrichment.md#referrers)) |
| \`utm_params\` | visits that carry the parameter, and only these |
| \`pages\` | pageviews; paths are without query and fragment |
| \`entry_pages\`, \`exit_pages\` | visits |
| \`locations\` | distinct visitors. \`code\`: ISO 3166-1 alpha-2 of countries, ISO 3166-2 of regions, the country's of cities; empty if unknown. Names are English. Cities of one name in one country are one item. With \`region\` only the visitors in that region count, and percentages are of them |
| \`devices\` | distinct visitors, in three lists with percentages of their own. The ids are slugs and do not change: \`chrome\`, \`mac-os\`, \`mobile\`. Screens go by the width of the viewport: \`mobile\` below 576 px, \`tablet\` below 992, \`laptop\` below 1,440, else \`desktop\` |
`;
}
