import { expect, test } from 'vitest';
import { newRedirect, type Redirect } from '../redirect-values.ts';
import { planImport } from './plan-import.ts';
import { readImport } from './read-import.ts';

const existing: Redirect = {
  ...newRedirect,
  source_host: 'old.example',
  match_path: '/docs*',
  destination_url: 'https://b.example',
  active: false,
  uuid: '01a1ffcb-8dac-7722-9ebd-b1e14ae0573a',
  account_uuid: '01a1ffca-8270-75a0-b9e8-020f1ce1fb09',
  created_at: '2026-05-04T09:30:00.000+00:00',
  updated_at: '2026-05-04T09:30:00.000+00:00',
  verdict: { state: 'setting_up', finding_uuid: null, cause: null },
  reachable: null,
  renewal: null,
};

function plan(text: string) {
  const file = readImport(text);
  if (!file.ok) throw new Error(file.problem);
  return planImport(file.lines, file.given, new Map([[existing.source_host, existing]]));
}

test('creates what is not there, and changes only what the file speaks of', () => {
  expect(
    plan(
      'source_host,destination_url\nnew.example,https://c.example\nold.example,https://c.example\nx,https://c.example',
    ),
  ).toMatchObject([
    { line: 2, kind: 'create', values: { source_host: 'new.example', match_path: '*', active: true } },
    { line: 3, kind: 'update', uuid: existing.uuid, changes: { destination_url: 'https://c.example' } },
    { line: 4, kind: 'problem' },
  ]);
  expect(plan('source_host,destination_url\nold.example,https://b.example')).toMatchObject([
    { kind: 'same' },
  ]);
});

test('a column without a value is the default', () => {
  const [line] = plan('source_host,destination_url,match_path,active\nold.example,https://b.example,,true');
  expect(line).toMatchObject({ kind: 'update', changes: { match_path: '*', active: true } });
});

test('refuses a line that would be a loop together with what is there', () => {
  const all = new Map([[existing.source_host, { ...existing, match_path: '*' }]]);
  const file = readImport('source_host,destination_url,match_path\nold.example,https://old.example/docs,/x');
  if (!file.ok) throw new Error(file.problem);
  expect(planImport(file.lines, new Set(['source_host', 'destination_url']), all)).toMatchObject([
    { kind: 'problem', problem: 'This would send every path of old.example back to old.example.' },
  ]);
});
