/**
 * Keeps the names of deleted custom domains, whose usage is still to be billed. Source: docs/reference/usage.md ("Deleted
 * domains").
 */
import type { CustomDomain } from './custom-domain-row.ts';
import type { ControlTransaction } from './database.ts';

/** Each has six parameters; both engines allow at least 32,766. */
const rowsPerInsert = 1_000;

/** Every deletion of custom domains calls this, in its transaction. */
export async function rememberDeleted(
  trx: ControlTransaction,
  domains: readonly CustomDomain[],
  now: number,
): Promise<void> {
  const rows = domains.map(({ uuid, accountUuid, host, externalId, createdAt }) => ({
    uuid,
    account_uuid: accountUuid,
    host,
    external_id: externalId,
    created_at: createdAt,
    deleted_at: now,
  }));
  for (let start = 0; start < rows.length; start += rowsPerInsert)
    await trx
      .insertInto('deleted_custom_domains')
      .values(rows.slice(start, start + rowsPerInsert))
      .execute();
}

/** Of a domain that is there again, which is one for its usage; answers when it was created first, if that is still known. */
export async function forgetDeletion(trx: ControlTransaction, uuid: string): Promise<number | undefined> {
  const row = await trx
    .deleteFrom('deleted_custom_domains')
    .where('uuid', '=', uuid)
    .returning('created_at')
    .executeTakeFirst();
  return row?.created_at;
}
