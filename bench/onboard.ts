/**
 * How long 1,000 custom domains take from one batch until all are ready, with certificates from Debian's pebble on this machine,
 * while the service is killed several times; and what a receiver of webhooks hears of it, by TLS and with verified signatures.
 * Run: `npm run build && node bench/onboard.ts [--domains 1000] [--kills 5] [--application-only]`
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { ControlDatabase } from '../src/control/database.ts';
import type { CleanUp } from '../src/service/clean-up.ts';
import { TestAuthority } from '../test/support/certificates.ts';
import { loopbackUpstreams } from '../test/support/domains.ts';
import { freePorts } from '../test/support/free-port.ts';
import { Pebble } from '../test/support/pebble.ts';
import { serviceEnvironment, TestService } from '../test/support/service.ts';
import { type WebhookMessage, WebhookReceiver } from '../test/support/webhook-receiver.ts';
import { readOptions, takeFlag } from './support/options.ts';
import { describeMachine, publishReport } from './support/report.ts';
import { runBenchmark } from './support/run.ts';
import { formatNumber } from './support/table.ts';
import { diskDir } from './support/temp-dir.ts';
import { atMost } from './support/verdict.ts';

const pollMs = 250;
const giveUpMs = 900_000;
const order = [
  'custom_domain.created',
  'custom_domain.dns_found',
  'certificate.issued',
  'custom_domain.ready',
];
type Moment = { readonly what: string; readonly ready: number; readonly seconds: number };

await runBenchmark(async (cleanUp) => {
  const isApplicationOnly = takeFlag('--application-only');
  const { domains, kills } = readOptions({ domains: 1_000, kills: 5 }, { kills: 'zero' });
  const machine = describeMachine();
  const { service: first, env, pebble, receiver } = await startAll(cleanUp);
  let service = first;
  cleanUp.defer(() => service.kill());
  await using database = await ControlDatabase.open(service.control);
  const account = `/api/v1/accounts/${service.accountUuid}`;
  const endpoint = await created(service, `${account}/webhook_endpoints`, { url: receiver.url });
  receiver.secret = endpoint.secret;
  const upstream = await created(service, `${account}/upstreams`, { host: '93.184.216.34' });
  const hosts = Array.from({ length: domains }, (_, index) => ({ host: `shop.customer-${index}.example` }));

  const startTick = performance.now();
  const moments: Moment[] = [];
  const note = (what: string, ready: number) => {
    const seconds = (performance.now() - startTick) / 1000;
    moments.push({ what, ready, seconds });
    console.error(`${what}: ${ready} ready after ${seconds.toFixed(1)} s`);
  };
  await created(service, `${account}/upstreams/${upstream.uuid}/custom_domains/batch`, {
    custom_domains: hosts,
  });
  note('created', 0);
  let killed = 0;
  for (let ready = 0; ready < domains; ready = await countReady(database)) {
    if (performance.now() - startTick > giveUpMs) break;
    if (killed < kills && ready >= ((killed + 1) * domains) / (kills + 1)) {
      killed += 1;
      if (isApplicationOnly) process.kill(service.applicationPid, 'SIGKILL');
      else {
        await service.kill();
        service = await restart(env);
      }
      note(`killed ${killed} ×`, ready);
    }
    await delay(pollMs);
  }
  const ready = await countReady(database);
  note('last', ready);
  while ((await countPending(database)) > 0 && performance.now() - startTick < giveUpMs) await delay(pollMs);
  note('last webhook', ready);

  const heard = heardOf(receiver);
  const inOrder = hosts.filter(({ host }) => heard.byHost.get(host)?.join() === order.join());
  const strange = hosts.find((each) => !inOrder.includes(each));
  if (strange) console.error(`${strange.host}: ${(heard.byHost.get(strange.host) ?? []).join(', ')}`);
  for (const { type, data } of heard.others) console.error(`${type} ${data.host}: ${data.reason ?? ''}`);
  const issued = pebble.output.match(/Issued certificate serial/g)?.length ?? 0;
  publishReport(
    {
      name: 'onboard',
      title: 'Custom domains from one batch until they are ready',
      method:
        `${formatNumber(domains)} domains are created with one request. Their DNS records are in place, and certificates come from pebble on the ` +
        `same machine. ${isApplicationOnly ? 'The application process' : 'The whole service'} gets ${kills} × \`kill -9\`, at even shares of the domains that are ready. ` +
        'An endpoint made through the API hears of all of it by TLS, and verifies each signature with the library ' +
        `standardwebhooks. In order: ${order.map((type) => `\`${type}\``).join(', ')}, repeated messages and those of other types left out.`,
      sections: [
        {
          heading: 'Times',
          table: {
            columns: ['moment', 'ready', 'seconds'],
            rows: moments.map(({ what, ready: count, seconds }) => [
              what,
              formatNumber(count),
              formatNumber(seconds, 1),
            ]),
          },
        },
        {
          heading: 'Orders and webhooks',
          table: {
            columns: [
              'domains',
              'certificates issued',
              'messages',
              'of them repeated',
              'of other types',
              'domains in order',
            ],
            rows: [
              [
                domains,
                issued,
                receiver.messages.length,
                heard.repeated,
                heard.others.length,
                inOrder.length,
              ].map((value) => formatNumber(value)),
            ],
          },
        },
      ],
      targets: [
        atMost('domains that never became ready', domains - ready, 0, '', 0),
        atMost('domains whose webhooks are missing or out of order', domains - inOrder.length, 0, '', 0),
        atMost('signatures refused', receiver.refusals.length, 0, '', 0),
      ],
      figures: {
        options: { domains, kills, isApplicationOnly },
        moments,
        issued,
        messages: receiver.messages.length,
        repeated: heard.repeated,
        others: heard.others.map(({ type, data }) => ({ type, host: data.host, reason: data.reason })),
        inOrder: inOrder.length,
      },
    },
    machine,
  );
});

/** The authority, the receiver, and a service that trusts the certificates of both. */
async function startAll(cleanUp: CleanUp) {
  const defer = (release: () => Promise<void>): void => cleanUp.defer(release);
  const [httpPort = 0, tlsPort = 0] = await freePorts(2);
  const pebble = await Pebble.start({ httpPort, tlsPort }, defer);
  const authority = new TestAuthority();
  cleanUp.defer(async () => authority[Symbol.dispose]());
  const receiver = await WebhookReceiver.open(defer, authority.issue('IP:127.0.0.1'));
  const dataDir = await diskDir(cleanUp);
  const trusted = join(await diskDir(cleanUp), 'trusted.pem');
  const { NODE_EXTRA_CA_CERTS: ofPebble = '' } = pebble.env;
  writeFileSync(trusted, [ofPebble, authority.path].map((path) => readFileSync(path, 'utf8')).join(''));
  const env = await serviceEnvironment({
    dataDir,
    env: {
      ...pebble.env,
      ...loopbackUpstreams,
      NODE_EXTRA_CA_CERTS: trusted,
      NAMEPLATE_EDGE_HTTP_PORT: String(httpPort),
      NAMEPLATE_EDGE_HTTPS_PORT: String(tlsPort),
    },
  });
  return { service: await TestService.startWith(env), env, pebble, receiver };
}

