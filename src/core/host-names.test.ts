/** Against a real DNS server. Source: resolv.conf(5), RFC 8767. */
import type { LookupAddress } from 'node:dns';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { type RecordLine, TestDnsServer } from '../../test/support/dns-server.ts';
import { tempDir } from '../../test/support/temp-dir.ts';
import { HostNames } from './host-names.ts';
import { candidatesOf, parseHosts, parseResolvConf } from './system-names.ts';

const account = 'a1';
let systemAsked: string[];
let systemAddresses: readonly LookupAddress[];
/** Added to the monotonic clock. */
let laterMs: number;

beforeEach(() => {
  systemAsked = [];
  systemAddresses = [];
  laterMs = 0;
  const now = performance.now.bind(performance);
  vi.spyOn(performance, 'now').mockImplementation(() => now() + laterMs);
});

afterEach(() => void vi.restoreAllMocks());

async function open(records: readonly RecordLine[], further = '', hosts = '') {
  const dns = await TestDnsServer.start(records);
  onTestFinished(() => dns[Symbol.asyncDispose]());
  const directory = await tempDir();
  const resolvConfPath = join(directory, 'resolv.conf');
  const hostsPath = join(directory, 'hosts');
  await writeFile(resolvConfPath, `nameserver ${dns.address}\noptions timeout:1 attempts:1\n${further}`);
  await writeFile(hostsPath, hosts);
  const names = new HostNames({
    hostsPath,
    resolvConfPath,
    systemLookup: async (host) => {
      systemAsked.push(host);
      if (systemAddresses.length > 0) return systemAddresses;
      throw Object.assign(new Error('none'), { code: 'ENOTFOUND' });
    },
  });
  const ask = async (host: string, isVerified = true) => {
    const addresses = await names.addressesOf(host, account, isVerified).catch((error: unknown) => error);
    return Array.isArray(addresses) ? addresses.map(({ address }) => address).join(' ') : String(addresses);
  };
  return { dns, hostsPath, ask };
}

describe('names', () => {
  it('have the addresses of the hosts file, which is read again when it changes', async () => {
    const { ask, hostsPath, dns } = await open(
      [],
      '',
      '127.0.0.2 App.example # ours\n::1 app.example other\n',
    );
    expect([await ask('app.EXAMPLE.'), await ask('other')]).toEqual(['127.0.0.2 ::1', '::1']);
    await writeFile(hostsPath, '127.0.0.33 app.example\n');
    laterMs += 2_000;
    expect(await ask('app.example')).toBe('127.0.0.33');
    expect(dns.questions).toEqual([]);
  });

  it('have those of DNS, asked once for their time to live', async () => {
    const { ask, dns } = await open(['app.example A 192.0.2.1', 'www.example CNAME app.example']);
    expect(await Promise.all([ask('www.example'), ask('www.example')])).toEqual(['192.0.2.1', '192.0.2.1']);
    expect(dns.questions.toSorted()).toEqual(['A www.example', 'AAAA www.example']);
    laterMs += 299_000;
    dns.setRecords(['www.example A 192.0.2.2']);
    // The last quarter of the time: refreshed in the background.
    expect(await ask('www.example')).toBe('192.0.2.1');
    await expect.poll(() => ask('www.example')).toBe('192.0.2.2');
    expect(systemAsked).toEqual([]);
  });

  it('are looked for in the search list, as many dots as they have', async () => {
    const search = 'search default.svc.test svc.test\noptions ndots:2';
    const { ask, dns } = await open(['db.prod.svc.test A 192.0.2.1', 'api.example.com A 192.0.2.3'], search);
    expect(await ask('db.prod')).toBe('192.0.2.1');
    expect(dns.questions.filter((question) => question.startsWith('A '))).toEqual([
      'A db.prod.default.svc.test',
      'A db.prod.svc.test',
    ]);
    expect([await ask('api.example.com'), await ask('api.example.com.')]).toEqual(['192.0.2.3', '192.0.2.3']);
    expect(await ask('db.prod.')).toBe('Error: db.prod. has no address (ENOTFOUND)');
  });

  it('that DNS does not know are asked of the system', async () => {
    systemAddresses = [{ address: '192.0.2.9', family: 4 }];
    const { ask } = await open([]);
    expect([await ask('printer.local'), await ask('printer.local')]).toEqual(['192.0.2.9', '192.0.2.9']);
    expect(systemAsked).toEqual(['printer.local']);
  });

  it('keep their last address while DNS fails, a day where TLS proves who answers, else ten minutes', async () => {
    const { ask, dns } = await open(['app.example A 192.0.2.1']);
    await Promise.all([ask('app.example'), ask('app.example', false)]);
    for (const fault of ['SERVFAIL', 'silent'] as const) {
      dns.setFault('app.example', fault);
      laterMs += fault === 'SERVFAIL' ? 301_000 : 200_000;
      expect(await ask('app.example', false)).toBe('192.0.2.1');
      expect(await ask('app.example')).toBe('192.0.2.1');
    }
    laterMs += 600_000;
    expect(await ask('app.example', false)).toContain('(EAI_AGAIN)');
    expect(await ask('app.example')).toBe('192.0.2.1');
    laterMs += 86_400_000;
    expect(await ask('app.example')).toContain('(EAI_AGAIN)');
    expect(systemAsked).toEqual([]);
  });

  it('lose it when DNS says that they do not exist', async () => {
    const { ask, dns } = await open(['app.example A 192.0.2.1']);
    await ask('app.example');
    dns.setRecords([]);
    laterMs += 301_000;
    expect(await ask('app.example')).toContain('(ENOTFOUND)');
  });
});

it.each([
  ['', { servers: [], search: [], ndots: 1, timeoutMs: 2_000, attempts: 3 }],
  [
    '; comment\nnameserver 10.0.0.10\nnameserver fe80::1%eth0\nsearch A.test. b.test\noptions ndots:5 timeout:0 attempts:99\n',
    { servers: ['10.0.0.10'], search: ['a.test', 'b.test'], ndots: 5, timeoutMs: 1_000, attempts: 5 },
  ],
  ['search a.test\ndomain b.test c\noptions ndots:x', { search: ['b.test'], ndots: 1 }],
])('resolv.conf %j', (text, expected) => {
  expect(parseResolvConf(text)).toMatchObject(expected);
});

it('lines of the hosts file that are none are passed over', () => {
  expect([...parseHosts('x y\n127.0.0.1\n#127.0.0.1 z\n 127.0.0.1\ta  b#c\n').keys()]).toEqual(['a', 'b']);
});

it('a name with enough dots is asked for as it is first', () => {
  const resolvConf = parseResolvConf('search s.test\n');
  expect(candidatesOf('a.b', resolvConf)).toEqual(['a.b', 'a.b.s.test']);
  expect(candidatesOf('a', resolvConf)).toEqual(['a.s.test', 'a']);
});
