import { expect, test } from 'vitest';
import { type ConnectView, connectMain } from './connect-view.ts';

const view: ConnectView = {
  host: '*.example.com',
  brand: { name: 'Nordlicht & Co', logo: null },
  records: [],
  found: [],
  problems: [],
  status: 'dns_records_found',
  ownership: 'verified',
  ready: false,
  checkedAt: undefined,
  certificateUntil: undefined,
  order: undefined,
  needsUpload: false,
  provider: undefined,
  expiresAt: '1 December 2026',
  checkPath: '/check',
  statistics: undefined,
};

test.each([
  [{}, 'issued automatically once the records are found'],
  [{ order: { lastError: null, lastErrorCode: null, nextAttemptAt: undefined } }, 'it is being issued'],
  [
    { order: { lastError: 'connection refused.', lastErrorCode: null, nextAttemptAt: '2026-11-27 17:46' } },
    'not issued yet. Your records are found, but the last attempt failed: “connection refused”. We try again at 2026-11-27 17:46 (UTC).',
  ],
  [
    {
      order: {
        lastError: 'ECONNREFUSED',
        lastErrorCode: 'authority_unreachable' as const,
        nextAttemptAt: undefined,
      },
    },
    'not issued yet. Your records are found, but the last attempt failed: the certificate authority could not be reached. We try again in a moment.',
  ],
  [
    {
      order: {
        lastError: 'NAMEPLATE_SECRET_KEY is missing',
        lastErrorCode: 'authority_refused' as const,
        nextAttemptAt: undefined,
      },
    },
    'not issued yet. Your records are found, but the last attempt failed: Nordlicht &amp; Co has to fix it.',
  ],
  [
    {
      status: 'dns_records_not_found' as const,
      order: { lastError: 'connection refused', lastErrorCode: null, nextAttemptAt: undefined },
    },
    'issued automatically once the records are found',
  ],
  [{ needsUpload: true }, 'Nordlicht &amp; Co takes care of it'],
  [{ needsUpload: true, certificateUntil: '2 December 2026' }, 'valid until 2 December 2026'],
])('with %j the certificate %s', (change, says) => {
  expect(connectMain({ ...view, ...change }).text).toContain(`<strong>Certificate</strong>: ${says}`);
});
