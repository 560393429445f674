/** `nameplate data update`, and the service's own schedule. Source: docs/reference/enrichment.md ("Data that ages"). */
import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { pino } from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { BotLookup } from '../../src/analytics/lookup/bot.ts';
import { CrawlerJudge } from '../../src/analytics/lookup/crawler-judge.ts';
import { parseConfig } from '../../src/config/config.ts';
import { ScheduledDataUpdates } from '../../src/features/lookup-data/scheduled-updates.ts';
import { runCli } from '../support/command-line.ts';
import { tempDir } from '../support/temp-dir.ts';

const hourMs = 3_600_000;

/** Serves a list of crawlers that a test may change. */
async function listServer(): Promise<{ url: string; body: string; requests: number }> {
  const served = { url: '', body: '', requests: 0 };
  const server = createServer((_request, response) => {
    served.requests += 1;
    response.end(served.body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const address = server.address();
  served.url = `http://me:hunter2@127.0.0.1:${typeof address === 'object' ? address?.port : ''}/list`;
  return served;
}

const entry = (pattern: string, date: string) => ({ pattern, addition_date: date, tags: [] });
const userAgent = 'Mozilla/5.0 (compatible; AcmeFetch/1.0; a robot by Acme; bot)';

test('nameplate data update: downloads, refuses, and says which', async () => {
  const dataDir = join(await tempDir(), 'data');
  const served = await listServer();
  const env = { NAMEPLATE_DATA_CRAWLERS_URL: served.url };
  const update = () => runCli(['data', 'update'], { dataDir, env });
  expect(await runCli(['data', 'update'], { dataDir })).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('set NAMEPLATE_DATA_PLACES_URL'),
  });

  served.body = JSON.stringify([entry('Acme[A-Z]\\w+', '2026/10/01')]);
  expect(await update()).toEqual({ code: 0, stdout: 'crawlers: updated, built 2026-10-01\n', stderr: '' });
  const path = join(dataDir, 'downloads', 'crawlers.json');
  expect(new BotLookup({ path, isDownloaded: true }).nameOf(userAgent)).toBe('AcmeFetch');
  for (const [body, problem] of [
    ['<html>', 'it is not JSON'],
    ['{}', 'it is not a JSON array of crawlers'],
    ['[{"pattern":"("}]', 'entry 0 has no "pattern" that is a regular expression'],
    [JSON.stringify([entry('x', '2025/01/01')]), 'older than the one of 2026-10-01'],
  ] as const) {
    const before = readFileSync(path);
    served.body = body;
    const { code, stderr } = await update();
    expect([code, stderr]).toEqual([1, expect.stringContaining(problem)]);
    expect(stderr).not.toContain('hunter2');
    expect(readFileSync(path)).toEqual(before);
  }
});

test('nameplate data update: ranges of crawlers; the old ones stay while the new are bad or huge', async () => {
  const dataDir = join(await tempDir(), 'data');
  const served = await listServer();
  const update = () =>
    runCli(['data', 'update'], { dataDir, env: { NAMEPLATE_DATA_RANGES_URL: served.url } });
  served.body = JSON.stringify({ creationTime: '2026-11-01T00:00:00Z', Acme: ['203.0.113.0/24'] });
  expect(await update()).toEqual({ code: 0, stdout: 'ranges: updated, built 2026-11-01\n', stderr: '' });
  const path = join(dataDir, 'downloads', 'ranges.json');
  for (const [body, problem] of [
    ['{"Acme":["0.0.0.0/0"]}', '"Acme"[0] is "0.0.0.0/0"'],
    [JSON.stringify({ creationTime: '2026-10-01T00:00:00Z', Acme: [] }), 'older than the one of 2026-11-01'],
    [' '.repeat(100 * 1024 * 1024), 'the file is larger than 16 MiB'],
  ] as const) {
    served.body = body;
    const { code, stderr } = await update();
    expect([code, stderr]).toEqual([1, expect.stringContaining(problem)]);
  }
  expect(new CrawlerJudge({ path, isDownloaded: true }).verdictOf('Acme', '203.0.113.7')).toBe('verified');
});

test('the service downloads when it is due, also after a restart, and tries again an hour after a failure', async () => {
  const served = await listServer();
  const config = parseConfig({
    NAMEPLATE_DATA_DIR: await tempDir(),
    NAMEPLATE_DATA_CRAWLERS_URL: served.url,
    NAMEPLATE_DATA_UPDATE_EVERY: '6',
  });
  let now = Date.UTC(2026, 10, 1);
  const start = () => new ScheduledDataUpdates(config, { now: () => now }, pino({ level: 'silent' }));
  let updates = start();
  expect([await updates.check(), updates.failures]).toEqual([false, 1]);
  now += hourMs - 1;
  await updates.check();
  expect(served.requests).toBe(1);
  now += 1;
  served.body = JSON.stringify([entry('Acme\\w+', '2026/10/01')]);
  expect([await updates.check(), updates.failures, served.requests]).toEqual([true, 1, 2]);
  expect(existsSync(config.lookupData.crawlers?.path ?? '')).toBe(true);

  updates = start();
  now += 6 * hourMs - 1;
  await updates.check();
  expect(served.requests).toBe(2);
  now += 1;
  expect([await updates.check(), served.requests]).toEqual([false, 3]);
});
