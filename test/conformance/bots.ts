/** What AI crawlers get from a custom domain that keeps them out, on the built program. */
import { expect, onTestFinished } from 'vitest';
import { aiRobotsTokens } from '../../src/analytics/lookup/bot-class.ts';
import { BotSigner, KeyDirectory } from '../support/bot-signer.ts';
import { TestDnsServer } from '../support/dns-server.ts';
import { createDomain, loopbackUpstreams, startUpstream } from '../support/domains.ts';
import { bingbot, dataOf, expectCount, googlebot, reportsOf } from './analytics-resources.ts';
import { newHost, type Row } from './row.ts';

const gptBot =
  'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; GPTBot/1.3; +https://openai.com/gptbot)';
const rules = 'User-agent: *\nDisallow: /private\n';
/** What couldn't be looked up in time is looked up again after a minute. */
const patience = { timeout: 150_000 };

export const botRows: readonly Row[] = [
  {
    source: 'docs/reference/bots.md ("The switch")',
    statement: 'AI crawlers get 403 or 402 from the next request on, which is recorded; others get the site',
    async check(service) {
      const upstream = await startUpstream();
      onTestFinished(() => upstream.close());
      const { uuid, host, upstreamUuid } = await createDomain(service, newHost(), upstream.port);
      const path = `/api/v1/accounts/${service.accountUuid}/upstreams/${upstreamUuid}/custom_domains/${uuid}`;
      const statusFor = async (userAgent: string, target = '/page'): Promise<number> =>
        (await service.edge(host, target, { headers: { 'user-agent': userAgent } })).status;
      const counts: number[] = [];
      for (const [ai_crawlers, status] of [
        ['allow', 200],
        ['block', 403],
        ['payment_required', 402],
        ['allow', 200],
      ]) {
        expect((await service.api(path, { method: 'PUT', json: { ai_crawlers } })).status).toBe(200);
        counts.push(
          await statusFor(gptBot),
          await statusFor(googlebot),
          await statusFor(gptBot, '/robots.txt'),
        );
        expect(counts.slice(-3)).toEqual([status, 200, 200]);
      }
      const owner = { token: service.token, upstreams: '' };
      const domain = { uuid, host, owner, path: '', reports: reportsOf(uuid) };
      await expectCount(service, domain, 12);
      expect((await dataOf(service, domain, 'response_codes')).data).toMatchObject([
        { http_code: 200, count: 10 },
        { http_code: 402, count: 1 },
        { http_code: 403, count: 1 },
      ]);
    },
  },
  {
    source: 'docs/reference/bots.md ("Reverse DNS")',
    statement:
      'a crawler whose host has its address is verified, for rules and in records, and another is not',
    async check(_service, bench) {
      await using server = await TestDnsServer.start([
        '1.0.0.127.in-addr.arpa PTR crawl-1.googlebot.com',
        'crawl-1.googlebot.com A 127.0.0.1',
      ]);
      const service = await bench.newService({ env: { NAMEPLATE_DNS_SERVERS: server.address } });
      const host = newHost();
      const path = `/api/v1/accounts/${service.accountUuid}/hosts/${host}`;
      const answer = (status: number) => ({ then: { respond: { status, body: `${status}` } } });
      const judging = [
        { if: { verified: true }, ...answer(201) },
        { if: { verified: false }, ...answer(410) },
        answer(200),
      ];
      const put = await service.api(`${path}/rules`, { method: 'PUT', json: { rules: judging } });
      expect(put).toMatchObject({ status: 200 });
      const statusFor = async (agent: string): Promise<number> =>
        (await service.edge(host, '/', { headers: { 'user-agent': agent } })).status;
      expect(await statusFor(googlebot)).toBe(200);
      await expect.poll(() => statusFor(googlebot), patience).toBe(201);
      await expect.poll(() => statusFor(bingbot), patience).toBe(410);
      const dimensions = ['request:bot', 'request:bot_verified'];
      const verdicts = async (): Promise<string[]> => {
        await statusFor(googlebot);
        const json = { date_range: 'all', metrics: ['requests'], dimensions };
        const { body } = await service.api(`${path}/requests/query`, { json });
        const results: { dimensions: string[] }[] = body.results;
        return results.map((row) => row.dimensions.join(' '));
      };
      await expect.poll(verdicts).toContain('Googlebot verified');
      expect((await verdicts()).filter((verdict) => verdict.startsWith('Bingbot'))).toEqual([
        'Bingbot claimed',
      ]);
    },
  },
  {
    source: 'docs/reference/bots.md ("Signatures")',
    statement: 'a crawler whose operator signed its request is verified, for rules and in records',
    process: 'NODE_EXTRA_CA_CERTS is read at the start of one',
    async check(_service, bench) {
      const signer = new BotSigner();
      await using directory = await KeyDirectory.of(signer);
      const service = await bench.newService({
        env: {
          ...loopbackUpstreams,
          NAMEPLATE_BOT_DIRECTORIES: `ClaudeBot=${directory.origin}`,
          NODE_EXTRA_CA_CERTS: directory.authority.path,
        },
      });
      const host = newHost();
      const path = `/api/v1/accounts/${service.accountUuid}/hosts/${host}`;
      const answer = (status: number) => ({ then: { respond: { status, body: `${status}` } } });
      const judging = [{ if: { verified: true }, ...answer(201) }, answer(200)];
      const put = await service.api(`${path}/rules`, { method: 'PUT', json: { rules: judging } });
      expect(put).toMatchObject({ status: 200 });
      const statusFor = async (authority: string): Promise<number> => {
        const createdSeconds = Math.floor(Date.now() / 1_000);
        const fields = signer.sign({ origin: directory.origin, authority, createdSeconds });
        const headers = { 'user-agent': 'Mozilla/5.0 (compatible; ClaudeBot/1.0)', ...fields };
        return (await service.edge(host, '/', { headers })).status;
      };
      await expect.poll(() => statusFor(host), patience).toBe(201);
      expect(await statusFor('neighbour.example')).toBe(200);
      const dimensions = ['request:bot', 'request:bot_verified'];
      const verdicts = async (): Promise<string[]> => {
        const json = { date_range: 'all', metrics: ['requests'], dimensions };
        const { body } = await service.api(`${path}/requests/query`, { json });
        const results: { dimensions: string[] }[] = body.results;
        return results.map((row) => row.dimensions.join(' ')).toSorted();
      };
      await expect.poll(verdicts).toEqual(['ClaudeBot claimed', 'ClaudeBot verified']);
    },
  },
  {
    source: 'docs/reference/bots.md ("robots.txt")',
    statement: 'ai_crawlers_robots_txt puts a group for AI crawlers before the rules of the upstream',
    async check(service) {
      let hasFile = true;
      const upstream = await startUpstream((_request, answer) => {
        if (hasFile) answer.writeHead(200, { 'content-type': 'text/plain' }).end(rules);
        else answer.writeHead(404).end('nothing here');
      });
      onTestFinished(() => upstream.close());
      const further = { ai_crawlers_robots_txt: true };
      const { host } = await createDomain(service, newHost(), upstream.port, further);
      const group = `${aiRobotsTokens.map((token) => `User-agent: ${token}\n`).join('')}Disallow: /\n\n`;
      const present = await service.edge(host, '/robots.txt');
      expect([present.status, present.body.slice(present.body.indexOf('\n') + 1)]).toEqual([
        200,
        group + rules,
      ]);
      hasFile = false;
      const missing = await service.edge(host, '/robots.txt');
      expect([missing.status, missing.body.slice(missing.body.indexOf('\n') + 1)]).toEqual([200, group]);
      expect((await service.edge(host, '/other')).status).toBe(404);
    },
  },
];