async function created(service: TestService, path: string, json: unknown) {
  const { status, body } = await service.api(path, { json });
  if (status !== 201) throw new Error(`${path}: ${JSON.stringify(body)}`);
  return body;
}

/** Starts the service again, as systemd would, also when that takes long on a busy machine. */
async function restart(env: Readonly<Record<string, string>>): Promise<TestService> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await TestService.startWith(env);
    } catch (error) {
      if (attempt >= 5) throw error;
    }
  }
}

async function countReady({ queries }: ControlDatabase): Promise<number> {
  const row = await queries
    .selectFrom('custom_domains')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('ready', '=', 1)
    .executeTakeFirstOrThrow();
  return row.count;
}

async function countPending({ queries }: ControlDatabase): Promise<number> {
  const row = await queries
    .selectFrom('webhook_event_deliveries')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('status', '=', 'pending')
    .executeTakeFirstOrThrow();
  return row.count;
}

/** The types that each host is to have, in the order of their first arrival, and messages of other types. */
function heardOf({ messages }: WebhookReceiver) {
  const seen = new Set<string>();
  const byHost = new Map<string, string[]>();
  const others: WebhookMessage[] = [];
  let repeated = 0;
  for (const message of messages) {
    const { id, type, data } = message;
    if (seen.has(id)) repeated += 1;
    else if (!order.includes(type)) others.push(message);
    else byHost.set(String(data.host), [...(byHost.get(String(data.host)) ?? []), type]);
    seen.add(id);
  }
  return { byHost, repeated, others };
}
