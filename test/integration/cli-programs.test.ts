/**
 * Every command once as a process of the built program. What the commands do is tested in this process
 * (`test/support/command-line.ts`). Source: docs/reference/cli.md.
 */

import { readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Command } from 'commander';
import { expect, test } from 'vitest';
import { shells } from '../../src/cli/completion-scripts.ts';
import { keptDir, keptFile } from '../../src/cli/kept-output.ts';
import { createProgram } from '../../src/cli/program.ts';
import { builtProgram } from '../support/built-program.ts';
import { makeCertificate } from '../support/certificate-maker.ts';
import { runCli } from '../support/command-line.ts';
import { runProgram } from '../support/program.ts';
import { tempDir } from '../support/temp-dir.ts';

/** Started as processes by other tests: `serve` by most, the others by cli-demo, cli-backup, service-upgrade and
 * service-several-machines. */
const elsewhere = ['serve', 'edge', 'app', 'demo', 'backup', 'restore', 'upgrade'];

function leavesOf(command: Command, parents: readonly string[] = []): string[] {
  if (command.commands.length === 0) return [parents.join(' ')];
  return command.commands.flatMap((child) => leavesOf(child, [...parents, child.name()]));
}

test.each(shells.map((shell) => ['completion', shell]).concat([['help']]))(
  'the build keeps what the program prints of itself: %s',
  async (...args) => {
    const kept = join(dirname(builtProgram), keptDir, keptFile(args));
    expect(await readFile(kept, 'utf8')).toBe((await runCli(args, { dataDir: await tempDir() })).stdout);
    const lines = args[0] === 'help' ? [args, ['--help'], ['-h'], []] : [args];
    for (const line of lines)
      expect(await runProgram(line, { dataDir: await tempDir() })).toEqual({
        code: 0,
        stdout: await readFile(kept, 'utf8'),
        stderr: '',
      });
  },
);

