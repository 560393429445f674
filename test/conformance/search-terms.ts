/** Search terms of custom domains, as docs/reference/search-terms.md promises them. */
import { expect } from 'vitest';
import { AccessTokens } from '../../src/features/access-tokens/access-token-store.ts';
import { maxTerms } from '../../src/features/search-terms/limits.ts';
import type { SearchTerm } from '../../src/features/search-terms/queries-csv.ts';
import { SearchTerms } from '../../src/features/search-terms/search-term-store.ts';
import type { ServiceClient } from '../support/service-client.ts';
import type { MeasuredDomain } from './analytics-resources.ts';
import { expectError, newAccount, type Row, unknownUuid, uuidV7, withStore } from './row.ts';
import { newDomain } from './tracker.ts';

const page = 'docs/reference/search-terms.md';
const header = 'Top queries,Clicks,Impressions,CTR,Position\n';
const september = { from: '2026-09-01', to: '2026-09-30' };
const october = { from: '2026-10-01', to: '2026-10-31' };

function on(service: ServiceClient, { reports, owner }: MeasuredDomain) {
  const { token } = owner;
  const imports = `${reports}/search_term_imports`;
  return {
    imports,
    token,
    send: (json: object) => service.api(imports, { json, token }),
    ask: async (query: string) => (await service.api(`${reports}/search_terms?${query}`, { token })).body,
  };
}

const days = (from: string, to: string) => `from=${from}&to=${to}`;
const dayOf = (daysAgo: number): string =>
  new Date(Date.now() - daysAgo * 86_400_000).toISOString().slice(0, 10);

