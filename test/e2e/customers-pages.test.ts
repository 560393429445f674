/** What customers read, in each language and at each width. Source: docs/reference/connect-page.md ("Languages"). */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { html } from '../../src/core/html.ts';
import { languages } from '../../src/core/languages.ts';
import type { Finding } from '../../src/features/attention/finding-rows.ts';
import { toldSentences } from '../../src/features/attention/texts/told-sentences.ts';
import { type ConnectView, connectMain } from '../../src/features/connect/connect-view.ts';
import type { Statistics } from '../../src/features/connect/domain-statistics.ts';
import { instructionsEmail } from '../../src/features/connect/instructions-email.ts';
import { pageDocument } from '../../src/features/connect/page-document.ts';
import { shareMain } from '../../src/features/connect/share-view.ts';
import { readPeriod } from '../../src/features/connect/statistics-period.ts';
import { confirmationEmail, findingsEmail } from '../../src/features/subscriptions/emails.ts';
import { launchChromium } from '../support/chromium.ts';
import {
  accessibilityProblems,
  chromiumPath,
  desktop,
  keepScreenshot,
  phone,
  scrollsSideways,
  tablet,
} from '../support/dashboard.ts';

const host = 'shop.example.com';
const now = Date.parse('2026-11-27T12:00:00Z');
const dayMs = 86_400_000;
const records = [
  { type: 'CNAME', name: host, value: 'edge.nameplate.example' },
  {
    type: 'TXT',
    name: `_nameplate.${host}`,
    value: 'nameplate-verification=0123456789abcdef0123456789abcdef',
  },
] as const;
const statistics: Statistics = {
  visitors: 1234,
  visits: 2345,
  pageviews: 12_345,
  bounceRate: 41.7,
  days: Array.from({ length: 30 }, (_, index) => ({
    label: new Date(now - (30 - index) * dayMs).toISOString().slice(0, 10),
    count: (index * 37) % 90,
  })),
  lists: [
    {
      title: 'byPage',
      rows: [{ label: '/a-page-with-a-rather-long-path/that-goes-on/and-on', count: 1200 }],
    },
    { title: 'bySource', rows: [{ label: 'Direct', count: 700 }] },
    { title: 'byCountry', rows: [{ label: 'DE', count: 600 }] },
    { title: 'byDevice', rows: [{ label: 'Mobile', count: 900 }] },
  ],
};
const view: ConnectView = {
  reader: { language: 'en', locale: 'en' },
  now,
  host,
  isEmbedded: false,
  brand: { name: 'Acme Shops', logo: null },
  records,
  found: [],
  problems: [
    { text: 'In English.', cause: { code: 'missing', host } },
    { text: 'In English.', cause: { code: 'elsewhere', host, found: '192.0.2.9', wanted: 'e.example' } },
  ],
  status: 'dns_records_not_found',
  ownership: 'required',
  ready: false,
  readyAt: null,
  checkedAt: now - 60_000,
  certificateUntil: undefined,
  order: undefined,
  needsUpload: false,
  setUp: undefined,
  wayBack: undefined,
  provider: {
    name: 'Cloudflare',
    servers: [],
    path: 'your domain → DNS → Records → Add record',
    isProxy: true,
  },
  expiresAt: now + 30 * dayMs,
  checkPath: '/check',
  statistics: undefined,
};
const found = { status: 'dns_records_found', ownership: 'verified', found: records } as const;
const states = {
  setup: {},
  failed: {
    ...found,
    order: {
      lastError: 'Connection refused',
      lastErrorCode: 'authority_refused',
      nextAttemptAt: now + 3_600_000,
    },
  },
  live: { ...found, ready: true, readyAt: now - dayMs, certificateUntil: now + 60 * dayMs, statistics },
} satisfies Record<string, Partial<ConnectView>>;
const evidence = { failed: 56, handshakes: 99, host, expires_at: '2026-12-02T10:00:00.000+00:00' };
const told: readonly Finding[] = (
  [
    ['dns_lost', 'records_missing'],
    ['certificate_expiring', 'not_renewed'],
    ['handshakes_fail', 'unknown_ca'],
    ['renewal_will_fail', 'token_missing'],
  ] as const
).map(([kind, causeCode]) => ({
  uuid: '',
  accountUuid: '',
  kind,
  severity: 'warning',
  subject: { type: 'custom_domain', uuid: '', host },
  causeCode,
  evidence,
  isGroup: false,
  openedAt: 0,
  lastSeenAt: 0,
  resolvedAt: null,
  mutedUntil: null,
}));
/** Links in sentences are as high as their lines. */
const smallTargets = `[...document.querySelectorAll('button, summary, main a, nav a')]
  .filter((each) => each.checkVisibility() && each.getBoundingClientRect().height < 43.5).map((each) => each.outerHTML)`;

