/** docs/reference/proxy-analytics.md: the table of reports for readers, with the rules that all of them follow. */
import { machineReports } from '../src/analytics/reports/machine-reports.ts';
import { proxyReports } from '../src/analytics/reports/proxy-reports.ts';
import { responseTimeBuckets } from '../src/analytics/reports/response-time-buckets.ts';
import { rankedListRules, renderParameters, renderReports, seriesRules } from './analytics-page.ts';

/** Answers the page without its head. */
export function renderProxyAnalytics(): string {
  return `Reports about the requests that the edge answered for a custom domain.

${renderReports([...proxyReports, ...machineReports])}

\`\`\`sh
curl -H "Authorization: Bearer $TOKEN" \\
  "$BASE/api/v1/analytics/custom_domains/$DOMAIN/request_counts_by_date?from=2026-05-01&to=2026-05-31&frequency=week"
\`\`\`

\`\`\`json
{ "data": { "2026-04-27": 310, "2026-05-04": 0, "2026-05-11": 1204, "2026-05-18": 987, "2026-05-25": 1150 } }
\`\`\`

${renderParameters(['frequency', 'limit'], 'Requests are still recorded, and reported when it is back')}

## What is counted

### Requests

Every HTTP request that the edge answered for the custom domain's host: proxied ones, redirects and errors, but not the challenges of certificate authorities. A request belongs to the day on which its first byte arrived. It is in reports about two seconds after it was answered; an upgraded connection, such as a WebSocket, after it was closed.

- **Bytes** are those of request and response: start line, fields and body, as HTTP/1.1 counts them whatever the protocol was.
- **Duration** is the time from the first byte of the request to the last byte of the response.

Requests for a host that only has a redirect or rules are recorded too. They belong to the redirect, or to the list of rules, and no custom domain's report counts them.

An answer depends on the recorded requests only, not on the batches they came in, their order or repetitions.

${seriesRules}

${rankedListRules} The lists of bots and of hosting providers hold only requests that came from one, and their percentages are of those.

### Response times

Averages are in seconds, rounded to the microsecond (six decimals), 0 without requests.

\`response_time_distribution\` always has these buckets, in this order: ${responseTimeBuckets.map(({ label }) => `\`${label}\``).join(', ')}. The lower bound belongs to a bucket and the upper one does not: a request of exactly 100 ms is in \`100-200ms\`. Counts are strings.

### Files, codes, bots, networks

\`files\` are paths as they were requested, without the query, at most 8 KiB. Nothing is decoded or normalised; what is not printable ASCII is percent-encoded.

\`response_codes\` have the text of the IANA registry after the code, \`404 Not Found\`, and \`Unknown\` after one that it does not have, \`499 Unknown\`.

\`bot_requests\` have the crawler's name, such as \`Googlebot\` ([crawlers](enrichment.md#crawlers)).

\`datacenter_requests\` go by the network (autonomous system) of the client's address. \`datacenter_id\` does not change; a provider that Nameplate no longer knows keeps its id, which is then its name too.

### What is recorded

Reports use some of what is known of a request; [queries](query.md#requests) can use all of it.

| | |
|---|---|
| when and how long | time of the first byte, duration, time until the head of the upstream's answer |
| what was asked | host, method, path without the query, HTTP version (\`HTTP/1.0\`, \`HTTP/1.1\`, \`HTTP/2\`), TLS version (\`TLSv1.3\`; nothing in clear text) |
| what was answered | status, bytes of request and response, the rule that answered, the target of a redirect (its Location without the query), the reason of a failure |
| by whom | country, hosting network, crawler and its [class](bots.md#classes), browser, operating system, device (\`mobile\`, \`tablet\`, \`desktop\`), [source](enrichment.md#sources-of-requests), [referrer](enrichment.md#referrers); for clicks of redirects and for [page loads](page-loads.md) the [visitor's hash](visitors.md#visitors-of-redirects) |

No address, no user agent and no query is stored, and of a referrer only its host, or host and path where the domain has [\`referrer_paths\`](enrichment.md#referrers) on. Requests that were recorded by Nameplate 0.1.0 have only time, duration, method, path, status, bytes, crawler and hosting network; everything else is empty.

A request is a **click** of a redirect when the redirect answered it, or a rule of the redirect's host did. That includes loops, which are answered with 508.

### Failures

A failure says why a client didn't get what the host has for it. An error that the upstream answers with is none.

| failure | when |
|---|---|
| \`unmatched\` | 404: neither a rule nor the host's redirect is for this request, and the host has no custom domain |
| \`redirect_loop\`, \`proxy_loop\` | 508: redirects lead in a circle, or the upstream leads back here |
| \`ai_crawler\` | 402, 403: the custom domain [turns AI crawlers away](bots.md) |
| \`client_certificate_required\` | 403, or 308 in clear text: the custom domain needs a [client certificate](tls.md#client-certificates), which the connection hadn't proven |
| \`misdirected\` | 421: the connection was made [for another host](tls.md#client-certificates), or is of a [version of TLS](tls.md#of-one-host) that the custom domain doesn't take |
| \`maintenance\` | 503: the custom domain, or its upstream, is under [maintenance](error-pages.md#maintenance) |
| \`blocked\`, \`login_required\`, \`rate_limited\`, \`challenge_required\` | a rule refused the request |
| \`rules_too_expensive\` | 503: comparing the request with the host’s rules takes [too long](rules.md#what-a-list-may-cost) |
| \`location_too_long\` | 414: a rule would redirect to an address of more than 16,384 bytes |
| \`busy\`, \`client_limit\`, \`connect_timeout\` and others | the [reasons of failed proxying](proxy.md#when-the-upstream-fails) |
| \`body_timeout\`, \`chunk_invalid\` and others | the edge [refused the request's body](edge.md#refused-then-closed) |
`;
}
