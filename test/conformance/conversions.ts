/** Goals, properties, revenue and funnels in queries, as docs/reference/query.md and funnels.md promise them. */
import { expect } from 'vitest';
import type { ApiErrorCode } from '../../src/api/reference/error-table.ts';
import type { ApiAnswer, ServiceClient } from '../support/service-client.ts';
import { firefox, type MeasuredDomain } from './analytics-resources.ts';
import { expectError, type Row } from './row.ts';
import { newDomain, send } from './tracker.ts';

const source = 'docs/reference/query.md ("Queries")';
const funnelSource = 'docs/reference/funnels.md ("Funnels")';
const dayMs = 86_400_000;
/** Midnight may pass while a row runs. */
const isoDay = (days: number): string => new Date(Date.now() + days * dayMs).toISOString().slice(0, 10);
const range = () => ({ date_range: [isoDay(-1), isoDay(1)] });

/** Three visitors: one signs up for two plans and buys, one only signs up, one only looks. */
export async function shop(
  service: ServiceClient,
): Promise<{ domain: MeasuredDomain; goals: Record<string, string> }> {
  const domain = await newDomain(service);
  const visitors = ['Ada', 'Bob', 'Eve'].map((name) => ({ 'user-agent': `${firefox} ${name}` }));
  const u = `https://${domain.host}`;
  const signup = { u: `${u}/pricing`, n: 'Signup' };
  const steps: [visitor: number, event: object][] = [
    [0, { u: `${u}/` }],
    [0, { u: `${u}/pricing` }],
    [0, { ...signup, p: { plan: 'free' } }],
    [0, { ...signup, p: { plan: 'pro', seats: 3 } }],
    [0, { u: `${u}/pricing`, n: 'Order', $: { amount: '12.50', currency: 'EUR' } }],
    [0, { u: `${u}/pricing`, n: 'Order', $: { amount: '0.01', currency: 'EUR' } }],
    [1, { u: `${u}/pricing` }],
    [1, { ...signup, p: { plan: 'pro' } }],
    [2, { u: `${u}/` }],
  ];
  for (const [visitor, event] of steps)
    expect((await send(service, domain, { r: '', w: 1280, ...event }, visitors[visitor])).status).toBe(202);
  const goals: Record<string, string> = {};
  const { token } = domain.owner;
  for (const json of [{ event_name: 'Signup' }, { page_path: '/pric*', display_name: 'Prices' }]) {
    const path = `/api/v1/analytics/custom_domains/${domain.uuid}/goals`;
    const { body } = await service.api(path, { json, token });
    goals[body.display_name] = body.uuid;
  }
  const count = async (): Promise<unknown> => {
    const { body } = await ask(service, domain, { metrics: ['events'] });
    return body.results[0].metrics[0];
  };
  await expect.poll(count, { interval: 200 }).toBe(steps.length);
  return { domain, goals };
}

export function ask(
  service: ServiceClient,
  { reports, owner }: MeasuredDomain,
  json: object,
  route = 'query',
): Promise<ApiAnswer> {
  return service.api(`${reports}/${route}`, {
    method: 'POST',
    json: { ...range(), ...json },
    token: owner.token,
  });
}

