/** Whether a domain's provider has the template, and providers that lie. Source: docs/reference/domain-connect.md. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { providerHost, TemplateProvider } from '../../../test/support/template-provider.ts';
import { AddressPolicy } from '../../core/address-policy.ts';
import type { DiscoveryParts } from './discovery.ts';
import { providerAt } from './providers.ts';
import { makeTemplate } from './template.ts';

let provider: TemplateProvider;

beforeEach(async () => {
  provider = await TemplateProvider.start();
  const words = {
    providerId: 'nameplate.net',
    providerName: 'N',
    serviceName: 'N',
    version: 1,
    zone: 'acme.nameplate.net',
    redirectDomain: undefined,
  };
  provider.template = makeTemplate(words, { expected: () => [] });
});
afterEach(() => provider[Symbol.asyncDispose]());

const find = (change: Partial<DiscoveryParts> = {}) =>
  provider.discovery(change).find('example.com', 'nameplate.net', '');

test('a provider that has the template is found, with its name and page', async () => {
  expect(await find()).toEqual({ name: 'Provider', urlSyncUX: `${provider.origin}/page` });
  provider.settings = { providerDisplayName: 'Ünïted DNS' };
  expect(await find()).toMatchObject({ name: 'Ünïted DNS' });
});

test('one without it is not', async () => {
  provider.template = undefined;
  expect(await find()).toBeUndefined();
});

test.each([
  ['dash.cloudflare.com', 'Cloudflare'],
  ['dcc.godaddy.com', 'GoDaddy'],
  ['domainconnect.ionos.com', 'IONOS'],
  ['cloudflare.com.evil.example', undefined],
  ['', undefined],
])('the page at %j is of %s', (host, name) => {
  expect(providerAt(host)).toBe(name);
});

test('a known provider goes by its own name, whatever its settings say', async () => {
  provider.settings = { urlSyncUX: 'https://dash.cloudflare.com/domainconnect', providerName: 'Your Bank' };
  expect(await find({ hosts: [] })).toEqual({
    name: 'Cloudflare',
    urlSyncUX: 'https://dash.cloudflare.com/domainconnect',
  });
});

test('markup is no name', async () => {
  provider.settings = { providerName: '<b>Provider</b>' };
  expect(await find()).toMatchObject({ name: providerHost });
});

test.each([
  ['another host', { urlSyncUX: 'https://evil.example/page' }],
  ['a host that only ends alike', { urlSyncUX: `https://evil-${providerHost}/page` }],
  ['clear text', { urlSyncUX: `http://${providerHost}/page` }],
  ['credentials', { urlSyncUX: `https://user:secret@${providerHost}/page` }],
  ['a query', { urlSyncUX: `https://${providerHost}/page?next=` }],
  ['a script', { urlSyncUX: 'javascript:alert(1)' }],
  ['no page', { urlSyncUX: undefined }],
  ['no text', { urlSyncUX: 7 }],
  ['an API in clear text', { urlAPI: 'http://127.0.0.1/api' }],
  ['no API', { urlAPI: null }],
])('settings with %s are as good as none', async (_, settings) => {
  provider.settings = settings;
  expect(await find()).toBeUndefined();
});

test.each([
  ['too long', (path: string) => (path.endsWith('/settings') ? '{"a":"'.padEnd(20_000, 'x') : undefined)],
  ['no JSON', (path: string) => (path.endsWith('/settings') ? 'hello' : undefined)],
  ['null', (path: string) => (path.endsWith('/settings') ? 'null' : undefined)],
])('an answer that is %s is as good as none', async (_, bodyOf) => {
  provider.answer = (path, response) => {
    const body = bodyOf(path);
    if (body !== undefined) response.end(body);
    return body !== undefined;
  };
  expect(await find()).toBeUndefined();
});

test('redirects are not followed', async () => {
  provider.answer = (path, response) => {
    if (!path.endsWith('/settings')) return false;
    response.writeHead(302, { location: `${provider.origin}/dc/v2/example.org/settings` }).end();
    return true;
  };
  expect(await find()).toBeUndefined();
  expect(provider.requests).toHaveLength(1);
});

test('one that does not answer within 2 s is none', async () => {
  provider.answer = () => true;
  const startTick = performance.now();
  expect(await find()).toBeUndefined();
  expect(performance.now() - startTick).toBeLessThan(4_000);
});

test('private addresses are not asked', async () => {
  expect(await find({ policy: new AddressPolicy([], []) })).toBeUndefined();
  expect(provider.requests).toEqual([]);
});

test.each(['user@connect.provider.example', 'connect.provider.example/?x', '', 'a b'])(
  'the record %j leads nowhere',
  async (text) => {
    expect(await find({ textsOf: () => Promise.resolve([text]) })).toBeUndefined();
    expect(provider.requests).toEqual([]);
  },
);

test('what is found stays for 10 minutes, and so does that there is none', async () => {
  const clock = { time: 0, now: () => clock.time };
  const discovery = provider.discovery({ clock });
  const ask = () => discovery.find('example.com', 'nameplate.net', '');
  const { template } = provider;
  provider.template = undefined;
  expect(await ask()).toBeUndefined();
  provider.template = template;
  clock.time += 599_999;
  expect(await ask()).toBeUndefined();
  clock.time += 1;
  expect(await ask()).toBeDefined();
  expect(await ask()).toBeDefined();
  expect(provider.requests).toHaveLength(4);
});

test('no more than 20 domains are asked about at once, of an account 5', async () => {
  let asked = 0;
  const discovery = provider.discovery({
    textsOf: (_, signal) =>
      new Promise((_resolve, reject) => {
        asked += 1;
        signal.addEventListener('abort', () => reject(new Error('aborted')));
      }),
  });
  const findMany = (account: string) =>
    Array.from({ length: 30 }, (_, number) => discovery.find(`a${number}.${account}.example`, 'n', account));
  const all = findMany('one');
  expect(asked).toBe(5);
  for (const account of ['two', 'three', 'four', 'five', 'six']) all.push(...findMany(account));
  expect(asked).toBe(20);
  expect(await Promise.all(all)).toEqual(all.map(() => undefined));
});
