import { describe, expect, it } from 'vitest';
import { TestDnsServer } from '../../test/support/dns-server.ts';
import { challengeLabel } from '../core/challenge-label.ts';
import { letsEncrypt } from './caa.ts';
import { type CheckOutcome, DnsCheck } from './check.ts';
import { EdgeAddresses, type EdgeConfig } from './edge-addresses.ts';
import { DnsResolver } from './resolver.ts';

const hostname = 'edge.nameplate.net';
const edgeRecords = [
  'edge.nameplate.net A 203.0.113.7',
  'edge.nameplate.net AAAA 2001:db8::7',
  'example.com NS ns1.example.com',
];
const byName: EdgeConfig = { publicHostname: hostname, publicAddresses: [] };
const elsewhere = '93.184.216.34';

type Check = {
  readonly records?: readonly string[];
  readonly host?: string;
  readonly redirectToWww?: boolean;
  readonly edge?: EdgeConfig;
  readonly faults?: readonly Parameters<TestDnsServer['setFault']>[];
  readonly deadlineMs?: number;
  /** Validated through DNS, where this service has the zone. */
  readonly zone?: string | null;
};

const accountUuid = '01990000-0000-7000-8000-000000000001';

async function check(options: Check): Promise<CheckOutcome> {
  const { records = [], host = 'www.example.com', redirectToWww = false, faults = [] } = options;
  await using server = await TestDnsServer.start([...edgeRecords, ...records]);
  for (const fault of faults) server.setFault(...fault);
  const openResolver = (signal: AbortSignal) => new DnsResolver([server.address], signal);
  using edge = new EdgeAddresses(options.edge ?? byName, openResolver, { now: () => 0 });
  const { deadlineMs = 20_000 } = options;
  const { zone } = options;
  const challengeType = zone === undefined ? 'http01' : 'dns01';
  const dnsCheck = new DnsCheck({
    edge,
    openResolver,
    deadlineMs,
    zone: zone ?? undefined,
    randomLabel: () => 'random',
  });
  // Awaited here, before the server goes.
  return await dnsCheck.run({ accountUuid, host, redirectToWww, challengeType });
}

function found(outcome: CheckOutcome): readonly string[] {
  return outcome.findings.found.map(({ type, name, value }) => `${name} ${type} ${value}`);
}

describe('a host is found', () => {
  it('by a CNAME record of the public name', async () => {
    const outcome = await check({ records: ['www.example.com CNAME EDGE.nameplate.net'] });
    expect(outcome).toEqual({
      verdict: 'found',
      delegation: { verdict: 'found', hosts: [] },
      caa: { state: 'ok' },
      reach: [],
      findings: {
        found: [
          { type: 'CNAME', name: 'www.example.com', value: hostname },
          { type: 'A', name: hostname, value: '203.0.113.7' },
          { type: 'AAAA', name: hostname, value: '2001:db8::7' },
        ],
        problems: [],
        causes: [],
      },
    });
  });

  it('by a chain of them', async () => {
    const outcome = await check({
      records: ['www.example.com CNAME a.example.com', 'a.example.com CNAME edge.nameplate.net'],
    });
    expect(outcome).toMatchObject({ verdict: 'found', findings: { problems: [] } });
    expect(found(outcome).slice(0, 2)).toEqual([
      'www.example.com CNAME a.example.com',
      'a.example.com CNAME edge.nameplate.net',
    ]);
  });

  it('by the addresses that the public name resolves to', async () => {
    const records = ['example.com A 203.0.113.7', 'example.com AAAA 2001:0db8::0007'];
    expect(await check({ records, host: 'example.com' })).toMatchObject({
      verdict: 'found',
      findings: { problems: [] },
    });
  });

  it('by some of the addresses', async () => {
    const records = ['example.com A 203.0.113.7'];
    expect(await check({ records, host: 'example.com' })).toMatchObject({ verdict: 'found' });
  });

  it('by the configured addresses, without a public name', async () => {
    const edge = { publicHostname: undefined, publicAddresses: ['198.51.100.1', '2001:db8::1'] };
    const records = ['www.example.com A 198.51.100.1', 'www.example.com AAAA 2001:db8::1'];
    expect(await check({ records, edge })).toMatchObject({ verdict: 'found', findings: { problems: [] } });
  });

  it('by configured addresses and those of the public name alike', async () => {
    const edge = { publicHostname: hostname, publicAddresses: ['198.51.100.1'] };
    for (const address of ['198.51.100.1', '203.0.113.7']) {
      const records = [`example.com A ${address}`];
      expect(await check({ records, host: 'example.com', edge })).toMatchObject({ verdict: 'found' });
    }
  });

  it('by a wildcard record', async () => {
    const records = ['*.example.com CNAME edge.nameplate.net'];
    expect(await check({ records })).toMatchObject({ verdict: 'found', findings: { problems: [] } });
  });

  it('with its www. only when both are, with redirect_to_www', async () => {
    const apex = ['example.com A 203.0.113.7'];
    const www = 'www.example.com CNAME edge.nameplate.net';
    const both = await check({ records: [...apex, www], host: 'example.com', redirectToWww: true });
    expect(both).toMatchObject({ verdict: 'found', findings: { problems: [] } });
    const one = await check({ records: apex, host: 'example.com', redirectToWww: true });
    expect(one.verdict).toBe('not_found');
    expect(one.findings.problems).toEqual([expect.stringContaining('www.example.com does not exist')]);
    expect(found(one)).toEqual(['example.com A 203.0.113.7']);
  });
});

