/** Source: docs/reference/ask.md. */
import { expect, test } from 'vitest';
import { Deferred } from '../../core/deferred.ts';
import { minuteMs } from '../../core/time.ts';
import type { Added } from './add-host.ts';
import type { AskAnswer } from './answer.ts';
import { asksSeen } from './observe-asks.ts';
import { UnknownNames, type UnknownNamesOptions } from './unknown-names.ts';

const yes: AskAnswer = { kind: 'domain', upstreamUuid: undefined, externalId: undefined };

/** Time stands still, but for the sleeps that it takes at once. */
function namesOf(
  wanted: Partial<UnknownNamesOptions> & { readonly answer?: AskAnswer; readonly added?: Added } = {},
) {
  const clock = { time: 0, now: () => clock.time };
  const asked: string[] = [];
  const looked: string[] = [];
  const live: string[] = [];
  const warnings: object[] = [];
  const slept: number[] = [];
  const there = new Set<string>();
  const names = new UnknownNames({
    ownHosts: new Set(['edge.example.net']),
    hosts: {
      has: async (host) => there.has(host),
      add: async (host) => {
        const added = wanted.added ?? { kind: 'added', accountUuid: '' };
        if (added.kind === 'added') there.add(host);
        return added;
      },
    },
    leadsHere: async (host) => {
      looked.push(host);
      return true;
    },
    ask: async (host) => {
      asked.push(host);
      return wanted.answer ?? yes;
    },
    onAdded: async (host) => void live.push(host),
    logger: { info: () => {}, warn: (details) => warnings.push(details) },
    clock,
    sleep: async (ms) => void slept.push(ms),
    ...wanted,
  });
  return { names, clock, asked, looked, live, warnings, slept, there };
}

test('a name that leads here is asked for once, added, and served before the answer', async () => {
  const { names, asked, live, there } = namesOf();
  await Promise.all([names.find('a.example.com', ''), names.find('a.example.com', '')]);
  expect(asked).toEqual(['a.example.com']);
  expect(live).toEqual(['a.example.com']);
  expect([...there]).toEqual(['a.example.com']);
  expect(names.counts).toEqual({ yes: 1, no: 0, undecided: 0 });
  expect(names.waiting).toBe(0);
});

test.each([
  'edge.example.net',
  '192.0.2.7',
  '2001:db8::1',
  'localhost',
  'A.example.com',
  'a_b.example',
  '*.example.com',
  '',
])('%j is never asked for', async (host) => {
  const { names, asked, looked } = namesOf();
  await names.find(host, '');
  expect([...asked, ...looked]).toEqual([]);
});

test('what leads elsewhere, or is there already, is not asked for, and looked at once a minute', async () => {
  const elsewhere = namesOf({ leadsHere: async () => false });
  await elsewhere.names.find('a.example.com', '');
  expect(elsewhere.asked).toEqual([]);
  const known = namesOf();
  known.there.add('a.example.com');
  await known.names.find('a.example.com', '');
  expect([...known.asked, ...known.looked]).toEqual([]);
  known.there.clear();
  known.clock.time = minuteMs - 1;
  await known.names.find('a.example.com', '');
  expect(known.asked).toEqual([]);
  known.clock.time = minuteMs;
  await known.names.find('a.example.com', '');
  expect(known.asked).toEqual(['a.example.com']);
});

test.each<[AskAnswer, number]>([
  [{ kind: 'no' }, 10],
  [{ kind: 'undecided', problem: 'its status is 503' }, 1],
])('%j is kept for %i minutes', async (answer, minutes) => {
  const { names, clock, asked, there } = namesOf({ answer });
  await names.find('a.example.com', '');
  clock.time = minutes * minuteMs - 1;
  await names.find('a.example.com', '');
  expect(asked).toHaveLength(1);
  clock.time += 1;
  await names.find('a.example.com', '');
  expect(asked).toHaveLength(2);
  expect(there.size).toBe(0);
});

test('what the account can’t have is not served, and said once in ten seconds', async () => {
  const refused = namesOf({ added: { kind: 'refused', problem: 'limit reached' } });
  await refused.names.find('a.example.com', '');
  await refused.names.find('b.example.com', '');
  expect(refused.live).toEqual([]);
  expect(refused.warnings).toEqual([{ host: 'a.example.com', problem: 'limit reached' }]);
});

test('a host that another machine added meanwhile is served', async () => {
  let looks = 0;
  const { names, live } = namesOf({
    hosts: {
      has: async () => looks++ > 0,
      add: async () => ({ kind: 'refused', problem: 'taken' }),
    },
  });
  await names.find('a.example.com', '');
  expect(live).toEqual(['a.example.com']);
});