test('every command runs as a program', async () => {
  const dataDir = await tempDir();
  const env = {
    NAMEPLATE_ACME: 'off',
    NAMEPLATE_API_PORT: '1',
    NAMEPLATE_DNS_SERVERS: '127.0.0.1:1',
    NAMEPLATE_UPSTREAM_ALLOW: '127.0.0.2/32',
  };
  const ran = new Set(elsewhere);
  const run = async (command: string, args: readonly string[] = [], stdin = '') => {
    ran.add(command);
    return await runProgram([...command.split(' '), ...args], { dataDir, stdin, env });
  };
  const done = async (...line: Parameters<typeof run>): Promise<string> => {
    const { code, stdout, stderr } = await run(...line);
    expect({ line, code, stderr }).toEqual({ line, code: 0, stderr: expect.not.stringContaining('Error') });
    return stdout;
  };
  const made = async (command: string, ...args: string[]): Promise<string> =>
    JSON.parse(await done(command, [...args, '--json'])).uuid;
  const write = async (name: string, text: string): Promise<string> => {
    await writeFile(join(dataDir, name), text);
    return join(dataDir, name);
  };

  expect(await done('completion', ['bash'])).toContain('complete -o default -F _nameplate');
  expect(await done('help', ['redirect', 'list'])).toContain('Usage: nameplate redirect list');

  await made('account create', 'Acme');
  expect(await done('account list')).toContain('Acme');
  const [acme = ''] = /[0-9a-f-]{36}/.exec(await done('account list')) ?? [];
  expect(await done('account limits', [acme, 'rules=5'])).toMatch(/rules +5/);
  const token = await made('token create');
  expect(await done('token list')).toContain(token);

  const upstream = await made('upstream create', '--host', '93.184.216.34');
  await done('upstream update', [upstream, '--port', '8443']);
  expect(await done('upstream list')).toContain('8443');
  expect(await done('upstream show', [upstream])).toContain('8443');

  const host = 'shop.example.com';
  await made('domain create', '--host', host);
  await done('domain update', [host, '--web-analytics', 'manual']);
  await done('domain move', [host, '--to', upstream]);
  expect(await done('domain import', ['-'], '[{"host":"a.example.com"}]')).toContain('a.example.com');
  expect(await done('connect brand', ['--name', 'Acme Shops'])).toContain('Acme Shops');
  const configuration = await write('nameplate.yaml', await done('export-config'));
  expect(await readFile(configuration, 'utf8')).toContain(host);
  // With 3, there would be something to do.
  await done('plan', [configuration]);
  await done('apply', [configuration, '--yes']);
  const link = await made('connect create', host);
  expect(await done('connect list', [host])).toContain(link);
  expect(await done('connect revoke', [host, link, '--yes'])).toContain('was revoked');
  const hook = await made(
    'webhook create',
    '--url',
    'https://93.184.216.34/hook',
    '--events',
    'custom_domain.ready',
  );
  await done('webhook update', [hook, '--description', 'ours']);
  expect(await done('webhook rotate', [hook])).toContain('whsec_');
  expect(await done('webhook list')).toContain('custom_domain.ready');
  const delivery = await made('webhook test', hook);
  expect(await done('webhook replay', [hook, delivery])).toContain('pending');
  expect(await done('webhook deliveries', [hook, '--status', 'pending'])).toContain(delivery);
  expect(await done('webhook delete', [hook, '--yes'])).toContain('was deleted');
  expect(await done('domain list', ['--wide'])).toContain('manual');
  expect(await done('domain show', [host])).toContain(host);
  expect(await done('host list')).toContain(host);
  expect(await done('finding list', ['--state', 'muted'])).toContain('SEVERITY');
  const finding = ['01890000-0000-7000-8000-000000000000'];
  for (const command of ['finding show', 'finding unmute'])
    expect((await run(command, finding)).stderr).toContain('there is no finding');
  expect((await run('finding mute', [...finding, '--until', '7d'])).stderr).toContain('there is no finding');
  expect(await done('subscription list')).toContain('EMAIL');
  const subscriber = ['--email', 'a@example.org', '--what', 'report'];
  expect((await run('subscription create', subscriber)).stderr).toContain('NAMEPLATE_SMTP_URL');
  expect((await run('subscription delete', [finding[0] ?? '', '--yes'])).stderr).toContain(
    'there is no subscription',
  );
  const funnel = ['--domain', host];
  const steps = '[{"page":"/"},{"event":"Signup"}]';
  const signUps = await made('funnel create', ...funnel, '--name', 'Sign-ups', '--steps', steps);
  await done('funnel update', [signUps, ...funnel, '--scope', 'range']);
  expect(await done('funnel list', funnel)).toMatch(/Sign-ups +\/ > Signup +range/);
  expect((await run('funnel query', [signUps, ...funnel])).stderr).toContain(
    'only a running service can answer this',
  );
  expect(await done('funnel delete', [signUps, ...funnel, '--yes'])).toContain('was deleted');
  const ofDomain = ['--domain', host];
  const queries = 'Top queries,Clicks,Impressions,CTR,Position\nshoes,1,2,50%,1\n';
  const october = [...ofDomain, '--from', '2026-10-01', '--to', '2026-10-31'];
  const exported = await write('Queries.csv', queries);
  const terms = await made('search-console import', exported, ...october);
  expect(await done('search-console import', ['-', ...october], queries)).toBe(
    'Imported 1 search term with 1 click and 2 impressions for 2026-10-01 to 2026-10-31.\n',
  );
  expect(await done('search-console list', ofDomain)).toContain(`${terms}  2026-10-01  2026-10-31  1 `);
  expect(await done('search-console delete', [terms, ...ofDomain, '--yes'])).toContain('was deleted');
  const saved = await made('view create', '--name', 'Month', '--query-string', 'range=30d');
  await done('view update', [saved, '--name', 'This month']);
  expect(await done('view list')).toContain('This month');
  expect(await done('view delete', [saved, '--yes'])).toContain('was deleted');
  const key = await made('signing-key create', '--name', 'Portal');
  expect(await done('signing-key list')).toContain('Portal');
  expect(await done('signing-key delete', [key, '--yes'])).toContain('was deleted');
  const credentials = await write('bucket.json', '{"access_key_id":"AKIA","secret_access_key":"x"}');
  const toBucket = ['--bucket', 'acme-analytics', '--credentials-file', credentials];
  const bucket = await made('export-destination create', ...toBucket);
  expect(await done('export-destination update', [bucket, '--prefix', 'np/'])).toContain('np/');
  expect(await done('export-destination list')).toContain('acme-analytics');
  const requests = ['--what', 'requests', '--format', 'csv'];
  const daily = await made('export-schedule create', ...requests, '--destination-uuid', bucket);
  expect(await done('export-schedule list')).toContain(daily);
  expect(await done('export-schedule delete', [daily, '--yes'])).toContain('was deleted');
  expect(await done('export-destination delete', [bucket, '--yes'])).toContain('was deleted');
  const days = ['--from', '2026-11-01', '--to', '2026-11-02'];
  const ordered = await made('export create', ...requests, ...days, '--no-wait');
  expect(await done('export list')).toContain(ordered);
  expect(await run('export download', [ordered])).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('its state is waiting'),
  });
  expect(await done('export delete', [ordered, '--yes'])).toContain('was deleted');
  const origin = 'https://app.example.com';
  expect(await done('settings', ['--allowed-origin', origin])).toBe(`${origin}\n`);
  expect(JSON.parse(await done('settings', ['--json']))).toEqual({ allowed_origins: [origin] });
  expect(await done('settings', ['--no-allowed-origins'])).toBe('');
  const narrow = ['--scope', 'analytics', '--domain', host, '--external-id', 'customer-1', '--json'];
  expect(JSON.parse(await done('token create', narrow))).toMatchObject({
    scope: 'analytics',
    custom_domain_uuids: [expect.any(String)],
    external_ids: ['customer-1'],
  });
  expect(await run('domain verify', [host])).toMatchObject({ code: 1 });
  expect(await run('diagnose', [host])).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('only a running service can answer this'),
  });
  expect(await run('query', [host, '--metrics', 'visits'])).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('only a running service can answer this'),
  });
  expect(await run('usage')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('only a running service can answer this'),
  });
  const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'domains', arguments: {} } };
  const called: { result: { structuredContent: object } } = JSON.parse(
    await done('mcp', [], `${JSON.stringify(call)}\n`),
  );
  expect(Object.keys(called.result.structuredContent)).toEqual(['domains', 'count', 'next_cursor']);
  expect(await done('rules convert', ['-', '--host', host], 'path,to\n/a,/b\n')).toContain('/a,/b,301');
  const ruled = 'rules.example.com';
  await done('rules import', ['-', '--host', ruled], 'path,to\n/a,/b\n');
  expect(await done('rules show', [ruled])).toContain('/a');
  expect(await done('rules export', [ruled])).toContain('/a,/b,301');
  expect(await run('rules replay', [ruled, '-'], 'path,to\n/a,/b\n')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('only a running service can answer this'),
  });
  expect(await done('rules clear', [ruled, '--yes'])).toContain('was deleted');
  expect(await done('rules versions', [ruled])).toMatch(/^2 .*\{"rules":\[\]\}\s*\n1 /m);
  expect(await done('rules restore', [ruled, '1'])).toBe('Version 1 was restored.\n');
  expect(await done('rules show', [ruled])).toContain('/a');
  expect(await run('logs tail', [host])).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('only a running service can answer this'),
  });
  const line = `192.0.2.7 - - [10/Oct/2024:13:55:36 +0000] "GET / HTTP/1.1" 200 1 "-" "-"\n`;
  expect(await done('logs import', ['--domain', host, '-'], line)).toContain('1 request imported');
  const view = 'time,visitor,path\n2026-05-05T10:00:00Z,bob,/\n';
  expect(await done('pageviews import', ['--domain', host, '-'], view)).toContain('1 pageview imported');

  const redirect = await made(
    'redirect create',
    '--source-host',
    'go.example.com',
    '--destination-url',
    'https://a.example',
  );
  await done('redirect update', [redirect, '--inactive']);
  expect(await done('redirect versions', [redirect])).toMatch(/^2 .*"active":false/m);
  expect(await done('redirect restore', ['go.example.com', '1'])).toBe('Version 1 was restored.\n');
  for (const [group, target] of [
    ['upstream', upstream],
    ['domain', host],
  ] as const) {
    expect(await done(`${group} versions`, [target, '--json'])).toContain('"n"');
    expect((await run(`${group} restore`, [target, '99'])).stderr).toContain('there is no version "99"');
  }
  const paused = JSON.parse(await done('audit list', ['--resource-uuid', redirect, '--json'])).data[0].uuid;
  expect(await done('audit undo', [paused])).toBe('Undone: redirect go.example.com was updated.\n');
  expect(await done('redirect list')).toContain('go.example.com');
  expect(
    await done('redirect import', ['-'], 'source_host,destination_url\nto.example.com,https://a.example\n'),
  ).toContain('1 created');
  expect(await done('redirect export')).toContain('to.example.com');

  const { pem, keyPem } = makeCertificate({ sans: [host] });
  const files = ['--certificate', await write('c.pem', pem), '--key', await write('k.pem', keyPem)];
  const certificate = await made('certificate add', ...files);
  expect(await done('certificate list')).toContain(certificate);
  expect(await done('certificate show', [certificate])).toContain(host);
  await done('certificate automatic');
  expect(await run('certificate issue', [host])).toMatchObject({ code: 1 });
  expect(await done('key rotate')).toContain('2 private keys');
  expect((await run('domain-connect template')).stderr).toContain('without NAMEPLATE_EDGE_HOSTNAME');

  await done('redirect delete', ['go.example.com', '--yes']);
  await done('certificate delete', [certificate, '--yes']);
  await done('domain delete', [host, '--yes']);
  const deaf = await made('upstream create', '--host', '127.0.0.2', '--port', '2');
  expect(await run('upstream health', [deaf])).toMatchObject({
    code: 1,
    stdout: expect.stringContaining('ECONNREFUSED'),
  });
  await done('upstream delete', [upstream, '--yes']);
  await done('token revoke', [token, '--yes']);
  await done('key reset', ['--delete-certificates']);
  expect(await done('migrate')).toContain('nothing to do');
  expect((await run('doctor')).stdout).toContain('checks fine');
  expect(await run('data update')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('nothing is to be downloaded'),
  });

  expect(await done('audit list')).toContain('upstream');
  const password = 'an otter in a lagoon\n';
  await done('user create', ['ada@example.com', '--password-stdin'], password);
  await done('user create', ['bob@example.com', '--role', 'viewer', '--password-stdin'], password);
  expect(await done('user list')).toContain('bob@example.com');
  await done('user set-password', ['bob@example.com', '--password-stdin'], 'a beaver in a river\n');
  await done('user remove', ['bob@example.com', '--yes']);

  expect([...ran].toSorted()).toEqual(leavesOf(await createProgram()).toSorted());
});
