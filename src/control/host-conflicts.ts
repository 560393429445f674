/**
 * Redirects, rules and custom domains that are not served because their account has no claim on the host: those that lost the
 * host to an older account when claims were introduced, and those that a program from before then wrote afterwards.
 * Source: docs/guides/operations.md ("Hosts that two accounts used").
 */
import { sql } from 'kysely';
import type { ControlDatabase } from './database.ts';

export type HostConflict = {
  readonly kind: 'redirect' | 'list of rules' | 'custom domain' | 'custom domain with redirect_to_www';
  readonly uuid: string;
  readonly accountUuid: string;
  /** That it needs. */
  readonly host: string;
  /** The account that has the host; null: none, so an update of the resource claims it. A check claims those of domains. */
  readonly ownerUuid: string | null;
};

const rowsPerQuery = 5_000;

const sources = [
  { kind: 'redirect', table: sql`redirects`, key: sql`source_host`, host: sql`source_host` },
  { kind: 'list of rules', table: sql`host_rules`, key: sql`host`, host: sql`host` },
  { kind: 'custom domain', table: sql`custom_domains`, key: sql`host`, host: sql`host` },
  {
    kind: 'custom domain with redirect_to_www',
    table: sql`custom_domains`,
    key: sql`host`,
    host: sql`case redirect_to_www when 1 then 'www.' || host end`,
  },
] as const;

/** Finds up to `limit` of them. It goes through all redirects and domains, in steps that others get a turn between. */
export async function findHostConflicts(
  { queries }: Pick<ControlDatabase, 'queries'>,
  limit: number,
): Promise<HostConflict[]> {
  const conflicts: HostConflict[] = [];
  for (const { kind, table, key, host } of sources) {
    for (let after: string | undefined = ''; after !== undefined && conflicts.length < limit; ) {
      const last: { readonly rows: readonly { key: string }[] } = await sql<{ key: string }>`
        select ${key} as key from ${table} where ${key} > ${after}
        order by ${key} limit 1 offset ${rowsPerQuery - 1}`.execute(queries);
      const end: string | undefined = last.rows[0]?.key;
      const { rows } = await sql<Omit<HostConflict, 'kind'>>`
        select used.uuid, used.account_uuid as "accountUuid", used.host, host_claims.account_uuid as "ownerUuid"
        from (
          select uuid, account_uuid, ${host} as host from ${table}
          where ${key} > ${after} ${end === undefined ? sql`` : sql`and ${key} <= ${end}`}
        ) as used
        left join host_claims on host_claims.host = used.host
        where used.host is not null
          and (${kind.startsWith('custom domain') ? sql`false` : sql`host_claims.account_uuid is null`} or host_claims.account_uuid <> used.account_uuid)
        order by used.host limit ${limit - conflicts.length}`.execute(queries);
      for (const row of rows) conflicts.push({ kind, ...row });
      after = end;
      await new Promise<void>((resolve) => setImmediate(resolve));
    }
  }
  return conflicts;
}

/** One sentence for operators: what is not served, why, and what to do about it. */
export function describeHostConflict({ kind, uuid, accountUuid, host, ownerUuid }: HostConflict): string {
  const [why, what] =
    ownerUuid === null
      ? ['no account has claimed that host', 'update it to claim the host']
      : [
          `that host belongs to account ${ownerUuid}`,
          'move or delete it, or update it once the host is free',
        ];
  return `The ${kind} ${uuid} of account ${accountUuid} is not served on ${host}: ${why}; ${what}.`;
}
