/** A redirect that loses its DNS records is broken, in the answers of a service. Source: docs/reference/findings.md ("Verdicts"). */
import Database from 'better-sqlite3';
import { expect, onTestFinished, test } from 'vitest';
import { TestDnsServer } from '../support/dns-server.ts';
import { TestService } from '../support/service.ts';
import { tempDir } from '../support/temp-dir.ts';

const host = 'go.example.com';
const ours = '127.0.0.1';

test('a redirect whose records are gone is broken, with cause and fix', async () => {
  const names = await TestDnsServer.start([`${host} A ${ours}`]);
  onTestFinished(() => names[Symbol.asyncDispose]());
  const service = await TestService.start({
    dataDir: await tempDir(),
    env: { NAMEPLATE_DNS_SERVERS: names.address, NAMEPLATE_EDGE_ADDRESSES: ours },
  });
  onTestFinished(async () => {
    await service.stop();
  });
  const redirect = { source_host: host, destination_url: 'https://dest.example/' };
  const { body } = await service.api(service.redirects, { json: redirect });
  const read = async () => (await service.api(`${service.redirects}/${body.uuid}`)).body;
  expect(body).toMatchObject({ verdict: { state: 'setting_up', finding_uuid: null } });

  const { control } = service;
  if (control.kind !== 'sqlite') throw new Error('the test moves the time of checks in the file of SQLite');
  const store = new Database(control.path, { timeout: 10_000 });
  onTestFinished(() => void store.close());
  /** Has the host checked at once, and waits until it was. */
  const check = async (): Promise<void> => {
    const since = Date.now();
    store
      .prepare(
        `insert into host_states (account_uuid, host, next_check_at) values (?, ?, 0)
          on conflict (account_uuid, host) do update set next_check_at = 0`,
      )
      .run(service.accountUuid, host);
    const checked = store.prepare('select 1 from host_states where checked_at >= ?');
    await expect.poll(() => checked.all(since).length).toBe(1);
  };
  await check();
  expect(await read()).toMatchObject({ verdict: { state: 'setting_up' } });
  names.setRecords([]);
  await check();
  expect(await read()).toMatchObject({ verdict: { state: 'setting_up' } });
  await check();
  await expect
    .poll(read)
    .toMatchObject({ verdict: { state: 'broken', cause: expect.stringContaining('does not exist') } });
  const broken = await read();
  const { body: finding } = await service.api(
    `/api/v1/accounts/${service.accountUuid}/findings/${broken.verdict.finding_uuid}`,
  );
  expect(finding).toMatchObject({
    kind: 'dns_lost',
    severity: 'critical',
    subject: { type: 'redirect', uuid: body.uuid, host },
    summary: `${host} no longer points here.`,
    cause_code: 'records_missing',
    fix: expect.stringMatching(/^Set the DNS records again/),
  });
});
