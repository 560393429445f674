import { expect, test } from 'vitest';
import { type ConnectView, connectMain } from './connect-view.ts';

const now = Date.parse('2026-11-27T12:00:00Z');
const day = 86_400_000;
const view: ConnectView = {
  reader: { language: 'en', locale: 'en-GB' },
  now,
  host: '*.example.com',
  isEmbedded: false,
  brand: { name: 'Nordlicht & Co', logo: null },
  records: [],
  found: [],
  problems: [],
  status: 'dns_records_found',
  ownership: 'verified',
  ready: false,
  readyAt: null,
  checkedAt: null,
  certificateUntil: undefined,
  order: undefined,
  needsUpload: false,
  provider: undefined,
  setUp: undefined,
  wayBack: undefined,
  expiresAt: now + 30 * day,
  checkPath: '/check',
  statistics: undefined,
};

test.each([
  [{}, 'issued automatically once the records are found'],
  [{ order: { lastError: null, lastErrorCode: null, nextAttemptAt: undefined } }, 'it is being issued'],
  [
    {
      order: {
        lastError: 'connection refused.',
        lastErrorCode: 'authority_refused' as const,
        nextAttemptAt: Date.parse('2026-11-27T17:46:00Z'),
      },
    },
    'Your DNS is right. The certificate authority could not reach *.example.com, because the connection was refused. We try again at <time datetime="2026-11-27T17:46:00.000Z" data-locale="en-GB" data-near>17:46 UTC</time>.',
  ],
  [
    {
      order: {
        lastError: 'ECONNREFUSED',
        lastErrorCode: 'authority_unreachable' as const,
        nextAttemptAt: undefined,
      },
    },
    'Your DNS is right. The certificate authority could not be reached. We try again in a moment.',
  ],
  [
    {
      order: {
        lastError: 'NAMEPLATE_SECRET_KEY is missing',
        lastErrorCode: 'service_failed' as const,
        nextAttemptAt: undefined,
      },
    },
    'Your DNS is right. This has to be fixed by Nordlicht &amp; Co.',
  ],
  [
    {
      status: 'dns_records_not_found' as const,
      order: { lastError: 'connection refused', lastErrorCode: null, nextAttemptAt: undefined },
    },
    'issued automatically once the records are found',
  ],
  [{ needsUpload: true }, 'Nordlicht &amp; Co takes care of it'],
  [{ needsUpload: true, certificateUntil: now + 5 * day }, 'valid until 2 December 2026'],
])('with %j the certificate %s', (change, says) => {
  expect(connectMain({ ...view, ...change }).text).toContain(`<strong>Certificate</strong>: ${says}`);
});

test('the CAA record to add, with the account’s URI, is shown although all other records are there', () => {
  const record = 'example.com CAA 0 issue "ca.test; accounturi=https://ca.test/acct/1"';
  const problems = [
    { text: 'Forbidden.', cause: { code: 'caa', name: 'example.com', record } },
    { text: 'Another address is left.', cause: undefined },
  ] as const;
  const records = [{ type: 'CNAME', name: 'shop.example.com', value: 'edge.example.net' }] as const;
  const { text } = connectMain({ ...view, records, problems });
  expect(text).toContain('accounturi=https://ca.test/acct/1');
  expect(text).not.toContain('Another address is left.');
});

test('a domain that is live says so, with its address, certificate and since when, and no records to set', () => {
  const live = {
    ...view,
    host: 'shop.example.com',
    ready: true,
    readyAt: now - day,
    certificateUntil: now + 60 * day,
  };
  const { text } = connectMain(live);
  expect(text).toContain('<h1>shop.example.com is live</h1>');
  expect(text).toContain('<a href="https://shop.example.com/" rel="noreferrer">https://shop.example.com</a>');
  expect(text).toContain('valid until 26 January 2027');
  expect(text).toContain('<dt>Live since</dt><dd>26 November 2026</dd>');
  expect(text).not.toContain('Set these records');
  expect(connectMain({ ...live, reader: { language: 'de', locale: 'de' } }).text).toContain(
    'gültig bis 26. Januar 2027',
  );
});

test('without a brand, none is shown', () => {
  const { text } = connectMain({ ...view, brand: { name: '', logo: null }, needsUpload: true });
  expect(text).not.toContain('<header>');
  expect(text).toContain('your provider takes care of it');
});
