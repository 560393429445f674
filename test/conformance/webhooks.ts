/** Webhook endpoints and deliveries. */
import { expect } from 'vitest';
import { CleanUp } from '../../src/service/clean-up.ts';
import { WebhookReceiver } from '../support/webhook-receiver.ts';
import { expectError, newAccount, type Row, timestamp, uuidV7 } from './row.ts';

const page = 'docs/reference/webhooks.md';
const on = (heading: string): string => `${page} ("${heading}")`;

export const webhookRows: readonly Row[] = [
  {
    source: on('Endpoints'),
    statement: 'an endpoint is created with its secret, read and changed without it, and at most 20 of them',
    codes: ['url_invalid', 'events_invalid', 'description_invalid', 'too_many_webhook_endpoints'],
    async check(service) {
      const { accountUuid, token } = await newAccount(service);
      const endpoints = `/api/v1/accounts/${accountUuid}/webhook_endpoints`;
      const create = (json: unknown) => service.api(endpoints, { token, json });
      const created = await create({ url: 'https://hooks.example.com/a', events: ['redirect.created'] });
      expect(created).toMatchObject({
        status: 201,
        body: {
          uuid: expect.stringMatching(uuidV7),
          url: 'https://hooks.example.com/a',
          events: ['redirect.created'],
          description: '',
          active: true,
          disabled_at: null,
          disabled_reason: '',
          previous_secret_expires_at: null,
          created_at: expect.stringMatching(timestamp),
          secret: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/),
        },
      });
      const { secret, ...endpoint } = created.body;
      const path = `${endpoints}/${endpoint.uuid}`;
      expect((await service.api(path, { token })).body).toEqual(endpoint);
      expect((await service.api(endpoints, { token })).body.data).toEqual([endpoint]);
      const changed = await service.api(path, { method: 'PUT', token, json: { events: [], active: false } });
      expect(changed.body).toMatchObject({ events: [], active: false, url: endpoint.url });
      const rotated = await service.api(`${path}/secret`, { method: 'POST', token });
      expect(rotated.body).toMatchObject({ previous_secret_expires_at: expect.stringMatching(timestamp) });
      expect(rotated.body.secret).not.toBe(secret);

      for (const url of [
        undefined,
        'ftp://a.example/',
        'https://a:b@c.example/',
        'https://a.example/#x',
        'x',
        7,
      ])
        expectError(await create({ url }), 400, 'url_invalid', 'url');
      expectError(
        await create({ url: 'https://10.0.0.1/' }),
        400,
        'url_invalid',
        '10.0.0.1 is a private address',
      );
      expectError(await create({ url: 'http://192.0.43.8/' }), 400, 'url_invalid', 'https is required');
      const { url } = endpoint;
      expectError(await create({ url, events: ['redirect.*'] }), 400, 'events_invalid', 'redirect.*');
      expectError(await create({ url, events: 'redirect.created' }), 400, 'events_invalid', 'not a list');
      expectError(await create({ url, description: 'a\nb' }), 400, 'description_invalid');
      for (let count = 1; count < 20; count += 1) expect((await create({ url })).status).toBe(201);
      expectError(await create({ url }), 400, 'too_many_webhook_endpoints', '20 webhook endpoints');
      expect((await service.api(path, { method: 'DELETE', token })).status).toBe(200);
      expect((await service.api(path, { token })).status).toBe(404);
    },
  },
  {
    source: on('Deliveries'),
    statement: 'an event arrives signed, is in the log, and is replayed under the same id',
    postgres: 'leases of due rows',
    codes: ['status_invalid', 'type_invalid', 'webhook_endpoint_inactive'],
    async check(service) {
      await using cleanUp = new CleanUp();
      const receiver = await WebhookReceiver.open((release) => cleanUp.defer(release));
      const { accountUuid, token } = await newAccount(service);
      const endpoints = `/api/v1/accounts/${accountUuid}/webhook_endpoints`;
      const { body: endpoint } = await service.api(endpoints, { token, json: { url: receiver.url } });
      receiver.secret = endpoint.secret;
      const path = `${endpoints}/${endpoint.uuid}`;
      const { body: test } = await service.api(`${path}/test`, { method: 'POST', token });
      expect(test).toMatchObject({
        type: 'webhook_endpoint.test',
        status: 'pending',
        body: { type: 'webhook_endpoint.test', data: { webhook_endpoint_uuid: endpoint.uuid } },
      });
      const delivery = `${path}/deliveries/${test.uuid}`;
      const stored = async () => (await service.api(delivery, { token })).body;
      await expect.poll(stored).toMatchObject({
        status: 'delivered',
        attempts: [{ response_status: 200, error: null, response: 'thanks' }],
      });
      const listed = await service.api(`${path}/deliveries?status=delivered&type=webhook_endpoint.test`, {
        token,
      });
      expect(listed.body).toMatchObject({
        data: [{ uuid: test.uuid, attempts_made: 1 }],
        pagination: { count: 1 },
      });
      expect((await service.api(`${path}/deliveries?status=failed`, { token })).body.data).toEqual([]);
      expect((await service.api(`${delivery}/replay`, { method: 'POST', token })).status).toBe(200);
      await expect.poll(() => receiver.messages.length).toBe(2);
      for (const message of receiver.messages)
        expect(message).toMatchObject({ id: test.uuid, type: test.type, data: test.body.data });
      expect(receiver.refusals).toEqual([]);
      expectError(await service.api(`${path}/deliveries?status=x`, { token }), 400, 'status_invalid', '"x"');
      expectError(await service.api(`${path}/deliveries?type=x`, { token }), 400, 'type_invalid', '"x"');
      await service.api(path, { method: 'PUT', token, json: { active: false } });
      for (const asked of [`${path}/test`, `${delivery}/replay`])
        expectError(await service.api(asked, { method: 'POST', token }), 400, 'webhook_endpoint_inactive');
    },
  },
];
