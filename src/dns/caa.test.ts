import { describe, expect, it } from 'vitest';
import { TestDnsServer } from '../../test/support/dns-server.ts';
import { findCaa, type Issuer, judgeCaa, letsEncrypt, type RelevantCaa } from './caa.ts';
import { DnsResolver } from './resolver.ts';

async function caaProblem(caa: RelevantCaa, host: string, issuer: Issuer): Promise<string | undefined> {
  const judgement = await judgeCaa(caa, host, issuer);
  return judgement.state === 'forbidden' ? judgement.text : undefined;
}

const ours: Issuer = { ...letsEncrypt, accountUri: async () => 'https://acme.test/acct/1' };

function propertyOf(line: string) {
  const [flags, tag = '', ...value] = line.split(' ');
  return { tag, value: value.join(' '), critical: Number(flags) >= 128 };
}

function problemOf(...lines: string[]): Promise<string | undefined> {
  const properties = lines.map(propertyOf);
  return caaProblem({ kind: 'found', name: 'example.test', properties }, 'www.example.test', ours);
}

describe('judgeCaa', () => {
  it.each([
    [['0 issue letsencrypt.org']],
    [['0 issue LetsEncrypt.org']],
    [['0 issue   letsencrypt.org ; validationmethods=http-01 ']],
    [['0 issue letsencrypt.org;']],
    [['0 issue letsencrypt.org; something=else; empty=']],
    [['0 issue other.test', '0 issue letsencrypt.org']],
    [['0 issue letsencrypt.org; accounturi=https://acme.test/acct/1']],
    [['0 issue letsencrypt.org; AccountURI = https://acme.test/acct/1']],
    [['0 issue letsencrypt.org; accounturi=https://acme.test/acct/2', '0 issue letsencrypt.org']],
    // What is malformed does not void what is not.
    [['0 issue letsencrypt.org; =bad', '0 issue letsencrypt.org']],
    [['0 issue ', '0 issue letsencrypt.org']],
    [['0 issue letsencrypt.org; validationmethods=dns-01,http-01']],
    [['0 issue letsencrypt.org; validationmethods=dns-01', '0 issue letsencrypt.org']],
    // After a first attempt by http-01 the second one is by this.
    [['0 issue letsencrypt.org; ValidationMethods = DNS-01,tls-alpn-01']],
    [['128 issue letsencrypt.org']],
    // Without `issue`, there is nothing said about certificates of single names.
    [['0 issuewild ;']],
    [['0 iodef mailto:security@example.test']],
    [['0 tbs unknown']],
  ])('lets %j issue', async (lines) => {
    expect(await problemOf(...lines)).toBeUndefined();
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
    [['0 issue letsencrypt.org; ValidationMethods = DNS-01,dns-account-01'], 'by http-01 or tls-alpn-01'],
    [['0 issue letsencrypt.org.'], '"letsencrypt.org." is malformed, so it permits nobody'],
    [['0 issue letsencrypt.org; %%%%%'], 'is malformed'],
    [['0 issue letsencrypt.org; =bad; foo bar'], 'is malformed'],
    [['0 issue letsencrypt.org; validationmethods'], 'is malformed'],
    [['0 issue letsencrypt.org; validationmethods=http-01;'], 'is malformed'],
    [['0 issue letsencrypt.org; validationmethods=dns-01 , http-01'], 'is malformed'],
    [['0 issue letsencrypt.org; -a=b'], 'is malformed'],
    [['0 issue letsencrypt.org; a b=c'], 'is malformed'],
    [['0 issue letsencrypt.org, other.test'], 'is malformed'],
    [['0 issue https://letsencrypt.org/'], 'is malformed'],
    [['0 issue letsencrypt.org other.test'], 'is malformed'],
    [['0 issue lets_encrypt.org'], 'is malformed'],
    [['0 issue    '], 'forbid'],
    [['0 issue letsencrypt.org; =bad', '0 issue other.test'], 'forbid'],
    [
      ['0 issue letsencrypt.org; accounturi=https://acme.test/acct/2'],
      'to other accounts only (accounturi): add example.test CAA 0 issue "letsencrypt.org; accounturi=https://acme.test/acct/1"',
    ],
    [
      ['0 issue letsencrypt.org; accounturi=https://acme.test/acct/1; accounturi=https://acme.test/acct/2'],
      'to other accounts only',
    ],
    [
      ['0 issue letsencrypt.org; accounturi=https://acme.test/acct/1; accounturi=https://acme.test/acct/1'],
      'to other accounts only',
    ],
    [['0 issue letsencrypt.org; accounturi=HTTPS://acme.test/acct/1'], 'to other accounts only'],
    [
      [
        '0 issue letsencrypt.org; accounturi=https://acme.test/acct/2',
        '0 issue letsencrypt.org; validationmethods=dns-01',
      ],
      'by http-01',
    ],
    [['0 issue letsencrypt.org', '128 tbs unknown'], 'critical property "tbs"'],
  ])('does not let %j issue: %s', async (lines, sentence) => {
    expect(await problemOf(...lines)).toContain(sentence);
  });
});

