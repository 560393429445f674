import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cookieIn, dnsQuery, type QueryOptions, readAnswer } from '../../test/support/dns-queries.ts';
import { runs } from '../../test/support/runs.ts';
import { challengeLabel } from '../core/challenge-label.ts';
import { Responder } from './responder.ts';

const zone = 'acme.example.net';
const label = challengeLabel('01990000-0000-7000-8000-000000000001', 'shop.example.com');
const name = `${label}.${zone}`;
const client = '192.0.2.1';
const text = 'Kz0_bdnPK7nqPfIgcHFQ-FcU_oMOKEbFBl7kHcxeVIA';

function setUp(findTexts: (asked: string) => Promise<readonly string[]> = async () => [text]) {
  const clock = { time: Date.parse('2026-11-20T12:00:00Z'), now: () => clock.time };
  const nameServers = ['ns1.example.net', 'ns2.example.net'];
  const responder = new Responder({ name: zone, nameServers, findTexts }, clock);
  const send = (message: Buffer, transport: 'udp' | 'tcp' = 'udp', address = client) =>
    responder.answer(message, address, transport);
  const ask = async (asked: string, type: Parameters<typeof dnsQuery>[1], options?: QueryOptions) =>
    readAnswer(await send(dnsQuery(asked, type, options)));
  return { clock, responder, send, ask };
}

describe('answers', () => {
  it('has the texts of a challenge, and passes on only the label', async () => {
    const asked: string[] = [];
    const { ask, responder } = setUp(async (each) => {
      asked.push(each);
      return [text, 'second'];
    });
    const answer = await ask(name.toUpperCase(), 'TXT');
    expect(answer).toMatchObject({
      id: 4711,
      type: 'response',
      rcode: 'NOERROR',
      flag_aa: true,
      flag_ra: false,
    });
    // Resolvers compare the name byte by byte.
    expect(answer.questions).toMatchObject([{ name: name.toUpperCase(), type: 'TXT' }]);
    expect(answer.answers).toMatchObject([
      { name: name.toUpperCase(), type: 'TXT', ttl: 1, data: [Buffer.from(text)] },
      { type: 'TXT', data: [Buffer.from('second')] },
    ]);
    expect(asked).toEqual([label]);
    expect(responder.counts.answered).toBe(1);
  });

  it('has the zone and its name servers', async () => {
    const { ask } = setUp();
    expect((await ask(zone, 'NS')).answers).toMatchObject([
      { name: zone, type: 'NS', data: 'ns1.example.net' },
      { name: zone, type: 'NS', data: 'ns2.example.net' },
    ]);
    expect((await ask(zone, 'SOA')).answers).toMatchObject([
      {
        name: zone,
        type: 'SOA',
        data: { mname: 'ns1.example.net', rname: `hostmaster.${zone}`, minimum: 1 },
      },
    ]);
  });

  it('has the key that Domain Connect links are signed with, whole over TCP', async () => {
    const parts = ['p=1,a=RS256,d='.padEnd(255, 'A'), 'p=2,a=RS256,d='.padEnd(200, 'B')];
    const { ask, send } = setUp(async (asked) => (asked === '_dcpubkeyv1' ? parts : []));
    const key = `_dcpubkeyv1.${zone}`;
    expect(await ask(key, 'TXT')).toMatchObject({ flag_tc: true, answers: [] });
    const { answers } = readAnswer(await send(dnsQuery(key, 'TXT'), 'tcp'));
    expect(answers).toMatchObject(parts.map((part) => ({ type: 'TXT', data: [Buffer.from(part)] })));
    expect(await ask(key, 'A')).toMatchObject({ rcode: 'NOERROR', answers: [] });
  });

  const empty = challengeLabel('01990000-0000-7000-8000-000000000002', 'shop.example.com');
  it.each([
    ['no challenge under way', `${empty}.${zone}`, 'TXT', 'NOERROR'],
    ['another type', name, 'A', 'NOERROR'],
    ['the zone without an address', zone, 'AAAA', 'NOERROR'],
    ['a name that is no label', `www.${zone}`, 'TXT', 'NXDOMAIN'],
    ['a label that is too short', `${label.slice(1)}.${zone}`, 'TXT', 'NXDOMAIN'],
    ['a name below a label', `x.${name}`, 'TXT', 'NXDOMAIN'],
    ['ANY of a name that does not exist', `www.${zone}`, 'ANY', 'NXDOMAIN'],
  ] as const)('says with the SOA record that there is nothing: %s', async (_case, asked, type, rcode) => {
    const { ask } = setUp(async () => []);
    const answer = await ask(asked, type);
    expect(answer).toMatchObject({ rcode, flag_aa: true, answers: [] });
    expect(answer.authorities).toMatchObject([{ name: zone, type: 'SOA', ttl: 1 }]);
  });

  it('answers ANY with one short record', async () => {
    const { ask } = setUp();
    const { answers } = await ask(name, 'ANY');
    expect(answers).toMatchObject([{ name, type: 'HINFO', data: { cpu: 'RFC8482', os: '' } }]);
  });

  it.each([
    ['a name elsewhere', 'www.example.com', 'TXT'],
    ['the parent', 'example.net', 'SOA'],
    ['a name that only ends alike', `x${zone}`, 'TXT'],
    ['the root', '.', 'NS'],
    ['a transfer', zone, 'AXFR'],
    ['a transfer of changes', zone, 'IXFR'],
  ] as const)('refuses %s with no more than the question', async (_case, asked, type) => {
    const { send } = setUp();
    const query = dnsQuery(asked, type, { udpSize: 4096 });
    const message = await send(query);
    expect(readAnswer(message)).toMatchObject({
      rcode: 'REFUSED',
      flag_aa: false,
      answers: [],
      authorities: [],
    });
    expect(message?.length).toBeLessThanOrEqual(query.length);
  });

  it('refuses a transfer over TCP too, with the serial that the client has', async () => {
    const { send } = setUp();
    const query = dnsQuery(zone, 'IXFR');
    query.writeUInt16BE(1, 8);
    const answer = readAnswer(await send(Buffer.concat([query, Buffer.alloc(40)]), 'tcp'));
    expect(answer.rcode).toBe('REFUSED');
  });

  it('refuses other classes', async () => {
    const { send } = setUp();
    const query = dnsQuery(zone, 'TXT');
    query.writeUInt16BE(3, query.length - 2);
    expect(readAnswer(await send(query)).rcode).toBe('REFUSED');
  });

  it('says that it cannot know while the store is away', async () => {
    const { ask, responder } = setUp(() => Promise.reject(new Error('away')));
    expect(await ask(name, 'TXT')).toMatchObject({ rcode: 'SERVFAIL', answers: [] });
    expect(responder.counts.failed).toBe(1);
  });
});

