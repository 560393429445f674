/**
 * What an account feels of its neighbours: its requests, sign-ins, queries, DNS checks, webhooks and saves, while nothing else
 * happens and during each attack of another account, and of five at once.
 * Run: `npm run build && node bench/neighbours.ts [--seconds 8] [--attackers 1]`
 *
 * Left to tests: names of upstreams whose servers are silent (the system's own servers would have to be).
 */

import { createServer, request as httpRequest } from 'node:http';
import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { ControlStore } from '../src/control/store.ts';
import { systemClock } from '../src/core/clock.ts';
import { AccessTokens } from '../src/features/access-tokens/access-token-store.ts';
import { Accounts } from '../src/features/accounts/account-store.ts';
import { hashPassword } from '../src/secrets/password-hash.ts';
import type { CleanUp } from '../src/service/clean-up.ts';
import { TestDnsServer } from '../test/support/dns-server.ts';
import { addDomain, createDomain, loopbackUpstreams, startUpstream } from '../test/support/domains.ts';
import { newUser } from '../test/support/people.ts';
import { collidingPaths } from '../test/support/poisoned-rules.ts';
import { serviceEnvironment, TestService } from '../test/support/service.ts';
import { WebhookReceiver } from '../test/support/webhook-receiver.ts';
import { readOptions } from './support/options.ts';
import { describeMachine, publishReport } from './support/report.ts';
import { runBenchmark } from './support/run.ts';
import { percentile } from './support/statistics.ts';
import { formatNumber } from './support/table.ts';
import { diskDir } from './support/temp-dir.ts';
import { atMost } from './support/verdict.ts';

const password = 'correct horse battery staple';
const victimHost = 'shop.victim.example';
const leastLimitMs = 50;
const attackersAtOnce = 5;
/** In place of a time. */
const never = Number.MAX_SAFE_INTEGER;
/** How often the victim does each thing. */
const everyMs = { request: 20, save: 250, query: 250, 'DNS check': 500, webhook: 250, 'sign-in': 1_000 };

type Thing = keyof typeof everyMs;
type Figures = Readonly<Record<Thing, readonly number[]>>;
type Result = { readonly name: string; readonly figures: Figures; readonly killed: number };
type Account = { readonly uuid: string; readonly token: string; readonly name: string };
type Step = () => Promise<unknown>;
type Attack = {
  readonly name: string;
  readonly atOnce: number;
  readonly begin: (account: Account) => Promise<Step>;
};

