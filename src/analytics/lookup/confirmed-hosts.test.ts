import { expect, onTestFinished, test } from 'vitest';
import { TestDnsServer } from '../../../test/support/dns-server.ts';
import { parseIpAddress, reverseNameOf } from '../../core/ip-address.ts';
import { confirmedHosts } from './confirmed-hosts.ts';

async function startDns(...lines: readonly string[]): Promise<TestDnsServer> {
  const dns = await TestDnsServer.start(lines);
  onTestFinished(() => dns[Symbol.asyncDispose]());
  return dns;
}

const find = (dns: TestDnsServer, address: string, signal = new AbortController().signal) =>
  confirmedHosts([dns.address])(address, signal);

const own = '7.113.0.203.in-addr.arpa';

test.each([
  ['192.0.2.1', '1.2.0.192.in-addr.arpa'],
  ['::ffff:192.0.2.1', '1.2.0.192.in-addr.arpa'],
  ['2001:db8::5', '5.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.8.b.d.0.1.0.0.2.ip6.arpa'],
])('the reverse name of %s', (text, name) => {
  const address = parseIpAddress(text);
  expect(address && reverseNameOf(address)).toBe(name);
});

test('a host is confirmed that has the address', async () => {
  const dns = await startDns(
    `${own} PTR Crawl-7.GoogleBot.com`,
    'crawl-7.googlebot.com A 203.0.113.9',
    'crawl-7.googlebot.com A 203.0.113.7',
    '5.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.8.b.d.0.1.0.0.2.ip6.arpa PTR spider-5.yandex.com',
    'spider-5.yandex.com AAAA 2001:db8:0:0::5',
  );
  expect(await find(dns, '203.0.113.7')).toEqual(['crawl-7.googlebot.com']);
  expect(await find(dns, '2001:db8::5')).toEqual(['spider-5.yandex.com']);
});

test.each([
  ['no name', []],
  ['a name that leads nowhere', [`${own} PTR crawl-7.googlebot.com`]],
  [
    'a name that leads elsewhere',
    [`${own} PTR crawl-7.googlebot.com`, 'crawl-7.googlebot.com A 203.0.113.8'],
  ],
  [
    'a name of another family',
    [`${own} PTR crawl-7.googlebot.com`, 'crawl-7.googlebot.com AAAA ::ffff:cb00:7107'],
  ],
  [
    'a zone that ends alike',
    [`${own} PTR crawl-7.evilgooglebot.com`, 'crawl-7.evilgooglebot.com A 203.0.113.7'],
  ],
  [
    'a zone that begins alike',
    [`${own} PTR googlebot.com.evil.test`, 'googlebot.com.evil.test A 203.0.113.7'],
  ],
  ['the zone itself', [`${own} PTR googlebot.com`, 'googlebot.com A 203.0.113.7']],
  [
    'a machine that anyone rents',
    [`${own} PTR 7.bc.googleusercontent.com`, '7.bc.googleusercontent.com A 203.0.113.7'],
  ],
])('nothing is confirmed by %s', async (_name, lines) => {
  const dns = await startDns(...lines);
  expect(await find(dns, '203.0.113.7')).toEqual([]);
  // A stranger's names are not asked for.
  expect(dns.questions.filter((question) => /evil|usercontent/.test(question))).toEqual([]);
});

test('of many names, a few are asked for, and only those of operators', async () => {
  const strangers = Array.from({ length: 20 }, (_, index) => `${own} PTR host-${index}.example`);
  const names = Array.from({ length: 6 }, (_, index) => `${own} PTR crawl-${index}.googlebot.com`);
  const dns = await startDns(...strangers, ...names, 'crawl-3.googlebot.com A 203.0.113.7');
  expect(await find(dns, '203.0.113.7')).toEqual(['crawl-3.googlebot.com']);
  expect(dns.questions.length).toBe(5);
});

test('a zone that fails or is silent is no answer, and neither is an end', async () => {
  const dns = await startDns(`${own} PTR crawl-7.googlebot.com`, 'crawl-7.googlebot.com A 203.0.113.7');
  dns.setFault('crawl-7.googlebot.com', 'SERVFAIL');
  expect(await find(dns, '203.0.113.7')).toBeUndefined();
  dns.setFault(own, 'REFUSED');
  expect(await find(dns, '203.0.113.7')).toBeUndefined();
  dns.setFault(own, 'silent');
  const ending = new AbortController();
  const before = dns.questions.length;
  const looking = find(dns, '203.0.113.7', ending.signal);
  await expect.poll(() => dns.questions.length).toBeGreaterThan(before);
  ending.abort();
  expect(await looking).toBeUndefined();
  expect(await find(dns, 'unknown')).toEqual([]);
});
