/** Members and invitations of the account, as the API answers and takes them. */
import { queryOptions } from '@tanstack/react-query';
import type { components } from '../../../../client/src/openapi.ts';
import { api, bodyOf } from '../../api/client.ts';

type Schemas = components['schemas'];
export type Member = Schemas['Member'];
export type Role = Member['role'];

export const roleChoices: readonly { readonly value: Role; readonly label: string }[] = [
  { value: 'viewer', label: 'Viewer: reads' },
  { value: 'admin', label: 'Admin: reads and changes' },
  { value: 'owner', label: 'Owner: also manages people' },
];

/** As many as one page of the API has. */
const perPage = 1000;

export function memberListQuery(account_uuid: string) {
  return queryOptions({
    queryKey: ['members', account_uuid],
    queryFn: ({ signal }) =>
      bodyOf(
        api.GET('/api/v1/accounts/{account_uuid}/members', {
          params: { path: { account_uuid }, query: { per_page: perPage } },
          signal,
        }),
      ),
  });
}

export function invitationListQuery(account_uuid: string) {
  return queryOptions({
    queryKey: ['invitations', account_uuid],
    queryFn: ({ signal }) =>
      bodyOf(
        api.GET('/api/v1/accounts/{account_uuid}/invitations', {
          params: { path: { account_uuid } },
          signal,
        }),
      ),
  });
}

export function createOwner(account_uuid: string, body: Schemas['OwnerCreate']): Promise<Member> {
  return bodyOf(
    api.POST('/api/v1/accounts/{account_uuid}/owner', { params: { path: { account_uuid } }, body }),
  );
}

/** Answers the link, which can't be shown again. */
export async function invite(account_uuid: string, body: Schemas['InvitationCreate']): Promise<string> {
  const created = await bodyOf(
    api.POST('/api/v1/accounts/{account_uuid}/invitations', { params: { path: { account_uuid } }, body }),
  );
  return `${location.origin}/invitation#${created.secret}`;
}

export async function revokeInvitation(account_uuid: string, invitation_uuid: string): Promise<void> {
  await api.DELETE('/api/v1/accounts/{account_uuid}/invitations/{invitation_uuid}', {
    params: { path: { account_uuid, invitation_uuid } },
  });
}

export async function setRole(account_uuid: string, user_uuid: string, role: Role): Promise<void> {
  await api.PUT('/api/v1/accounts/{account_uuid}/members/{user_uuid}', {
    params: { path: { account_uuid, user_uuid } },
    body: { role },
  });
}

export async function removeMember(account_uuid: string, user_uuid: string): Promise<void> {
  await api.DELETE('/api/v1/accounts/{account_uuid}/members/{user_uuid}', {
    params: { path: { account_uuid, user_uuid } },
  });
}
