/**
 * What this machine knows to be wrong with the installation; the first account sees it. Source: docs/reference/finding-kinds.md
 * ("data_old", "spool_behind", "disk_low").
 *
 * Machines share the findings: what one of them has found, it alone finds to be right again.
 */
import { hostname } from 'node:os';
import { describeOldData, findAgingData } from '../../analytics/lookup/data-age.ts';
import { findFirst } from '../../control/limit-uses.ts';
import type { FindingKindName, FindingObserver, Observation } from '../../core/finding.ts';
import { freeBytesAt } from '../../core/free-bytes.ts';
import { minuteMs } from '../../core/time.ts';
import type { WorkParts } from '../../kernel/feature.ts';
import { findingTables } from './finding-rows.ts';

/** What the doctor warns of. */
const lowDiskBytes = 1024 ** 3;
const behindMs = 10 * minuteMs;

export type Seen = Observation['seen'];
type Parts = Pick<WorkParts, 'store' | 'oldestUnshipped' | 'clock'> & {
  readonly config: Pick<WorkParts['config'], 'dataDir' | 'lookupData'>;
  readonly findings: FindingObserver;
};

/** Once in some minutes. */
export async function checkInstallation(
  { config, store, oldestUnshipped, findings, clock }: Parts,
  machine: string = hostname(),
): Promise<void> {
  const now = clock.now();
  await observeInstallation({ store, findings }, machine, [
    ['data_old', dataSeen(config.lookupData, now, machine)],
    ['spool_behind', spoolSeen(oldestUnshipped(), now, machine)],
    ['disk_low', await diskSeen(config.dataDir, machine)],
  ]);
}

/** Takes what a machine saw, whose name is in the evidence of what is bad. */
export async function observeInstallation(
  { store, findings }: Pick<Parts, 'store' | 'findings'>,
  machine: string,
  seen: readonly (readonly [FindingKindName, Seen])[],
): Promise<void> {
  const { queries } = store.database;
  const accountUuid = await findFirst(queries);
  if (accountUuid === undefined) return;
  const open = await findingTables(queries)
    .selectFrom('findings')
    .select(['kind', 'evidence'])
    .where('account_uuid', '=', accountUuid)
    .where('subject_type', '=', 'installation')
    .where('resolved_at', 'is', null)
    .execute();
  const others = new Set(
    open
      .filter(({ evidence }) => {
        const found: { readonly machine?: string } = JSON.parse(evidence);
        return found.machine !== machine;
      })
      .map(({ kind }) => kind),
  );
  const subject = { type: 'installation', uuid: null, host: null } as const;
  await findings.observe(
    seen
      .filter(([kind, { state }]) => !(state === 'good' && others.has(kind)))
      .map(([kind, each]) => ({ accountUuid, kind, subject, seen: each })),
  );
}

function dataSeen(files: Parts['config']['lookupData'], now: number, machine: string): Seen {
  const warning = describeOldData(findAgingData(files), now);
  if (warning === undefined) return { state: 'good' };
  return { state: 'bad', causeCode: 'data_not_updated', evidence: { machine, warning } };
}

function spoolSeen(oldest: number | undefined, now: number, machine: string): Seen {
  const behind = oldest === undefined ? 0 : now - oldest;
  if (behind < behindMs) return { state: 'good' };
  const evidence = { machine, minutes: Math.floor(behind / minuteMs) };
  return { state: 'bad', causeCode: 'records_wait', evidence };
}

async function diskSeen(path: string, machine: string): Promise<Seen> {
  const freeBytes = await freeBytesAt(path);
  if (freeBytes >= lowDiskBytes) return { state: 'good' };
  const evidence = { machine, free_mebibytes: Math.floor(freeBytes / 1024 ** 2) };
  return { state: 'bad', causeCode: 'disk_almost_full', evidence };
}
