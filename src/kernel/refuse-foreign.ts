/** Attributes that name something else of the account. */
import { sql } from 'kysely';
import type { ControlTransaction } from '../control/database.ts';
import { quoteValue, ServiceError } from '../core/errors.ts';

const named = {
  custom_domain_uuid: { table: 'custom_domains', words: 'a custom domain' },
  destination_uuid: { table: 'export_destinations', words: 'an export destination' },
} as const;

/** Null names nothing. Errors: `<attribute>_invalid` for what the account doesn't have. */
export async function refuseForeign(
  trx: ControlTransaction,
  accountUuid: string,
  attribute: keyof typeof named,
  uuid: string | null | undefined,
): Promise<void> {
  if (uuid === null || uuid === undefined) return;
  const { table, words } = named[attribute];
  const { rows } = await sql`
    select 1 from ${sql.table(table)} where uuid = ${uuid} and account_uuid = ${accountUuid}`.execute(trx);
  if (rows.length === 0)
    throw new ServiceError({ attribute }, `${attribute} ${quoteValue(uuid)} is not ${words} of the account`);
}
