/**
 * What the schedule of 100,000 certificates that are valid for six days costs: each looked at every six hours and renewed when half of its
 * lifetime is left. Time passes as fast as the work allows; the authority is another process, whose CPU isn't counted. Then whether
 * hosts that wait for the order budget get their orders when they were told.
 * Run: `node bench/short-lived.ts [--hosts 100000] [--minutes 30] [--waiting 600]`
 */
import { sql } from 'kysely';
import { AutomaticCertificateList } from '../src/features/automatic-certificates/certificate-list.ts';
import type { CleanUp } from '../src/service/clean-up.ts';
import { addHosts, moveTo, openIssuer } from './support/issuer.ts';
import { readOptions } from './support/options.ts';
import { describeMachine, publishReport } from './support/report.ts';
import { runBenchmark } from './support/run.ts';
import { formatNumber } from './support/table.ts';
import { diskDir } from './support/temp-dir.ts';
import { atMost } from './support/verdict.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const lifetimeMs = 144 * hourMs;
const perPeriod = 300;
const everyMs = (3 * hourMs) / perPeriod;
/** Hosts that share a certificate, so that there need not be as many orders before. */
const models = 200;

await runBenchmark(async (cleanUp) => {
  const { hosts, minutes, waiting } = readOptions({ hosts: 100_000, minutes: 30, waiting: 600 });
  const machine = describeMachine();
  const schedule = await measureSchedule(hosts, minutes, cleanUp);
  console.error(`schedule: ${formatNumber(schedule.share * 100, 1)} % of a core`);
  const queue = await measureQueue(waiting, cleanUp);
  publishReport(
    {
      name: 'short-lived',
      title: `${formatNumber(hosts)} certificates of six days`,
      method:
        `${formatNumber(hosts)} hosts of one account with certificates in all stages, SQLite on disk; ${minutes} minutes of their time, by a clock that runs ` +
        `as fast as the work allows. CPU of this process alone, which is the issuer with its store and its client; checks of DNS before an order are left out. ` +
        `Then ${formatNumber(waiting)} hosts that wait after the first ${perPeriod} orders, every ${everyMs / 1000} s.`,
      sections: [
        {
          heading: 'Schedule',
          table: {
            columns: ['looks', 'orders', 'CPU ms each', 'of a core'],
            rows: [
              [
                formatNumber(schedule.looks),
                formatNumber(schedule.orders),
                formatNumber(schedule.cpuMs / (schedule.looks + schedule.orders), 2),
                `${formatNumber(schedule.share * 100, 1)} %`,
              ],
            ],
          },
        },
        {
          heading: 'Queue',
          table: {
            columns: ['hosts that waited', 'ordered in', 'furthest from what was told'],
            rows: [
              [
                formatNumber(waiting),
                `${formatNumber(queue.hours, 1)} h`,
                `${formatNumber(queue.errorSeconds)} s`,
              ],
            ],
          },
        },
      ],
      targets: [
        atMost('the schedule', schedule.share * 100, 20, '% of a core'),
        atMost('renewals after half of the lifetime', schedule.late, 0, 'hosts', 0),
        atMost('orders from when they were told', queue.errorSeconds, everyMs / 1000, 's'),
      ],
      figures: { hosts, minutes, schedule, queue },
    },
    machine,
  );
});

