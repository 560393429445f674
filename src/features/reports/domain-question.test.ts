/** What questions about a custom domain share, asked through the features that have them. */
import { expect, test } from 'vitest';
import { domainOf, upstreamOf } from '../../../test/contract/control-store/stores.ts';
import { startApi } from '../../../test/support/api-server.ts';
import { AnalyticsAwayError } from '../../analytics/engine/failures.ts';
import { CustomDomains } from '../custom-domains/custom-domain-store.ts';
import { Upstreams } from '../upstreams/upstream-store.ts';

const steps = [{ page: '/' }, { event: 'Signup' }];

/** Questions to a store that gives up on each, with this error of the engine. */
async function askingStoreThatFails(code: string) {
  const fail = () =>
    Promise.reject(new AnalyticsAwayError('away', { cause: Object.assign(new Error('engine'), { code }) }));
  const { store, accountUuid, token, ask } = await startApi({
    analytics: { forAccount: () => ({ query: fail, readBlocks: fail }) },
  });
  const upstream = await new Upstreams(store).create(accountUuid, upstreamOf('upstream.example.net'));
  const domain = await new CustomDomains(store).create(accountUuid, upstream.uuid, domainOf('a.example.com'));
  return (path: string, json: object) =>
    ask(`/api/v1/analytics/custom_domains/${domain?.uuid}/${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
      json,
    });
}

test.each(['159', '241'])(
  'what runs into limit %s is too expensive, and says what to narrow',
  async (code) => {
    const post = await askingStoreThatFails(code);
    const { body: saved } = await post('funnels', { name: 'Sign-ups', steps });
    const asked = { date_range: '12mo' };
    for (const [path, json] of [
      ['funnel', { ...asked, steps }],
      ['retention', asked],
      [`funnels/${saved.uuid}`, { ...asked, dimension: 'event:page' }],
    ] as const) {
      const answer = await post(path, json);
      expect([path, answer.status, answer.body.error_code]).toEqual([path, 503, 'query_too_expensive']);
      expect(answer.body.error).toContain('shorten date_range');
    }
  },
);

test('a store that is away is not the fault of the question', async () => {
  const post = await askingStoreThatFails('210');
  const answer = await post('funnel', { date_range: 'day', steps });
  expect(answer).toMatchObject({ status: 503, body: { error_code: 'unavailable' } });
});

test('what is not there is not found, whatever the body', async () => {
  const post = await askingStoreThatFails('159');
  const nobody = '01890000-0000-7000-8000-000000000000';
  for (const named of [nobody, 'x']) {
    const answer = await post(`funnels/${named}`, { unknown: 1 });
    expect(answer).toMatchObject({ status: 404, body: { error_code: 'not_found' } });
    expect(answer.body.error).toContain(`saved funnel`);
  }
});
