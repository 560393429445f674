/** Domain Connect: the template, the key in DNS, and the button on the connect page. */
import { createPublicKey } from 'node:crypto';
import { Resolver } from 'node:dns/promises';
import { expect } from 'vitest';
import { domainConnectKeyLabel } from '../../src/core/domain-connect-key.ts';
import { runCli } from '../support/command-line.ts';
import { TestDnsServer } from '../support/dns-server.ts';
import { loopbackUpstreams } from '../support/domains.ts';
import { freePort } from '../support/free-port.ts';
import { knownHostOptions } from '../support/known-host.ts';
import { providerHost, TemplateProvider } from '../support/template-provider.ts';
import { createDomain, createUpstream, ownerWithUpstream, ownOwner } from './domain-resources.ts';
import { newHost, type Row } from './row.ts';

const page = 'docs/reference/domain-connect.md';
const on = (heading: string): string => `${page} ("${heading}")`;
const zone = 'acme.nameplate.test';
const names = { NAMEPLATE_EDGE_HOSTNAME: 'edge.nameplate.co.uk', NAMEPLATE_DNS_ZONE: zone };

/** The template of the installation whose store is there. */
async function templateOf(dataDir = ''): Promise<Record<string, unknown>> {
  const args = ['domain-connect', 'template', '--provider-name', 'Example Shops'];
  const printed = await runCli(args, { dataDir, env: names });
  expect(printed.code).toBe(0);
  return JSON.parse(printed.stdout);
}

export const domainConnectRows: readonly Row[] = [
  {
    source: on('The template'),
    statement:
      'its provider is the registered domain of the edge’s name, its service nameplate, and the zone has its key',
    async check(_service, bench) {
      const dataDir = await bench.newDirectory();
      await runCli(['account', 'create', 'Acme'], { dataDir });
      const template = await templateOf(dataDir);
      expect(template).toMatchObject({
        providerId: 'nameplate.co.uk',
        providerName: 'Example Shops',
        serviceId: 'nameplate',
        syncPubKeyDomain: zone,
        syncBlock: false,
      });
      const { records } = template;
      expect(records).toContainEqual(
        expect.objectContaining({ groupId: 'host-cname', type: 'CNAME', pointsTo: 'edge.nameplate.co.uk' }),
      );
    },
  },
  {
    source: on('The key'),
    statement: 'the responder publishes an RSA key for RS256 in numbered TXT records of _dcpubkeyv1',
    async check(_service, bench) {
      const port = await freePort();
      const env = { ...names, NAMEPLATE_DNS_PORT: String(port) };
      const service = await bench.newService({ env });
      await templateOf(service.env.NAMEPLATE_DATA_DIR);
      const resolver = new Resolver({ timeout: 60_000, tries: 1 });
      resolver.setServers([`127.0.0.1:${port}`]);
      const texts = (await resolver.resolveTxt(`${domainConnectKeyLabel}.${zone}`)).flat();
      const parts = texts.map((text) => /^p=(\d),a=RS256,d=([\w+/=]+)$/.exec(text) ?? []);
      const data = parts
        .toSorted((one, other) => Number(one[1]) - Number(other[1]))
        .map(([, , part]) => part);
      const key = createPublicKey({ key: Buffer.from(data.join(''), 'base64'), type: 'spki', format: 'der' });
      expect(key.asymmetricKeyDetails?.modulusLength).toBe(2_048);
      for (const text of texts) expect(text.length).toBeLessThanOrEqual(255);
    },
  },
  {
    source: on('When the button is there'),
    statement:
      'the connect page has one if the provider answers 200 for the template and the host of its pages is known or named',
    process: 'NODE_EXTRA_CA_CERTS is read at the start of one',
    async check(_service, bench) {
      await using dns = await TestDnsServer.start(['edge.nameplate.co.uk A 203.0.113.7']);
      await using provider = await TemplateProvider.start();
      const service = await bench.newService({
        env: {
          ...names,
          ...loopbackUpstreams,
          NAMEPLATE_DNS_PORT: '0',
          NAMEPLATE_DNS_SERVERS: dns.address,
          NAMEPLATE_DOMAIN_CONNECT_HOSTS: providerHost,
          NODE_EXTRA_CA_CERTS: provider.authority.path,
          NODE_OPTIONS: await knownHostOptions(await bench.newDirectory(), providerHost),
        },
      });
      const owner = ownOwner(service);
      const upstream = await createUpstream(service, owner);
      await service.api(owner.upstreams.replace(/upstreams$/, 'brand'), {
        method: 'PUT',
        json: { name: 'Acme' },
      });
      const buttonOf = async (domain: string) => {
        dns.addRecords(`_domainconnect.${domain} TXT ${providerHost}:${provider.port}/dc`);
        const { path } = await createDomain(service, owner, upstream, { host: `shop.${domain}` });
        const { body } = await service.api(`${path}/connect_links`, { json: {} });
        const shown = await (await fetch(body.url)).text();
        return /<a class="button" href="([^"]+)"[^>]*>([^<]+)</.exec(shown)?.slice(1);
      };
      // The provider has no such template.
      expect(await buttonOf('one.com')).toBeUndefined();
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the command prints one
      provider.template = (await templateOf(service.env.NAMEPLATE_DATA_DIR)) as TemplateProvider['template'];
      const [href = '', text] = (await buttonOf('two.com')) ?? [];
      expect(text).toBe('Set up automatically at Provider');
      const { origin, pathname, searchParams } = new URL(href.replaceAll('&amp;', '&'));
      expect(origin + pathname).toBe(
        `${provider.origin}/page/v2/domainTemplates/providers/nameplate.co.uk/services/nameplate/apply`,
      );
      expect(Object.fromEntries(searchParams)).toMatchObject({
        domain: 'two.com',
        host: 'shop',
        groupId: 'host-cname',
        key: domainConnectKeyLabel,
        sig: expect.stringMatching(/^[\w+/]{342}==$/),
      });
      // Neither known nor named.
      provider.settings = { urlSyncUX: 'https://other.provider.example/page' };
      expect(await buttonOf('three.com')).toBeUndefined();
    },
  },
  {
    source: on('Coming back'),
    statement: 'the page looks for the records, or says that the setup was not completed, until DNS has them',
    async check(service) {
      const { upstream, token } = await ownerWithUpstream(service);
      const domain = await createDomain(service, { token }, upstream, { host: newHost() });
      const { body } = await service.api(`${domain.path}/connect_links`, { token, json: {} });
      const read = async (query: string) => (await fetch(body.url + query)).text();
      expect(await read('')).not.toContain('role="status"');
      expect(await read('?state=abc')).toContain('We are looking for the new records.');
      expect(await read('?error=access_denied&error_description=user_cancel&state=abc')).toContain(
        'The setup at your DNS provider was not completed.',
      );
    },
  },
];