await runBenchmark(async (cleanUp) => {
  const options = readOptions({ seconds: 8, attackers: 1 });
  const machine = describeMachine();
  const dns = await TestDnsServer.start(['edge.test A 192.0.2.1', `${victimHost} A 192.0.2.1`]);
  cleanUp.defer(() => dns[Symbol.asyncDispose]());
  const service = await TestService.startWith(
    await serviceEnvironment({
      dataDir: await diskDir(cleanUp),
      workers: 2,
      env: {
        ...loopbackUpstreams,
        NAMEPLATE_DNS_SERVERS: dns.address,
        NAMEPLATE_EDGE_HOSTNAME: 'edge.test',
        NAMEPLATE_RATE_LIMIT: '0',
        NAMEPLATE_LIMITS: 'rules=none',
        NODE_OPTIONS: '--max-old-space-size=640',
      },
    }),
  );
  cleanUp.defer(() => service.kill());
  const store = await ControlStore.open(service.control, systemClock);
  cleanUp.defer(() => store[Symbol.asyncDispose]());
  const things = await victimsThings(service, store, cleanUp);
  const attacks = await attacksOn(service, dns, cleanUp);
  const newAccount = async (name: string): Promise<Account> => {
    const { uuid } = await new Accounts(store).create(name);
    const wanted = { accountUuid: uuid, name: 'attack', scope: 'write', expiresAt: null } as const;
    return {
      uuid,
      token: (await new AccessTokens(store).create(wanted)).secret,
      name: name.replaceAll(/[^a-z0-9]/gi, ''),
    };
  };

  const quiet = await measure(things, options.seconds);
  const results: Result[] = [];
  const under = async (name: string, chosen: readonly Attack[]): Promise<void> => {
    const begun = await Promise.all(
      chosen.map(async (attack, index) => ({
        attack,
        step: await attack.begin(await newAccount(`${name}${index}`)),
      })),
    );
    const over = new AbortController();
    const striking = begun.flatMap(({ attack, step }) =>
      Array.from({ length: attack.atOnce }, async () => {
        while (!over.signal.aborted) await step().catch(() => pause(50));
      }),
    );
    const before = [service.applicationPid, ...service.workerPids()];
    const figures = await measure(things, options.seconds);
    const after = new Set([service.applicationPid, ...service.workerPids()]);
    results.push({ name, figures, killed: before.filter((pid) => !after.has(pid)).length });
    over.abort();
    await Promise.race([Promise.all(striking), pause(5_000)]);
    console.error(`done: ${name}`);
  };
  for (const attack of attacks)
    await under(
      attack.name,
      Array.from({ length: options.attackers }, () => attack),
    );
  await under('five accounts at once', attacks.filter(({ atOnce }) => atOnce > 1).slice(0, attackersAtOnce));

  const names = Object.keys(everyMs).filter((name): name is Thing => name in everyMs);
  publishReport(
    {
      name: 'neighbours',
      title: 'What an account feels of its neighbours',
      method:
        `The built program with 2 workers and heaps of 640 MB, embedded. For ${options.seconds} s each, the victim sends ` +
        `${names.map((name) => `a ${name} every ${everyMs[name]} ms`).join(', ')}; 99th percentile in milliseconds. What fails counts as never, and as lost. Killed: processes that were replaced.`,
      sections: [
        {
          heading: 'p99 in ms',
          table: {
            columns: ['attack', ...names, 'lost', 'killed'],
            rows: [{ name: 'none', figures: quiet, killed: 0 }, ...results].map(({ name, figures, killed }) =>
              [name].concat(
                names.map((thing) => formatNumber(p99(figures, thing), 1)),
                String(lostOf(figures)),
                String(killed),
              ),
            ),
          },
        },
      ],
      targets: results.flatMap(({ name, figures, killed }) => [
        ...names.map((thing) =>
          atMost(
            `${thing}, ${name}`,
            p99(figures, thing),
            Math.max(2 * p99(quiet, thing), leastLimitMs),
            'ms',
          ),
        ),
        atMost(`lost, ${name}`, lostOf(figures), 0, ''),
        atMost(`killed, ${name}`, killed, 0, ''),
      ]),
      figures: { quiet, results },
    },
    machine,
  );
});

function p99(figures: Figures, thing: Thing): number {
  return percentile(figures[thing], 0.99);
}

/** How often something was refused, or got no answer. */
function lostOf(figures: Figures): number {
  return Object.values(figures)
    .flat()
    .filter((ms) => ms === never).length;
}

/** Does each thing at its own rate, whatever becomes of the ones before. */
async function measure(things: Readonly<Record<Thing, Step>>, seconds: number): Promise<Figures> {
  const figures: Record<Thing, number[]> = {
    request: [],
    save: [],
    query: [],
    'DNS check': [],
    webhook: [],
    'sign-in': [],
  };
  const underWay: Promise<void>[] = [];
  const once = async (thing: Thing): Promise<void> => {
    const since = performance.now();
    const isDone = await Promise.race([
      things[thing]().then(
        () => true,
        () => false,
      ),
      pause(30_000, false, { ref: false }),
    ]);
    figures[thing].push(isDone ? performance.now() - since : never);
  };
  const timers = Object.entries(everyMs).map(([name, ms]) =>
    setInterval(() => {
      for (const thing of ['request', 'save', 'query', 'DNS check', 'webhook', 'sign-in'] as const)
        if (thing === name) underWay.push(once(thing));
    }, ms),
  );
  await pause(seconds * 1_000);
  for (const timer of timers) clearInterval(timer);
  await Promise.all(underWay);
  return figures;
}