describe('EDNS and cookies', () => {
  it('has EDNS in the answer where the query has it', async () => {
    const { ask } = setUp();
    expect((await ask(name, 'TXT')).additionals).toEqual([]);
    expect((await ask(name, 'TXT', { udpSize: 4096 })).additionals).toMatchObject([
      { type: 'OPT', udpPayloadSize: 1232, ednsVersion: 0 },
    ]);
  });

  it('knows no later version', async () => {
    const { ask } = setUp();
    const answer = await ask(name, 'TXT', { version: 1 });
    // BADVERS is 16: its upper part is in the OPT record.
    expect(answer).toMatchObject({
      rcode: 'NOERROR',
      answers: [],
      additionals: [{ extendedRcode: 1, ednsVersion: 0 }],
    });
  });

  const long = ['a', 'b', 'c', 'd'].map((letter) => letter.repeat(200));

  it('sends more than 512 bytes over UDP only to a client that returns its cookie', async () => {
    const { send, ask, clock } = setUp(async () => long);
    const whole = await send(dnsQuery(name, 'TXT', { udpSize: 4096 }), 'tcp');
    expect(readAnswer(whole).answers).toHaveLength(4);
    expect(whole?.length).toBeGreaterThan(512);

    const mine = Buffer.from('01234567');
    const first = await ask(name, 'TXT', { udpSize: 4096, cookie: mine });
    expect(first).toMatchObject({ flag_tc: true, answers: [] });
    const cookie = cookieIn(first) ?? Buffer.alloc(0);
    expect(cookie.subarray(0, 8)).toEqual(mine);
    expect(cookie).toHaveLength(24);
    expect((await ask(name, 'TXT', { udpSize: 4096, cookie })).answers).toHaveLength(4);

    const forged = Buffer.concat([cookie.subarray(0, 23), Buffer.from([(cookie[23] ?? 0) ^ 1])]);
    const notMine = Buffer.concat([Buffer.from('otherone'), cookie.subarray(8)]);
    for (const wrong of [forged, notMine]) {
      expect(await ask(name, 'TXT', { udpSize: 4096, cookie: wrong })).toMatchObject({ flag_tc: true });
    }
    const elsewhere = await send(dnsQuery(name, 'TXT', { udpSize: 4096, cookie }), 'udp', '192.0.2.2');
    expect(readAnswer(elsewhere)).toMatchObject({ flag_tc: true });
    clock.time += 3_601_000;
    expect(await ask(name, 'TXT', { udpSize: 4096, cookie })).toMatchObject({ flag_tc: true });
  });

  it.each([
    [
      'a name of another zone',
      dnsQuery('www.example.com', 'A', { udpSize: 1232, cookie: Buffer.from('01234567') }),
    ],
    ['a later version of EDNS', dnsQuery(name, 'TXT', { version: 1, cookie: Buffer.from('01234567') })],
  ])('refuses %s in no more bytes than it was asked in', async (_, query) => {
    const { send } = setUp();
    const answer = await send(query);
    expect(answer?.length).toBeLessThanOrEqual(query.length);
    expect(readAnswer(answer).answers).toEqual([]);
  });

  it('never exceeds what the client takes', async () => {
    const { send, ask } = setUp(async () => long);
    const cookie = cookieIn(await ask(zone, 'SOA', { cookie: Buffer.from('01234567') })) ?? Buffer.alloc(0);
    expect(readAnswer(await send(dnsQuery(name, 'TXT', { udpSize: 600, cookie })))).toMatchObject({
      flag_tc: true,
    });
    const many = setUp(async () => [...long, ...long]);
    const proven = cookieIn(await many.ask(zone, 'SOA', { cookie: Buffer.from('01234567') }));
    const answer = await many.ask(name, 'TXT', { udpSize: 65_000, cookie: proven ?? Buffer.alloc(0) });
    expect(answer.flag_tc).toBe(true);
  });
});