export const searchTermRows: readonly Row[] = [
  {
    source: `${page} ("Importing")`,
    statement: 'a file is imported, replaced by another of the same range, listed, deleted; twice is once',
    postgres: 'types of columns',
    async check(service) {
      const { imports, token, send, ask } = on(service, await newDomain(service));
      const csv = `${header}blue shoes,"1,234",5678,21.7%,4.25\n"shoes, red",0,7,0%,11\n`;
      const created = await send({ ...october, csv });
      expect(created.status).toBe(201);
      const { uuid, created_at, updated_at } = created.body;
      expect(uuid).toMatch(uuidV7);
      const counts = { terms: 2, clicks: 1234, impressions: 5685 };
      const shown = { uuid, ...october, ...counts, created_at, updated_at };
      expect(JSON.stringify(created.body)).toBe(JSON.stringify(shown));
      const own = created.headers.get('location') ?? '';
      expect(own).toBe(`${imports}/${uuid}`);
      expect((await service.api(own, { token })).body).toEqual(shown);
      const answer = {
        data: [
          { name: 'blue shoes', clicks: 1234, impressions: 5678, position: 4.25 },
          { name: 'shoes, red', clicks: 0, impressions: 7, position: 11 },
        ],
      };
      const range = days(october.from, october.to);
      expect(JSON.stringify(await ask(range))).toBe(JSON.stringify(answer));
      const again = await send({ ...october, csv });
      expect(again.body).toEqual({ ...shown, updated_at: again.body.updated_at });
      expect(await ask(range)).toEqual(answer);
      expect(await ask(`${range}&limit=1`)).toEqual({ data: answer.data.slice(0, 1) });
      const form = { ...october, csv: header };
      expect((await service.api(imports, { form, token })).body).toMatchObject({ uuid, terms: 0 });
      expect(await ask(range)).toEqual({ data: [] });
      await send({ ...september, csv });
      const list = await service.api(`${imports}?sort=from`, { token });
      expect(list.body.data.map(({ from }: { from: string }) => from)).toEqual(['2026-09-01', '2026-10-01']);
      const deleted = await service.api(own, { method: 'DELETE', token });
      const name = '2026-10-01 to 2026-10-31';
      expect(deleted.body).toEqual({ message: `Search term import ${uuid} (${name}) was deleted.` });
      expect((await service.api(imports, { token })).body.pagination).toEqual({ page: 1, count: 1 });
    },
  },
  {
    source: `${page} ("Importing")`,
    statement: 'days, limits and attributes are checked in their order',
    codes: [
      'from_invalid',
      'to_invalid',
      'date_range_invalid',
      'csv_invalid',
      'too_many_search_terms',
      'parameter_unknown',
      'payload_too_large',
    ],
    async check(service) {
      const domain = await newDomain(service);
      const { send } = on(service, domain);
      const csv = header;
      expectError(await send({}), 400, 'from_invalid', 'from is missing');
      expectError(await send({ from: '2026-02-30' }), 400, 'from_invalid', '"2026-02-30"', 'YYYY-MM-DD');
      expectError(await send({ from: 20261001 }), 400, 'from_invalid');
      expectError(await send({ from: october.from, csv: '' }), 400, 'to_invalid', 'to is missing');
      expectError(
        await send({ ...october, to: '2026-09-30' }),
        400,
        'date_range_invalid',
        'from is after to',
      );
      expectError(await send({ ...october, from: '2000-01-01' }), 400, 'date_range_invalid', '3660');
      expectError(await send(october), 400, 'csv_invalid', 'csv is missing');
      expectError(await send({ ...october, csv: 1 }), 400, 'csv_invalid', 'not a string');
      expectError(await send({ ...october, csv: `${header}\ud800` }), 400, 'csv_invalid', 'Unicode');
      expectError(await send({ ...october, csv, file: 'x' }), 400, 'parameter_unknown', '"file"');
      const large = header + 'a'.repeat(1024 * 1024);
      expectError(await send({ ...october, csv: large }), 413, 'payload_too_large');
      const many = Array.from({ length: maxTerms }, (_, n): SearchTerm => [`term ${n}`, 0, 1, 100]);
      await withStore(service, (store) => new SearchTerms(store).replace(domain.uuid, september, many));
      const one = `${header}a,1,2,50%,1\n`;
      expectError(await send({ ...october, csv: one }), 400, 'too_many_search_terms', '100000 in all');
      expect((await send({ ...september, csv: one })).status).toBe(201);
      expect((await send({ ...october, csv: one })).status).toBe(201);
    },
  },
  {
    source: `${page} ("Importing")`,
    statement: 'imports are their account’s alone; a token of scope read reads them',
    codes: ['not_found', 'forbidden'],
    async check(service) {
      const domain = await newDomain(service);
      const { imports, token, send } = on(service, domain);
      const json = { ...october, csv: header };
      const { uuid } = (await send(json)).body;
      const { token: stranger } = await newAccount(service);
      const report = `${domain.reports}/search_terms`;
      for (const request of [{}, { json }])
        expectError(
          await service.api(imports, { ...request, token: stranger }),
          404,
          'not_found',
          domain.uuid,
        );
      expectError(await service.api(report, { token: stranger }), 404, 'not_found', domain.uuid);
      for (const request of [{}, { method: 'DELETE' }])
        expectError(
          await service.api(`${imports}/${uuid}`, { ...request, token: stranger }),
          404,
          'not_found',
        );
      const [, , , , accountUuid = ''] = domain.owner.upstreams.split('/');
      const readOnly = await withStore(service, (store) =>
        new AccessTokens(store).create({ accountUuid, name: 'test', scope: 'read', expiresAt: null }),
      );
      const reader = { token: readOnly.secret };
      for (const path of [report, imports, `${imports}/${uuid}`])
        expect((await service.api(path, reader)).status).toBe(200);
      expectError(await service.api(imports, { ...reader, json }), 403, 'forbidden', 'write');
      const deletion = { ...reader, method: 'DELETE' };
      expectError(await service.api(`${imports}/${uuid}`, deletion), 403, 'forbidden', 'write');
      for (const gone of [unknownUuid, 'nonsense'])
        expectError(await service.api(`${imports}/${gone}`, { token }), 404, 'not_found', gone);
    },
  },
  {
    source: `${page} ("The report")`,
    statement: 'imports that lie wholly in the range count, no day twice, and positions weigh by impressions',
    codes: ['from_invalid', 'limit_invalid', 'date_range_invalid', 'parameter_unknown'],
    async check(service) {
      const domain = await newDomain(service);
      const { token, send, ask } = on(service, domain);
      const rows = async (from: string, to: string, ...lines: string[]) =>
        expect((await send({ from, to, csv: header + lines.join('\n') })).status).toBe(201);
      await rows('2026-09-01', '2026-09-30', 'a,1,1,100%,10');
      await rows('2026-10-01', '2026-10-31', 'a,1,3,33%,2', 'b,1,9,11%,3', 'c,0,0,0%,0');
      await rows('2026-10-05', '2026-10-11', 'a,9,9,100%,1');
      await rows('2026-10-08', '2026-10-14', 'a,5,5,100%,1');
      const both = [
        { name: 'a', clicks: 2, impressions: 4, position: 4 },
        { name: 'b', clicks: 1, impressions: 9, position: 3 },
        { name: 'c', clicks: 0, impressions: 0, position: null },
      ];
      expect(await ask(days('2026-09-01', '2026-10-31'))).toEqual({ data: both });
      expect(await ask(days('2026-08-15', '2026-11-02'))).toEqual({ data: both });
      const only = (clicks: number) => ({ data: [{ name: 'a', clicks, impressions: clicks, position: 1 }] });
      expect(await ask(days('2026-10-02', '2026-10-31'))).toEqual(only(5));
      expect(await ask(days('2026-10-05', '2026-10-11'))).toEqual(only(9));
      expect(await ask(days('2026-10-06', '2026-10-13'))).toEqual({ data: [] });
      await rows(dayOf(30), dayOf(2), 'recent,1,1,100%,1');
      expect((await ask('')).data).toMatchObject([{ name: 'recent' }]);
      const refused = (query: string) => service.api(`${domain.reports}/search_terms?${query}`, { token });
      expectError(await refused('from=x'), 400, 'from_invalid', '"x"');
      expectError(await refused(days('2026-10-02', '2026-10-01')), 400, 'date_range_invalid');
      expectError(await refused('limit=10001'), 400, 'limit_invalid', '10000');
      expectError(await refused('name=x'), 400, 'parameter_unknown', '"name"');
    },
  },
  {
    source: `${page} ("The file")`,
    statement: 'titles of other languages and orders are read, and a mistake names its line and column',
    codes: ['csv_invalid'],
    async check(service) {
      const { send, ask } = on(service, await newDomain(service));
      const terms = [{ name: 'schuhe', clicks: 1, impressions: 1234, position: 4.5 }];
      for (const csv of [
        '\uFEFFHäufigste Suchanfragen,Klicks,Impressionen,CTR,Position\r\nschuhe,1,1.234,"0,1 %","4,5"\r\n',
        'position,top queries,ctr,impressions,clicks\n4.5,"schuhe",0.08%,"1,234",1\n',
      ]) {
        expect((await send({ ...october, csv })).status).toBe(201);
        expect(await ask(days(october.from, october.to))).toEqual({ data: terms });
      }
      for (const [csv, ...mentions] of [
        ['', 'csv is empty'],
        ['PK\u0003\u0004', 'ZIP'],
        ['Top pages,Clicks,Impressions,CTR,Position\n', 'line 1', '"Top pages"'],
        [`${header}a,-1,2,50%,1\n`, 'line 2', 'column Clicks', '"-1"'],
        [`${header}"a\nb",1,2,50%,1\na,1,2,50%,0\n`, 'line 4', 'column Position', '"0"', '1 to 1000'],
        [`${header}a,1,2,50%,1\na,1,2,50%,1\n`, '"a" on line 2 and on line 3'],
      ])
        expectError(await send({ ...october, csv }), 400, 'csv_invalid', ...mentions);
      expect(await ask(days(october.from, october.to))).toEqual({ data: terms });
    },
  },
];
