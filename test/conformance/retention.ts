/** Retention, as docs/reference/retention.md promises it. */
import { expect } from 'vitest';
import { ask, shop } from './conversions.ts';
import { expectError, type Row } from './row.ts';

const source = 'docs/reference/retention.md ("Retention")';

export const retentionRows: readonly Row[] = [
  {
    source,
    statement: 'retention counts the visitors first seen in a week, under filters, in weeks of the zone',
    async check(service) {
      const { domain } = await shop(service);
      const firstOf = async (json: object): Promise<unknown[]> => {
        const { status, body } = await ask(service, domain, json, 'retention');
        expect(status).toBe(200);
        // Midnight of a Monday may pass while a row runs: then there are two weeks.
        const [cohort] = body.cohorts;
        expect(Date.parse(cohort.week) / 86_400_000).toSatisfy((day: number) => (day + 3) % 7 === 0);
        return [cohort.visitors, cohort.cells[0]];
      };
      expect(await firstOf({})).toEqual([3, 3]);
      expect(await firstOf({ timezone: 'Pacific/Auckland' })).toEqual([3, 3]);
      expect(await firstOf({ filters: [['is', 'event:goal', ['Signup']]] })).toEqual([2, 2]);
      expect(await firstOf({ filters: [['is', 'visit:entry_page', ['/']]] })).toEqual([2, 2]);
      const nobody = await ask(service, domain, { filters: [['is', 'visit:country', ['AQ']]] }, 'retention');
      expect(nobody.body).toEqual({ cohorts: [] });
    },
  },
  {
    source,
    statement:
      'a question of retention that is wrong is refused with the place; another account’s is not found',
    async check(service) {
      const { domain } = await shop(service);
      const stranger = await shop(service);
      const refused = async (json: object, message: string) =>
        expectError(await ask(service, domain, json, 'retention'), 400, 'query_invalid', message);
      await refused({ date_range: 'ever' }, 'date_range is "ever"');
      await refused({ timezone: 'Mars' }, 'timezone is "Mars"');
      await refused({ filters: [['is', 'event:goal', ['None']]] }, 'filters[0]');
      expectError(
        await ask(service, domain, { metrics: ['visits'] }, 'retention'),
        400,
        'parameter_unknown',
        '"metrics"',
      );
      const { token } = stranger.domain.owner;
      const json = { date_range: '7d' };
      const path = `${domain.reports}/retention`;
      expectError(await service.api(path, { json, token }), 404, 'not_found', domain.uuid);
    },
  },
];
