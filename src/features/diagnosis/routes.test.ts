import { expect, test } from 'vitest';
import { startApi } from '../../../test/support/api-server.ts';

test.each([
  ['shop.example', 'is not below a public suffix, so the public DNS has no such host'],
  ['203.0.113.7', 'is invalid'],
  ['*.example.com', 'is invalid'],
])('refuses %s, and says why', async (host, problem) => {
  const { ask, accountUuid, token } = await startApi();
  const headers = { authorization: `Bearer ${token}` };
  const path = `/api/v1/accounts/${accountUuid}/hosts/${host}/diagnose`;
  expect(await ask(path, { method: 'POST', headers })).toMatchObject({
    status: 400,
    body: {
      error_code: 'host_invalid',
      error: expect.stringContaining(`ost "${host}" ${problem}; allowed: a host name below a public suffix`),
    },
  });
});
