import { expect, test } from 'vitest';
import { readCsvRules } from './csv-rules.ts';
import type { FileContext } from './rule-file.ts';

const context: FileContext = { defaultHost: undefined, findUpstream: () => undefined };

function read(text: string, defaultHost?: string) {
  return readCsvRules(text.split('\n'), { ...context, defaultHost });
}

test('reads a rule from a row, for several paths of several hosts', () => {
  expect(
    read(`host,path,to,status

a.example,/one,https://x.example/,302
A.example,/two/*,/2/:splat,
,,,
b.example,,/everything,`),
  ).toEqual({
    rules: [
      {
        line: 3,
        host: 'a.example',
        rule: {
          active: true,
          if: { path: '/one' },
          then: { redirect: { to: 'https://x.example/', status: 302, query: true } },
        },
      },
      {
        line: 4,
        host: 'a.example',
        rule: {
          active: true,
          if: { path: '/two/*' },
          then: { redirect: { to: '/2/:splat', status: 301, query: true } },
        },
      },
      {
        line: 6,
        host: 'b.example',
        rule: { active: true, then: { redirect: { to: '/everything', status: 301, query: true } } },
      },
    ],
    problems: [],
    problemCount: 0,
  });
});

test('reads every column', () => {
  const { rules, problems } = read(
    `name,active,path,methods,query,countries,languages,devices,systems,browsers,bots,verified,addresses,client_certificate,starts_at,ends_at,share,to,status,pass_query
Sale,FALSE,/x,"GET, HEAD",ref=mail&id=:id&utm_source,"DE,AT",de,mobile,"ios,ipad-os",safari,"ai,Bing Preview",FALSE,203.0.113.0/24,True,2026-12-01T00:00:00Z,2026-12-24T00:00:00Z,12.5,/y/:id,308,0`,
    'a.example',
  );
  expect(problems).toEqual([]);
  expect(rules).toEqual([
    {
      line: 2,
      host: 'a.example',
      rule: {
        name: 'Sale',
        active: false,
        if: {
          path: '/x',
          methods: ['GET', 'HEAD'],
          query: { ref: 'mail', id: ':id', utm_source: true },
          countries: ['DE', 'AT'],
          languages: ['de'],
          devices: ['mobile'],
          systems: ['ios', 'ipad-os'],
          browsers: ['safari'],
          bots: ['ai', 'Bing Preview'],
          verified: false,
          addresses: ['203.0.113.0/24'],
          client_certificate: true,
          starts_at: '2026-12-01T00:00:00Z',
          ends_at: '2026-12-24T00:00:00Z',
          share: 12.5,
        },
        then: { redirect: { to: '/y/:id', status: 308, query: false } },
      },
    },
  ]);
});

test('reads other actions as JSON', () => {
  expect(read('host,bots,then\na.example,any,"{""block"":{}}"').rules).toMatchObject([
    { rule: { if: { bots: 'any' }, then: { block: {} } } },
  ]);
});

test.each([
  ['host,path,destination', 1, 'the header has "destination"; allowed: host, name, active, path, '],
  ['host;to', 1, 'the header has "host;to"'],
  ['host,to,host', 1, 'the header has "host" twice'],
  ['host,path', 1, 'the header has neither "to" nor "then"'],
  ['host,"to', 1, 'the header is not CSV'],
  ['host,to\na.example', 2, 'it has 1 cells, and the header has 2'],
  ['host,to\na.example,/x,y', 2, 'it has 3 cells, and the header has 2'],
  ['host,to\n,/x', 2, 'it names no host'],
  ['host,to\na_b.example,/x', 2, 'its host "a_b.example" cannot be used'],
  ['host,to,path\na.example,,/x', 2, 'it has neither "to" nor "then"'],
  ['host,to,then\na.example,/x,{}', 2, 'it has "then", which is the whole action, and "to"'],
  ['host,then\na.example,block', 2, 'its then is not JSON'],
  ['host,to,active\na.example,/x,yes', 2, 'its active "yes" is neither true nor false'],
  ['host,to,share\na.example,/x,half', 2, 'its share "half" is not a number'],
  ['host,to\na.example,"/x', 2, 'a quote that is not closed'],
  ['host,to\na.example,/x\ufffd', 2, 'it is not UTF-8 text'],
])('refuses %j', (text, line, reason) => {
  expect(read(text)).toEqual({
    rules: [],
    problems: [{ line, reason: expect.stringContaining(reason) }],
    problemCount: 1,
  });
});