export const conversionRows: readonly Row[] = [
  {
    source,
    statement: 'event:goal, event:props:<key> and conversion_rate; a property without a value is (none)',
    async check(service) {
      const { domain } = await shop(service);
      const rowsOf = async (json: object): Promise<unknown[][]> => {
        const answer = await ask(service, domain, json);
        expect(answer).toMatchObject({ status: 200, body: { results: expect.any(Array) } });
        const results: { dimensions: string[]; metrics: unknown[] }[] = answer.body.results;
        return results.map(({ dimensions, metrics }) => [dimensions, metrics].flat());
      };
      const metrics = ['visitors', 'events', 'conversion_rate'];
      expect(await rowsOf({ metrics, dimensions: ['event:goal'] })).toEqual([
        ['Prices', 2, 2, 66.67],
        ['Signup', 2, 3, 66.67],
      ]);
      const bySize = { metrics, dimensions: ['event:props:plan'] };
      expect(await rowsOf({ ...bySize, filters: [['is', 'event:goal', ['Signup']]] })).toEqual([
        ['pro', 2, 2, 66.67],
        ['free', 1, 1, 33.33],
      ]);
      expect(await rowsOf({ ...bySize, filters: [['is', 'event:name', ['Order']]] })).toEqual([
        ['(none)', 1, 2, 100],
      ]);
      expect(await rowsOf({ metrics, filters: [['contains', 'event:props:plan', ['re', 'x']]] })).toEqual([
        [1, 1, 33.33],
      ]);
      expect(await rowsOf({ metrics: ['visits'], filters: [['is_not', 'event:goal', ['Prices']]] })).toEqual([
        [3],
      ]);
      expect(
        await rowsOf({ metrics: ['visits'], filters: [['has_not_done', ['is', 'event:goal', ['Prices']]]] }),
      ).toEqual([[1]]);
    },
  },
  {
    source,
    statement: 'group_conversion_rate is of the row’s visitors, and refused without goals and properties',
    async check(service) {
      const { domain } = await shop(service);
      const metrics = ['visitors', 'group_conversion_rate'];
      const rowsOf = async (json: object): Promise<unknown> =>
        (await ask(service, domain, json)).body.results;
      const signups = [['is', 'event:goal', ['Signup']]];
      const byPage = { metrics, dimensions: ['visit:entry_page'], filters: signups };
      expect(await rowsOf({ ...byPage, order_by: [['group_conversion_rate', 'desc']] })).toEqual([
        { dimensions: ['/pricing'], metrics: [1, 100] },
        { dimensions: ['/'], metrics: [1, 50] },
      ]);
      expect(await rowsOf({ metrics, dimensions: ['event:goal'] })).toEqual([
        { dimensions: ['Prices'], metrics: [2, 66.67] },
        { dimensions: ['Signup'], metrics: [2, 66.67] },
      ]);
      const nobody = [...signups, ['is', 'visit:country', ['AQ']]];
      expect(await rowsOf({ metrics, filters: nobody })).toEqual([{ dimensions: [], metrics: [0, 0] }]);
      expectError(
        await ask(service, domain, { metrics, dimensions: ['event:page'] }),
        400,
        'query_invalid',
        'metrics[1] is "group_conversion_rate"; allowed: with event:goal or event:props:<key> in dimensions or filters',
      );
    },
  },
  {
    source,
    statement:
      'revenue is decimal text; meta.currencies names the currencies, and a row that mixes them is null',
    async check(service) {
      const { domain } = await shop(service);
      const revenue = { metrics: ['total_revenue', 'average_revenue'] };
      const one = await ask(service, domain, revenue);
      expect(one.body.results).toEqual([{ dimensions: [], metrics: ['12.51', '6.255'] }]);
      expect(one.body.meta).toEqual({ currencies: ['EUR'] });
      const none = await ask(service, domain, { ...revenue, filters: [['is', 'event:name', ['Signup']]] });
      expect(none.body).toMatchObject({ results: [{ metrics: ['0', '0'] }], meta: { currencies: [] } });
      const dollars = { u: `https://${domain.host}/`, n: 'Order', $: { amount: '-3', currency: 'USD' } };
      expect((await send(service, domain, dollars)).status).toBe(202);
      const by = { ...revenue, dimensions: ['event:currency'], order_by: [['total_revenue', 'asc']] };
      const results = async (): Promise<unknown> => (await ask(service, domain, by)).body.results;
      await expect.poll(results, { interval: 200 }).toEqual([
        { dimensions: ['USD'], metrics: ['-3', '-3'] },
        { dimensions: ['(none)'], metrics: ['0', '0'] },
        { dimensions: ['EUR'], metrics: ['12.51', '6.255'] },
      ]);
      const mixed = await ask(service, domain, revenue);
      expect(mixed.body).toMatchObject({
        results: [{ metrics: [null, null] }],
        meta: { currencies: ['EUR', 'USD'] },
      });
    },
  },
  {
    source: 'docs/reference/web-analytics.md ("Reports")',
    statement: 'event_properties lists the keys of properties by events',
    async check(service) {
      const { domain } = await shop(service);
      const path = `${domain.reports}/event_properties?from=${isoDay(-1)}&to=${isoDay(1)}`;
      expect((await service.api(path, { token: domain.owner.token })).body).toEqual({
        data: [
          { name: 'plan', events: 3, percentage: 75 },
          { name: 'seats', events: 1, percentage: 25 },
        ],
      });
    },
  },
  {
    source,
    statement:
      'a goal that the domain does not have, a pattern on goals and a property without a key are refused',
    async check(service) {
      const { domain } = await shop(service);
      const refused = async (json: object, message: string) =>
        expectError(
          await ask(service, domain, { metrics: ['visitors'], ...json }),
          400,
          'query_invalid',
          message,
        );
      await refused(
        { filters: [['is', 'event:goal', ['Signup', 'Sale']]] },
        'filters[0][2][1] is "Sale"; allowed: the display names of the domain’s goals',
      );
      await refused(
        { filters: [['matches', 'event:goal', ['S']]] },
        'filters[0][0] is "matches"; allowed: is, is_not, contains, contains_not with event:goal',
      );
      await refused({ dimensions: ['event:props:'] }, 'dimensions[0] is "event:props:"; allowed: time:hour');
      await refused({ dimensions: [`event:props:${'x'.repeat(301)}`] }, 'event:props:<key>');
    },
  },
  {
    source: funnelSource,
    statement: 'a funnel counts the visitors who take the steps in order',
    async check(service) {
      const { domain, goals } = await shop(service);
      const steps = [{ page: '/*' }, { goal: goals.Signup }, { event: 'Order' }];
      const { status, body } = await ask(service, domain, { steps }, 'funnel');
      expect(status).toBe(200);
      expect(JSON.stringify(body)).toBe(
        JSON.stringify({
          steps: [
            { label: 'Visit /*', visitors: 3, rate: 100, step_rate: 100 },
            { label: 'Signup', visitors: 2, rate: 66.67, step_rate: 66.67 },
            { label: 'Order', visitors: 1, rate: 33.33, step_rate: 50 },
          ],
        }),
      );
      const filters = [['is', 'event:props:seats', ['3']]];
      const some = await ask(
        service,
        domain,
        { steps: steps.toReversed(), scope: 'range', filters },
        'funnel',
      );
      expect(some.body.steps.map((step: { visitors: number }) => step.visitors)).toEqual([1, 0, 0]);
    },
  },
  {
    source: funnelSource,
    statement:
      'a funnel that is wrong is refused with the place and what is allowed; another account’s is not found',
    async check(service) {
      const { domain } = await shop(service);
      const stranger = await shop(service);
      const step = { page: '/' };
      const refused = async (json: object, message: string, code: ApiErrorCode = 'query_invalid') =>
        expectError(await ask(service, domain, json, 'funnel'), 400, code, message);
      await refused({}, 'steps is missing; allowed: a list of 2 to 8 steps');
      await refused({ steps: [step] }, 'steps has 1 elements');
      await refused({ steps: Array.from({ length: 9 }, () => step) }, 'steps has 9 elements');
      await refused(
        { steps: [step, {}] },
        'steps[1] is {}; allowed: an object with one of goal, event, page',
      );
      await refused({ steps: [{ ...step, event: 'x' }, step] }, 'steps[0] is');
      await refused({ steps: [step, { event: '' }] }, 'steps[1].event is ""');
      await refused({ steps: [step, { path: '/' }] }, 'steps[1] has the unknown member "path"');
      await refused(
        { steps: [step, { goal: stranger.goals.Signup }] },
        `steps[1].goal is "${stranger.goals.Signup}"; allowed: the uuid of one of the domain’s goals`,
      );
      await refused({ steps: [step, step], scope: 'month' }, 'scope is "month"; allowed: visit, range');
      await refused({ steps: [step, step], date_range: 'ever' }, 'date_range is "ever"');
      await refused({ steps: [step, step], metrics: ['visits'] }, '"metrics"', 'parameter_unknown');
      const { reports } = domain;
      const json = { ...range(), steps: [step, step] };
      const { token } = stranger.domain.owner;
      expectError(await service.api(`${reports}/funnel`, { json, token }), 404, 'not_found', domain.uuid);
    },
  },
];
