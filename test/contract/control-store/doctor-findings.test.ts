/** What the doctor says of open findings. Source: docs/reference/findings.md. */
import { hostname } from 'node:os';
import { expect, test } from 'vitest';
import { checkFindings } from '../../../src/cli/doctor/findings.ts';
import type { FindingKindName, Severity } from '../../../src/core/finding.ts';
import { Accounts } from '../../../src/features/accounts/account-store.ts';
import { findingTables } from '../../../src/features/attention/finding-rows.ts';
import { Findings } from '../../../src/features/attention/findings.ts';
import { CustomDomains } from '../../../src/features/custom-domains/custom-domain-store.ts';
import { Upstreams } from '../../../src/features/upstreams/upstream-store.ts';
import { onEachControlStore } from '../../support/control-stores.ts';
import { domainOf, storesAt, upstreamOf } from './stores.ts';

const minuteMs = 60_000;

onEachControlStore('the doctor on findings', (newLocation) => {
  const { openWithAccount } = storesAt(newLocation);

  async function open() {
    const { store, accountUuid, clock } = await openWithAccount();
    const upstream = await new Upstreams(store).create(accountUuid, upstreamOf('app.example.net'));
    const findings = new Findings(store);
    const uuids = new Map<string, string>();
    const addDomain = async (host: string) => {
      const domain = await new CustomDomains(store).create(accountUuid, upstream.uuid, domainOf(host));
      if (!domain || 'taken' in domain) throw new Error('no domain');
      return domain.uuid;
    };
    return {
      store,
      accountUuid,
      clock,
      examine: () => checkFindings(store.database, clock),
      /** Of a domain that is made first; a minute after what was found before. */
      find: async (host: string, kind: FindingKindName, causeCode: string, severity?: Severity) => {
        const uuid = uuids.get(host) ?? (await addDomain(host));
        uuids.set(host, uuid);
        clock.time += minuteMs;
        const subject = { type: 'custom_domain', uuid, host } as const;
        const seen = { state: 'bad', causeCode, evidence: {}, ...(severity && { severity }) } as const;
        await findings.observe([{ accountUuid, kind, subject, seen }]);
      },
      findInstallation: (owner: string, kind: FindingKindName, causeCode: string, evidence: object) =>
        findings.observe([
          {
            accountUuid: owner,
            kind,
            subject: { type: 'installation', uuid: null, host: null },
            seen: { state: 'bad', causeCode, evidence: { ...evidence } },
          },
        ]),
    };
  }

  test('there are none', async () => {
    const { examine } = await open();
    expect(await examine()).toEqual([
      { level: 'ok', check: 'findings', message: 'Nothing is found to be wrong with any domain.' },
    ]);
  });

  test('the three domains that are worst, those that are muted left out', async () => {
    const { store, clock, find, examine } = await open();
    await find('slow.example.com', 'upstream_slow', 'answers_late');
    await find('spike.example.com', 'traffic_spike', 'requests_many');
    await find('muted.example.com', 'dns_lost', 'records_missing');
    await findingTables(store.database.queries)
      .updateTable('findings')
      .set({ muted_until: clock.time + 60 * minuteMs })
      .where('subject_host', '=', 'muted.example.com')
      .execute();
    await find('loop.example.com', 'loop', 'answers_508');
    await find('first.example.com', 'dns_lost', 'records_missing');
    await find('second.example.com', 'certificate_expiring', 'not_renewed', 'critical');
    expect(await examine()).toEqual([
      {
        level: 'warning',
        check: 'dns_lost',
        message:
          'first.example.com no longer points here. Its DNS records lead somewhere else, or are gone. Set the DNS records again, as the domain’s page or a diagnosis shows them; they are checked every few minutes.',
      },
      {
        level: 'warning',
        check: 'certificate_expiring',
        message: expect.stringContaining('second.example.com'),
      },
      { level: 'warning', check: 'upstream_slow', message: expect.stringContaining('slow.example.com') },
    ]);
    clock.time += 61 * minuteMs;
    expect((await examine()).map(({ check, message }) => [check, message.split(' ')[0]])).toEqual([
      ['dns_lost', 'muted.example.com'],
      ['dns_lost', 'first.example.com'],
      ['certificate_expiring', expect.anything()],
    ]);
  });

  test('a domain with several findings takes one of the three places', async () => {
    const { find, examine } = await open();
    await find('worst.example.com', 'dns_lost', 'records_missing');
    await find('worst.example.com', 'certificate_expiring', 'not_renewed');
    await find('worst.example.com', 'upstream_slow', 'answers_late');
    await find('slow.example.com', 'upstream_slow', 'answers_late');
    await find('late.example.com', 'upstream_slow', 'answers_late');
    expect((await examine()).map(({ check, message }) => [check, message.split(' ')[0]])).toEqual([
      ['dns_lost', 'worst.example.com'],
      ['upstream_slow', expect.anything()],
      ['upstream_slow', expect.anything()],
    ]);
  });

  test('what is wrong with the installation is said once, though several accounts see it', async () => {
    const { store, accountUuid, findInstallation, examine } = await open();
    const { uuid: other } = await new Accounts(store).create('Neighbour');
    await findInstallation(accountUuid, 'disk_low', 'disk_almost_full', {
      machine: 'one',
      free_mebibytes: 500,
    });
    // The doctor looks at this machine itself.
    await findInstallation(accountUuid, 'data_old', 'data_not_updated', { machine: hostname(), warning: '' });
    for (const owner of [accountUuid, other])
      await findInstallation(owner, 'traffic_drop', 'requests_missing_everywhere', {});
    expect((await examine()).toSorted((a, b) => (a.check < b.check ? -1 : 1))).toEqual([
      {
        level: 'warning',
        check: 'disk_low',
        message:
          'The disk of this installation is almost full. Only 500 MiB are free on the disk of one, and writes fail when it is full. Free some of it, or move the data directory to a larger disk.',
      },
      { level: 'warning', check: 'traffic_drop', message: expect.any(String) },
    ]);
  });
});
