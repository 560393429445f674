/** Requests that count against an address. Source: docs/reference/api.md ("Rate limit"). */

import { expect, test, vi } from 'vitest';
import { startApi } from '../../test/support/api-server.ts';
import { AccessTokens } from '../features/access-tokens/access-token-store.ts';

test('guesses count against their address, which is then refused unheard; tokens that are known go on', async () => {
  const api = await startApi({ rateLimit: 2, trustedProxies: ['127.0.0.1'] });
  const look = vi.spyOn(AccessTokens.prototype, 'findByHash');
  const statusOf = async (address: string, secret: string): Promise<number> => {
    const headers = { 'x-forwarded-for': address, authorization: `Bearer ${secret}` };
    return (await api.ask('/api/v1/me', { headers })).status;
  };
  const wrong = `np_${'x'.repeat(43)}`;
  const [one, other] = ['203.0.113.1', '203.0.113.2'];
  expect(await statusOf(one, api.token)).toBe(200);
  expect([await statusOf(one, wrong), await statusOf(one, wrong)]).toEqual([401, 401]);
  look.mockClear();
  expect(await statusOf(one, wrong)).toBe(429);
  expect(look).not.toHaveBeenCalled();
  expect(await statusOf(one, api.token)).toBe(200);
  expect([await statusOf(other, wrong), await statusOf(other, wrong), await statusOf(other, wrong)]).toEqual([
    401, 401, 429,
  ]);
});

test('answers say what is left, in both forms', async () => {
  const { ask, token, clock } = await startApi({ rateLimit: 3 });
  clock.time += 60_000 - (clock.time % 60_000) + 15_000;
  const headers = { authorization: `Bearer ${token}` };
  await ask('/api/v1/me', { headers });
  expect((await ask('/api/v1/me', { headers })).headers).toMatchObject({
    'x-ratelimit-limit': '3',
    'x-ratelimit-remaining': '1',
    'ratelimit-policy': '"default";q=3;w=60',
    ratelimit: '"default";r=1;t=45',
  });
});
