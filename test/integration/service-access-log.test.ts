/** The access log of the running service. Source: docs/reference/access-log.md. */
import { readFile, rename, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { createDomain, loopbackUpstreams, startUpstream } from '../support/domains.ts';
import { freePort } from '../support/free-port.ts';
import { talk } from '../support/raw-http.ts';
import { TestService } from '../support/service.ts';
import { tempDir } from '../support/temp-dir.ts';

async function start(env: Readonly<Record<string, string>>): Promise<TestService> {
  const service = await TestService.start({
    dataDir: await tempDir(),
    env: { ...loopbackUpstreams, ...env },
  });
  onTestFinished(async () => {
    await service.stop();
  });
  return service;
}

async function linesOf(path: string): Promise<Record<string, unknown>[]> {
  const text = await readFile(path, 'utf8').catch(() => '');
  return text
    .trimEnd()
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));
}

test('every request is a line, with the id that the upstream got and that the failure is logged under', async () => {
  const path = join(await tempDir(), 'access.log');
  const service = await start({ NAMEPLATE_ACCESS_LOG: path, NAMEPLATE_TRUSTED_PROXIES: '127.0.0.1' });
  const ids: (string | undefined)[] = [];
  const upstream = await startUpstream((request, answer) => {
    ids.push(String(request.headers['x-request-id']));
    answer.end('hello');
  });
  onTestFinished(() => upstream.close());
  const { host } = await createDomain(service, 'shop.example.com', upstream.port);
  const away = await createDomain(service, 'away.example.com', await freePort());
  const headers = {
    'x-forwarded-for': '203.0.113.7',
    'user-agent': 'test/1',
    traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
  };
  const answered = await service.edge(host, '/a?b=c', { headers });
  const failed = await service.edge(away.host, '/');
  expect(failed.status).toBe(502);
  await service.edge('elsewhere.example.com', '/');
  await talk(service.edgePort, 'GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n');

  await expect.poll(async () => (await linesOf(path)).length).toBe(4);
  const [proxied, gone, missing, refused] = await linesOf(path);
  expect(proxied).toMatchObject({
    log: 'access',
    remote_addr: '203.0.113.7',
    scheme: 'http',
    host,
    request_method: 'GET',
    request_uri: '/a?b=c',
    server_protocol: 'HTTP/1.1',
    status: 200,
    http_user_agent: 'test/1',
    request_id: ids[0],
    answer_id: answered.headers['x-request-id'],
    trace_id: '0af7651916cd43dd8448eb211c80319c',
    upstream_header_time: expect.any(Number),
  });
  expect(gone).toMatchObject({
    status: 502,
    request_id: failed.headers['x-request-id'],
    answer_id: failed.headers['x-request-id'],
  });
  await expect.poll(() => service.output).toContain(String(gone?.request_id));
  expect(missing).toMatchObject({ status: 404, host: 'elsewhere.example.com' });
  expect(missing).not.toHaveProperty('request_id');
  expect([missing, refused].map((line) => typeof line?.['answer_id'])).toEqual(['string', 'string']);
  expect(refused).toMatchObject({ status: 400, refusal: 'host_repeated' });
  expect((await stat(path)).mode & 0o777).toBe(0o640);

  await rename(path, `${path}.1`);
  await sleep(1_100);
  await service.edge(host, '/after');
  await expect.poll(() => linesOf(path)).toMatchObject([{ request_uri: '/after' }]);
  expect(await linesOf(`${path}.1`)).toHaveLength(4);
});

test('lines on standard output can be told from the program’s own', async () => {
  const service = await start({ NAMEPLATE_ACCESS_LOG: 'stdout', NAMEPLATE_LOG_FORMAT: 'json' });
  await service.edge('elsewhere.example.com', '/here');
  await expect.poll(() => service.output).toMatch(/^\{"log":"access".*"\/here".*\}$/m);
});

test('a log that cannot be written later does not stop the edge, and is reported', async () => {
  const directory = await tempDir();
  const path = join(directory, 'access.log');
  const service = await start({ NAMEPLATE_ACCESS_LOG: path, NAMEPLATE_ACCESS_LOG_FORMAT: 'combined' });
  await service.edge('elsewhere.example.com', '/1');
  await expect.poll(() => readFile(path, 'utf8').catch(() => '')).toMatch(/"GET \/1 HTTP\/1\.1" 404 /);
  await rename(directory, `${directory}-gone`);
  await sleep(1_100);
  expect(await service.edge('elsewhere.example.com', '/2')).toMatchObject({ status: 404 });
  await expect.poll(() => service.output).toContain('writing the access log failed');
  await rename(`${directory}-gone`, directory);
  await expect.poll(() => service.output).toContain('can be written again');
  expect(await readFile(path, 'utf8')).toMatch(/"GET \/2 HTTP\/1\.1" 404 /);
});