/** What mail programs, which show e-mails within pages of their own, have themselves. */
const ofDocuments = /^(?:landmark-one-main|page-has-heading-one|region):/;

describe.skipIf(!chromiumPath)('what customers read', () => {
  let browser: Browser;
  let page: Page;

  beforeAll(async () => {
    browser = await launchChromium(chromiumPath ?? '');
    page = await browser.newPage();
  });
  afterAll(() => browser?.close());

  const look = async (name: string, document: string) => {
    for (const [size, viewport] of [
      ['desktop', desktop],
      ['tablet', tablet],
      ['phone', phone],
    ] as const) {
      await page.setViewportSize(viewport);
      await page.setContent(document);
      expect(await scrollsSideways(page), `${name} ${size}`).toBe(false);
      await keepScreenshot(page, `customers-${name}-${size}`);
    }
    const problems = await accessibilityProblems(page);
    const isEmail = name.startsWith('mail');
    expect(problems.filter((problem) => !isEmail || !ofDocuments.test(problem))).toEqual([]);
  };

  test.each(languages)('pages in %s', async (language) => {
    const reader = { language, locale: language };
    for (const [state, change] of Object.entries(states)) {
      if (state === 'failed' && language !== 'en') continue;
      const body = connectMain({ ...view, reader, ...change });
      const document = { title: host, body, language, color: '#7c2d12', nonce: 'x' };
      await look(`${state}-${language}`, pageDocument(document));
      expect(await page.evaluate(smallTargets)).toEqual([]);
    }
    const period = readPeriod('30d', 'Europe/Berlin', now);
    const share = { reader, host, brand: view.brand, period, isCounted: true, statistics, isEmbedded: false };
    const body = shareMain({ ...share, periods: [{ label: '30', query: 'period=30d', isChosen: true }] });
    await look(`share-${language}`, pageDocument({ title: host, body, language, color: null, nonce: 'x' }));
  });

  test.each(languages)('e-mails in %s, light and dark', async (language) => {
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      const email = instructionsEmail({
        to: 'owner@example.org',
        host,
        brand: { name: 'Acme Shops', logo: null, color: '#7c2d12' },
        records,
        url: 'https://nameplate.example.com/connect/nc_x',
        expiresAt: now + 30 * dayMs,
        language,
        ...(colorScheme === 'dark' && { unsubscribeUrl: 'https://nameplate.example.com/unsubscribe/nr_x' }),
      });
      await look(`mail-${colorScheme}-${language}`, email.html);
      const frame = {
        to: 'owner@example.org',
        language,
        name: 'Acme Shops',
        color: '#7c2d12',
        origin: 'https://nameplate.example.com',
        unsubscribeSecret: 'nu_x',
      };
      const findings = told.map((finding) => {
        const { summary, cause, fix } = toldSentences(finding, language);
        return { severity: finding.severity, summary, cause, fix };
      });
      const [name, other] =
        colorScheme === 'dark'
          ? ['findings', findingsEmail(frame, findings, 6)]
          : ['confirm', confirmationEmail(frame, 'ns_x')];
      await look(`mail-${name}-${colorScheme}-${language}`, other.html);
    }
    await page.emulateMedia({ colorScheme: 'light' });
  });

  test('a page without a brand has no header', async () => {
    const body = html`${connectMain({ ...view, brand: { name: '', logo: null } })}`;
    await page.setContent(pageDocument({ title: host, body, language: 'en', color: null, nonce: 'x' }));
    expect(await page.locator('header').count()).toBe(0);
  });
});
