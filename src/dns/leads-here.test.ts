/** Whether unknown hosts lead here, by their records. Source: docs/reference/ask.md ("Limits"). */
import { expect, onTestFinished, test } from 'vitest';
import { TestDnsServer } from '../../test/support/dns-server.ts';
import { systemClock } from '../core/clock.ts';
import { LeadsHere } from './leads-here.ts';

const ours = '203.0.113.1';
const { signal } = new AbortController();

async function open(records: readonly string[]) {
  const names = await TestDnsServer.start(records);
  onTestFinished(() => names[Symbol.asyncDispose]());
  const edge = { publicHostname: undefined, publicAddresses: [ours] };
  const dns = new LeadsHere([names.address], edge, systemClock);
  onTestFinished(() => dns[Symbol.dispose]());
  return { names, dns };
}

test('a host whose records lead here does, and another does not', async () => {
  const { dns } = await open([`here.example.com A ${ours}`, 'there.example.com A 203.0.113.2']);
  expect(await dns.check('here.example.com', signal)).toBe(true);
  expect(await dns.check('there.example.com', signal)).toBe(false);
  expect(await dns.check('nowhere.example.com', signal)).toBe(false);
});

test('after a look-up that took long, no other host of the domain is looked up at once', async () => {
  const { names, dns } = await open([`b.slow.example A ${ours}`, `b.quick.example A ${ours}`]);
  names.setFault('a.slow.example', 'silent');
  expect(await dns.check('a.slow.example', signal)).toBe(false);
  const asked = names.questions.length;
  expect(await dns.check('b.slow.example', signal)).toBe(false);
  expect(names.questions).toHaveLength(asked);
  expect(await dns.check('b.quick.example', signal)).toBe(true);
});
