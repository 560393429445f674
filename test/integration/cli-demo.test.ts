/** `nameplate demo`: a directory that a service can serve, with something in every report. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { reports } from '../../src/analytics/reports/reports.ts';
import { runCli } from '../support/command-line.ts';
import { runProgram } from '../support/program.ts';
import { serviceEnvironment, TestService } from '../support/service.ts';
import { tempDir } from '../support/temp-dir.ts';

type Demo = {
  readonly account_uuid: string;
  readonly token: string;
  readonly domains: readonly { readonly host: string; readonly uuid: string }[];
  readonly redirects: number;
  readonly certificates: number;
  readonly pageviews: number;
  readonly events: number;
  readonly requests: number;
};

async function makeDemo(dataDir: string, ...args: string[]): Promise<Demo> {
  const { code, stdout, stderr } = await runProgram(['demo', '--json', ...args], { dataDir });
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  return JSON.parse(stdout);
}

/** Whether there is a number above zero somewhere in it, or a text that is one. */
function isFilled(value: unknown): boolean {
  if (typeof value === 'object' && value !== null) return Object.values(value).some(isFilled);
  return Number(value) > 0;
}

test('every report of every domain has something in it', async () => {
  const dataDir = join(await tempDir(), 'demo');
  const demo = await makeDemo(dataDir, '--days', '3');
  expect(demo).toMatchObject({ domains: { length: 5 }, certificates: 12, redirects: expect.any(Number) });
  expect(demo.pageviews).toBeGreaterThan(2_000);
  expect(demo.events).toBeGreaterThan(100);
  expect(demo.requests).toBeGreaterThan(8_000);

  const env = await serviceEnvironment({ dataDir, env: { NAMEPLATE_BOOTSTRAP_TOKEN: '' } });
  const service = await TestService.startWith(env, { token: demo.token });
  onTestFinished(async () => {
    await service.stop();
  });
  expect(service.accountUuid).toBe(demo.account_uuid);
  const { body } = await service.api(`${service.redirects}?per_page=1`);
  expect(body.pagination.count).toBe(demo.redirects);
  const certificates = await service.api(`/api/v1/accounts/${demo.account_uuid}/custom_certificates`);
  expect(certificates.body.pagination.count).toBe(12);

  // They look connected, and the service that runs does not check them.
  const connected = await service.api(`/api/v1/accounts/${demo.account_uuid}/custom_domains`);
  expect(connected.body.data).toHaveLength(5);
  for (const domain of connected.body.data)
    expect(domain).toMatchObject({ status: 'dns_records_found', tls_certificate_issued: true });
  const hosts = await service.api(`/api/v1/accounts/${demo.account_uuid}/hosts?per_page=100`);
  expect(hosts.body.data).toHaveLength(12);
  // Some certificates end soon, so that there is a finding.
  for (const { verdict } of hosts.body.data) expect(['healthy', 'attention']).toContain(verdict.state);

  const [shop] = demo.domains;
  const goals = await service.api(`/api/v1/analytics/custom_domains/${shop?.uuid}/goals`);
  expect(goals.body.pagination.count).toBe(4);
  for (const { uuid, host } of demo.domains) {
    const ask = async (report: string) =>
      (await service.api(`/api/v1/analytics/custom_domains/${uuid}/${report}`)).body;
    // The small domains are asked for some, the largest for all.
    const names = uuid === shop?.uuid ? reports.map(({ name }) => name) : ['pages', 'total_visits_count'];
    for (const name of names) {
      const queries = name === 'utm_params' ? ['source', 'medium', 'campaign', 'term', 'content'] : [''];
      for (const query of queries) {
        const answer = await ask(query === '' ? name : `${name}?utm_param=${query}`);
        // Whoever was there five minutes before the demo was made may be gone when it is asked.
        if (name === 'current_visitors') expect(answer).toMatchObject({ count: expect.any(Number) });
        // The newsletter does not run in the last three days, and no other campaign of the shop has contents.
        else if (query === 'content') expect(answer).toMatchObject({ data: expect.any(Array) });
        else
          expect({ host, name, query, isFilled: isFilled(answer) }).toEqual({
            host,
            name,
            query,
            isFilled: true,
          });
      }
    }
  }
});

test('prints what to do next', async () => {
  const dataDir = await tempDir();
  const { code, stdout } = await runCli(['demo', '--days', '1'], { dataDir });
  expect(code).toBe(0);
  expect(stdout).toMatch(/^\d+ pageviews, \d+ custom events and \d+ requests, 1 days in \d+\.\d s\.\n/);
  expect(stdout).toContain(`NAMEPLATE_DATA_DIR=${dataDir} ./nameplate serve`);
  expect(stdout).toMatch(/ {2}token {4}np_[\w-]{43} /);
});

test.each(['control.db', 'analytics', 'spool'])('refuses a directory with %s', async (name) => {
  const dataDir = await tempDir();
  if (name === 'control.db') writeFileSync(join(dataDir, name), '');
  else mkdirSync(join(dataDir, name));
  const { code, stdout, stderr } = await runCli(['demo'], { dataDir });
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(stderr).toContain(`has been used already (${name} is there)`);
});

test.each(['0', '367', 'x', '1.5'])('refuses %s days', async (days) => {
  const { code, stderr } = await runCli(['demo', '--days', days], { dataDir: await tempDir() });
  expect(code).toBe(2);
  expect(stderr).toContain(`--days "${days}" is invalid; allowed: 1 to 366`);
});