async function victimsThings(
  service: TestService,
  store: ControlStore,
  cleanUp: CleanUp,
): Promise<Record<Thing, Step>> {
  const upstream = await startUpstream();
  cleanUp.defer(() => upstream.close());
  const domain = await createDomain(service, victimHost, upstream.port);
  const account = `/api/v1/accounts/${service.accountUuid}`;
  const redirect = expectOk(
    await service.api(service.redirects, {
      json: { source_host: 'go.victim.example', destination_url: 'https://victim.example' },
    }),
  ).body;
  await newUser(
    store,
    'ann@victim.example',
    { [service.accountUuid]: 'admin' },
    await hashPassword(password),
  );
  const receiver = await WebhookReceiver.open((release) => cleanUp.defer(release));
  const endpoint = await service.api(`${account}/webhook_endpoints`, {
    json: { url: receiver.url, events: ['redirect.updated'] },
  });
  receiver.secret = expectOk(endpoint).body.secret;
  let saves = 0;
  const save = async (): Promise<string> => {
    const note = `save ${(saves += 1)}`;
    expectOk(await service.api(`${service.redirects}/${redirect.uuid}`, { method: 'PUT', json: { note } }));
    return note;
  };
  return {
    request: async () => {
      const answer = await service.edge(victimHost, '/');
      if (answer.status !== 200) throw new Error(`status ${answer.status}`);
    },
    save,
    webhook: async () => {
      const note = await save();
      while (!receiver.messages.some(({ data }) => data.note === note)) await pause(2);
    },
    query: async () =>
      expectOk(
        await service.api(`/api/v1/analytics/custom_domains/${domain.uuid}/query`, {
          json: { metrics: ['visitors'], date_range: '30d', dimensions: ['time:day'] },
        }),
      ),
    'DNS check': async () => {
      const path = `/api/v1/accounts/${service.accountUuid}/upstreams/${domain.upstreamUuid}/custom_domains/${domain.uuid}`;
      expectOk(await service.api(`${path}/verify_dns_records`, { method: 'POST' }));
    },
    'sign-in': async () =>
      expectOk(
        await service.api('/session', { token: null, json: { email: 'ann@victim.example', password } }),
      ),
  };
}

function rulesOf({ uuid }: Account, host: string): string {
  return `/api/v1/accounts/${uuid}/hosts/${host}/rules`;
}

function many(count: number, of: (index: number) => unknown): unknown[] {
  return Array.from({ length: count }, (_, index) => of(index));
}

function redirectTo(path: string): unknown {
  return { if: { path }, then: { redirect: { to: 'https://a.example/x' } } };
}

