/** Members of accounts on the wire. Source: docs/reference/people.md ("Members"). */
import { type TObject, Type } from '@sinclair/typebox';
import { pageQuery, refTo, timestampSchema, uuidSchema } from '../../api/schemas/common.ts';
import { bodySchemas } from '../../api/schemas/resource.ts';
import { formatTimestamp } from '../../core/clock.ts';
import type { Account } from '../accounts/account-store.ts';
import { accountSchema, accountToWire } from '../accounts/schemas.ts';
import type { Member, Membership } from './membership-store.ts';
import { roleSchema } from './user-schemas.ts';

/** A user's role in an account, as the user sees it. */
export const membershipSchema: TObject = Type.Object(
  { role: roleSchema, account: refTo(accountSchema) },
  { $id: 'Membership' },
);

export const memberSchema: TObject = Type.Object(
  {
    user_uuid: uuidSchema,
    email: Type.String(),
    name: Type.String(),
    role: roleSchema,
    created_at: timestampSchema('When the user became a member.'),
  },
  { $id: 'Member' },
);

export const memberBodySchema: TObject = bodySchemas('Member', { role: roleSchema }, ['role']).update;
export const memberQuerySchema: TObject = Type.Object({ ...pageQuery });

export function membershipsToWire(
  memberships: readonly Membership[],
  accounts: readonly Account[],
): Record<string, unknown>[] {
  return accounts.flatMap((account) => {
    const own = memberships.find(({ accountUuid }) => accountUuid === account.uuid);
    return own ? [{ role: own.role, account: accountToWire(account) }] : [];
  });
}

export function memberToWire(member: Member): Record<string, unknown> {
  return {
    user_uuid: member.userUuid,
    email: member.email,
    name: member.name,
    role: member.role,
    created_at: formatTimestamp(member.createdAt),
  };
}

export function removedMemberMessage({ email }: Member): string {
  return `${email} is no longer a member of the account.`;
}