it.each([
  ['SERVFAIL', 'cannot be looked up (SERVFAIL)'],
  ['REFUSED', 'cannot be looked up (REFUSED)'],
  [undefined, undefined],
] as const)('an order is stopped by CAA records where %s is the answer: %s', async (fault, problem) => {
  await using server = await TestDnsServer.start(['www.example.com A 203.0.113.7']);
  if (fault) server.setFault('www.example.com', fault, 'CAA');
  const openResolver = (signal: AbortSignal) => new DnsResolver([server.address], signal);
  using edge = new EdgeAddresses(byName, openResolver, { now: () => 0 });
  const judgement = await new DnsCheck({ edge, openResolver }).judgeCaa(
    { host: 'www.example.com', challengeType: 'http01', issuer: letsEncrypt },
    new AbortController().signal,
  );
  expect(judgement).toMatchObject(
    problem === undefined ? { state: 'ok' } : { state: 'forbidden', text: expect.stringContaining(problem) },
  );
});

describe('a host is found, and yet there is a problem:', () => {
  it('a CAA record forbids the issuer', async () => {
    const outcome = await check({
      records: ['www.example.com CNAME edge.nameplate.net', 'example.com CAA 0 issue "other.test"'],
    });
    expect(outcome.verdict).toBe('found');
    expect(outcome.caa).toMatchObject({ state: 'forbidden', cause: 'caa_forbids' });
    expect(outcome.findings.problems).toEqual([
      `The CAA records of example.com (issue "other.test") forbid Let's Encrypt to issue a certificate for www.example.com: add example.com CAA 0 issue "letsencrypt.org".`,
    ]);
    expect(found(outcome)).toContain('example.com CAA 0 issue "other.test"');
  });

  it('an apex has a CNAME record', async () => {
    const records = ['apex.org CNAME edge.nameplate.net'];
    const outcome = await check({ records, host: 'apex.org' });
    expect(outcome).toMatchObject({ verdict: 'found' });
    expect(outcome.findings.problems).toEqual([expect.stringContaining('apex.org is the apex of its zone')]);
  });

  it('the public name has no address', async () => {
    const outcome = await check({
      records: ['www.example.com CNAME edge.elsewhere.net'],
      edge: { publicHostname: 'edge.elsewhere.net', publicAddresses: [] },
    });
    expect(outcome.verdict).toBe('found');
    expect(outcome.findings.problems).toEqual([
      expect.stringContaining('The operator of this service has to fix'),
    ]);
  });
});

