/** Verdicts of domains, redirects and hosts with rules. Source: docs/reference/findings.md ("Verdicts"). */
import type { ControlDatabase } from '../../control/database.ts';
import { type HostTimes, quietVerdict, readHostStates, worstFindings } from '../../control/verdicts.ts';
import type { Clock } from '../../core/clock.ts';
import type { VerdictState } from '../../core/finding.ts';
import { renewalToWire } from '../automatic-certificates/schemas.ts';
import { type FindingRow, findingTables, toFindings } from './finding-rows.ts';
import { sentencesOf } from './wire.ts';

export type Verdict = {
  readonly state: VerdictState;
  readonly finding_uuid: string | null;
  readonly cause: string | null;
};

/** What the answers about a host have beside its row. */
export type Attention = {
  readonly verdict: Verdict;
  readonly reachable: string | null;
  readonly renewal: unknown;
};

type Stores = { readonly database: ControlDatabase; readonly clock: Clock };

/** A custom domain has times of its own. */
export type JudgedHost = Pick<HostTimes, 'host'> & {
  readonly times?: Omit<HostTimes, 'host'>;
  /** Of the custom domain that the host is one of: the verdict is about that one. */
  readonly domainHost?: string;
};

/** Of hosts of one account, in their order. */
export async function readAttention(
  { database, clock }: Stores,
  accountUuid: string,
  judged: readonly JudgedHost[],
): Promise<Attention[]> {
  if (judged.length === 0) return [];
  const now = clock.now();
  const account = { accountUuid, now };
  const subjects = judged.map(({ host, domainHost = host }) => domainHost);
  const states = await readHostStates(database, account, [...judged.map(({ host }) => host), ...subjects]);
  const told = subjects.filter((host) => states.get(host)?.mayHaveFindings);
  const worst = told.length === 0 ? new Map<string, never>() : await worstFindings(database, account, told);
  const causes = await readCauses(
    database.queries,
    [...worst.values()].map(({ uuid }) => uuid),
  );
  return judged.map(({ host, domainHost = host, times }) => {
    const state = states.get(host);
    const finding = worst.get(domainHost);
    const own = times ?? { readyAt: state?.readyAt ?? null, checkedAt: state?.checkedAt ?? null };
    return {
      verdict: {
        state: finding?.state ?? quietVerdict(own, now),
        finding_uuid: finding?.uuid ?? null,
        cause: finding ? (causes.get(finding.uuid) ?? null) : null,
      },
      reachable: state?.reachable ?? null,
      renewal: state?.renewal ? renewalToWire(state.renewal) : null,
    };
  });
}

async function readCauses(
  queries: ControlDatabase['queries'],
  uuids: readonly string[],
): Promise<Map<string, string>> {
  if (uuids.length === 0) return new Map();
  const rows: FindingRow[] = await findingTables(queries)
    .selectFrom('findings')
    .selectAll()
    .where('uuid', 'in', [...new Set(uuids)])
    .execute();
  const found = await toFindings(queries, rows);
  return new Map(found.map((finding) => [finding.uuid, sentencesOf(finding).cause]));
}
