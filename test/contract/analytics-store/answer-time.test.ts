/** All statements of an answer end within one query's time. Source: docs/reference/analytics-store.md ("Places"). */
import { expect, test } from 'vitest';
import { isTooExpensive } from '../../../src/analytics/engine/failures.ts';
import { answerStore } from '../../../src/analytics/store/answer-store.ts';
import { AnswerTime } from '../../../src/analytics/store/answer-time.ts';
import { CustomDomains } from '../../../src/features/custom-domains/custom-domain-store.ts';
import { Upstreams } from '../../../src/features/upstreams/upstream-store.ts';
import { onEachAnalyticsStore } from '../../support/analytics-stores.ts';
import { startApi } from '../../support/api-server.ts';
import { domainOf, upstreamOf } from '../control-store/stores.ts';
import { openForSuite } from '../reports/store-of-suite.ts';

const slow = 'SELECT count(sleepEachRow(0.02)) AS slept FROM numbers(20) SETTINGS max_block_size = 1';
const endless = 'SELECT sum(sipHash64(number)) AS n FROM numbers(1e12)';

onEachAnalyticsStore('the time of an answer', (newLocation) => {
  const getStore = openForSuite(newLocation);

  test('a statement has what those before it left', async () => {
    const store = answerStore(async () => getStore(), 'account', new AnswerTime(1));
    const begun = performance.now();
    await store.query(slow, {});
    for (let turn = 0; turn < 2; turn++)
      expect(isTooExpensive(await store.query(endless, {}).catch((error: unknown) => error))).toBe(true);
    expect(performance.now() - begun).toBeLessThan(10_000);
  });

  test('so has a stream', async () => {
    const store = answerStore(async () => getStore(), 'account', new AnswerTime(0.5));
    const { signal } = new AbortController();
    await store.readBlocks('SELECT 1 AS one', {}, async () => {}, signal);
    const read = store.readBlocks(endless, {}, async () => {}, signal);
    expect(isTooExpensive(await read.catch((error: unknown) => error))).toBe(true);
  });

  test.each([
    ['query', { metrics: ['visitors'], dimensions: ['visit:source'], include: { total_rows: true } }],
    ['query', { metrics: ['visitors'], include: { comparison: { mode: 'previous_period' } } }],
    ['requests/query', { metrics: ['people'], include: { total_rows: true, time_labels: false } }],
    ['funnel', { steps: [{ page: '/' }, { event: 'Signup' }] }],
    ['journeys', { anchor: { page: '/' }, steps: 3 }],
  ])('a question of several statements: %s', async (path, question) => {
    const { store, accountUuid, token, ask } = await startApi({
      analytics: {
        forAccount: (account) => {
          const answer = answerStore(async () => getStore(), account, new AnswerTime(1));
          return {
            ...answer,
            query: async <T>(sql: string, params: Record<string, unknown>) => {
              await answer.query(slow, {});
              await answer.query(slow, {});
              return answer.query<T>(sql, params);
            },
          };
        },
      },
    });
    const upstream = await new Upstreams(store).create(accountUuid, upstreamOf('upstream.example.net'));
    const domain = await new CustomDomains(store).create(
      accountUuid,
      upstream.uuid,
      domainOf('a.example.com'),
    );
    const begun = performance.now();
    const { status, body } = await ask(`/api/v1/analytics/custom_domains/${domain?.uuid}/${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
      json: { date_range: '7d', ...question },
    });
    expect([status, body.error_code]).toEqual([503, 'query_too_expensive']);
    expect(performance.now() - begun).toBeLessThan(10_000);
  });
});