describe('a host is not found:', () => {
  type Row = readonly [what: string, check: Check, problems: readonly (string | RegExp)[]];
  const rows: readonly Row[] = [
    [
      'it does not exist',
      {},
      ['www.example.com does not exist in DNS. A new record can take as long to be seen as'],
    ],
    [
      'its domain is not registered',
      { host: 'www.unregistered.org' },
      ['The domain unregistered.org does not exist in DNS: it is not registered, or has no name servers.'],
    ],
    [
      'it has other records only',
      { records: ['www.example.com TXT hello'] },
      ['www.example.com exists in DNS, but has no A, AAAA or CNAME record.'],
    ],
    [
      'another server',
      { records: [`www.example.com A ${elsewhere}`] },
      [`www.example.com resolves to ${elsewhere} and not to the edge (edge.nameplate.net).`],
    ],
    [
      'another server, when the edge has addresses only',
      {
        records: [`www.example.com A ${elsewhere}`],
        edge: { publicHostname: undefined, publicAddresses: ['203.0.113.7'] },
      },
      [`www.example.com resolves to ${elsewhere} and not to the edge (203.0.113.7).`],
    ],
    [
      'a CNAME record of another name',
      { records: ['www.example.com CNAME old.host.net', `old.host.net A ${elsewhere}`] },
      [`www.example.com is a CNAME of old.host.net, which resolves to ${elsewhere} and not to the edge`],
    ],
    [
      'a stray AAAA record',
      { records: ['www.example.com A 203.0.113.7', 'www.example.com AAAA 2a00:1450::1'] },
      [/AAAA records .*\(2a00:1450::1\); those lead visitors with IPv6 .* elsewhere: remove them/],
    ],
    [
      'a stray A record',
      {
        records: [
          'www.example.com A 203.0.113.7',
          `www.example.com A ${elsewhere}`,
          'www.example.com AAAA 2001:db8::7',
        ],
      },
      [/has A records .*\(93\.184\.216\.34\); those lead part of the visitors/],
    ],
    [
      'the proxy of a DNS provider',
      { records: ['www.example.com A 104.21.5.6', 'www.example.com AAAA 2606:4700:3030::1'] },
      [
        'www.example.com resolves to 104.21.5.6, 2606:4700:3030::1 and not',
        '104.21.5.6, 2606:4700:3030::1 belongs to the proxy of Cloudflare',
      ],
    ],
    [
      'an address inside a private network',
      { records: ['www.example.com A 10.0.0.5'] },
      ['www.example.com resolves to 10.0.0.5', '10.0.0.5 is a private address, which can’t be reached'],
    ],
    [
      'an apex elsewhere',
      { records: [`example.com A ${elsewhere}`], host: 'example.com' },
      [`example.com resolves to ${elsewhere}`, 'example.com is the apex of its zone and cannot have a CNAME'],
    ],
    [
      'a wildcard record elsewhere',
      { records: [`*.example.com A ${elsewhere}`] },
      [`www.example.com resolves to ${elsewhere}`, 'the answer of the wildcard record *.example.com'],
    ],
    [
      'a wildcard CNAME record elsewhere',
      { records: ['*.example.com CNAME old.host.net', `old.host.net A ${elsewhere}`] },
      ['www.example.com is a CNAME of old.host.net', 'the answer of the wildcard record *.example.com'],
    ],
    [
      'the name of the zone doubled',
      { records: ['www.example.com.example.com CNAME edge.nameplate.net'] },
      [
        'www.example.com does not exist',
        'The record was created as www.example.com.example.com: the DNS provider has added the name of the zone. Enter www as its name.',
      ],
    ],
    [
      'the name of an apex doubled',
      { records: ['example.com.example.com A 203.0.113.7'], host: 'example.com' },
      ['example.com exists in DNS, but', 'Enter @ as its name.'],
    ],
    [
      'the name of the zone added to the value',
      { records: ['www.example.com CNAME edge.nameplate.net.example.com'] },
      [/CNAME of edge\.nameplate\.net\.example\.com: .* with a dot at its end: edge\.nameplate\.net\.$/],
    ],
    [
      'a CNAME record of a name that does not exist',
      { records: ['www.example.com CNAME edeg.nameplate.net'] },
      ['www.example.com is a CNAME of edeg.nameplate.net, which has no address'],
    ],
    [
      'CNAME records in a circle',
      { records: ['www.example.com CNAME a.example.com', 'a.example.com CNAME www.example.com'] },
      ['The CNAME records of www.example.com lead in a circle'],
    ],
    [
      'a zone of its own',
      {
        records: [`shop.example.com A ${elsewhere}`, 'shop.example.com NS ns1.shops.net'],
        host: 'shop.example.com',
      },
      [
        `shop.example.com resolves to ${elsewhere}`,
        'shop.example.com is a zone of its own (name servers ns1.shops.net) and cannot have a CNAME record: give it A and AAAA records of the edge (203.0.113.7, 2001:db8::7).',
      ],
    ],
    [
      'and a CAA record forbids the issuer',
      { records: [`www.example.com A ${elsewhere}`, 'www.example.com CAA 0 issue ";"'] },
      [`www.example.com resolves to ${elsewhere}`, 'The CAA records of www.example.com'],
    ],
  ];

  it.each(rows)('%s', async (_what, options, problems) => {
    const outcome = await check(options);
    expect(outcome.verdict).toBe('not_found');
    expect(outcome.findings.problems).toEqual(
      problems.map((problem) =>
        typeof problem === 'string' ? expect.stringContaining(problem) : expect.stringMatching(problem),
      ),
    );
    expect(outcome.findings.causes).toHaveLength(problems.length);
  });

  it('says the same by codes, in the order of the sentences', async () => {
    const host = 'shop.example.com';
    const outcome = await check({
      records: [`${host} A 10.0.0.9`, `${host} NS ns1.shops.net`, `${host} CAA 0 issue ";"`],
      host,
    });
    expect(outcome.findings.causes).toEqual([
      { code: 'elsewhere', host, found: '10.0.0.9', wanted: hostname },
      { code: 'not_public', address: '10.0.0.9' },
      { code: 'apex', host },
      { code: 'caa', name: host, record: `${host} CAA 0 issue "letsencrypt.org"` },
    ]);
  });

  it('does not take a wildcard record for a doubled name', async () => {
    const outcome = await check({
      records: ['www.example.com TXT hello', `*.example.com A ${elsewhere}`],
    });
    expect(outcome.findings.problems).toHaveLength(1);
  });
});

