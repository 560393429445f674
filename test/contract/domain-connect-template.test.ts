/** The template, and links that apply it. Source: docs/reference/domain-connect.md. */
import { createPublicKey, createVerify, generateKeyPairSync, randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { DomainInDns } from '../../src/core/custom-domain.ts';
import { ownershipRecord } from '../../src/core/ownership-record.ts';
import { expectedRecords } from '../../src/dns/expected-records.ts';
import { DomainConnect } from '../../src/features/domain-connect/domain-connect.ts';
import { keyTexts } from '../../src/features/domain-connect/key-texts.ts';
import { applyTemplate, makeTemplate } from '../../src/features/domain-connect/template.ts';

const zone = 'acme.nameplate.net';
const edge = {
  hostname: 'edge.nameplate.net',
  addresses: ['203.0.113.7', '203.0.113.8', '2001:db8::7'],
};
const words = {
  providerId: 'nameplate.net',
  providerName: 'Nameplate',
  serviceName: 'Custom domains',
  version: 1,
  zone,
  redirectDomain: 'app.nameplate.net',
};
const accountUuid = randomUUID();
const expected = (domain: DomainInDns, place = edge) => expectedRecords(domain, place, zone);
const domainOf = (host: string, change: Partial<DomainInDns> = {}): DomainInDns => ({
  accountUuid,
  host,
  redirectToWww: false,
  challengeType: 'http01',
  ...change,
});

test('the template has every record that a domain may need, and nothing of one domain', () => {
  const template = makeTemplate(words, { expected });
  expect(template).toMatchObject({
    providerId: 'nameplate.net',
    serviceId: 'nameplate',
    version: 1,
    syncPubKeyDomain: zone,
    syncRedirectDomain: 'app.nameplate.net',
    syncBlock: false,
    sharedProviderName: true,
  });
  const rows = template.records.map(
    ({ groupId, type, host, pointsTo, data }) => `${groupId}: ${host} ${type} ${pointsTo ?? data}`,
  );
  expect(rows.toSorted()).toEqual([
    'challenge-cname: _acme-challenge CNAME %challenge%.acme.nameplate.net',
    'challenge-www-cname: _acme-challenge.www CNAME %challengewww%.acme.nameplate.net',
    'host-a: @ A %a1%',
    'host-a: @ A %a2%',
    'host-aaaa: @ AAAA %aaaa1%',
    'host-cname: @ CNAME edge.nameplate.net',
    'ownership-txt: _nameplate TXT nameplate-verification=%ownership%',
    'wildcard-cname: * CNAME edge.nameplate.net',
    'www-cname: www CNAME edge.nameplate.net',
  ]);
});

test('without addresses an apex has an APEXCNAME record', () => {
  const template = makeTemplate(words, {
    expected: (domain) => expected(domain, { ...edge, addresses: [] }),
  });
  expect(template.records.find(({ type }) => type === 'APEXCNAME')).toMatchObject({
    groupId: 'host-apexcname',
    host: '@',
    pointsTo: 'edge.nameplate.net',
  });
});

test.each([
  domainOf('shop.example.com'),
  domainOf('example.co.uk', { redirectToWww: true, challengeType: 'dns01' }),
  domainOf('*.shop.example.com', { challengeType: 'dns01' }),
  domainOf('*.example.com'),
])('the provider makes the very records of $host that the page lists', (domain) => {
  const wanted = [...expected(domain), ownershipRecord(accountUuid, domain.host)];
  const applied = applyTemplate(domain.host, wanted);
  const offered = makeTemplate(words, { expected }).records;
  const base = domain.host.replace('*.', '');
  const made = applied?.records.map((record) => {
    expect(offered).toContainEqual(record);
    const value = (record.pointsTo ?? record.data ?? '').replace(
      /%(\w+)%/,
      (_, name: string) => applied.variables[name] ?? '',
    );
    return {
      type: record.type,
      name: record.host === '@' ? base : `${record.host}.${base}`,
      value,
    };
  });
  expect(made).toEqual(wanted);
});

test('a record that the template can’t have leaves no button', () => {
  expect(
    applyTemplate('shop.example.com', [{ type: 'CNAME', name: 'other.example', value: 'x.example' }]),
  ).toBeUndefined();
});

const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 });
const provider = { name: 'Provider', urlSyncUX: 'https://dns.provider.example/connect' };
const asked: string[][] = [];
const connect = new DomainConnect(
  'nameplate.net',
  {
    find: async (...question) => {
      asked.push(question);
      return provider;
    },
  },
  { findOrMake: async () => privateKey },
);
const questionOf = (domain: DomainInDns) => ({
  accountUuid,
  host: domain.host,
  records: expected(domain),
  brandName: 'Müller & Söhne',
  returnUrl: 'https://app.nameplate.net/connect/nc_x',
});

test('a link names the domain, its host and its groups, and its signature holds with the published key', async () => {
  const domain = domainOf('a.shop.example.co.uk', { challengeType: 'dns01' });
  const offer = await connect.offer(questionOf(domain));
  expect(offer?.provider).toBe('Provider');
  expect(asked).toEqual([['example.co.uk', 'nameplate.net', accountUuid]]);
  const [place, query = ''] = offer?.url.split('?') ?? [];
  expect(place).toBe(
    'https://dns.provider.example/connect/v2/domainTemplates/providers/nameplate.net/services/nameplate/apply',
  );
  const values = Object.fromEntries(new URLSearchParams(query));
  expect(values).toMatchObject({
    domain: 'example.co.uk',
    host: 'a.shop',
    groupId: 'host-cname,challenge-cname',
    challenge: expected(domain)[1]?.value.split('.')[0],
    redirect_uri: 'https://app.nameplate.net/connect/nc_x',
    state: expect.stringMatching(/^[\w-]{22}$/),
    providerName: 'Müller & Söhne',
    key: '_dcpubkeyv1',
  });
  // As a provider does: the key from its parts in any order, the query without `sig` and `key`.
  const texts = keyTexts(publicKey.export({ type: 'spki', format: 'der' }).toString('base64'));
  const parts = texts.toReversed().map((text) => /^p=(\d),a=RS256,d=(.+)$/.exec(text) ?? []);
  const der = parts
    .toSorted((one, other) => Number(one[1]) - Number(other[1]))
    .map((part) => part[2])
    .join('');
  const signed = query
    .split('&')
    .filter((pair) => !/^(?:sig|key)=/.test(pair))
    .join('&');
  const verifying = createPublicKey({ key: Buffer.from(der, 'base64'), type: 'spki', format: 'der' });
  const holds = (text: string) =>
    createVerify('RSA-SHA256')
      .update(text)
      .verify(verifying, values.sig ?? '', 'base64');
  expect(holds(signed)).toBe(true);
  expect(holds(signed.replace('a.shop', 'evil'))).toBe(false);
});

test('an apex has an empty host, and a public suffix no button', async () => {
  const offer = await connect.offer(questionOf(domainOf('example.com')));
  expect(new URL(offer?.url ?? '').searchParams.get('host')).toBe('');
  expect(await connect.offer(questionOf(domainOf('co.uk')))).toBeUndefined();
});
