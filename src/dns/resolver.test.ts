import { describe, expect, it } from 'vitest';
import { TestDnsServer } from '../../test/support/dns-server.ts';
import { queryCaa } from './plain-caa-query.ts';
import { DnsResolver } from './resolver.ts';

const records = [
  'www.example.test CNAME Edge.Example.net',
  'edge.example.net A 203.0.113.7',
  'edge.example.net A 203.0.113.8',
  'edge.example.net AAAA 2001:db8::7',
  'example.test NS ns1.example.test',
  'example.test CAA 0 issue "ca.test; validationmethods=http-01"',
  'example.test CAA 128 issuewild ";"',
  'broken.example.test CNAME nowhere.example.net',
  'text.example.test TXT hello',
];

describe('DnsResolver', () => {
  it('answers what there is', async () => {
    await using server = await TestDnsServer.start(records);
    const resolver = new DnsResolver([server.address]);
    expect(await resolver.a('www.example.test')).toEqual({
      kind: 'found',
      records: ['203.0.113.7', '203.0.113.8'],
    });
    expect(await resolver.aaaa('www.example.test')).toEqual({ kind: 'found', records: ['2001:db8::7'] });
    expect(await resolver.cname('www.example.test')).toEqual({
      kind: 'found',
      records: ['edge.example.net'],
    });
    expect(await resolver.ns('example.test')).toEqual({ kind: 'found', records: ['ns1.example.test'] });
    expect(await resolver.caa('example.test')).toEqual({
      kind: 'found',
      records: [
        { tag: 'issue', value: 'ca.test; validationmethods=http-01', critical: false },
        { tag: 'issuewild', value: ';', critical: true },
      ],
    });
  });

  it('asks for CAA records itself only as long as the server answers', async () => {
    await using server = await TestDnsServer.start(['example.test CAA 0 issue "ca.test"']);
    const servers = [server.address];
    expect(await queryCaa(servers, 'example.test')).toHaveLength(1);
    expect(await queryCaa(servers, 'unknown.test')).toEqual([]);
    for (const fault of ['SERVFAIL', 'REFUSED'] as const) {
      server.setFault('example.test', fault);
      await expect(queryCaa(servers, 'example.test')).rejects.toThrow(
        'the server answered with response code',
      );
    }
  });

  it('reads every CAA record as one property, whatever Node says beside it', async () => {
    await using server = await TestDnsServer.start([
      'example.test CAA 128 issue "ca.test"',
      'example.test CAA 128 tbs "unknown"',
      'example.test CAA 128 type "CAA"',
      'example.test CAA 1 ISSUE ";"',
    ]);
    expect(await new DnsResolver([server.address]).caa('example.test')).toEqual({
      kind: 'found',
      records: [
        { tag: 'issue', value: 'ca.test', critical: true },
        { tag: 'tbs', value: 'unknown', critical: true },
        { tag: 'type', value: 'CAA', critical: true },
        { tag: 'issue', value: ';', critical: false },
      ],
    });
  });

  it('reads empty values of CAA records, which spoil the whole answer for Node', async () => {
    await using server = await TestDnsServer.start([
      'example.test CAA 0 issue ""',
      'www.example.test CNAME example.test',
      'two.test CAA 0 issue "ca.test"',
      'two.test CAA 128 issue ""',
    ]);
    const resolver = new DnsResolver([server.address]);
    const empty = { tag: 'issue', value: '', critical: false };
    expect(await resolver.caa('example.test')).toEqual({ kind: 'found', records: [empty] });
    expect(await resolver.caa('www.example.test')).toEqual({ kind: 'found', records: [empty] });
    expect(await resolver.caa('two.test')).toEqual({
      kind: 'found',
      records: [
        { ...empty, value: 'ca.test' },
        { ...empty, critical: true },
      ],
    });
  });

  it('tells a name that does not exist from one without such records', async () => {
    await using server = await TestDnsServer.start(records);
    const resolver = new DnsResolver([server.address]);
    const nodata = { kind: 'none', reason: 'nodata' };
    const nxdomain = { kind: 'none', reason: 'nxdomain' };
    expect(await resolver.a('text.example.test')).toEqual(nodata);
    expect(await resolver.aaaa('text.example.test')).toEqual(nodata);
    expect(await resolver.cname('text.example.test')).toEqual(nodata);
    expect(await resolver.caa('text.example.test')).toEqual(nodata);
    expect(await resolver.ns('text.example.test')).toEqual(nodata);
    expect(await resolver.a('nowhere.example.test')).toEqual(nxdomain);
    expect(await resolver.caa('nowhere.example.test')).toEqual(nxdomain);
    // The name itself exists.
    expect(await resolver.cname('broken.example.test')).toMatchObject({ kind: 'found' });
    expect(await resolver.a('broken.example.test')).toMatchObject({ kind: 'none' });
    // Longer than a question can hold.
    expect(await resolver.a(`${'a'.repeat(63)}.`.repeat(5))).toEqual(nxdomain);
  });

  it.each([
    ['SERVFAIL', 'servfail'],
    ['REFUSED', 'refused'],
  ] as const)('answers %s as a failure', async (fault, reason) => {
    await using server = await TestDnsServer.start(records);
    server.setFault('www.example.test', fault);
    const resolver = new DnsResolver([server.address]);
    expect(await resolver.a('www.example.test')).toEqual({ kind: 'failed', reason });
    expect(await resolver.caa('www.example.test')).toEqual({ kind: 'failed', reason });
    server.setFault('www.example.test', undefined);
    expect(await resolver.a('www.example.test')).toMatchObject({ kind: 'found' });
  });

  it('gives up on a server that is silent, within ten seconds', async () => {
    await using server = await TestDnsServer.start(records);
    server.setFault('www.example.test', 'silent');
    const startedAt = performance.now();
    expect(await new DnsResolver([server.address]).a('www.example.test')).toEqual({
      kind: 'failed',
      reason: 'timeout',
    });
    // And some time for a busy machine: Node's own time-outs are more than 20 s.
    expect(performance.now() - startedAt).toBeLessThan(18_000);
    expect(server.questions).toEqual(Array.from({ length: 3 }, () => 'A www.example.test'));
  });

  it('asks again after a second, and takes an answer that is slow', async () => {
    await using server = await TestDnsServer.start(records);
    server.setFault('www.example.test', 'silent');
    const startedAt = performance.now();
    const asked = new DnsResolver([server.address]).a('www.example.test');
    await expect.poll(() => server.questions).toHaveLength(1);
    server.setFault('www.example.test', undefined);
    expect(await asked).toMatchObject({ kind: 'found' });
    expect(performance.now() - startedAt).toBeLessThan(10_000);
  });

  it('answers a server that is not there as a failure', async () => {
    const server = await TestDnsServer.start();
    const { address } = server;
    await server[Symbol.asyncDispose]();
    const answer = await new DnsResolver([address]).a('www.example.test');
    expect(answer).toMatchObject({ kind: 'failed', reason: expect.stringMatching(/unreachable|timeout/) });
  });

  it('is cut off by an abort, and asks nothing afterwards', async () => {
    await using server = await TestDnsServer.start(records);
    server.setFault('www.example.test', 'silent');
    const abort = new AbortController();
    const resolver = new DnsResolver([server.address], abort.signal);
    const asked = Promise.all([resolver.a('www.example.test'), resolver.aaaa('www.example.test')]);
    setTimeout(() => abort.abort(), 50);
    const cancelled = { kind: 'failed', reason: 'cancelled' };
    expect(await asked).toEqual([cancelled, cancelled]);
    const before = server.questions.length;
    expect(await resolver.a('edge.example.net')).toEqual(cancelled);
    expect(server.questions).toHaveLength(before);
  });

  it('sees a change at once when made anew, whatever the time to live', async () => {
    await using server = await TestDnsServer.start(['a.example.test A 203.0.113.7']);
    expect(await new DnsResolver([server.address]).a('a.example.test')).toMatchObject({
      records: ['203.0.113.7'],
    });
    server.setRecords(['a.example.test A 203.0.113.8']);
    expect(await new DnsResolver([server.address]).a('a.example.test')).toMatchObject({
      records: ['203.0.113.8'],
    });
  });
});