async function measureSchedule(hosts: number, minutes: number, cleanUp: CleanUp) {
  const opened = await openIssuer(await diskDir(cleanUp), perPeriod, {}, cleanUp);
  const { database, clock, issuer, accountUuid } = opened;
  const { queries } = database;
  for (let model = 0; model < models; model++) {
    await addHosts(opened, [`model-${model}.example`]);
    await issuer.runDue();
    await queries
      .updateTable('automatic_certificates')
      .set({ next_attempt_at: clock.time + lifetimeMs })
      .execute();
    await moveTo(opened, clock.time + lifetimeMs / 2 / models);
  }
  // Each look is six hours after the one before, but the renewal when half of the lifetime is left.
  const nextAttemptAt = sql`min(not_before + ${sql.lit(lifetimeMs / 2)}, ${sql.lit(clock.time)} + (i * 7919000) % ${sql.lit(6 * hourMs)})`;
  const numbers = sql`with recursive numbers(i) as (select 0 union all select i + 1 from numbers where i < ${hosts - 1})`;
  const host = sql`'host-' || i || '.example'`;
  const model = sql`'model-' || (i % ${sql.lit(models)}) || '.example'`;
  await sql`insert into host_claims (host, account_uuid, claimed_at, seen_at)
    ${numbers} select ${host}, ${accountUuid}, ${clock.time}, ${clock.time} from numbers`.execute(queries);
  await sql`insert into automatic_certificates (host, account_uuid, next_attempt_at, failures, fingerprint, issuer, not_before, expires_at,
      directory_url, expiry_announced, created_at)
    ${numbers} select ${host}, account_uuid, ${nextAttemptAt}, 0, fingerprint, issuer, not_before, expires_at, directory_url, 0, created_at
    from numbers join automatic_certificates on host = ${model}`.execute(queries);
  await sql`insert into automatic_certificate_keys (host, chain_pem, sealed_key, key_id)
    ${numbers} select ${host}, chain_pem, sealed_key, key_id from numbers join automatic_certificate_keys on host = ${model}`.execute(
    queries,
  );
  const before = { ...issuer.counts };
  const cpu = process.cpuUsage();
  for (let minute = 0; minute < minutes; minute++) {
    await moveTo(opened, clock.time + minuteMs);
    await issuer.runDue();
  }
  const { user, system } = process.cpuUsage(cpu);
  const cpuMs = (user + system) / 1000;
  const counted = (outcome: string) => (issuer.counts[outcome] ?? 0) - (before[outcome] ?? 0);
  const { rows } = await sql<{ late: number }>`select count(*) as late from automatic_certificates
    where host like 'host-%' and expires_at - ${clock.time} < ${lifetimeMs / 2 - 2 * minuteMs}`.execute(
    queries,
  );
  const late = rows[0]?.late ?? Number.NaN;
  return {
    looks: counted('not_due'),
    orders: counted('issued'),
    cpuMs,
    share: cpuMs / (minutes * minuteMs),
    late,
  };
}

async function measureQueue(waiting: number, cleanUp: CleanUp) {
  const opened = await openIssuer(await diskDir(cleanUp), perPeriod, {}, cleanUp);
  const { database, store, clock, issuer, accountUuid } = opened;
  await addHosts(
    opened,
    Array.from({ length: perPeriod + waiting }, (_, index) => `host-${index}.example`),
  );
  await issuer.runDue();
  const [account] = await database.queries.selectFrom('acme_accounts').select('directory_url').execute();
  const accounts = [{ directoryUrl: account?.directory_url ?? '', externalKeyId: '' }];
  const forecast = await store.acmeOrderBudget.forecast(accounts, clock.time, perPeriod);
  const sort = { field: 'next_attempt_at', direction: 'asc' } as const;
  const query = { accountUuid, state: 'waiting', sort, limit: waiting + 1, offset: 0, forecast } as const;
  const { certificates } = await new AutomaticCertificateList(store).list(query, clock.time);
  if (certificates.length !== waiting) throw new Error(`${certificates.length} hosts wait`);
  const start = clock.time;
  const left = new Map(certificates.map(({ host, nextAttemptAt }) => [host, nextAttemptAt ?? 0]));
  let errorMs = 0;
  while (left.size > 0 && clock.time < start + 2 * waiting * everyMs) {
    await moveTo(opened, clock.time + everyMs);
    await issuer.runDue();
    const rows = await database.queries
      .selectFrom('automatic_certificates')
      .select('host')
      .where('last_attempt_at', '=', clock.time)
      .execute();
    for (const { host } of rows) {
      errorMs = Math.max(errorMs, Math.abs(clock.time - (left.get(host) ?? 0)));
      left.delete(host);
    }
  }
  const errorSeconds = left.size > 0 ? Number.NaN : errorMs / 1000;
  return { hours: (clock.time - start) / hourMs, errorSeconds };
}