describe('a host is undecided:', () => {
  type Row = readonly [what: string, check: Check, problem: string];
  const www = 'www.example.com';
  const rows: readonly Row[] = [
    ['SERVFAIL', { faults: [[www, 'SERVFAIL']] }, 'www.example.com could not be looked up: SERVFAIL.'],
    ['REFUSED', { faults: [[www, 'REFUSED']] }, 'www.example.com could not be looked up: REFUSED.'],
    [
      'SERVFAIL for AAAA only',
      { records: ['www.example.com A 203.0.113.7'], faults: [[www, 'SERVFAIL', 'AAAA']] },
      'www.example.com could not be looked up: SERVFAIL.',
    ],
    [
      'silence',
      { faults: [[www, 'silent']] },
      'www.example.com could not be looked up: its name servers did not answer in time',
    ],
    [
      'silence beyond the deadline',
      { faults: [[www, 'silent']], deadlineMs: 200 },
      'www.example.com could not be looked up: it took too long',
    ],
    [
      'an unknown CNAME record',
      { records: [`www.example.com A ${elsewhere}`], faults: [[www, 'SERVFAIL', 'CNAME']] },
      'The CNAME records of www.example.com could not be looked up',
    ],
    [
      'an edge whose name cannot be looked up',
      { records: [`www.example.com A ${elsewhere}`], faults: [[hostname, 'SERVFAIL']] },
      "The edge's own name edge.nameplate.net could not be looked up",
    ],
    [
      'an edge that is not configured',
      { edge: { publicHostname: undefined, publicAddresses: [] } },
      'Neither NAMEPLATE_EDGE_HOSTNAME nor NAMEPLATE_EDGE_ADDRESSES is set',
    ],
  ];

  it.each(rows)('%s', async (_what, options, problem) => {
    const outcome = await check(options);
    expect(outcome.verdict).toBe('undecided');
    expect(outcome.findings.problems[0]).toContain(problem);
  });

  it('but not when what is known settles it', async () => {
    const stray = await check({
      records: [`www.example.com A ${elsewhere}`],
      faults: [[www, 'SERVFAIL', 'AAAA']],
    });
    expect(stray.verdict).toBe('not_found');
    const chained = await check({
      records: ['www.example.com CNAME edge.nameplate.net'],
      faults: [
        [www, 'SERVFAIL', 'A'],
        [hostname, 'SERVFAIL'],
      ],
    });
    expect(chained.verdict).toBe('found');
  });
});

