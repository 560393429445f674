/** A service whose sockets belong to systemd. Source: docs/reference/service.md ("Sockets from systemd"). */

import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { get, IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { dnsQuery, readAnswer } from '../support/dns-queries.ts';
import { edgeLoad, OpenLoad } from '../support/open-load.ts';
import { socketsOf } from '../support/open-sockets.ts';
import { copyProgram } from '../support/other-program.ts';
import { holdDnsSockets, holdSocket } from '../support/passed-sockets.ts';
import { isAlive, type StartOptions, serviceEnvironment, TestService } from '../support/service.ts';
import { createRedirect } from '../support/service-of-test.ts';
import { tempDir } from '../support/temp-dir.ts';
import { upgrade } from '../support/upgrades.ts';

const host = 'go.example.com';
const zone = 'acme.example.net';

/** Holds sockets for API and edge, and starts services on them. */
async function setUp(workers: number) {
  const dns = holdDnsSockets();
  const held = { api: holdSocket(), http: holdSocket(), dns: dns.tcp };
  const env = await serviceEnvironment({
    dataDir: await tempDir(),
    workers,
    env: {
      NAMEPLATE_API_PORT: String(held.api.port),
      NAMEPLATE_EDGE_HTTP_PORT: String(held.http.port),
      NAMEPLATE_DNS_PORT: String(held.dns.port),
      NAMEPLATE_DNS_ZONE: zone,
      NAMEPLATE_DNS_NAMESERVERS: 'ns.example.net',
    },
  });
  const sockets = [
    { name: 'http', descriptor: held.http.descriptor },
    { name: 'dns', descriptor: dns.udp.descriptor },
    { name: 'api', descriptor: held.api.descriptor },
    { name: 'dns', descriptor: dns.tcp.descriptor },
  ];
  const start = async (): Promise<TestService> => {
    const service = await TestService.startWith(env, { sockets });
    onTestFinished(async () => void (await service.stop()));
    return service;
  };
  return { env, held, start };
}

/** Ends a process and waits until it can accept nothing more. */
async function killHard(pid = 0): Promise<void> {
  process.kill(pid, 'SIGKILL');
  await expect.poll(() => isAlive(pid)).toBe(false);
}

/** Asks on a connection of its own. */
async function statusOfApi({ apiOrigin }: TestService): Promise<number | undefined> {
  const [answer] = await once(get(`${apiOrigin}/livez`, { agent: false }), 'response');
  if (!(answer instanceof IncomingMessage)) return undefined;
  answer.resume();
  return answer.statusCode;
}

/** Asks for the zone's name server, over UDP and over TCP, once each: whoever reads it answers. */
async function askZone(port: number, signal?: AbortSignal): Promise<readonly string[]> {
  const query = dnsQuery(zone, 'NS');
  const udp = createSocket('udp4');
  const tcp = connect({ host: '127.0.0.1', port });
  try {
    const datagram = once(udp, 'message', { signal });
    udp.send(query, port, '127.0.0.1');
    tcp.write(Buffer.concat([Buffer.from([query.length >> 8, query.length & 255]), query]));
    const [[overUdp], [overTcp]] = await Promise.all([datagram, once(tcp, 'data', { signal })]);
    return [overUdp, overTcp.subarray(2)].map((message: Buffer) => readAnswer(message).rcode);
  } finally {
    udp.close();
    tcp.destroy();
  }
}

/** Checks that children have the sockets that they listen on and no others, and none the variables. */
async function checkChildren(service: TestService): Promise<void> {
  const [workerPid = 0] = service.workerPids();
  const pids = [service.process.pid ?? 0, service.applicationPid, workerPid];
  const passed = socketsOf(process.pid);
  const [all = [], api = [], http = []] = pids.map((pid) =>
    [...socketsOf(pid)].filter((name) => passed.has(name)),
  );
  expect(all).toHaveLength(4);
  expect(api).toHaveLength(3);
  expect(http).toHaveLength(1);
  expect([...api, ...http].toSorted()).toEqual(all.toSorted());
  for (const pid of pids.slice(1))
    expect(await readFile(`/proc/${pid}/environ`, 'utf8')).not.toContain('LISTEN_');
}

test('restarts, upgrades and deaths refuse no connection: it waits', async () => {
  const { env, held, start } = await setUp(1);
  const answers = ['NOERROR', 'NOERROR'];
  const first = await start();
  await checkChildren(first);
  expect(await askZone(held.dns.port)).toEqual(answers);
  await createRedirect(first, host);
  const load = edgeLoad(first, host, 20);
  const apiLoad = new OpenLoad({ port: Number(env.NAMEPLATE_API_PORT), everyMs: 20, path: '/livez' });

  // The only worker: nothing accepts until its replacement does.
  await killHard(first.workerPids()[0]);
  expect((await first.edge(host)).status).toBe(301);
  await killHard(first.applicationPid);
  expect(await askZone(held.dns.port)).toEqual(answers);
  expect(await statusOfApi(first)).toBe(200);
  await expect.poll(() => first.isReady()).toBe(true);
  expect(await upgrade(first, '--program', await copyProgram('9.1.0'))).toMatchObject({ code: 0 });
  // A connection that the old process has accepted ends with it.
  await expect.poll(() => askZone(held.dns.port, AbortSignal.timeout(2_000)).catch(String)).toEqual(answers);

  expect(await first.stop()).toBe(0);
  const waiting = [first.edge(host), first.edge(host)];
  const waitingForApi = statusOfApi(first);
  const waitingForZone = askZone(held.dns.port);
  await start();
  expect((await Promise.all(waiting)).map(({ status }) => status)).toEqual([301, 301]);
  expect(await waitingForApi).toBe(200);
  expect(await waitingForZone).toEqual(answers);
  const outcomes = await load.stop();
  const apiOutcomes = await apiLoad.stop();
  // A request that was under way when its process was killed gets no answer.
  expect(outcomes['301']).toBeGreaterThan(0);
  expect(apiOutcomes['200']).toBeGreaterThan(0);
  for (const outcome of [...Object.keys(outcomes), ...Object.keys(apiOutcomes)])
    expect(outcome).not.toContain('ECONNREFUSED');
});

test('a start with sockets of no use is refused in one line', async () => {
  const { env, held } = await setUp(1);
  const file = openSync('/dev/null', 'r');
  onTestFinished(() => closeSync(file));
  const refusalWith = async (sockets: StartOptions['sockets'], changes: Record<string, string> = {}) =>
    TestService.runToEnd({ ...env, ...changes }, { sockets: sockets ?? [] });
  const { http } = held;
  expect(await refusalWith([{ name: 'nameplate.socket', descriptor: http.descriptor }])).toMatchObject({
    code: 1,
    stderr:
      'nameplate: systemd passes a socket called "nameplate.socket"; allowed: FileDescriptorName=api, http, https, dns\n',
  });
  const noListener =
    'nameplate: the socket "http" that systemd passes is not a TCP socket that listens; allowed: ListenStream= with a port, and Accept=no\n';
  expect(await refusalWith([{ name: 'http', descriptor: file }])).toMatchObject({
    code: 1,
    stderr: noListener,
  });
  const otherPort = await refusalWith([{ name: 'http', descriptor: http.descriptor }], {
    NAMEPLATE_EDGE_HTTP_PORT: env.NAMEPLATE_EDGE_HTTP_PORT === '8080' ? '8081' : '8080',
  });
  expect(otherPort.code).toBe(1);
  expect(otherPort.stderr).toMatch(
    /^nameplate: NAMEPLATE_EDGE_HTTP_PORT is 808\d, but the socket "http" that systemd passes has port \d+; allowed: the same port\n$/,
  );
});
