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

test.each([2, 8])('%d workers admit no more than the limit between them, in any burst', async (workers) => {
  const env = { NAMEPLATE_TRUSTED_PROXIES: '127.0.0.1' };
  const service = await TestService.start({ dataDir: await tempDir(), workers, env });
  onTestFinished(async () => {
    await service.stop();
  });
  let clients = 0;
  for (const limit of [1, 10]) {
    // As long as may be, so that the window hardly ends meanwhile.
    const rule = { then: { rate_limit: { requests: limit, seconds: 86_400 } } };
    const put = await service.api(`/api/v1/accounts/${service.accountUuid}/hosts/${host}/rules`, {
      method: 'PUT',
      json: { rules: [rule, { then: { respond: { body: 'ok' } } }] },
    });
    expect(put.status).toBe(200);
    // With one socket, all requests reach one worker.
    for (const sockets of [30, 30, 30, 1]) {
      const agent = new http.Agent({ keepAlive: true, maxSockets: sockets });
      const client = `192.0.2.${clients}`;
      onTestFinished(() => agent.destroy());
      clients += 1;
      const ask = () => service.edge(host, '/', { agent, headers: { 'X-Forwarded-For': client } });
      let admitted = 0;
      // Where the machine is busy, a request may be refused as there was no answer in time; it may come again in a second.
      const isUsedUp = async (): Promise<boolean> => {
        const answers = await Promise.all(Array.from({ length: 30 }, ask));
        admitted += answers.filter(({ status }) => status === 200).length;
        return answers.every(({ headers }) => Number(headers['retry-after']) > 1);
      };
      await expect.poll(isUsedUp).toBe(true);
      expect(admitted).toBe(limit);
    }
  }
});