async function attacksOn(service: TestService, dns: TestDnsServer, cleanUp: CleanUp): Promise<Attack[]> {
  const silent = createServer(() => {});
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
  cleanUp.defer(() => {
    silent.closeAllConnections();
    silent.close();
  });
  const address = silent.address();
  const silentPort = typeof address === 'object' && address ? address.port : 0;
  const put = ({ token, ...account }: Account, host: string, rules: readonly unknown[]) =>
    service.api(rulesOf({ token, ...account }, host), { method: 'PUT', token, json: { rules } });
  /** A custom domain of an attacker. */
  const domainOf = async (account: Account, host: string, upstreamHost = '127.0.0.1') => {
    const api: TestService['api'] = (path, request) =>
      service.api(path, { token: account.token, ...request });
    const place = { host: upstreamHost, port: silentPort, tls: false };
    return await addDomain({ accountUuid: account.uuid, api }, host, place);
  };
  const bomb = gzipSync(Buffer.from(`{"rules":[${' '.repeat(32 * 2 ** 20 - 20)}]}`));
  return [
    {
      name: 'A1, many parameters for a list of queries',
      atOnce: 4,
      begin: async (account) => {
        const host = `${account.name}.example`;
        const list = many(2_000, (n) => ({ if: { query: { a: true, b: `${n}` } }, then: { block: {} } }));
        await put(account, host, list);
        return () => service.edge(host, `/?${'&'.repeat(7_000)}a&b`);
      },
    },
    {
      name: 'A2, targets that grow',
      atOnce: 4,
      begin: async (account) => {
        const host = `${account.name}.example`;
        await put(account, host, [{ if: { path: '/*' }, then: { redirect: { to: '/:splat:splat:splat' } } }]);
        return () => service.edge(host, '/aaaaaaaaaaaaaaaaaaaa');
      },
    },
    {
      name: 'A3, 20,000 paths of one hash',
      atOnce: 1,
      begin: async (account) => {
        const paths = collidingPaths(20_000);
        const list = JSON.stringify({ rules: paths.map(redirectTo) });
        const host = `${account.name}.example`;
        return async () => {
          await strike(service, rulesOf(account, host), account.token, list);
          await service.edge(host, paths.at(-1));
        };
      },
    },
    {
      name: 'A4, upstreams without an address',
      atOnce: 24,
      begin: async (account) => {
        const hosts = await Promise.all(
          Array.from({ length: 24 }, async (_, n) => {
            const host = `h${n}.${account.name}.example`;
            await domainOf(account, host, `u${n}.${account.name}.invalid`);
            return host;
          }),
        );
        let turn = 0;
        return () => service.edge(hosts[(turn += 1) % hosts.length] ?? '');
      },
    },
    {
      name: 'A5, seven lists of 100,000 rules',
      atOnce: 2,
      begin: async (account) => {
        const hosts = Array.from({ length: 7 }, (_, n) => `h${n}.${account.name}.example`);
        const list = JSON.stringify({ rules: many(100_000, (n) => redirectTo(`/:lang/old-${n}`)) });
        for (const host of hosts) await strike(service, rulesOf(account, host), account.token, list);
        let turn = 0;
        return () => service.edge(hosts[(turn += 1) % hosts.length] ?? '', '/de/old-99999');
      },
    },
    {
      name: 'A6, gzip bodies without an end',
      atOnce: 24,
      begin: async (account) => () => holdBack(service, rulesOf(account, 'a6.example'), account.token, bomb),
    },
    {
      name: 'A7, lists of 40,000 rules',
      atOnce: 1,
      begin: async (account) => {
        const lists = ['a', 'b'].map((letter) =>
          JSON.stringify({ rules: many(40_000, (n) => redirectTo(`/${letter}-${n}`)) }),
        );
        let turn = 0;
        return () => {
          turn += 1;
          return strike(
            service,
            rulesOf(account, `${account.name}${turn % 2}.example`),
            account.token,
            lists[turn % 2],
          );
        };
      },
    },
    {
      name: 'A8, PUTs of 50 new passwords',
      atOnce: 4,
      begin: async (account) => {
        let turn = 0;
        return () => {
          const users = many(50, (n) => ({ name: `u${n}`, password: `password ${(turn += 1)}` }));
          const rules = [{ then: { basic_auth: { realm: 'r', users } } }];
          return put(account, `${account.name}${turn}.example`, rules);
        };
      },
    },
    {
      name: 'A9, checks in silent zones',
      atOnce: 8,
      begin: async (account) => {
        const domains = await Promise.all(
          Array.from({ length: 20 }, async (_, n) => {
            const host = `h.${account.name}-${n}.test`;
            for (const name of [host, host.slice(2)]) dns.setFault(name, 'silent');
            return await domainOf(account, host);
          }),
        );
        let turn = 0;
        return () => {
          const domain = domains[(turn += 1) % domains.length];
          const path = `/api/v1/accounts/${account.uuid}/upstreams/${domain?.upstreamUuid}/custom_domains/${domain?.uuid}`;
          return service.api(`${path}/verify_dns_records`, { method: 'POST', token: account.token });
        };
      },
    },
    {
      name: 'A10, guesses at passwords of six hosts',
      atOnce: 24,
      begin: async (account) => {
        const hosts = Array.from({ length: 6 }, (_, n) => `h${n}.${account.name}.example`);
        const users = [{ name: 'ann', password }];
        for (const host of hosts) await put(account, host, [{ then: { basic_auth: { realm: 'r', users } } }]);
        let turn = 0;
        return () => {
          const guess = Buffer.from(`ann:guess ${(turn += 1)}`).toString('base64');
          const headers = { authorization: `Basic ${guess}` };
          return service.edge(hosts[turn % hosts.length] ?? '', '/', { headers });
        };
      },
    },
    {
      name: 'A11, GETs of a large list',
      atOnce: 20,
      begin: async (account) => {
        const filler = 'x'.repeat(200);
        await put(
          account,
          `${account.name}.example`,
          many(60_000, (n) => redirectTo(`/${filler}-${n}`)),
        );
        return () => strike(service, rulesOf(account, `${account.name}.example`), account.token);
      },
    },
    {
      name: 'A12, a visitor’s names of events on the victim’s own domain',
      atOnce: 4,
      begin: async ({ name }) => {
        let turn = 0;
        return () =>
          service.edge(victimHost, '/.nameplate/event', {
            method: 'POST',
            headers: {
              'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
            },
            body: JSON.stringify({ u: `https://${victimHost}/`, w: 1200, n: `${name} ${(turn += 1)}` }),
          });
      },
    },
    {
      name: 'A13, names of others',
      atOnce: 4,
      begin: async (account) => {
        // Each is looked for in DNS: the victim has the last one.
        const hosts = [...Array.from({ length: 999 }, (_, n) => `r${n}.${account.name}.example`), victimHost];
        const redirects = hosts.map((host) => ({ source_host: host, destination_url: 'https://a.example' }));
        const path = `/api/v1/accounts/${account.uuid}/redirects/batch`;
        return () => service.api(path, { token: account.token, json: { redirects } });
      },
    },
    {
      name: 'A14, updates of 25 KB metadata with 20 endpoints',
      atOnce: 2,
      begin: async (account) => {
        const { token } = account;
        for (let n = 0; n < 20; n++)
          await service.api(`/api/v1/accounts/${account.uuid}/webhook_endpoints`, {
            token,
            json: { url: `http://127.0.0.1:${silentPort}/${n}` },
          });
        const domain = await domainOf(account, `a14.${account.name}.example`);
        const path = `/api/v1/accounts/${account.uuid}/upstreams/${domain.upstreamUuid}/custom_domains/${domain.uuid}`;
        let turn = 0;
        return () => {
          const metadata = Object.fromEntries(
            Array.from({ length: 50 }, (_, n) => [`k${n}`, `${'x'.repeat(490)}${(turn += 1)}`]),
          );
          return service.api(path, { method: 'PUT', token, json: { metadata } });
        };
      },
    },
    {
      name: 'A15, receivers that never answer',
      atOnce: 2,
      begin: async (account) => {
        const base = `/api/v1/accounts/${account.uuid}`;
        for (let n = 0; n < 8; n++)
          await service.api(`${base}/webhook_endpoints`, {
            token: account.token,
            json: { url: `http://127.0.0.1:${silentPort}/${n}` },
          });
        let turn = 0;
        return () =>
          service.api(`${base}/redirects`, {
            token: account.token,
            json: {
              source_host: `r${(turn += 1)}.${account.name}.example`,
              destination_url: 'https://a.example',
            },
          });
      },
    },
    {
      name: 'T2, hours of ten years',
      atOnce: 4,
      begin: async (account) => {
        const { uuid } = await domainOf(account, `t2.${account.name}.example`);
        const json = {
          metrics: ['visitors'],
          date_range: ['2017-01-01', '2026-11-01'],
          dimensions: ['time:hour'],
          include: { comparison: { mode: 'previous_period' } },
        };
        return () =>
          service.api(`/api/v1/analytics/custom_domains/${uuid}/query`, { token: account.token, json });
      },
    },
  ];
}

/** Sends a request and throws its answer away: to read it would hold up what is measured here. */
function strike(service: TestService, path: string, token: string, body?: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = httpRequest(service.apiOrigin + path, {
      method: body === undefined ? 'GET' : 'PUT',
      headers: {
        authorization: `Bearer ${token}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      agent: false,
    });
    request.on('error', reject);
    request.on('response', (response) => response.on('close', resolve).resume());
    request.end(body);
  });
}

/** Sends all of a body but its last byte, and gives up after a while. */
async function holdBack(service: TestService, path: string, token: string, body: Buffer): Promise<void> {
  const { hostname, port } = new URL(service.apiOrigin);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => {});
  socket.write(
    `PUT ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\nContent-Type: application/json\r\n` +
      `Content-Encoding: gzip\r\nContent-Length: ${body.length}\r\n\r\n`,
  );
  socket.write(body.subarray(0, -1));
  await pause(2_000);
  socket.destroy();
}

function expectOk<Answer extends { readonly status: number; readonly body: unknown }>(
  answer: Answer,
): Answer {
  if (answer.status >= 300) throw new Error(`status ${answer.status}: ${JSON.stringify(answer.body)}`);
  return answer;
}
