import { expect, test } from 'vitest';
import { startApi } from '../../../test/support/api-server.ts';
import { newUuid } from '../../core/ids.ts';

test('an account that checks its upstreams too often waits', async () => {
  const { ask, token, accountUuid, clock } = await startApi();
  const headers = { authorization: `Bearer ${token}` };
  const upstreams = `/api/v1/accounts/${accountUuid}/upstreams`;
  const created = await ask(upstreams, { headers, json: { host: 'app.example.net' } });
  const { location } = created.headers;
  const check = () => ask(`${location}/health`, { headers });
  // What there isn't counts for nothing.
  expect((await ask(`${upstreams}/${newUuid()}/health`, { headers })).status).toBe(404);
  for (let checks = 0; checks < 30; checks++) expect((await check()).status).toBe(200);
  expect(await check()).toMatchObject({
    status: 429,
    headers: { 'retry-after': expect.stringMatching(/^[0-9]+$/) },
    body: {
      error_code: 'rate_limited',
      error: expect.stringContaining('more than 30 checks of upstreams in a minute'),
    },
  });
  clock.time += 60_000;
  expect((await check()).status).toBe(200);
});
