import { fastify } from 'fastify';
import { expect, onTestFinished, test } from 'vitest';
import { AnalyticsAwayError } from '../../analytics/engine/failures.ts';
import { addBodyParsers } from '../../api/body/parsers.ts';
import { addErrorHandlers } from '../../api/error-handler.ts';
import { errorSchema } from '../../api/schemas/common.ts';
import { reports } from './feature.ts';
import { addQueryRoutes } from './query-routes.ts';

const accountUuid = '01890000-0000-7000-8000-00000000000a';
const uuid = '01890000-0000-7000-8000-00000000000d';
const query = { metrics: ['visitors'], date_range: 'day' };

/** Asks a query of a store that fails with `error`. */
async function askOf(error: Error, payload: object | string = query, type = 'application/json') {
  const app = fastify();
  onTestFinished(() => app.close());
  app.setValidatorCompiler(() => () => true);
  addErrorHandlers(app);
  addBodyParsers(app);
  for (const schema of [errorSchema, ...(reports.queries ?? [])]) app.addSchema(schema);
  app.decorateRequest('caller', null);
  app.addHook('onRequest', async (request) => {
    const scope = 'read' as const;
    const token = {
      uuid,
      accountUuid,
      name: '',
      scope,
      expiresAt: null,
      customDomainUuids: null,
      externalIds: null,
      mayApply: false,
      lastUsedAt: null,
      createdAt: 0,
    };
    request.caller = { kind: 'token', token, accountUuid };
  });
  const domains = {
    findInAccount: async () => ({ uuid }),
    findByHost: async () => ({ uuid, accountUuid, externalId: '' }),
  };
  const redirects = { find: async () => ({ uuid }) };
  const analytics = {
    async query(): Promise<never> {
      throw error;
    },
  };
  const ofAccount = {
    forAccount(account: string) {
      expect(account).toBe(accountUuid);
      return analytics;
    },
  };
  const noHost = async () => ({ host: '', owners: [] });
  addQueryRoutes(app, domains, redirects, noHost, { ofDomain: async () => [] }, ofAccount, {
    now: () => 1_790_000_000_000,
  });
  const answer = await app.inject({
    method: 'POST',
    url: `/api/v1/analytics/custom_domains/${uuid}/query`,
    payload,
    headers: { 'content-type': type },
  });
  return { status: answer.statusCode, body: JSON.parse(answer.body) };
}

function away(code: string): Error {
  return new AnalyticsAwayError('away', { cause: Object.assign(new Error('engine'), { code }) });
}

test.each(['159', '160', '167', '168', '241', '718'])(
  'a query that runs into limit %s is too expensive',
  async (code) => {
    const answer = await askOf(away(code));
    expect(answer).toMatchObject({ status: 503, body: { error_code: 'query_too_expensive' } });
    expect(answer.body.error).toMatch(/shorten date_range, add a filter/);
  },
);

test('a store that is away is not the fault of the query', async () => {
  expect(await askOf(away('210'))).toMatchObject({ status: 503, body: { error_code: 'unavailable' } });
});

test('a member given twice, and a form, are refused', async () => {
  const twice = '{"metrics": ["visits"], "date_range": "day", "metrics": ["visitors"]}';
  expect(await askOf(away('210'), twice)).toMatchObject({
    status: 400,
    body: { error_code: 'body_invalid', error: 'the body has "metrics" more than once in one object' },
  });
  const form = await askOf(
    away('210'),
    'metrics=visitors&date_range=day',
    'application/x-www-form-urlencoded',
  );
  expect(form).toMatchObject({ status: 400, body: { error_code: 'query_invalid' } });
  expect(form.body.error).toMatch(/^metrics is "visitors"; allowed: a list of visitors/);
});
