/**
 * Rules in a whole service: live before a replacement is answered, and never half a list, also after `kill -9`.
 * Source: docs/reference/rules.md ("Reading and replacing"). NAMEPLATE_TEST_RULES and NAMEPLATE_TEST_RULES_KILLS set
 * how many rules the list has and how often the service is killed.
 */
import http from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { dataDirFor, onEachControlStore } from '../support/control-stores.ts';
import { serviceEnvironment, TestService } from '../support/service.ts';
import { tempDir } from '../support/temp-dir.ts';

const host = 'rules.example.com';
const rules = Number(process.env.NAMEPLATE_TEST_RULES ?? 5_000);
const kills = Number(process.env.NAMEPLATE_TEST_RULES_KILLS ?? 3);

/** A list whose first and last rules say which one it is. */
function listOf(version: number): object[] {
  const says = (path: string) => ({ if: { path }, then: { respond: { body: `${version}` } } });
  const between = Array.from({ length: rules - 2 }, (_, index) => ({
    if: { path: `/old-address-number-${index}` },
    then: { redirect: { to: `https://dest.example/${version}/${index}` } },
  }));
  return [says('/first'), ...between, says('/last')];
}

/** What several new connections get, so that each worker is asked. */
async function versionsServed(service: TestService): Promise<Set<string>> {
  const asked = Array.from({ length: 24 }, (_, index) =>
    service.edge(host, index % 2 === 0 ? '/first' : '/last'),
  );
  return new Set((await Promise.all(asked)).map(({ status, body }) => `${status} ${body}`));
}

onEachControlStore('rules of a service', (newLocation) => {
  test('are live on every worker before they are answered, and old or new after each kill', async () => {
    const control = await newLocation('tables');
    const dataDir = await dataDirFor(control);
    const env = await serviceEnvironment({
      dataDir,
      control,
      workers: 2,
      env: { NAMEPLATE_RATE_LIMIT: '0' },
    });
    let service = await TestService.startWith(env);
    onTestFinished(async () => {
      await service.stop();
    });
    const replace = (version: number) =>
      service.api(`/api/v1/accounts/${service.accountUuid}/hosts/${host}/rules`, {
        method: 'PUT',
        json: { rules: listOf(version) },
      });
    let took = 0;
    for (const version of [0, 1]) {
      const startedAt = performance.now();
      expect((await replace(version)).status).toBe(200);
      took = performance.now() - startedAt;
      expect(await versionsServed(service)).toEqual(new Set([`200 ${version}`]));
    }
    let stored = 1;
    for (let kill = 0; kill < kills; kill++) {
      const next = stored + 1;
      let isAcknowledged = false;
      const replacing = replace(next).then(
        ({ status }) => (isAcknowledged = status === 200),
        () => {},
      );
      await delay(Math.random() * took * 1.1);
      const wasAcknowledged = isAcknowledged;
      await service.kill();
      await replacing;
      service = await TestService.startWith(env);
      const [served = '', ...others] = await versionsServed(service);
      expect(others).toEqual([]);
      expect([`200 ${stored}`, `200 ${next}`]).toContain(served);
      if (wasAcknowledged) expect(served).toBe(`200 ${next}`);
      stored = Number(served.slice(4));
    }
  });
});

test('what one worker counts for a limit holds on the other one', async () => {
  const service = await TestService.start({ dataDir: await tempDir(), workers: 2 });
  onTestFinished(async () => {
    await service.stop();
  });
  const limit = 500;
  // As long as may be, so that the window hardly ends meanwhile.
  const rule = { then: { rate_limit: { requests: limit, seconds: 86_400 } } };
  const put = await service.api(`/api/v1/accounts/${service.accountUuid}/hosts/${host}/rules`, {
    method: 'PUT',
    json: { rules: [rule, { then: { respond: { body: 'ok' } } }] },
  });
  expect(put.status).toBe(200);
  // One connection is one worker.
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
  onTestFinished(() => agent.destroy());
  const statuses: number[] = [];
  for (let asked = 0; asked <= limit; asked++)
    statuses.push((await service.edge(host, '/', { agent })).status);
  expect([statuses.slice(0, limit).every((status) => status === 200), statuses[limit]]).toEqual([true, 429]);
  // Both workers are asked; by itself the other one would let as many in again, which are more than are sent here.
  let sent = 0;
  const ask = async (): Promise<number[]> => {
    sent += 24;
    const answers = await Promise.all(Array.from({ length: 24 }, () => service.edge(host, '/')));
    return [...new Set(answers.map(({ status }) => status))];
  };
  await expect.poll(ask, { interval: 1_500 }).toEqual([429]);
  expect(sent).toBeLessThan(limit);
});
