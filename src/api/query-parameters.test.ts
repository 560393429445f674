import { expect, test } from 'vitest';
import { startApi } from '../../test/support/api-server.ts';

/** What answers one resource, or a file; everything else that is read is a report or a list. */
const readsOne = /\}$|\/me$/;

test('every list and report refuses a parameter that none of them has', async () => {
  const { ask, token, accountUuid } = await startApi();
  const { body: document } = await ask('/openapi.json');
  const lists = Object.entries<object>(document.paths)
    .filter(([path, methods]) => path.startsWith('/api/v1/') && 'get' in methods && !readsOne.test(path))
    .map(([path]) => path.replace('{account_uuid}', accountUuid).replace(/\{[a-z_]+\}/g, accountUuid));
  expect(lists.length).toBeGreaterThan(20);
  const headers = { authorization: `Bearer ${token}` };
  const notRefused: string[] = [];
  for (const path of lists) {
    const { body } = await ask(`${path}?nope=1`, { headers });
    if (body.error_code !== 'parameter_unknown') notRefused.push(path);
  }
  expect(notRefused).toEqual([]);
});

test.each(['query', 'requests/query', 'funnel', 'retention', 'journeys'])(
  'POST %s refuses every parameter in the URL, also that of a list',
  async (route) => {
    const { ask, token, accountUuid } = await startApi();
    const headers = { authorization: `Bearer ${token}` };
    const path = `/api/v1/analytics/custom_domains/${accountUuid}/${route}?page=1`;
    expect(await ask(path, { method: 'POST', headers, json: {} })).toMatchObject({
      status: 400,
      body: { error_code: 'parameter_unknown', error: '"page" is not a query parameter; allowed: none' },
    });
  },
);

test.each([
  ['filters=[]', 'hosts/go.example.com/requests'],
  ['since=2026-01-01', 'hosts/go.example.com/requests'],
  ['month=2026-01', 'usage'],
])(
  '%s is refused where it would be ignored, and the answer wrong, but not by %s',
  async (parameter, taker) => {
    const { ask, token, accountUuid } = await startApi();
    const headers = { authorization: `Bearer ${token}` };
    for (const path of [`accounts/${accountUuid}/redirects`, `analytics/custom_domains/${accountUuid}/pages`])
      expect(await ask(`/api/v1/${path}?${parameter}`, { headers })).toMatchObject({
        status: 400,
        body: { error_code: 'parameter_unknown' },
      });
    const { body } = await ask(`/api/v1/accounts/${accountUuid}/${taker}?${parameter}`, { headers });
    expect(body.error_code).not.toBe('parameter_unknown');
  },
);

test('cursor is refused where there are no pages', async () => {
  const { ask, token, accountUuid } = await startApi();
  const headers = { authorization: `Bearer ${token}` };
  const report = `/api/v1/analytics/custom_domains/${accountUuid}/pages`;
  expect(await ask(`${report}?cursor=`, { headers })).toMatchObject({
    body: { error_code: 'parameter_unknown' },
  });
});

test('from and to are refused outside of reports, which all take them', async () => {
  const { ask, token, accountUuid } = await startApi();
  const headers = { authorization: `Bearer ${token}` };
  const statusOf = async (path: string) => (await ask(`/api/v1/${path}`, { headers })).body.error_code;
  for (const list of ['usage', 'usage/external_ids', 'redirects'])
    for (const parameter of ['from', 'to'])
      expect(await statusOf(`accounts/${accountUuid}/${list}?${parameter}=2026-01-01`)).toBe(
        'parameter_unknown',
      );
  expect(
    await statusOf(`accounts/${accountUuid}/audit_events?from=2026-01-01&to=2026-01-02`),
  ).toBeUndefined();
  const report = `analytics/custom_domains/${accountUuid}/current_visitors`;
  expect(await statusOf(`${report}?from=2026-01-01&to=2026-01-02`)).toBe('not_found');
});
