/** `nameplate search-console` against a service that runs. Source: docs/reference/search-terms.md. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { MeasuredDomain } from '../conformance/analytics-resources.ts';
import { newDomain } from '../conformance/tracker.ts';
import { type Finished, runCli } from '../support/command-line.ts';
import { serviceEnvironment, TestService } from '../support/service.ts';
import { tempDir } from '../support/temp-dir.ts';

const october = ['--from', '2026-10-01', '--to', '2026-10-31'];
const csv = '\uFEFFTop queries,Clicks,Impressions,CTR,Position\r\n"shoes, blue",12,"1,340",0.9%,4.2\r\n';

let service: TestService;
let domain: MeasuredDomain;
let account = '';
let dataDir = '';

beforeAll(async () => {
  dataDir = await tempDir('file');
  service = await TestService.startWith(await serviceEnvironment({ dataDir, workers: 1 }));
  domain = await newDomain(service);
  account = /accounts\/([^/]+)/.exec(domain.owner.upstreams)?.[1] ?? '';
});
afterAll(() => service?.stop());

function run(command: string, ...args: string[]): Promise<Finished> {
  const named = ['--domain', domain.host, '--account', account];
  return runCli(['search-console', command, ...args, ...named], { dataDir, env: service.env });
}

async function file(name: string, content: string | Buffer): Promise<string> {
  await writeFile(join(dataDir, name), content);
  return join(dataDir, name);
}

test('a file is imported twice and counts once, is listed and deleted', async () => {
  const path = await file('Queries.csv', csv);
  for (let times = 0; times < 2; times++)
    expect(await run('import', path, ...october)).toEqual({
      code: 0,
      stdout: 'Imported 1 search term with 12 clicks and 1340 impressions for 2026-10-01 to 2026-10-31.\n',
      stderr: '',
    });
  const report = await service.api(`${domain.reports}/search_terms?from=2026-10-01&to=2026-10-31`, {
    token: domain.owner.token,
  });
  expect(report.body).toEqual({
    data: [{ name: 'shoes, blue', clicks: 12, impressions: 1340, position: 4.2 }],
  });
  const listed = await run('list', '--json');
  const [{ uuid }] = JSON.parse(listed.stdout).data;
  expect((await run('list')).stdout).toBe(
    `UUID                                  FROM        TO          TERMS  CLICKS  IMPRESSIONS\n${uuid}  2026-10-01  2026-10-31  1      12      1340\n`,
  );
  expect(await run('delete', uuid, '--yes')).toMatchObject({
    code: 0,
    stdout: `Search term import ${uuid} (2026-10-01 to 2026-10-31) was deleted.\n`,
  });
  expect((await run('list', '--json')).stdout).toContain('"count": 0');
});

test('what is wrong is said in one line, and nothing is written', async () => {
  const wrong = async (path: string, message: string | RegExp, code = 1) => {
    const finished = await run('import', path, ...october);
    expect(finished).toMatchObject({ code, stdout: '' });
    expect(finished.stderr).toMatch(message);
    expect(finished.stderr.trimEnd()).not.toContain('\n');
  };
  await wrong(join(dataDir, 'none.csv'), /^nameplate: FILE ".*none.csv": no such file/);
  await wrong(dataDir, /: is a directory/);
  await wrong(
    await file('export.zip', Buffer.from('PK\u0003\u0004\u00ff', 'latin1')),
    /is a ZIP file; unpack it/,
  );
  await wrong(await file('latin1.csv', Buffer.from(`${csv}\u00e4`, 'latin1')), /is not UTF-8/);
  await wrong(await file('large.csv', Buffer.alloc(2 * 1024 * 1024, 'a')), /larger than 1048576 bytes/);
  await wrong(await file('empty.csv', ''), /^nameplate: csv is empty/);
  await wrong(
    await file('Pages.csv', 'Top pages,Clicks,Impressions,CTR,Position\n'),
    /csv line 1 has the column "Top pages"; allowed: Top queries/,
  );
  await wrong(
    await file('edited.csv', csv.replace('12', 'twelve')),
    /csv line 2, column Clicks: "twelve" is invalid; allowed: an integer from 0/,
  );
  const reversed = await run(
    'import',
    await file('Queries.csv', csv),
    '--from',
    '2026-11-01',
    '--to',
    '2026-10-01',
  );
  expect(reversed.stderr).toMatch(/from is after to/);
  expect(await run('import', join(dataDir, 'Queries.csv'))).toMatchObject({ code: 2 });
  expect((await run('list', '--json')).stdout).toContain('"count": 0');
});
