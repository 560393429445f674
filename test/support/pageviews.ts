/** What tests of pageviews share. */
import type { PageviewRecord } from '../../src/analytics/ingest/pageview-record.ts';

export const samplePageview: PageviewRecord = {
  domainUuid: '0190b6a0-0000-7000-8000-000000000001',
  receivedAtMs: Date.UTC(2026, 0, 15, 12),
  visitor: 12_345_678_901_234_567_890n,
  previousVisitor: 0n,
  host: 'shop.example.com',
  path: '/some/page',
  query: '?utm_source=letter&utm_medium=email',
  referrer: 'https://www.google.com/',
  width: 1280,
  userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0',
  clientNetwork: '203.0.113.0',
};
