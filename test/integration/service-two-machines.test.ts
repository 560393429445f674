/** Two services on one PostgreSQL database, as on two machines. Source: docs/guides/operations.md. */
import { Client } from 'pg';
import { describe, expect, onTestFinished, test } from 'vitest';
import { ClickhouseFront } from '../support/clickhouse-front.ts';
import { hasPostgres, newDatabase } from '../support/databases.ts';
import { serviceEnvironment, TestService } from '../support/service.ts';
import { skipLoudly } from '../support/skips.ts';
import { tempDir } from '../support/temp-dir.ts';

const rounds = 9;

const token = `np_${'t'.repeat(43)}`;

/** A machine of its own; with embedded analytics unless there is a ClickHouse server. */
async function machine(url: string, clickhouse = ''): Promise<Record<string, string>> {
  return serviceEnvironment({
    dataDir: await tempDir(),
    control: { kind: 'postgres', url },
    env: { NAMEPLATE_BOOTSTRAP_TOKEN: token, NAMEPLATE_CLICKHOUSE_URL: clickhouse },
  });
}

async function start(env: Readonly<Record<string, string>>): Promise<TestService> {
  const service = await TestService.startWith(env);
  onTestFinished(async () => {
    await service.stop();
  });
  return service;
}

async function startMachines() {
  const url = await newDatabase('tables');
  const clickhouse = await ClickhouseFront.start();
  onTestFinished(() => clickhouse[Symbol.asyncDispose]());
  const analytics = clickhouse.url;
  const here = await start(await machine(url, analytics));
  return { url, here, there: await start(await machine(url, analytics)) };
}

/**
 * Writes through one machine, round after round; answers how long after the answer the other's edge took to follow, sorted, and how
 * long the writes took.
 */
async function delaysOf(
  writer: TestService,
  reader: TestService,
  beforeEachWrite: () => Promise<void>,
): Promise<{ readonly delays: readonly number[]; readonly writes: readonly number[] }> {
  const source_host = `h${Date.now()}.example.com`;
  const json = { source_host, destination_url: 'https://dest.example' };
  const { body } = await writer.api(writer.redirects, { json });
  const delays: number[] = [];
  const writes: number[] = [];
  for (let round = 0; round < rounds; round++) {
    await beforeEachWrite();
    const destination_url = `https://dest${round}.example`;
    const path = `${writer.redirects}/${body.uuid}`;
    const sentAt = performance.now();
    expect((await writer.api(path, { method: 'PUT', json: { destination_url } })).status).toBe(200);
    const answeredAt = performance.now();
    await expect
      .poll(async () => (await reader.edge(source_host)).location, { interval: 5 })
      .toBe(`${destination_url}/`);
    delays.push(performance.now() - answeredAt);
    writes.push(answeredAt - sentAt);
  }
  return { delays: sorted(delays), writes: sorted(writes) };
}

const sorted = (numbers: readonly number[]) => numbers.toSorted((a, b) => a - b);
const median = (numbers: readonly number[]) => numbers[Math.floor(numbers.length / 2)] ?? Number.NaN;

/** Within a second, and what a write takes on a machine that is busy. */
function expectWithinASecond({ delays, writes }: Awaited<ReturnType<typeof delaysOf>>): void {
  expect(median(delays)).toBeLessThan(1_000 + median(writes));
}

if (hasPostgres()) {
  describe('two services on one database', () => {
    test('a write through one is live on the edge of the other within a second, both ways', async () => {
      const { here, there } = await startMachines();
      expect(there.accountUuid).toBe(here.accountUuid);
      expectWithinASecond(await delaysOf(here, there, async () => {}));
      expectWithinASecond(await delaysOf(there, here, async () => {}));
    });

    test('also when the connections that listen for it were cut', async () => {
      const { url, here, there } = await startMachines();
      const client = new Client({ connectionString: url });
      await client.connect();
      onTestFinished(() => client.end());
      const listeners = "from pg_stat_activity where datname = current_database() and query ilike 'listen%'";
      let cut = 0;
      const delays = await delaysOf(here, there, async () => {
        cut += (await client.query(`select pg_terminate_backend(pid) ${listeners}`)).rowCount ?? 0;
      });
      expect(cut).toBeGreaterThanOrEqual(2);
      expectWithinASecond(delays);
      await expect.poll(async () => (await client.query(`select 1 ${listeners}`)).rowCount).toBe(2);
    });

    test('a second one with embedded analytics is refused, until the first one has stopped', async () => {
      const url = await newDatabase('tables');
      const [one, other] = [await machine(url), await machine(url)];
      const first = await start(one);
      const refused = await TestService.runToEnd(other);
      expect(refused).toMatchObject({ code: 1, signal: null });
      expect(refused.stderr).toMatch(/^nameplate: [^\n]*NAMEPLATE_CLICKHOUSE_URL[^\n]*\n$/);
      expect((await first.api(first.redirects)).status).toBe(200);
      expect(await first.isReady()).toBe(true);

      // Not after a crash, as it will be back: at once, on its own directory.
      await first.kill();
      expect((await TestService.runToEnd(other)).stderr).toContain('NAMEPLATE_CLICKHOUSE_URL');
      const again = await start(one);
      expect(await again.stop()).toBe(0);
      expect(await (await start(other)).isReady()).toBe(true);
      expect((await TestService.runToEnd(one)).stderr).toContain('NAMEPLATE_CLICKHOUSE_URL');
    });

    test('a host created through both at once is created once', async () => {
      const { here, there } = await startMachines();
      for (let round = 0; round < 20; round++) {
        const json = { source_host: `race${round}.example.com`, destination_url: 'https://dest.example' };
        const answers = await Promise.all([here, there].map((one) => one.api(one.redirects, { json })));
        expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 400]);
      }
    });
  });
} else {
  skipLoudly('two services on one database', 'no PostgreSQL binaries on this machine');
  describe.skip('two services on one database', () => {
    test('a write through one is live on the edge of the other', () => {});
  });
}
