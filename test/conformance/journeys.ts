/** Journeys, as docs/reference/journeys.md promises them. */
import { expect } from 'vitest';
import { ask, shop } from './conversions.ts';
import { expectError, type Row } from './row.ts';

const source = 'docs/reference/journeys.md ("Journeys")';

export const journeyRows: readonly Row[] = [
  {
    source,
    statement:
      'a journey counts the pages after or before a page, goal or custom event, and each step adds up',
    async check(service) {
      const { domain, goals } = await shop(service);
      const answerOf = async (json: object): Promise<unknown> => {
        const { status, body } = await ask(service, domain, json, 'journeys');
        expect(status).toBe(200);
        return body;
      };
      const [all, half] = [
        { visits: 2, rate: 100 },
        { visits: 1, rate: 50 },
      ];
      expect(await answerOf({ anchor: { page: '/' }, steps: 2 })).toEqual({
        anchor: { label: 'Visit /', visits: 2 },
        steps: [
          [
            { path: ['/pricing'], ...half },
            { path: ['(exit)'], ...half },
          ],
          [{ path: ['/pricing', '(exit)'], ...half }],
        ],
      });
      expect(
        await answerOf({ anchor: { goal: goals.Signup }, direction: 'before', limit: 1, steps: 1 }),
      ).toEqual({
        anchor: { label: 'Signup', visits: 2 },
        steps: [
          [
            { path: ['/'], ...half },
            { path: ['(entry)'], ...half },
          ],
        ],
      });
      expect(await answerOf({ anchor: { page: '/pric*' }, steps: 1 })).toEqual({
        anchor: { label: 'Visit /pric*', visits: 2 },
        steps: [[{ path: ['(exit)'], ...all }]],
      });
      const filters = [['is', 'event:name', ['Order']]];
      expect(await answerOf({ anchor: { event: 'Signup' }, filters, steps: 1 })).toMatchObject({
        anchor: { visits: 1 },
      });
    },
  },
  {
    source,
    statement: 'a journey that is wrong is refused with the place; another account’s is not found',
    async check(service) {
      const { domain } = await shop(service);
      const stranger = await shop(service);
      const anchor = { page: '/' };
      const refused = async (json: object, message: string) =>
        expectError(await ask(service, domain, json, 'journeys'), 400, 'query_invalid', message);
      await refused({}, 'anchor is missing; allowed: an object with goal, event, page');
      await refused({ anchor: {} }, 'anchor is {}; allowed: an object with one of goal, event, page');
      await refused(
        { anchor: { goal: stranger.goals.Signup } },
        'allowed: the uuid of one of the domain’s goals',
      );
      await refused({ anchor, steps: 4 }, 'steps is 4; allowed: a whole number from 1 to 3');
      await refused({ anchor, steps: '1' }, 'steps is "1"');
      await refused({ anchor, limit: 0 }, 'limit is 0; allowed: a whole number from 1 to 1000');
      await refused({ anchor, limit: 1001 }, 'limit is 1001; allowed: a whole number from 1 to 1000');
      await refused({ anchor, limit: 1.5, steps: 1 }, 'limit is 1.5; allowed: a whole number from 1 to 1000');
      await refused({ anchor, direction: 'up' }, 'direction is "up"; allowed: after, before');
      await refused({ anchor, date_range: 'ever' }, 'date_range is "ever"');
      await refused({ anchor, timezone: 'Mars' }, 'timezone is "Mars"');
      await refused({ anchor, filters: [['is', 'event:goal', ['None']]] }, 'filters[0]');
      await refused(
        { anchor: { page: '/', event: 'Signup' } },
        'allowed: an object with one of goal, event, page',
      );
      await refused({ anchor: { page: '' } }, 'anchor.page is ""');
      await refused({ anchor: { event: 7 } }, 'anchor.event is 7');
      const unknown = await ask(service, domain, { anchor, scope: 'visit' }, 'journeys');
      expectError(unknown, 400, 'parameter_unknown', '"scope"');
      const { token } = stranger.domain.owner;
      const json = { date_range: '7d', anchor };
      const path = `${domain.reports}/journeys`;
      expectError(await service.api(path, { json, token }), 404, 'not_found', domain.uuid);
    },
  },
];
