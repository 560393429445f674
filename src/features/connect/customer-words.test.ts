/** Source: docs/reference/connect-page.md ("The page"). */
import { expect, test } from 'vitest';
import type { OrderFailureCode } from '../../core/order-failure.ts';
import { problemOf, reasonOf } from './customer-words.ts';
import { texts } from './texts/texts.ts';

test.each([
  [
    'shop.example.com resolves to 192.0.2.9 and not to the edge (edge.example.net).',
    'shop.example.com verweist auf 192.0.2.9 statt auf edge.example.net.',
  ],
  [
    'shop.example.com is a CNAME of old.example.org, which resolves to 192.0.2.9 and not to the edge (edge.example.net).',
    'shop.example.com verweist auf old.example.org statt auf edge.example.net.',
  ],
  [
    'shop.example.com does not exist in DNS. A new record can take as long to be seen as its absence is remembered, often an hour.',
    'shop.example.com hat noch keinen Eintrag. Es kann bis zu einer Stunde dauern, bis ein neuer Eintrag sichtbar ist.',
  ],
  [
    'The record was created as shop.example.com.example.com: the DNS provider has added the name of the zone. Enter shop as its name.',
    'Der Eintrag wurde als shop.example.com.example.com angelegt, weil der Anbieter die Domain ergänzt. Geben Sie als Namen shop ein.',
  ],
  [
    'shop.example.com is a CNAME of edge.example.net.example.com: the DNS provider has added the name of the zone. Enter the value with a dot at its end: edge.example.net.',
    'Der Anbieter hat an den Wert die Domain angehängt. Geben Sie ihn mit einem Punkt am Ende ein: edge.example.net.',
  ],
  [
    "shop.example.com has AAAA records of the edge's and of other servers (2001:db8::1); those lead visitors with IPv6 and certificate authorities elsewhere: remove them.",
    'shop.example.com hat zusätzlich AAAA-Einträge anderer Server (2001:db8::1). Bitte entfernen Sie diese.',
  ],
  [
    'The CAA records of example.com (issue &quot;other.test&quot;) forbid Let’s Encrypt to issue a certificate for shop.example.com: add example.com CAA 0 issue "letsencrypt.org".',
    'Die CAA-Einträge von example.com verbieten das Zertifikat. Fügen Sie diesen Eintrag hinzu: example.com CAA 0 issue &quot;letsencrypt.org&quot;',
  ],
  [
    '203.0.113.9 belongs to the proxy of Cloudflare, behind which the record cannot be seen: switch the proxy off for shop.example.com ("DNS only").',
    'Der Proxy von Cloudflare verdeckt den Eintrag. Schalten Sie ihn für shop.example.com aus („DNS only“).',
  ],
  [
    'shop.example.com could not be looked up: its name servers did not answer in time; the check is repeated.',
    'shop.example.com konnte nicht abgefragt werden. Wir prüfen es erneut.',
  ],
  [
    'Certificates of this domain are to be validated through DNS, which is not set up here: the operator sets NAMEPLATE_DNS_ZONE, or choose http01.',
    'Das muss Acme beheben.',
  ],
  ['Something <new>.', '<span lang="en">Something &lt;new&gt;.</span>'],
])('%s', (problem, says) => {
  expect(problemOf(problem, 'Acme', texts.de).text).toBe(says);
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