it.each([
  ['0 issue other.test', 'caa_forbids', '0 issue "letsencrypt.org"'],
  ['0 issue letsencrypt.org; %%%%%', 'caa_malformed', '0 issue "letsencrypt.org"'],
  [
    '0 issue letsencrypt.org; accounturi=https://acme.test/acct/2',
    'caa_other_account',
    '0 issue "letsencrypt.org; accounturi=https://acme.test/acct/1"',
  ],
  ['0 issue letsencrypt.org; validationmethods=dns-01', 'caa_other_method', '0 issue "letsencrypt.org"'],
  [
    '0 issue letsencrypt.org; accounturi=https://acme.test/acct/1; validationmethods=dns-01',
    'caa_other_method',
    '0 issue "letsencrypt.org; accounturi=https://acme.test/acct/1"',
  ],
  ['128 tbs unknown', 'caa_critical', undefined],
])('says of %s: %s', async (line, cause, value) => {
  const name = 'example.test';
  const judgement = await judgeCaa({ kind: 'found', name, properties: [propertyOf(line)] }, name, ours);
  const text = expect.any(String);
  const record = value === undefined ? {} : { record: { type: 'CAA', name, value } };
  expect(judgement).toEqual({ state: 'forbidden', cause, text, ...record });
});

it.each([
  ['timeout', 'unknown'],
  ['servfail', 'forbidden'],
  ['refused', 'forbidden'],
] as const)('tells no answer (%s) apart from no record', async (reason, state) => {
  const caa = { kind: 'failed', name: 'example.test', reason } as const;
  expect(await judgeCaa(caa, 'example.test', ours)).toMatchObject({ state });
  expect(await judgeCaa({ kind: 'none' }, 'example.test', ours)).toEqual({ state: 'ok' });
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
    expect(await caaProblem(caa, 'www.example.test', letsEncrypt)).toContain('SERVFAIL');
  });
});

describe('the name of an authority', () => {
  const properties = [{ tag: 'issue', value: 'ca.test', critical: false }];
  const caa = { kind: 'found', name: 'example.test', properties } as const;
  const unanswered = { kind: 'failed', name: 'example.test', reason: 'servfail' } as const;
  const company = { ...letsEncrypt, domain: undefined, name: 'acme.company.test' };

  it('is what its directory says', async () => {
    const named = { ...company, identities: async () => ['ca.company.test', 'ca.test'] };
    expect(await caaProblem(caa, 'example.test', named)).toBeUndefined();
    const other = { ...company, identities: async () => ['ca.company.test'] };
    expect(await caaProblem(caa, 'example.test', other)).toContain(
      'forbid acme.company.test to issue a certificate for example.test: add example.test CAA 0 issue "ca.company.test"',
    );
    expect(await caaProblem(unanswered, 'example.test', other)).toContain('SERVFAIL');
    const renamed = { ...letsEncrypt, identities: async () => ['ca.test'] };
    expect(await caaProblem(caa, 'example.test', renamed)).toBeUndefined();
  });

  it('is that which is known where the directory says nothing; without any, nothing is judged', async () => {
    const silent = { identities: async () => [] };
    expect(await caaProblem(caa, 'example.test', { ...letsEncrypt, ...silent })).toContain('forbid');
    for (const unnamed of [company, { ...company, ...silent }])
      for (const answer of [caa, unanswered])
        expect(await caaProblem(answer, 'example.test', unnamed)).toBeUndefined();
  });
});

it('goes by the account that the orders of that host are made with', async () => {
  const value = 'letsencrypt.org; accounturi=https://acme.test/acct/7';
  const properties = [{ tag: 'issue', value, critical: false }];
  const caa = { kind: 'found', name: 'example.test', properties } as const;
  const issuer: Issuer = {
    ...letsEncrypt,
    accountUri: async (host) => `https://acme.test/acct/${host === 'moved.example.test' ? 7 : 1}`,
  };
  expect(await caaProblem(caa, 'moved.example.test', issuer)).toBeUndefined();
  expect(await caaProblem(caa, 'www.example.test', issuer)).toContain('accounturi=https://acme.test/acct/1');
});

it.each([undefined, null, 'none'])('takes an account for its own that may be: %s', async (known) => {
  const value = 'letsencrypt.org; accounturi=https://acme.test/acct/2';
  const properties = [{ tag: 'issue', value, critical: false }];
  const caa = { kind: 'found', name: 'example.test', properties } as const;
  const accountUri = known === 'none' ? {} : { accountUri: async () => known };
  expect(await caaProblem(caa, 'example.test', { ...letsEncrypt, ...accountUri })).toBeUndefined();
  const twice = { ...properties[0], tag: 'issue', critical: false, value: `${value}; accounturi=x` };
  const both = { ...caa, properties: [twice] };
  expect(await caaProblem(both, 'example.test', { ...letsEncrypt, ...accountUri })).toContain(
    'other accounts',
  );
});

it('goes by the methods that there are listeners for', async () => {
  const properties = [{ tag: 'issue', value: 'letsencrypt.org; validationmethods=http-01', critical: false }];
  const caa = { kind: 'found', name: 'example.test', properties } as const;
  const onlyTls = { ...letsEncrypt, validationMethods: ['tls-alpn-01'] };
  expect(await caaProblem(caa, 'example.test', onlyTls)).toContain(
    'validate example.test by tls-alpn-01, which',
  );
  expect(await caaProblem(caa, 'example.test', letsEncrypt)).toBeUndefined();
});
