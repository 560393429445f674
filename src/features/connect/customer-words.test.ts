/** Source: docs/reference/connect-page.md ("The page"). */
import { expect, test } from 'vitest';
import type { DnsCause } from '../../core/dns-problem.ts';
import type { OrderFailureCode } from '../../core/order-failure.ts';
import { problemOf, reasonOf } from './customer-words.ts';
import { texts } from './texts/texts.ts';

const host = 'shop.example.com';

test.each<[DnsCause, string]>([
  [
    { code: 'elsewhere', host, found: '192.0.2.9', wanted: 'edge.example.net' },
    'shop.example.com verweist auf 192.0.2.9 statt auf edge.example.net.',
  ],
  [
    { code: 'missing', host },
    'shop.example.com hat noch keinen Eintrag. Es kann bis zu einer Stunde dauern, bis ein neuer Eintrag sichtbar ist.',
  ],
  [
    { code: 'doubled', name: 'shop.example.com.example.com', label: 'shop' },
    'Der Eintrag wurde als shop.example.com.example.com angelegt, weil der Anbieter die Domain ergänzt. Geben Sie als Namen shop ein.',
  ],
  [
    { code: 'stray', host, type: 'AAAA', addresses: '2001:db8::1' },
    'shop.example.com hat zusätzlich AAAA-Einträge anderer Server (2001:db8::1). Bitte entfernen Sie diese.',
  ],
  [
    { code: 'caa', name: 'example.com', record: 'example.com CAA 0 issue "letsencrypt.org"' },
    'Die CAA-Einträge von example.com verbieten das Zertifikat. Fügen Sie diesen Eintrag hinzu: example.com CAA 0 issue &quot;letsencrypt.org&quot;',
  ],
  [{ code: 'ownership' }, `D${texts.de.ownershipNotFound.slice(1)}.`],
  [{ code: 'operator' }, 'Das muss Acme beheben.'],
])('%j', (cause, says) => {
  expect(problemOf({ text: 'In English.', cause }, 'Acme', texts.de).text).toBe(says);
});

test('what was stored without a code stays English, unless it is for the operator', () => {
  const without = (text: string) => problemOf({ text, cause: undefined }, 'Acme', texts.de).text;
  expect(without('Something <new>.')).toBe('<span lang="en">Something &lt;new&gt;.</span>');
  expect(without('The operator sets NAMEPLATE_DNS_ZONE.')).toBe('Das muss Acme beheben.');
});

test.each<[OrderFailureCode | null, string, string]>([
  [
    'authority_refused',
    '192.0.2.1: Fetching http://shop.example.com/.well-known/acme-challenge/x: Connection refused',
    'Your DNS is right. The certificate authority could not reach shop.example.com, because the connection was refused.',
  ],
  [
    'authority_refused',
    '192.0.2.1: Fetching http://shop.example.com/: Timeout during connect (likely firewall problem)',
    'Your DNS is right. The certificate authority could not reach shop.example.com, because there was no answer in time.',
  ],
  [
    null,
    '192.0.2.1: Invalid response from http://shop.example.com/.well-known/acme-challenge/x: 404',
    'Your DNS is right. The certificate authority got an unexpected answer from shop.example.com, because another server or a CDN answers there.',
  ],
  [
    'records_elsewhere',
    'shop.example.com resolves to 192.0.2.9, which is not here',
    'For the certificate authority, the records of shop.example.com lead elsewhere.',
  ],
  [null, 'NAMEPLATE_SECRET_KEY is missing', 'Your DNS is right. This has to be fixed by Acme.'],
  ['service_failed', 'disk full', 'Your DNS is right. This has to be fixed by Acme.'],
  [
    'authority_unreachable',
    'ECONNREFUSED',
    'Your DNS is right. The certificate authority could not be reached.',
  ],
  [
    'caa_forbids',
    'CAA record for example.com prevents issuance',
    'The CAA records of shop.example.com forbid the certificate.',
  ],
  [
    'authority_refused',
    '<b>odd</b>.',
    'Your DNS is right. The certificate authority says: <q lang="en">&lt;b&gt;odd&lt;/b&gt;</q>.',
  ],
])('%s: %s', (code, error, says) => {
  expect(reasonOf(error, code, 'shop.example.com', 'Acme', texts.en).text).toBe(says);
});