describe('floods', () => {
  it('cuts a network short, asks honest clients over to TCP, and believes cookies', async () => {
    const { send, ask, responder } = setUp();
    const cookie = cookieIn(await ask(zone, 'SOA', { cookie: Buffer.from('01234567') })) ?? Buffer.alloc(0);
    const answers = await Promise.all(
      Array.from({ length: 400 }, (_, index) => send(dnsQuery(name, 'TXT'), 'udp', `192.0.2.${index % 250}`)),
    );
    const sent = answers.filter((answer) => answer !== undefined);
    const whole = sent.filter((answer) => readAnswer(answer).answers?.length === 1);
    // The second may have changed on the way.
    expect(whole.length).toBeLessThanOrEqual(200);
    expect(sent.length).toBeLessThan(400);
    const cut = sent.find((answer) => readAnswer(answer).flag_tc);
    expect(cut?.length).toBe(dnsQuery(name, 'TXT').length);
    expect(responder.counts.limited).toBe(400 - whole.length);

    expect(await send(dnsQuery(name, 'TXT'), 'udp', '198.51.100.1')).toBeDefined();
    expect((await ask(name, 'TXT', { cookie })).answers).toHaveLength(1);
    expect(readAnswer(await send(dnsQuery(name, 'TXT'), 'tcp')).answers).toHaveLength(1);
  });
});

