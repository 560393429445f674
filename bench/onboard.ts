/**
 * How long 1,000 custom domains take from one batch until all are ready, with certificates from Debian's pebble on this machine,
 * while the service is killed several times. Prints the time, the certificates issued, and whether each domain's webhooks
 * were queued in order.
 * Run: `npm run build && npx tsx bench/onboard.ts [domains] [kills]`
 */
import { setTimeout as delay } from 'node:timers/promises';
import { ControlDatabase } from '../src/control/database.ts';
import { newUuid } from '../src/core/ids.ts';
import { CleanUp } from '../src/service/clean-up.ts';
import { freePorts } from '../test/support/free-port.ts';
import { Pebble } from '../test/support/pebble.ts';
import { serviceEnvironment, TestService } from '../test/support/service.ts';
import { diskDir } from './support/temp-dir.ts';

const [count = 1_000, kills = 5] = process.argv.slice(2).map(Number);
const pollMs = 250;
const order = [
  'custom_domain.created',
  'custom_domain.dns_found',
  'certificate.issued',
  'custom_domain.ready',
];

/** An endpoint that nothing is delivered to: its queue shows the order. */
async function addEndpoint(database: ControlDatabase, accountUuid: string): Promise<void> {
  await database.queries
    .insertInto('webhook_endpoints')
    .values({
      uuid: newUuid(),
      account_uuid: accountUuid,
      url: 'https://hooks.invalid',
      description: '',
      events: '[]',
      active: 1,
      disabled_at: null,
      disabled_reason: '',
      failing_since: null,
      last_sequence: 0,
      sealed_secrets: '',
      key_id: null,
      previous_secret_expires_at: null,
      created_at: 0,
      updated_at: 0,
    })
    .execute();
}

async function countReady({ queries }: ControlDatabase): Promise<number> {
  const row = await queries
    .selectFrom('custom_domains')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('ready', '=', 1)
    .executeTakeFirstOrThrow();
  return row.count;
}

/** Starts the service again, as systemd would, also when that takes long on a busy machine. */
async function restart(): Promise<TestService> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await TestService.startWith(env);
    } catch (error) {
      if (attempt >= 5) throw error;
    }
  }
}

await using cleanUp = new CleanUp();
const [httpPort = 0, tlsPort = 0] = await freePorts(2);
const pebble = await Pebble.start({ httpPort, tlsPort }, (release) => cleanUp.defer(release));
const env = await serviceEnvironment({
  dataDir: await diskDir(cleanUp),
  env: {
    ...pebble.env,
    NAMEPLATE_EDGE_HTTP_PORT: String(httpPort),
    NAMEPLATE_EDGE_HTTPS_PORT: String(tlsPort),
  },
});
let service = await TestService.startWith(env);
cleanUp.defer(() => service.kill());
await using database = await ControlDatabase.open(service.control);
const account = `/api/v1/accounts/${service.accountUuid}`;
await addEndpoint(database, service.accountUuid);
const upstream = await service.api(`${account}/upstreams`, { json: { host: '93.184.216.34' } });
const hosts = Array.from({ length: count }, (_, index) => ({ host: `shop.customer-${index}.example` }));
const start = performance.now();
const batch = await service.api(`${account}/upstreams/${upstream.body.uuid}/custom_domains/batch`, {
  json: { custom_domains: hosts },
});
if (batch.status !== 201) throw new Error(JSON.stringify(batch.body));
const seconds = () => ((performance.now() - start) / 1_000).toFixed(1);
console.log(`${count} domains created after ${seconds()} s`);
let killed = 0;
for (let ready = 0; ready < count; ready = await countReady(database)) {
  if (killed < kills && ready >= ((killed + 1) * count) / (kills + 1)) {
    await service.kill();
    service = await restart();
    killed += 1;
    console.log(`killed ${killed} times: ${ready} ready after ${seconds()} s`);
  }
  await delay(pollMs);
}
const issued = pebble.output.match(/Issued certificate serial/g)?.length ?? 0;
console.log(`all ready after ${seconds()} s; ${issued} certificates issued for ${count} domains`);

const events = await database.queries
  .selectFrom('webhook_deliveries')
  .select(['resource', 'type', 'body'])
  .orderBy('sequence')
  .execute();
const byDomain = new Map<string, string[]>();
for (const { type, body } of events) {
  const { data } = JSON.parse(body);
  const host = String(data.host);
  byDomain.set(host, [...(byDomain.get(host) ?? []), type]);
}
const inOrder = hosts.filter(({ host }) => {
  const types = byDomain.get(host) ?? [];
  return order.every((type, index) => types.indexOf(type) === index);
});
console.log(`webhooks of ${inOrder.length} domains in order: ${order.join(', ')}`);
const strange = hosts.find((each) => !inOrder.includes(each));
if (strange) console.log(`${strange.host}: ${(byDomain.get(strange.host) ?? []).join(', ')}`);
