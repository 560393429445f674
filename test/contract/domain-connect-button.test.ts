/** From the button on the connect page to a domain that is ready. Source: docs/reference/domain-connect.md. */
import { Resolver } from 'node:dns/promises';
import { request } from 'node:https';
import { pino } from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { domainConnectKeyLabel } from '../../src/core/domain-connect-key.ts';
import { DomainDns } from '../../src/dns/domain-dns.ts';
import { type CustomDomain, CustomDomains } from '../../src/features/custom-domains/custom-domain-store.ts';
import { DomainConnect } from '../../src/features/domain-connect/domain-connect.ts';
import { DomainConnectKeys } from '../../src/features/domain-connect/key-store.ts';
import { KeyTexts } from '../../src/features/domain-connect/key-texts.ts';
import { makeTemplate } from '../../src/features/domain-connect/template.ts';
import { DnsListeners } from '../../src/responder/listeners.ts';
import { Responder } from '../../src/responder/responder.ts';
import { startApi, TestClock } from '../support/api-server.ts';
import { TestDnsServer } from '../support/dns-server.ts';
import { freePort } from '../support/free-port.ts';
import { providerHost, TemplateProvider } from '../support/template-provider.ts';

const zone = 'acme.nameplate.net';
const edge = { publicHostname: 'edge.nameplate.net', publicAddresses: ['203.0.113.7'], zone };

test('the button leads to the provider, which sets the records, and the domain is ready', async () => {
  const server = await TestDnsServer.start(['edge.nameplate.net A 203.0.113.7']);
  const provider = await TemplateProvider.start();
  onTestFinished(async () => {
    await provider[Symbol.asyncDispose]();
    await server[Symbol.asyncDispose]();
  });
  server.addRecords(`_domainconnect.example.com TXT ${providerHost}:${provider.port}/dc`);
  // The parts of the API are made before the store that they work on.
  const late: { dns?: DomainDns<CustomDomain>; connect?: DomainConnect } = {};
  const dns = () => late.dns ?? Promise.reject(new Error('too early'));
  const clock = new TestClock();
  // Certificates are made as of now.
  clock.time = Date.now();
  const api = await startApi({
    clock,
    origin: 'https://app.nameplate.net',
    dns: {
      records: { expected: (domain) => late.dns?.records.expected(domain) ?? [] },
      verifier: { verify: async (uuid) => (await dns()).verifier.verify(uuid) },
      edgeHostname: edge.publicHostname,
      zone,
    },
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the page asks for nothing else
    domainConnect: { offer: async (question) => await late.connect?.offer(question) } as DomainConnect,
  });
  const options = { dnsServers: [server.address], edge, clock, logger: pino({ level: 'silent' }) };
  const made = new DomainDns<CustomDomain>(new CustomDomains(api.store), options);
  late.dns = made;
  const keys = new DomainConnectKeys(api.store);
  late.connect = new DomainConnect(
    'nameplate.net',
    provider.discovery({ textsOf: made.textsOf, clock }),
    keys,
  );
  const texts = new KeyTexts(keys, clock);
  const responder = new Responder({ name: zone, nameServers: [], findTexts: () => texts.find() }, clock);
  const listeners = await DnsListeners.open(responder, { host: '127.0.0.1', port: await freePort() });
  onTestFinished(async () => {
    await listeners[Symbol.asyncDispose]();
    await made[Symbol.asyncDispose]();
  });
  const resolver = new Resolver();
  resolver.setServers([`127.0.0.1:${listeners.port}`]);
  provider.findKey = async () => (await resolver.resolveTxt(`${domainConnectKeyLabel}.${zone}`)).flat();

  const headers = { authorization: `Bearer ${api.token}` };
  const account = `/api/v1/accounts/${api.accountUuid}`;
  const json = { host: '127.0.0.1', port: 80, tls: false };
  const upstream = (await api.ask(`${account}/upstreams`, { headers, json })).body;
  const domains = `${account}/upstreams/${upstream.uuid}/custom_domains`;
  const domain = (
    await api.ask(domains, { headers, json: { host: 'shop.example.com', challenge_type: 'dns01' } })
  ).body;
  const certificate = provider.authority.issue('DNS:shop.example.com');
  const pems = { certificate: certificate.cert, private_key: certificate.key };
  const uploaded = await api.ask(`${account}/custom_certificates`, { headers, json: pems });
  expect(uploaded).toMatchObject({ status: 201 });
  const link = (await api.ask(`${domains}/${domain.uuid}/connect_links`, { headers, json: {} })).body;
  const page = new URL(link.url).pathname;
  const read = async (path = page) => (await api.ask(path, { headers: { 'accept-language': 'de' } })).text;

  // Before the provider has accepted the template.
  expect(await read()).not.toContain('class="button"');
  const words = { providerId: 'nameplate.net', providerName: 'N', serviceName: 'N', version: 1, zone };
  provider.template = makeTemplate({ ...words, redirectDomain: 'app.nameplate.net' }, made.records);
  clock.time += 600_000;
  const [, href = ''] =
    /<a class="button" href="([^"]+)" rel="noreferrer">Automatisch bei Provider einrichten<\/a>/.exec(
      await read(),
    ) ?? [];
  const url = new URL(href.replaceAll('&amp;', '&'));
  expect(url.origin).toBe(provider.origin);

  const answer = await new Promise<{ status: number | undefined; location: string | undefined }>(
    (resolve, reject) => {
      const there = { hostname: '127.0.0.1', servername: providerHost, ca: provider.authority.pem };
      request(url, there, (response) => {
        response.resume();
        resolve({ status: response.statusCode, location: response.headers.location });
      })
        .on('error', reject)
        .end();
    },
  );
  expect(answer).toMatchObject({ status: 302, location: expect.stringContaining(`${link.url}?state=`) });
  expect(provider.applied).toEqual([
    'shop.example.com CNAME edge.nameplate.net',
    expect.stringMatching(/^_acme-challenge\.shop\.example\.com CNAME [a-z2-7]{32}\.acme\.nameplate\.net$/),
  ]);
  server.addRecords(...provider.applied);

  const back = new URL(answer.location ?? '');
  const shown = await read(`${back.pathname}${back.search}`);
  expect(shown).toContain('Wir suchen jetzt nach den neuen Einträgen.');
  expect(shown).toContain('data-check-in="0"');
  expect(shown).not.toContain('class="button"');
  const cancelled = await read(`${back.pathname}?error=access_denied&error_description=user_cancel&state=x`);
  expect(cancelled).toContain('wurde nicht abgeschlossen');
  expect(cancelled).not.toMatch(/user_cancel|data-check-in/);
  expect(cancelled).toContain('class="button"');
  expect(await api.ask(`${page}/check`, { method: 'POST' })).toMatchObject({ status: 303 });
  expect((await api.ask(`${domains}/${domain.uuid}`, { headers })).body).toMatchObject({
    status: 'dns_records_found',
    ready: true,
  });
  expect(await read()).not.toContain('class="button"');
  expect(await read(`${back.pathname}${back.search}`)).not.toMatch(/role="status"|data-check-in/);
  for (const line of api.log) expect(line).not.toContain('no button');
});
