/** The custom domains of a set, as rows. Source: docs/reference/signed-tokens.md ("The domains"). */
import { type RawBuilder, sql } from 'kysely';
import { isEveryDomain, type TokenDomains } from '../core/token-domains.ts';

/** The columns of `custom_domains` of those of an account that the set has, as a subquery; by default their uuids. */
export function domainsOfSet(
  accountUuid: string,
  set: TokenDomains,
  columns: RawBuilder<unknown> = sql`uuid`,
): RawBuilder<unknown> {
  return sql`select ${columns} from custom_domains where account_uuid = ${accountUuid} and ${inSet(set)}`;
}

function inSet(set: TokenDomains): RawBuilder<unknown> {
  if (isEveryDomain(set)) return sql`1 = 1`;
  const named = [
    ['uuid', set.customDomainUuids ?? []],
    ['external_id', set.externalIds ?? []],
  ] as const;
  const parts = named.flatMap(([column, values]) =>
    values.length === 0 ? [] : [sql`${sql.ref(column)} in (${sql.join(values)})`],
  );
  return parts.length === 0 ? sql`1 = 0` : sql`(${sql.join(parts, sql` or `)})`;
}
