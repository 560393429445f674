/** Pauses that receivers ask for. Source: docs/reference/webhooks.md ("Attempts"). */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pino } from 'pino';
import { expect, onTestFinished, test, vi } from 'vitest';
import { AddressPolicy } from '../core/address-policy.ts';
import type { DeliveryRoom, FailedAttempt, LeasedDelivery } from '../core/webhook-delivery.ts';
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
  let room: DeliveryRoom | undefined;
  const fail = vi.fn(async (_delivery: LeasedDelivery, _failed: FailedAttempt) => undefined);
  const outbox = {
    takeDue: async (_now: number, _leaseMs: number, given: DeliveryRoom) => {
      room = given;
      return due.splice(0);
    },
    succeed: async () => {},
    fail,
    putOff: async () => {},
  };
  const deliverer = new WebhookDeliverer(outbox, {
    send: { policy: new AddressPolicy(['127.0.0.0/8'], []), userAgent: 'Test' },
    clock,
    logger: pino({ level: 'silent' }),
    backOff: () => 5_000,
    pollMs: 10,
  });
  onTestFinished(() => deliverer[Symbol.asyncDispose]());
  deliverer.start();
  await vi.waitFor(() => expect(fail).toHaveBeenCalled(), 10_000);
  return {
    waitMs: (fail.mock.calls[0]?.[1].nextAttemptAt ?? 0) - begin,
    /** Of the endpoint and of another one of the account, so long after the answer. */
    freeAfter: async (ms: number) => {
      clock.time = begin + ms;
      room = undefined;
      await vi.waitFor(() => expect(room).toBeDefined(), 10_000);
      return ['busy', 'other'].map((endpoint) => room?.forEndpoint(endpoint, 'account'));
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