describe('challenges through DNS', () => {
  const zone = 'acme.nameplate.net';
  const target = `${challengeLabel(accountUuid, 'www.example.com')}.${zone}`;
  const name = '_acme-challenge.www.example.com';
  const here = 'www.example.com CNAME edge.nameplate.net';

  it('are found by the CNAME record, also through another one, and without any visitor led here', async () => {
    const direct = await check({ zone, records: [`${name} CNAME ${target.toUpperCase()}`] });
    expect(direct).toMatchObject({
      verdict: 'not_found',
      delegation: { verdict: 'found', hosts: ['www.example.com'] },
    });
    expect(found(direct)).toEqual([`${name} CNAME ${target}`]);
    const records = [here, `${name} CNAME alias.example.com`, `alias.example.com CNAME ${target}`];
    const indirect = await check({ zone, records });
    expect(indirect).toMatchObject({
      verdict: 'found',
      delegation: { verdict: 'found' },
      findings: { problems: [] },
    });
  });

  it('never ask this service’s own zone', async () => {
    const outcome = await check({
      zone,
      records: [here, `${name} CNAME ${target}`],
      faults: [[target, 'silent']],
    });
    expect(outcome.delegation.verdict).toBe('found');
  });

  it.each([
    ['no record', [], 'has no CNAME record'],
    ['the label of another account', [`${name} CNAME ${'a'.repeat(32)}.${zone}`], `and not to ${target}`],
    ['the zone that was added', [`${name} CNAME ${target}.example.com`], 'with a dot at its end'],
    ['a circle', [`${name} CNAME ${name}`], `and not to ${target}`],
  ])('are not found with %s', async (_case, records, problem) => {
    const outcome = await check({ zone, records: [here, ...records] });
    expect(outcome).toMatchObject({
      verdict: 'found',
      delegation: { verdict: 'not_found', hosts: [] },
      findings: { problems: [expect.stringContaining(problem)] },
    });
  });

  it('are undecided while name servers fail', async () => {
    const outcome = await check({ zone, records: [here], faults: [[name, 'SERVFAIL']] });
    expect(outcome.delegation).toEqual({ verdict: 'undecided', hosts: [] });
    expect(outcome.findings.problems).toEqual([
      `${name} could not be looked up (servfail); it is tried again.`,
    ]);
  });

  it('need CAA records that allow them', async () => {
    const records = [here, `${name} CNAME ${target}`];
    const forbidden = 'example.com CAA 0 issue "letsencrypt.org;validationmethods=http-01"';
    const { findings } = await check({ zone, records: [...records, forbidden] });
    expect(findings.problems).toEqual([expect.stringContaining('by dns-01, which is how it is done here')]);
    const allowed = 'example.com CAA 0 issue "letsencrypt.org;validationmethods=dns-01"';
    expect((await check({ zone, records: [...records, allowed] })).findings.problems).toEqual([]);
  });

  it('cannot be had without a zone', async () => {
    const { findings } = await check({ zone: null, records: [here] });
    expect(findings.problems).toEqual([expect.stringContaining('NAMEPLATE_DNS_ZONE')]);
  });
});

describe('a wildcard', () => {
  const zone = 'acme.nameplate.net';
  const target = `${challengeLabel(accountUuid, '*.example.com')}.${zone}`;
  const here = '*.example.com CNAME edge.nameplate.net';
  const delegated = `_acme-challenge.example.com CNAME ${target}`;
  const host = '*.example.com';

  it('is found by asking for a name below it', async () => {
    const outcome = await check({ host, zone, records: [here, delegated] });
    expect(outcome).toMatchObject({
      verdict: 'found',
      delegation: { verdict: 'found', hosts: [host] },
      findings: { problems: [] },
    });
    expect(found(outcome)).toContain('*.example.com CNAME edge.nameplate.net');
    expect(found(outcome)).toContain(`_acme-challenge.example.com CNAME ${target}`);
    // The label that is asked for.
    const hidden = ['random.example.com A 93.184.216.34', '*.example.com A 203.0.113.7'];
    expect(await check({ host, records: hidden })).toMatchObject({ verdict: 'not_found' });
  });

  it.each([
    ['there is none', [], '*.example.com does not exist in DNS.'],
    ['it leads elsewhere', [`*.example.com A ${elsewhere}`], '*.example.com resolves to'],
    ['its name was doubled', ['*.example.com.example.com CNAME edge.nameplate.net'], 'Enter * as its name.'],
  ])('is not found when %s', async (_what, records, problem) => {
    const { verdict, findings } = await check({ host, records });
    expect(verdict).toBe('not_found');
    expect(findings.problems.join(' ')).toContain(problem);
    expect(findings.problems.join(' ')).not.toContain('takes precedence');
  });

  it('needs CAA records for wildcards, where there are such', async () => {
    const problems = async (caa: readonly string[], through?: string) => {
      const records = [here, delegated, ...caa.map((record) => `example.com CAA 0 ${record}`)];
      const { findings } = await check({
        host,
        records,
        ...(through === undefined ? {} : { zone: through }),
      });
      return findings.problems;
    };
    expect(await problems(['issue "letsencrypt.org"', 'issuewild ";"'], zone)).toEqual([
      expect.stringContaining('add example.com CAA 0 issuewild "letsencrypt.org"'),
    ]);
    expect(await problems(['issue ";"', 'issuewild "letsencrypt.org"'], zone)).toEqual([]);
    expect(await problems(['issue "ca.test"'], zone)).toEqual([expect.stringContaining('forbid')]);
    // Nothing is ordered.
    expect(await problems(['issuewild ";"'])).toEqual([]);
  });
});
