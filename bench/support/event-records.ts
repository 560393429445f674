/** Records of requests and pageviews for benchmarks: the same ones in every run, by their number. */
import type { PageviewRecord } from '../../src/analytics/ingest/pageview-record.ts';
import {
  noDetails,
  type RequestDetails,
  type RequestRecord,
} from '../../src/analytics/ingest/request-record.ts';
import { referrerOrigin } from '../../src/analytics/ingest/request-source.ts';
import { newUuid } from '../../src/core/ids.ts';

const agents = [
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/129.0.0.0 Safari/537.36',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.6 Mobile/15E148 Safari/604.1',
  'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
  'Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0',
  'curl/8.9.1',
];
const referrers = [
  '',
  '',
  'https://www.google.com/',
  'https://www.google.de/',
  'https://l.facebook.com/',
  'https://t.co/abc',
  'https://news.ycombinator.com/item?id=1',
  'https://shop.example.com/products/1',
  'android-app://com.google.android.gm/',
];
const widths = [390, 412, 820, 1280, 1366, 1440, 1920, 2560];
/** Versions of browsers: 1,200 user agents in all. */
const versions = 400;

const domains = Array.from({ length: 50 }, () => newUuid());
const dayMs = Date.UTC(2026, 0, 15);

/** A fixed mixing of a number's bits. */
function mix(index: number): number {
  const once = Math.imul(index + 1, 2_654_435_761);
  return Math.imul(once ^ (once >>> 15), 2_246_822_519) >>> 0;
}

/** 50 domains, 20,000 paths, 5 user agents, 50,000 addresses, over one day. */
export function requestAt(index: number): RequestRecord {
  const mixed = Math.imul(index + 1, 2_654_435_761) >>> 0;
  return {
    domainUuid: domains[mixed % domains.length] ?? '',
    startedAtMs: dayMs + (index % 86_400) * 1000,
    durationUs: 500 + (mixed % 200_000),
    bytesIn: 400 + (mixed % 300),
    bytesOut: 1_000 + (mixed % 50_000),
    status: mixed % 20 === 0 ? 404 : 200,
    method: 'GET',
    path: `/products/${mixed % 20_000}`,
    clientAddress: `${1 + (mixed % 200)}.${(mixed >>> 8) % 250}.7.9`,
    userAgent: agents[mixed % agents.length] ?? '',
    ...detailsAt(mixed),
  };
}

/** A fifth of the domains only redirect, the others are proxied. */
function detailsAt(mixed: number): RequestDetails {
  const domain = mixed % domains.length;
  const shared = {
    ...noDetails,
    host: `shop-${domain}.example.com`,
    httpVersion: mixed % 3 === 0 ? '1.1' : '2',
    tlsVersion: 'TLSv1.3',
    referrer: referrerOrigin(referrers[(mixed >>> 4) % referrers.length] ?? ''),
  };
  return domain % 5 === 0
    ? {
        ...shared,
        redirectUuid: domains[domain] ?? '',
        target: `https://www.destination.example/products/${mixed % 20_000}`,
      }
    : { ...shared, upstreamUs: 300 + (mixed % 100_000) };
}

/** 50 domains, 20,000 paths, visitors with three pageviews each on average, all from networks of their own. */
export function pageviewAt(index: number): PageviewRecord {
  const mixed = mix(index);
  // Views of one visitor lie near each other, as they do in time.
  const visitor = mix(Math.floor(index / 1_000) * 1_000 + (mixed % 333));
  const version = 100 + (visitor % versions);
  const agent = [agents[0], agents[1], agents[3]][visitor % 3] ?? '';
  return {
    domainUuid: domains[visitor % domains.length] ?? '',
    receivedAtMs: dayMs + (index % 86_400) * 1000,
    visitor: (BigInt(visitor) << 32n) + BigInt(version),
    previousVisitor: 0n,
    host: 'shop.example.com',
    path: `/products/${mixed % 20_000}`,
    query: mixed % 10 === 0 ? '?utm_source=letter&utm_medium=email&utm_campaign=spring' : '',
    referrer: referrers[mixed % referrers.length] ?? '',
    width: widths[visitor % widths.length] ?? 0,
    userAgent: agent.replaceAll(/(?<=(?:Chrome|Version|Firefox)\/)\d+/g, String(version)),
    clientNetwork: `${1 + (visitor % 222)}.${(visitor >>> 8) % 256}.${(visitor >>> 16) % 256}.0`,
  };
}
