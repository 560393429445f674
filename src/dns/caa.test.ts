import { describe, expect, it } from 'vitest';
import { TestDnsServer } from '../../test/support/dns-server.ts';
import { caaProblem, findCaa, letsEncrypt } from './caa.ts';
import { DnsResolver } from './resolver.ts';

function problemOf(...lines: string[]): string | undefined {
  const properties = lines.map((line) => {
    const [flags, tag = '', ...value] = line.split(' ');
    return { tag, value: value.join(' '), critical: Number(flags) >= 128 };
  });
  return caaProblem({ kind: 'found', name: 'example.test', properties }, 'www.example.test', letsEncrypt);
}

describe('caaProblem', () => {
  it.each([
    [['0 issue letsencrypt.org']],
    [['0 issue LetsEncrypt.org.']],
    [['0 issue other.test', '0 issue letsencrypt.org']],
    [['0 issue letsencrypt.org; accounturi=https://acme.test/1']],
    [['0 issue letsencrypt.org; validationmethods=dns-01,http-01']],
    [['0 issue letsencrypt.org; validationmethods=dns-01', '0 issue letsencrypt.org']],
    // After a first attempt by http-01 the second one is by this.
    [['0 issue letsencrypt.org; ValidationMethods = DNS-01 , tls-alpn-01']],
    [['128 issue letsencrypt.org']],
    // Without `issue`, there is nothing said about certificates of single names.
    [['0 issuewild ;']],
    [['0 iodef mailto:security@example.test']],
    [['0 tbs unknown']],
  ])('lets %j issue', (lines) => {
    expect(problemOf(...lines)).toBeUndefined();
  });

  it.each([
    [['0 issue ;'], 'issue ";"'],
    [['0 issue '], 'add example.test CAA 0 issue "letsencrypt.org"'],
    [['0 issue other.test'], `forbid Let's Encrypt to issue a certificate for www.example.test`],
    [['0 issue other.test', '0 issue another.test'], '"other.test", "another.test"'],
    [['0 issue notletsencrypt.org'], 'forbid'],
    [['0 issue letsencrypt.org.evil.test'], 'forbid'],
    [['0 issuewild letsencrypt.org', '0 issue ;'], 'forbid'],
    [['0 issue letsencrypt.org; validationmethods=dns-01'], 'by http-01'],
    [['0 issue letsencrypt.org; ValidationMethods = DNS-01 , dns-account-01'], 'by http-01 or tls-alpn-01'],
    [['0 issue letsencrypt.org', '128 tbs unknown'], 'critical property "tbs"'],
  ])('does not let %j issue: %s', (lines, sentence) => {
    expect(problemOf(...lines)).toContain(sentence);
  });
});

describe('findCaa', () => {
  it('takes the records of the closest name that has any', async () => {
    await using server = await TestDnsServer.start([
      'test CAA 0 issue "tld.test"',
      'example.test CAA 0 issue "ca.test"',
      'b.example.test CAA 0 issue "closer.test"',
      'a.b.example.test A 203.0.113.7',
      'other.test A 203.0.113.7',
    ]);
    const nameOf = async (host: string) => {
      const caa = await findCaa(new DnsResolver([server.address]), host);
      return caa.kind === 'none' ? undefined : caa.name;
    };
    expect(await nameOf('a.b.example.test')).toBe('b.example.test');
    expect(await nameOf('www.example.test')).toBe('example.test');
    expect(await nameOf('www.other.test')).toBe('test');
    expect(await nameOf('www.example.org')).toBeUndefined();
    expect(
      server.questions.filter((question) => question.endsWith('.org') || question === 'CAA org'),
    ).toEqual(['CAA www.example.org', 'CAA example.org', 'CAA org']);
  });

  it('follows a CNAME record to the records of its target, but does not climb from there', async () => {
    await using server = await TestDnsServer.start([
      'www.example.test CNAME edge.example.net',
      'edge.example.net CAA 0 issue "edge-ca.test"',
      'app.example.test CNAME plain.example.net',
      'plain.example.net A 203.0.113.7',
      'example.net CAA 0 issue "net-ca.test"',
      'example.test CAA 0 issue "ca.test"',
    ]);
    const resolver = new DnsResolver([server.address]);
    expect(await findCaa(resolver, 'www.example.test')).toMatchObject({
      properties: [{ value: 'edge-ca.test' }],
    });
    expect(await findCaa(resolver, 'app.example.test')).toMatchObject({ name: 'example.test' });
  });

  it('stops where the answer is not known, which an authority takes for a no', async () => {
    await using server = await TestDnsServer.start(['example.test CAA 0 issue "ca.test"']);
    server.setFault('www.example.test', 'SERVFAIL', 'CAA');
    const caa = await findCaa(new DnsResolver([server.address]), 'www.example.test');
    expect(caa).toEqual({ kind: 'failed', name: 'www.example.test', reason: 'servfail' });
    expect(caaProblem(caa, 'www.example.test', letsEncrypt)).toContain('SERVFAIL');
  });
});

it('goes by the methods that there are listeners for', () => {
  const properties = [{ tag: 'issue', value: 'letsencrypt.org; validationmethods=http-01', critical: false }];
  const caa = { kind: 'found', name: 'example.test', properties } as const;
  const onlyTls = { ...letsEncrypt, validationMethods: ['tls-alpn-01'] };
  expect(caaProblem(caa, 'example.test', onlyTls)).toContain('validate example.test by tls-alpn-01, which');
  expect(caaProblem(caa, 'example.test', letsEncrypt)).toBeUndefined();
});
