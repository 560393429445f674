/** Traffic against expectation. */
import { expect } from 'vitest';
import { type FedRequest, feedRequests, googlebot, newDomain } from './analytics-resources.ts';
import { expectError, newAccount, type Row, unknownUuid } from './row.ts';

const page = 'docs/reference/expectation.md';
const on = (heading: string): string => `${page} ("${heading}")`;

function many(at: string, count: number, more: Partial<FedRequest> = {}): FedRequest[] {
  return Array.from({ length: count }, () => ({ at, ...more }));
}

export const expectationRows: readonly Row[] = [
  {
    source: on('States'),
    statement:
      'an hour is compared with the median of the same hour by the clock of the domain, 7 to 28 days before',
    async check(service) {
      const domain = await newDomain(service);
      const { token } = domain.owner;
      const changed = await service.api(domain.path, {
        method: 'PUT',
        token,
        json: { time_zone: 'Europe/Berlin' },
      });
      expect(changed.status).toBe(200);
      // Clocks in Berlin went forward on 29 March 2026: 10:30 was 09:30 UTC before, and 08:30 since.
      await feedRequests(service, domain, [
        ...many('2026-03-10T09:30:00Z', 90),
        ...many('2026-03-17T09:59:59.999Z', 120),
        ...many('2026-03-24T09:00:00Z', 150),
        ...many('2026-03-24T10:00:00Z', 10),
        ...many('2026-03-31T08:30:00Z', 35),
        ...many('2026-03-31T08:30:00Z', 50, { userAgent: googlebot }),
      ]);
      const ask = async (path: string, query: string) => {
        const { status, body } = await service.api(`${path}/expectation?${query}`, { token });
        expect(status).toBe(200);
        return body.data;
      };
      const range = 'from=2026-03-31T07:00:00.001Z&to=2026-03-31T09:00:00Z';
      const hour = '2026-03-31T08:00:00.000+00:00';
      expect(await ask(domain.reports, range)).toEqual([{ hour, requests: 35, expected: 120, state: 'low' }]);
      // The account's clock is UTC.
      const account = `/api/v1/accounts/${(await service.api('/api/v1/me', { token })).body.account.uuid}`;
      expect(await ask(account, range)).toEqual([{ hour, requests: 35, expected: null, state: 'none' }]);
      expect(await ask(account, 'from=2026-03-31T09:00:00Z&to=2026-03-31T09:00:01Z')).toEqual([
        { hour: '2026-03-31T09:00:00.000+00:00', requests: 0, expected: 120, state: 'low' },
      ]);
      expect(await ask(domain.reports, 'from=2026-03-31&to=2026-04-01')).toHaveLength(24);
      expect(await ask(domain.reports, 'from=2026-03-31&to=2026-03-31')).toEqual([]);
    },
  },
  {
    source: on('Errors'),
    statement:
      'ranges that are missing, wrong or too long are refused by name, and domains of others are not found',
    codes: ['from_invalid', 'to_invalid', 'date_range_invalid', 'not_found'],
    async check(service) {
      const domain = await newDomain(service);
      const ask = (query: string, token = domain.owner.token) =>
        service.api(`${domain.reports}/expectation${query}`, { token });
      expectError(await ask('?to=2026-03-31'), 400, 'from_invalid', 'missing');
      expectError(await ask('?from=2026-03-31'), 400, 'to_invalid', 'missing');
      expectError(await ask('?from=2026-02-30&to=2026-03-31'), 400, 'from_invalid', '2026-02-30');
      expectError(await ask('?from=2026-02-01&to=9999-01-01'), 400, 'to_invalid', '9999-01-01');
      expectError(await ask('?from=2026-04-01&to=2026-03-31'), 400, 'date_range_invalid', 'from is after to');
      expectError(await ask('?from=2026-03-01&to=2026-04-02'), 400, 'date_range_invalid', '31 days');
      const range = '?from=2026-03-01&to=2026-04-01';
      expect((await ask(range)).body.data).toHaveLength(31 * 24);
      expectError(await ask(range, (await newAccount(service)).token), 404, 'not_found', domain.uuid);
      const unknown = `/api/v1/analytics/custom_domains/${unknownUuid}/expectation${range}`;
      expectError(await service.api(unknown, { token: domain.owner.token }), 404, 'not_found', unknownUuid);
    },
  },
];
