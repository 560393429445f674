import { expect, test } from 'vitest';
import { startApi } from '../../../test/support/api-server.ts';
import { parseConfig } from '../../config/config.ts';
import { newUuid } from '../../core/ids.ts';
import { checkAsk } from './ask.ts';

test('an unknown upstream, and an edge that no name can lead to', async () => {
  const { store, clock, ask, accountUuid, token } = await startApi();
  const check = async (env: Record<string, string>) => {
    const found = await checkAsk(store.database, clock, parseConfig(env, 1));
    return found.map(({ level }) => level);
  };
  expect(await check({})).toEqual([]);
  const url = { NAMEPLATE_ASK_URL: 'https://app.example.net/check' };
  expect(await check(url)).toEqual(['problem']);
  const known = { ...url, NAMEPLATE_EDGE_HOSTNAME: 'edge.example.net' };
  expect(await check(known)).toEqual(['ok']);
  expect(await check({ ...known, NAMEPLATE_ASK_UPSTREAM: newUuid() })).toEqual(['problem']);
  const { body } = await ask(`/api/v1/accounts/${accountUuid}/upstreams`, {
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    json: { host: 'app.example.net' },
  });
  expect(await check({ ...known, NAMEPLATE_ASK_UPSTREAM: body.uuid })).toEqual(['ok']);
});
