/** Findings over the API. What becomes of them is in test/contract/control-store/findings.test.ts. */
import { expect } from 'vitest';
import { newOwner } from './domain-resources.ts';
import { expectError, type Row, unknownUuid } from './row.ts';

const source = 'docs/reference/findings.md ("Routes")';

export const findingRows: readonly Row[] = [
  {
    source,
    codes: ['state_invalid', 'severity_invalid', 'verdict_invalid', 'reachable_invalid'],
    statement: 'an account without findings has an empty list; wrong parameters are refused by name',
    async check(service) {
      const { token, upstreams } = await newOwner(service);
      const findings = upstreams.replace('/upstreams', '/findings');
      const list = (query: string) => service.api(`${findings}${query}`, { token });
      for (const query of [
        '',
        '?state=muted&kind=loop&severity=notice&host=a.example.com&external_id=a',
        '?sort=opened_at',
      ])
        expect((await list(query)).body).toEqual({ data: [], pagination: { page: 1, count: 0 } });
      for (const [query, code] of [
        ['state=new', 'state_invalid'],
        ['kind=none', 'kind_invalid'],
        ['severity=bad', 'severity_invalid'],
        ['sort=kind', 'sort_invalid'],
        ['host=a%20b', 'host_invalid'],
      ] as const)
        expectError(await list(`?${query}`), 400, code);
      const domains = upstreams.replace('/upstreams', '/custom_domains');
      expectError(await service.api(`${domains}?verdict=good`, { token }), 400, 'verdict_invalid', 'good');
      expectError(await service.api(`${domains}?reachable=yes`, { token }), 400, 'reachable_invalid', 'yes');
      expect(
        (await service.api(`${domains}?verdict=broken&reachable=no&sort=verdict`, { token })).status,
      ).toBe(200);
    },
  },
  {
    source,
    statement: 'a finding that is not there is 404, whatever the body',
    async check(service) {
      const { token, upstreams } = await newOwner(service);
      const one = `${upstreams.replace('/upstreams', '/findings')}/${unknownUuid}`;
      expectError(await service.api(one, { token }), 404, 'not_found', unknownUuid);
      const mute = await service.api(`${one}/mute`, { token, json: { until: 'never' } });
      expectError(mute, 404, 'not_found', unknownUuid);
      expectError(
        await service.api(`${one}/mute`, { token, method: 'DELETE' }),
        404,
        'not_found',
        unknownUuid,
      );
    },
  },
];
