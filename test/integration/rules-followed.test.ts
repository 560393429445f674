/** Files of rules, imported into a running service, and a request for each of their lines. Source: docs/reference/rule-formats.md. */
import { writeFile } from 'node:fs/promises';
import http from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runCli } from '../support/command-line.ts';
import { ComposedService } from '../support/composed-service.ts';
import { type LocalUpstream, loopbackUpstreams, startUpstream } from '../support/domains.ts';
import { documentedForms, type Followed, otherHost, siteFile } from '../support/netlify-lines.ts';
import { tempDir } from '../support/temp-dir.ts';

const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
let dataDir: string;
let upstream: LocalUpstream;
let service: ComposedService;

beforeAll(async () => {
  dataDir = await tempDir('file');
  upstream = await startUpstream((request, answer) => void answer.end(request.url));
  const env = { ...loopbackUpstreams, NAMEPLATE_TRUSTED_PROXIES: '127.0.0.1' };
  service = await ComposedService.start({ dataDir, env });
  const upstreams = `/api/v1/accounts/${service.accountUuid}/upstreams`;
  const json = { host: '127.0.0.1', port: upstream.port, tls: false };
  expect((await service.api(upstreams, { json })).status).toBe(201);
});
afterAll(async () => {
  agent.destroy();
  await service?.stop();
  await upstream?.close();
});

async function importFile(text: string, host: string): Promise<void> {
  const path = join(dataDir, `_redirects-${host}`);
  await writeFile(path, text);
  const imported = await runCli(['rules', 'import', path, '--host', host, '--json'], { dataDir });
  expect(imported).toMatchObject({ code: 0 });
  expect(JSON.parse(imported.stdout).problems).toEqual([]);
}

/** What each line's request gets, beside what it should get. */
async function follow(followed: readonly Followed[], host: string) {
  const got: string[] = [];
  const wanted: string[] = [];
  for (const {
    line,
    target,
    status,
    leadsTo = '',
    method = 'GET',
    headers = {},
    host: asked = host,
  } of followed) {
    wanted.push(`${line} | ${method} ${target} | ${status} ${leadsTo}`);
    const answer = await service.edge(asked, target, { method, headers, agent });
    const found = status === 200 ? answer.body : (answer.location ?? '');
    got.push(`${line} | ${method} ${target} | ${answer.status} ${found}`);
  }
  return { got, wanted };
}

test('each form that Netlify documents answers as it says', async () => {
  const host = 'forms.lines.example';
  const followed = documentedForms(`http://127.0.0.1:${upstream.port}`);
  const lines = new Set(followed.map(({ line }) => line));
  await importFile(`${[...lines].join('\n')}\n`, host);
  // Commands tell the service through the store, which it looks at four times a second.
  await expect.poll(async () => (await service.edge(host, '/home')).status).toBe(301);
  await expect.poll(async () => (await service.edge(otherHost, '/')).status).toBe(301);
  const { got, wanted } = await follow(followed, host);
  expect(got).toEqual(wanted);
});

test('every line of a long file answers as it says', async () => {
  const host = 'docs.lines.example';
  const { text, followed } = siteFile();
  expect(text.split('\n').length).toBeGreaterThanOrEqual(200);
  await importFile(text, host);
  await expect.poll(async () => (await service.edge(host, '/docs')).status).toBe(301);
  const { got, wanted } = await follow(followed, host);
  expect(got).toEqual(wanted);
});
