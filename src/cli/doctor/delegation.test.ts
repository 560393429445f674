import { expect, it, onTestFinished } from 'vitest';
import { TestDnsServer } from '../../../test/support/dns-server.ts';
import { freePort } from '../../../test/support/free-port.ts';
import { parseConfig } from '../../config/config.ts';
import { systemClock } from '../../core/clock.ts';
import { DnsListeners } from '../../responder/listeners.ts';
import { Responder } from '../../responder/responder.ts';
import { checkDelegation } from './delegation.ts';

const zone = 'acme.example.net';
const delegation = [`${zone} NS edge.example.net`, 'edge.example.net A 127.0.0.1'];

async function look(records: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const dns = await TestDnsServer.start(records);
  onTestFinished(() => dns[Symbol.asyncDispose]());
  const nameServers = ['edge.example.net'];
  const responder = new Responder({ name: zone, nameServers, findTexts: async () => [] }, systemClock);
  const listeners = await DnsListeners.open(responder, { host: '127.0.0.1', port: await freePort() });
  onTestFinished(() => listeners[Symbol.asyncDispose]());
  const config = parseConfig({
    NAMEPLATE_DNS_ZONE: zone,
    NAMEPLATE_EDGE_HOSTNAME: 'edge.example.net',
    NAMEPLATE_DNS_SERVERS: dns.address,
    ...env,
  });
  return {
    here: () => checkDelegation(config, listeners.port),
    at: (port: number) => checkDelegation(config, port),
  };
}

it('finds the zone and a server that answers', async () => {
  const { here } = await look(delegation);
  expect(await here()).toEqual([
    { level: 'ok', check: 'DNS zone', message: `${zone} is delegated to edge.example.net.` },
    { level: 'ok', check: 'DNS zone', message: `The name server edge.example.net answers for ${zone}.` },
  ]);
});

it('says which record is missing, and which differs', async () => {
  const none = await look(['example.net NS ns.example.com', 'edge.example.net A 127.0.0.1']);
  expect(await none.here()).toMatchObject([
    {
      level: 'problem',
      message: expect.stringContaining(`create ${zone} NS edge.example.net in the zone above`),
    },
    { level: 'ok' },
  ]);
  const other = await look([`${zone} NS ns.example.com`, 'edge.example.net A 127.0.0.1']);
  expect(await other.here()).toMatchObject([
    { level: 'warning', message: expect.stringContaining('has the name servers ns.example.com, but') },
    { level: 'ok' },
  ]);
});

it('says which server has no address, and which does not answer', async () => {
  const { here } = await look([`${zone} NS edge.example.net`]);
  expect((await here())[1]).toMatchObject({
    level: 'problem',
    message: expect.stringContaining('has no address'),
  });
  const { at } = await look(delegation);
  expect((await at(await freePort()))[1]).toMatchObject({
    level: 'warning',
    message: expect.stringMatching(/edge\.example\.net does not answer.*127\.0\.0\.1: E/),
  });
});

it('says nothing without a zone', async () => {
  expect(await checkDelegation(parseConfig({}))).toEqual([]);
});