test('an endpoint that agrees to everything gets five names an hour of a registered domain, and ten a second in all', async () => {
  const { names, asked, looked, slept } = namesOf();
  for (let place = 0; place < 50; place++) await names.find(`h${place}.example.com`, '');
  expect(asked).toHaveLength(5);
  // Its further names cost nothing.
  expect(looked).toHaveLength(5);
  for (let place = 0; place < 10; place++) await names.find(`www.other${place}.com`, '');
  expect(asked).toHaveLength(15);
  expect(slept).toEqual([100, 200, 300, 400, 500]);
});

test('names are looked up a hundred at once, and then a hundred a second', async () => {
  const { names, slept } = namesOf({ leadsHere: async () => false });
  for (let place = 0; place < 103; place++) await names.find(`www.name${place}.com`, '');
  expect(slept.map(Math.round)).toEqual([10, 20, 30]);
});

test.each([1, 20, 200])(
  'while %i networks ask for thousands of names, another one has its place',
  async (networks) => {
    const holding = new Deferred();
    const looked: string[] = [];
    const { names } = namesOf({
      leadsHere: async (host) => {
        looked.push(host);
        await holding.promise;
        return host === 'shop.customer.com';
      },
    });
    const flood = () =>
      Array.from({ length: 4_000 }, (_, place) =>
        names.find(`www.flood${place}.com`, `198.51.${place % networks}.0`),
      );
    const finding = flood();
    expect(names.waiting).toBe(1_000);
    const customer = names.find('shop.customer.com', '203.0.113.0');
    // Others that come later don't get it.
    finding.push(...flood());
    expect(names.waiting).toBe(1_000);
    holding.resolve();
    await customer;
    // After those that are under way, and one of each network.
    expect(looked.indexOf('shop.customer.com')).toBeLessThanOrEqual(16 + networks);
    await Promise.all(finding);
    expect(names.counts.yes).toBe(1);
  },
);

test('of a flood a thousand names wait, which is a finding', async () => {
  const holding = new Deferred();
  const { names, asked } = namesOf({
    leadsHere: async () => {
      await holding.promise;
      return false;
    },
  });
  const finding = Array.from({ length: 3_000 }, (_, place) => names.find(`www.flood${place}.com`, ''));
  expect(names.waiting).toBe(1_000);
  expect(asksSeen(names.takeLately(), 'one')).toMatchObject({
    state: 'bad',
    causeCode: 'names_waiting',
    evidence: { machine: 'one', waiting: 1_000 },
  });
  holding.resolve();
  await Promise.all(finding);
  expect(names.waiting).toBe(0);
  expect(asked).toEqual([]);
  names.takeLately();
  expect(asksSeen(names.takeLately(), 'one')).toEqual({ state: 'none' });
});

test('twenty questions without a decision are a finding, until they are 15 minutes old', async () => {
  const answer: AskAnswer = { kind: 'undecided', problem: 'its status is 500' };
  const { names, clock } = namesOf({ answer });
  for (let place = 0; place < 19; place++) await names.find(`www.name${place}.com`, '');
  expect(asksSeen(names.takeLately(), 'one')).toEqual({ state: 'none' });
  await names.find('www.twentieth.com', '');
  expect(asksSeen(names.takeLately(), 'one')).toMatchObject({ state: 'bad', causeCode: 'asks_undecided' });
  clock.time = 15 * minuteMs;
  expect(asksSeen(names.takeLately(), 'one')).toEqual({ state: 'none' });
  expect(asksSeen({ decided: 1, undecided: 19, mostWaiting: 500 }, 'one')).toEqual({ state: 'good' });
});

test('a store that is away is no answer, and stopping ends what waits', async () => {
  const away = namesOf({
    hosts: {
      has: async () => Promise.reject(new Error('away')),
      add: async () => Promise.reject(new Error('away')),
    },
  });
  await away.names.find('a.example.com', '');
  expect(away.warnings).toHaveLength(1);
  const begun = new Deferred();
  const { names, asked } = namesOf({
    leadsHere: async (_host, signal) => {
      begun.resolve();
      await new Promise((resolve) => signal.addEventListener('abort', resolve));
      return true;
    },
  });
  const finding = names.find('a.example.com', '');
  await begun.promise;
  await names[Symbol.asyncDispose]();
  await finding;
  await names.find('b.example.com', '');
  expect(asked).toEqual([]);
});