describe('what is not a query', () => {
  const query = dnsQuery(name, 'TXT', { cookie: Buffer.from('01234567') });
  const changed = (change: (message: Buffer) => void) => {
    const message = Buffer.from(query);
    change(message);
    return message;
  };
  const end = dnsQuery(name, 'TXT').length;

  it.each([
    ['nothing', Buffer.alloc(0)],
    ['half a header', query.subarray(0, 11)],
    ['a response', changed((message) => message.writeUInt8(0x80, 2))],
  ])('is not answered: %s', async (_case, message) => {
    const { send, responder } = setUp();
    expect(await send(message)).toBeUndefined();
    expect(responder.counts.ignored).toBe(1);
  });

  it.each([
    ['a header alone', query.subarray(0, 12)],
    ['no question', changed((message) => message.writeUInt16BE(0, 4))],
    ['many questions', changed((message) => message.writeUInt16BE(65_535, 4))],
    ['answers in a query', changed((message) => message.writeUInt16BE(1, 6))],
    ['authority in a query', changed((message) => message.writeUInt16BE(1, 8))],
    ['many additional records', changed((message) => message.writeUInt16BE(65_535, 10))],
    ['a name that points at itself', changed((message) => message.writeUInt16BE(0xc00c, 12))],
    ['a label of an unknown kind', changed((message) => message.writeUInt8(0x40, 12))],
    ['a name that never ends', Buffer.concat([query.subarray(0, 12), Buffer.alloc(300, 1)])],
    ['a cut-off name', query.subarray(0, 30)],
    ['a question without a class', query.subarray(0, end - 2)],
    ['something after its end', Buffer.concat([query, Buffer.from('x')])],
    [
      'an OPT record that is longer than the message',
      changed((message) => message.writeUInt16BE(9_999, end + 9)),
    ],
    ['an option that is longer than its record', changed((message) => message.writeUInt16BE(99, end + 13))],
    ['a cookie of a wrong length', dnsQuery(name, 'TXT', { cookie: Buffer.alloc(9) })],
    ['a cookie that is too long', dnsQuery(name, 'TXT', { cookie: Buffer.alloc(41) })],
    ['EDNS of a name', changed((message) => message.writeUInt16BE(0xc00c, end))],
    ['more than any query has', Buffer.concat([query, Buffer.alloc(5_000)])],
  ])('is refused with its header alone: %s', async (_case, message) => {
    const { send, responder } = setUp();
    const answer = await send(message);
    expect(answer).toHaveLength(12);
    expect(readAnswer(answer)).toMatchObject({ id: 4711, type: 'response', rcode: 'FORMERR' });
    expect(responder.counts.malformed).toBe(1);
  });

  it('refuses EDNS twice', async () => {
    const { send } = setUp();
    const message = Buffer.concat([query, query.subarray(end)]);
    message.writeUInt16BE(2, 10);
    expect(readAnswer(await send(message)).rcode).toBe('FORMERR');
  });

  it.each([1, 2, 4, 5, 15])('does not implement operation %d', async (opcode) => {
    const { send, responder } = setUp();
    const answer = await send(changed((message) => message.writeUInt8(opcode << 3, 2)));
    expect(answer).toHaveLength(12);
    expect(readAnswer(answer).rcode).toBe('NOTIMP');
    expect(responder.counts.not_implemented).toBe(1);
  });

  it('survives 5,000 random messages, none of which gets more than it sent', async () => {
    const { responder } = setUp();
    let next = 0;
    const property = fc.asyncProperty(fc.uint8Array({ maxLength: 600 }), async (bytes) => {
      // Each from another network, so that the limit doesn't keep it from an answer.
      next += 1;
      const address = `10.${(next >> 8) & 255}.${next & 255}.1`;
      const answer = await responder.answer(Buffer.from(bytes), address, 'udp');
      expect(answer?.length ?? 0).toBeLessThanOrEqual(bytes.length);
    });
    await fc.assert(property, { numRuns: runs(5_000) });
  });

  it('survives queries with any bytes changed; none gets more than 512', async () => {
    const { responder } = setUp();
    let next = 0;
    const edits = fc.array(fc.tuple(fc.nat(query.length - 1), fc.nat(255)), { minLength: 1, maxLength: 6 });
    const property = fc.asyncProperty(edits, fc.nat(query.length), async (changes, length) => {
      next += 1;
      const message = changed((each) => {
        for (const [at, byte] of changes) each.writeUInt8(byte, at);
      }).subarray(0, length);
      const answer = await responder.answer(message, `10.${(next >> 8) & 255}.${next & 255}.1`, 'udp');
      expect(answer?.length ?? 0).toBeLessThanOrEqual(512);
      if (answer) expect(answer.readUInt16BE(0)).toBe(message.readUInt16BE(0));
    });
    await fc.assert(property, { numRuns: runs(2_000) });
  });
});
