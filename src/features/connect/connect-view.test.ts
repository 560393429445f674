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
  needsUpload: false,
  provider: undefined,
  expiresAt: '1 December 2026',
  checkPath: '/check',
  statistics: undefined,
};

test.each([
  [{}, 'issued automatically once the records are found'],
  [{ needsUpload: true }, 'Nordlicht &amp; Co takes care of it'],
  [{ needsUpload: true, certificateUntil: '2 December 2026' }, 'valid until 2 December 2026'],
])('with %j the certificate %s', (change, says) => {
  expect(connectMain({ ...view, ...change }).text).toContain(`<strong>Certificate</strong>: ${says}`);
});
