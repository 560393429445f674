import { type FastifyInstance, fastify } from 'fastify';
import { expect, test, vi } from 'vitest';
import type { IdempotencyKeys } from '../control/idempotency-keys.ts';
import { addErrorHandlers } from './error-handler.ts';
import { addIdempotencyKeys } from './idempotency.ts';

const secret = `np_${'s'.repeat(43)}`;
const shown = `np_${'n'.repeat(43)}`;

function keysThat(begin: IdempotencyKeys['begin']) {
  const finish = vi.fn<IdempotencyKeys['finish']>(async () => {});
  const release = vi.fn(async () => {});
  return { begin, finish, release };
}

async function apiWith(keys: ReturnType<typeof keysThat>): Promise<FastifyInstance> {
  const app = fastify();
  addErrorHandlers(app);
  app.decorateRequest('caller', null);
  app.decorateRequest('isSession', false);
  app.addHook('onRequest', async (request) => {
    const token = { uuid: 'a token' };
    // A caller is more than that, but not to what is tested.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    request.caller = { kind: 'token', accountUuid: 'an account', token } as never;
    request.isSession = request.headers.authorization === undefined;
  });
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  addIdempotencyKeys(app, keys as unknown as IdempotencyKeys);
  app.post('/api/v1/things', async (_, reply) => reply.code(201).header('location', '/x').send({ shown }));
  app.post('/api/v1/failures', async () => {
    throw new Error('boom');
  });
  app.post('/api/v1/things/query', async () => ({}));
  await app.ready();
  return app;
}

const headers = { authorization: `Bearer ${secret}`, 'idempotency-key': 'k' };

test('what is kept of an answer is encrypted, and opens with the same access token only', async () => {
  const keys = keysThat(async () => 'begun');
  const app = await apiWith(keys);
  const first = await app.inject({ method: 'POST', url: '/api/v1/things', headers });
  const [id, , kept] = keys.finish.mock.calls[0] ?? [];
  expect(kept).toMatchObject({ status: 201, location: '/x' });
  expect(Buffer.from(kept?.sealedBody ?? '', 'base64').includes(shown)).toBe(false);
  expect(id).toMatch(/^[0-9a-f]{64}$/);

  const later = await apiWith(keysThat(async () => kept ?? 'begun'));
  const again = await later.inject({ method: 'POST', url: '/api/v1/things', headers });
  expect([again.statusCode, again.body, again.headers['location']]).toEqual([201, first.body, '/x']);
  const others = { ...headers, authorization: `Bearer np_${'o'.repeat(43)}` };
  const other = await later.inject({ method: 'POST', url: '/api/v1/things', headers: others });
  expect(other.statusCode).toBe(500);
  expect(other.body).not.toContain(shown);
});

test('a failure of ours keeps the key, since it may have been carried out', async () => {
  const keys = keysThat(async () => 'begun');
  const app = await apiWith(keys);
  const failed = await app.inject({ method: 'POST', url: '/api/v1/failures', headers });
  expect(failed.statusCode).toBe(500);
  expect(keys.finish).not.toHaveBeenCalled();
  expect(keys.release).not.toHaveBeenCalled();
});

test('an answer that cannot be kept is still given', async () => {
  const keys = keysThat(async () => 'begun');
  keys.finish.mockRejectedValue(new Error('the store is away'));
  const app = await apiWith(keys);
  const answer = await app.inject({ method: 'POST', url: '/api/v1/things', headers });
  expect([answer.statusCode, answer.json()]).toEqual([201, { shown }]);
});

test('sessions have no keys, and questions need none', async () => {
  const begin = vi.fn(async () => 'begun' as const);
  const app = await apiWith(keysThat(begin));
  const session = { 'idempotency-key': 'k' };
  const refused = await app.inject({ method: 'POST', url: '/api/v1/things', headers: session });
  expect([refused.statusCode, refused.json().error_code]).toEqual([400, 'idempotency_key_invalid']);
  expect((await app.inject({ method: 'POST', url: '/api/v1/things/query', headers })).statusCode).toBe(200);
  expect(begin).not.toHaveBeenCalled();
});
