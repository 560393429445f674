/** Pauses that receivers ask for. Source: docs/reference/webhooks.md ("Attempts"). */
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pino } from 'pino';
import { expect, onTestFinished, test, vi } from 'vitest';
import { AddressPolicy } from '../../core/address-policy.ts';
import { HostNames } from '../../core/host-names.ts';
import type { FailedAttempt, LeasedDelivery, ShareOut } from '../../core/webhook-delivery.ts';
import { WebhookDeliverer } from './deliverer.ts';

const begin = Date.UTC(2026, 4, 4, 9, 30);

/** A receiver that answers one status, and the deliverer's pauses after it: when the delivery is due again, and for which endpoints there is room. */
async function deliverTo(status: number, retryAfter: string | undefined) {
  const server = createServer((_request, response) => {
    response.writeHead(status, retryAfter === undefined ? {} : { 'retry-after': retryAfter }).end();
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => void server.close());
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it listens on a port
  const { port } = server.address() as AddressInfo;
  const delivery: LeasedDelivery = {
    uuid: 'one',
    endpointUuid: 'busy',
    accountUuid: 'account',
    url: `http://127.0.0.1:${port}/`,
    body: '{}',
    failures: 0,
    lease: 'lease',
    secrets: async () => ['whsec_YWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWE='],
  };
  const clock = { time: begin, now: () => clock.time };
  const due = [delivery];
  let shares: ReadonlyMap<string, number> | undefined;
  const fail = vi.fn(async (_delivery: LeasedDelivery, _failed: FailedAttempt) => undefined);
  const outbox = {
    takeDue: async (_now: number, _leaseMs: number, shareOut: ShareOut) => {
      shares = shareOut(['busy', 'other'].map((uuid) => ({ uuid, accountUuid: 'account' })));
      return due.splice(0);
    },
    succeed: async () => {},
    fail,
    putOff: async () => {},
  };
  const deliverer = new WebhookDeliverer(outbox, {
    send: { policy: new AddressPolicy(['127.0.0.0/8'], []), names: new HostNames(), userAgent: 'Test' },
    clock,
    logger: pino({ level: 'silent' }),
    backOff: () => 5_000,
    pollMs: 10,
  });
  onTestFinished(() => deliverer[Symbol.asyncDispose]());
  deliverer.start();
  await vi.waitFor(() => expect(fail).toHaveBeenCalled(), 50_000);
  return {
    waitMs: (fail.mock.calls[0]?.[1].nextAttemptAt ?? 0) - begin,
    /** Of the endpoint and of another one of the account, so long after the answer. */
    freeAfter: async (ms: number) => {
      clock.time = begin + ms;
      shares = undefined;
      await vi.waitFor(() => expect(shares).toBeDefined(), 50_000);
      return ['busy', 'other'].map((endpoint) => shares?.get(endpoint) ?? 0);
    },
  };
}

test.each([
  [429, '60', 60_000],
  [503, 'Mon, 04 May 2026 09:31:00 GMT', 60_000],
  [429, '999999999', 3_600_000],
])('%i with Retry-After %s pauses the endpoint alone', async (status, retryAfter, pauseMs) => {
  const { waitMs, freeAfter } = await deliverTo(status, retryAfter);
  expect(waitMs).toBe(pauseMs);
  expect(await freeAfter(pauseMs - 1)).toEqual([0, 4]);
  expect(await freeAfter(pauseMs)).toEqual([4, 4]);
});

test.each([
  [429, undefined],
  [429, 'soon'],
  [429, '0'],
  [500, '60'],
])('%i with Retry-After %s pauses nothing', async (status, retryAfter) => {
  const { waitMs, freeAfter } = await deliverTo(status, retryAfter);
  expect(waitMs).toBe(5_000);
  expect(await freeAfter(0)).toEqual([4, 4]);
});

test('accounts whose receivers are slow leave a place for others, and half of all once that is known', async () => {
  let open = 0;
  let most = 0;
  const slow = await receiver((_, response) => {
    open += 1;
    most = Math.max(most, open);
    setTimeout(() => {
      open -= 1;
      response.end();
    }, 300);
  });
  const delivered: string[] = [];
  const quick = await receiver((request, response) => {
    delivered.push(request.url ?? '');
    response.end();
  });
  const slowOnes = ['a', 'b', 'c', 'd', 'e'].flatMap((accountUuid) =>
    Array.from({ length: 30 }, (_, index) => leased(accountUuid, `${accountUuid}${index % 2}`, slow, index)),
  );
  const due = new Set(slowOnes);
  const outbox = {
    takeDue: async (_now: number, _leaseMs: number, shareOut: ShareOut) => {
      const endpoints = new Map(
        [...due].map(({ endpointUuid: uuid, accountUuid }) => [uuid, { uuid, accountUuid }]),
      );
      const shares = new Map(shareOut([...endpoints.values()]));
      const taken = [...due].filter(({ endpointUuid }) => {
        const left = shares.get(endpointUuid) ?? 0;
        shares.set(endpointUuid, left - 1);
        return left > 0;
      });
      for (const delivery of taken) due.delete(delivery);
      return taken;
    },
    succeed: async () => {},
    fail: async () => undefined,
    putOff: async () => {},
  };
  const deliverer = new WebhookDeliverer(outbox, {
    send: { policy: new AddressPolicy(['127.0.0.0/8'], []), names: new HostNames(), userAgent: 'Test' },
    clock: { now: () => begin },
    logger: pino({ level: 'silent' }),
    pollMs: 10,
    slowMs: 200,
  });
  onTestFinished(() => deliverer[Symbol.asyncDispose]());
  deliverer.start();
  // The last place is for an account that holds none.
  await vi.waitFor(() => expect(most).toBeGreaterThanOrEqual(31), 50_000);
  // Each has had some answers by then.
  await vi.waitFor(() => expect(due.size).toBeLessThan(75), 50_000);
  most = 0;
  for (let index = 0; index < 5; index++) due.add(leased(`victim ${index}`, `v${index}`, quick, index));
  await vi.waitFor(() => expect(delivered).toHaveLength(5), 50_000);
  expect(most).toBeLessThanOrEqual(16);
});

function leased(accountUuid: string, endpointUuid: string, port: number, index: number): LeasedDelivery {
  return {
    uuid: `${endpointUuid} ${index}`,
    endpointUuid,
    accountUuid,
    url: `http://127.0.0.1:${port}/${endpointUuid}`,
    body: '{}',
    failures: 0,
    lease: 'lease',
    secrets: async () => ['whsec_YWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWE='],
  };
}

async function receiver(answer: RequestListener): Promise<number> {
  const server = createServer(answer);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it listens on a port
  return (server.address() as AddressInfo).port;
}
