/** Random requests around every edge that a report has: midnights, Mondays, months, buckets, ties, odd values. */
import fc from 'fast-check';
import type { RequestRow, RequestRowDetails } from '../../../src/analytics/engine/request-row.ts';
import { providers, texts } from './slow-reports.ts';

const dayMs = 86_400_000;
/** A leap year's February and the turns of two years lie in it. */
const firstDay = Date.UTC(2023, 11, 20) / dayMs;
const lastDay = Date.UTC(2025, 0, 10) / dayMs;

const busyFrom = Date.UTC(2024, 1, 26) / dayMs;
const busyTo = Date.UTC(2024, 2, 4) / dayMs;

const day = fc.oneof(
  { weight: 3, arbitrary: fc.integer({ min: firstDay, max: lastDay }) },
  // Many on few days: groups larger than one, and ties.
  { weight: 4, arbitrary: fc.integer({ min: busyFrom, max: busyTo }) },
);
const timeOfDay = fc.oneof(
  fc.constantFrom(0, 1, dayMs - 1, dayMs - 1000, dayMs / 2),
  fc.integer({ min: 0, max: dayMs - 1 }),
);
const boundsMs = [0, 100, 200, 300, 400, 500, 600, 700, 800, 900, 1000, 1500, 2000, 3000, 5000, 10_000];
const durationUs = fc.oneof(
  fc
    .tuple(fc.constantFrom(...boundsMs), fc.constantFrom(-1, 0, 1))
    .map(([ms, more]) => Math.max(0, ms * 1000 + more)),
  fc.integer({ min: 0, max: 12_000_000 }),
  fc.constant(86_400_000_000),
);
const bytes = fc.oneof(
  fc.integer({ min: 0, max: 100_000 }),
  // More than 32 bits.
  fc.constantFrom(0, 5_368_709_121, 1_099_511_627_776),
);
const path = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.constantFrom('/', '/a', '/b', '/a/', '/A', '/index.html', '/%C3%BC', "/it's", '/.env'),
  },
  { weight: 1, arbitrary: fc.webPath() },
  {
    weight: 1,
    arbitrary: fc.constantFrom(`/${'x'.repeat(8191)}`, '/\\n\t"quoted"\\', '/{limit:UInt32}', '//', '*'),
  },
);

/** The redirect whose clicks some of them are. */
export const clicked = '0190a5b0-0000-7000-8000-0000000000f1';

const details: { readonly [Name in keyof RequestRowDetails]: fc.Arbitrary<RequestRowDetails[Name]> } = {
  host: fc.constantFrom('', 'a.example', 'www.a.example'),
  protocol: fc.constantFrom('', 'HTTP/1.0', 'HTTP/1.1', 'HTTP/2'),
  tls_version: fc.constantFrom('', 'TLSv1.2', 'TLSv1.3'),
  country: fc.constantFrom('', 'DE', 'AT'),
  source: fc.constantFrom('', 'Direct', 'Google', "Bob's site"),
  browser: fc.constantFrom('', 'Unknown', 'Chrome'),
  operating_system: fc.constantFrom('', 'Unknown', 'macOS'),
  device: fc.constantFrom('', 'mobile', 'desktop'),
  bot_class: fc.constantFrom('', 'search', 'ai'),
  redirect: fc.constantFrom('', clicked),
  visitor: fc.constantFrom('0', '1', '18446744073709551615'),
  rule: fc.constantFrom('', '#1', "Bob's rule", '(none)'),
  target: fc.constantFrom('', 'https://dest.example/', 'https://dest.example/it%27s'),
  upstream_us: fc.constantFrom(0, 1, 999, 2_500_000),
  failure: fc.constantFrom('', 'unmatched', 'connect_timeout'),
  request_id: fc.oneof(fc.constant(''), fc.uuid({ version: 7 })),
  upstream: fc.constantFrom('', 'app.example.net:443'),
  upstream_location: fc.constantFrom('', '/login'),
  cache: fc.constantFrom('', 'hit', 'miss'),
  cache_age: fc.constantFrom(0, 3_600),
  bot_verified: fc.constantFrom('', 'verified', 'claimed', 'none'),
  page_load: fc.constantFrom('', 'measured', 'not_measured'),
  referrer: fc.constantFrom('', 'Direct', 'google.com', "bob.example/it's", 'bob.example/Unknown'),
};

/** A request of one of `domains`. */
export function anyRequest(domains: readonly string[]): fc.Arbitrary<RequestRow> {
  return fc.record({
    ...details,
    domain: fc.constantFrom(...domains),
    time: fc.tuple(day, timeOfDay).map(([days, ms]) => days * dayMs + ms),
    duration_us: durationUs,
    bytes_in: bytes,
    bytes_out: bytes,
    status: fc.constantFrom(...Object.keys(texts).map(Number), 999, 299, 509),
    method: fc.constantFrom('GET', 'POST', 'PROPFIND'),
    path,
    bot: fc.constantFrom('', '', 'Googlebot', 'GPTBot', 'bingbot', "Bob's Crawler"),
    // One that is in the table no longer.
    datacenter: fc.constantFrom('', '', ...Object.keys(providers), 'gone-hosting'),
  });
}

/** A range that may begin and end on any day, with days before and after all requests; often short. */
export const anyRange: fc.Arbitrary<{ from: number; to: number }> = fc
  .tuple(
    fc.oneof(
      { weight: 1, arbitrary: day },
      // Before the days that have the most.
      { weight: 2, arbitrary: fc.integer({ min: busyFrom - 8, max: busyTo }) },
      { weight: 1, arbitrary: fc.constantFrom(firstDay - 40, firstDay) },
    ),
    fc.oneof(fc.constantFrom(0, 1, 6, 7, 30, 31), fc.integer({ min: 0, max: 450 })),
  )
  .map(([from, more]) => ({ from, to: from + more }));
