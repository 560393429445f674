import { expect, test } from 'vitest';
import { parseCsvLine } from '../../../../src/core/csv.ts';
import { redirectsToCsv } from './redirects-csv.ts';

test('writes what the command line writes, and import takes', () => {
  const text = redirectsToCsv([
    {
      uuid: '01a1ffcb-8dac-7722-9ebd-b1e14ae0573a',
      source_host: 'go.example.com',
      match_path: '*',
      destination_url: 'https://www.example.com/?a=1,2',
      redirect_type: 'found',
      preserve_path: true,
      preserve_query_string: false,
      active: true,
      created_at: '2026-05-04T09:30:00.000+00:00',
      updated_at: '2026-05-04T09:30:00.000+00:00',
      account_uuid: '01a1ffca-8270-75a0-b9e8-020f1ce1fb09',
      note: 'Flyer, spring',
      verdict: { state: 'healthy', finding_uuid: null, cause: null },
      reachable: null,
      renewal: null,
    },
  ]);
  const [head, line, rest] = text.split('\n');
  expect(head).toBe(
    'source_host,match_path,destination_url,redirect_type,preserve_path,preserve_query_string,active,note,uuid,created_at,updated_at,account_uuid',
  );
  expect(parseCsvLine(line ?? '')).toMatchObject({
    ok: true,
    cells: [
      'go.example.com',
      '*',
      'https://www.example.com/?a=1,2',
      'found',
      'true',
      'false',
      'true',
      'Flyer, spring',
      /./,
      /./,
      /./,
      /./,
    ].map((cell) => (typeof cell === 'string' ? cell : expect.stringMatching(cell))),
  });
  expect(rest).toBe('');
});
