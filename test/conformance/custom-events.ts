/** Custom events on the wire. What pages report by themselves is tested in a browser: test/e2e/tracker.test.ts. */
import { expect } from 'vitest';
import type { ServiceClient } from '../support/service-client.ts';
import { firefox, googlebot, type MeasuredDomain } from './analytics-resources.ts';
import { newOwner } from './domain-resources.ts';
import type { Row } from './row.ts';
import { newDomain, send } from './tracker.ts';

const source = 'docs/reference/tracker.md ("Custom events")';
const text = (length: number) => 'x'.repeat(length);
const properties = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`key ${index}`, index]));

/** Posts an event as a server does. */
function sendAsServer(service: ServiceClient, token: string, event: object): Promise<Response> {
  return fetch(`${service.apiOrigin}/.nameplate/event`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'user-agent': 'curl/8.5.0' },
    body: JSON.stringify(event),
  });
}

/** Waits until today's events and visitors of a domain are these. */
async function expectEvents(
  service: ServiceClient,
  { reports, owner }: MeasuredDomain,
  [events, visitors]: readonly [events: number, visitors: number],
): Promise<void> {
  const json = { metrics: ['events', 'visitors'], date_range: 'day' };
  const count = async (): Promise<unknown> => {
    const { body } = await service.api(`${reports}/query`, { method: 'POST', json, token: owner.token });
    return body.results[0].metrics;
  };
  await expect.poll(count, { interval: 200 }).toEqual([events, visitors]);
}

export const customEventRows: readonly Row[] = [
  {
    source,
    statement: 'an event may have a name, properties and revenue; without a name it is a pageview',
    async check(service) {
      const domain = await newDomain(service);
      const page = { u: `https://${domain.host}/`, r: '', w: 1280 };
      const events = [
        page,
        { ...page, n: 'pageview', p: { author: 'Ada' } },
        { ...page, n: 'Signup' },
        { ...page, n: text(120), p: properties(30) },
        { ...page, n: 'Long', p: { [text(300)]: text(2_000), number: 1.5, boolean: true } },
        { ...page, n: 'Purchase', $: { amount: '12.50', currency: 'EUR' } },
        { ...page, n: 'Refund', $: { amount: '-999999999999999.999', currency: 'USD' } },
      ];
      for (const event of events) expect((await send(service, domain, event)).status).toBe(202);
      await expectEvents(service, domain, [events.length, 1]);
    },
  },
  {
    source: 'docs/reference/tracker.md ("What is allowed")',
    statement: 'an event whose name, properties or revenue is not allowed is refused with 400 and the reason',
    async check(service) {
      const domain = await newDomain(service);
      const page = { u: `https://${domain.host}/` };
      const cases: readonly (readonly [string, object])[] = [
        ['name_invalid', { n: text(121) }],
        ['name_invalid', { n: '' }],
        ['name_invalid', { n: 7 }],
        ['props_invalid', { n: 'a', p: properties(31) }],
        ['props_invalid', { n: 'a', p: { [text(301)]: 1 } }],
        ['props_invalid', { n: 'a', p: { a: text(2_001) } }],
        ['props_invalid', { n: 'a', p: { a: null } }],
        ['props_invalid', { n: 'a', p: { a: {} } }],
        ['props_invalid', { n: 'a', p: 'text' }],
        ['revenue_invalid', { n: 'a', $: { amount: '1000000000000000', currency: 'EUR' } }],
        ['revenue_invalid', { n: 'a', $: { amount: '0.0001', currency: 'EUR' } }],
        ['revenue_invalid', { n: 'a', $: { amount: 'much', currency: 'EUR' } }],
        ['revenue_invalid', { n: 'a', $: { amount: '1', currency: 'Euro' } }],
        ['revenue_invalid', { n: 'a', $: { amount: '1' } }],
      ];
      for (const [reason, members] of cases) {
        const answer = await send(service, domain, { ...page, ...members });
        expect([reason, answer.status, answer.headers['x-nameplate-reason']]).toEqual([reason, 400, reason]);
      }
      expect((await send(service, domain, page)).status).toBe(202);
      await expectEvents(service, domain, [1, 1]);
    },
  },
  {
    source: 'docs/reference/tracker.md ("Events of the tracker")',
    statement: 'the script names the events it reports by itself and the attributes that turn them off',
    async check(service) {
      const { body } = await service.edge((await newDomain(service)).host, '/.nameplate/script.js');
      for (const name of ['Outbound Link: Click', 'File Download', '404', 'outbound', 'downloads'])
        expect(body).toContain(name);
    },
  },
  {
    source: 'docs/reference/tracker.md ("Server events")',
    statement: 'a server with an access token names the visitor of an event, who is the one of the browser',
    async check(service) {
      const domain = await newDomain(service);
      const { token } = domain.owner;
      const event = { u: `https://${domain.host}/cart`, n: 'Purchase', ua: firefox };
      // The browser of this test comes from 127.0.0.1.
      expect((await send(service, domain, { u: event.u })).status).toBe(202);
      expect((await sendAsServer(service, token, { ...event, ip: '127.0.0.1' })).status).toBe(202);
      expect((await sendAsServer(service, token, { ...event, ip: '2001:db8::7' })).status).toBe(202);
      expect((await sendAsServer(service, token, { ...event, ip: '2001:DB8:0::7' })).status).toBe(202);
      await expectEvents(service, domain, [4, 2]);
    },
  },
  {
    source: 'docs/reference/tracker.md ("Server events")',
    statement: 'a server event with a wrong token, for a domain of others or with a wrong visitor is refused',
    async check(service) {
      const [domain, other] = [await newDomain(service), await newOwner(service)];
      const { token } = domain.owner;
      const tokens = domain.path.replace(/\/upstreams\/.*/, '/access_tokens');
      const reader = await service.api(tokens, { token, json: { name: 'reader', scope: 'read' } });
      const event = { u: `https://${domain.host}/`, n: 'Purchase', ip: '192.0.2.7', ua: firefox };
      const cases: readonly (readonly [number, string, string, object])[] = [
        [401, 'token_invalid', `np_${'A'.repeat(43)}`, event],
        [401, 'token_invalid', 'nonsense', event],
        [403, 'token_read_only', reader.body.token, event],
        [400, 'domain_unknown', other.token, event],
        [400, 'sender_invalid', token, { ...event, ip: 'localhost' }],
        [400, 'sender_invalid', token, { ...event, ua: 7 }],
        [400, 'bot', token, { ...event, ua: googlebot }],
        [400, 'user_agent_missing', token, { ...event, ua: '' }],
      ];
      for (const [status, reason, secret, body] of cases) {
        const answer = await sendAsServer(service, secret, body);
        expect([answer.status, answer.headers.get('x-nameplate-reason')]).toEqual([status, reason]);
        expect(answer.headers.get('www-authenticate')).toBe(status === 401 ? 'Bearer' : null);
      }
      // On the edge there are no tokens.
      const onEdge = await send(service, domain, event, { authorization: `Bearer ${token}` });
      expect([onEdge.status, onEdge.headers['x-nameplate-reason']]).toEqual([400, 'server_event']);
      expect((await sendAsServer(service, token, event)).status).toBe(202);
      await expectEvents(service, domain, [1, 1]);
    },
  },
];
