/** Webhooks of a service that is killed while it sends one. Source: docs/reference/webhooks.md ("Attempts"). */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text as readText } from 'node:stream/consumers';
import { Webhook } from 'standardwebhooks';
import { expect, onTestFinished, test } from 'vitest';
import { loopbackUpstreams } from '../support/domains.ts';
import { serviceEnvironment, TestService } from '../support/service.ts';
import { tempDir } from '../support/temp-dir.ts';

test('an event that was being sent at kill -9 is sent again under the same id, before those behind it', {
  timeout: 180_000,
}, async () => {
  const received: { id: string; type: string; note: string }[] = [];
  let verifier: Webhook | undefined;
  let onFirst = async (): Promise<void> => {};
  const server = createServer((request, response) => {
    void (async () => {
      const body = await readText(request);
      const fields = Object.entries(request.headers).map(([name, value]) => [name, String(value)]);
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- compared below
      const event = verifier?.verify(body, Object.fromEntries(fields)) as {
        type: string;
        data: { note: string };
      };
      const id = String(request.headers['webhook-id']);
      received.push({ id, type: event.type, note: event.data.note });
      if (received.length === 1) await onFirst();
      response.end();
    })();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it listens on a port
  const { port } = server.address() as AddressInfo;

  const env = await serviceEnvironment({ dataDir: await tempDir(), workers: 1, env: loopbackUpstreams });
  let service = await TestService.startWith(env);
  onTestFinished(async () => void (await service.stop()));
  let hasChanged = (): void => {};
  const changed = new Promise<void>((resolve) => {
    hasChanged = resolve;
  });
  let wasKilled = (): void => {};
  const killed = new Promise<void>((resolve) => {
    wasKilled = resolve;
  });
  onFirst = async () => {
    // The last change is stored before the service dies.
    await changed;
    await service.kill();
    wasKilled();
  };
  const endpoints = `/api/v1/accounts/${service.accountUuid}/webhook_endpoints`;
  const { body: endpoint } = await service.api(endpoints, { json: { url: `http://127.0.0.1:${port}/` } });
  verifier = new Webhook(endpoint.secret);
  const json = { source_host: 'a.example.com', destination_url: 'https://b.example' };
  const { body: redirect } = await service.api(service.redirects, { json });
  for (const note of ['one', 'two'])
    await service.api(`${service.redirects}/${redirect.uuid}`, { method: 'PUT', json: { note } });
  hasChanged();
  await killed;
  service = await TestService.startWith(env);
  await expect.poll(() => received.length, { timeout: 90_000 }).toBe(4);
  const [first, ...rest] = received;
  expect(first?.type).toBe('redirect.created');
  expect(rest.map(({ type, note }) => [type, note])).toEqual([
    ['redirect.created', ''],
    ['redirect.updated', 'one'],
    ['redirect.updated', 'two'],
  ]);
  expect(rest[0]?.id).toBe(first?.id);
});
