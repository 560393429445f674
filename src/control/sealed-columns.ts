/**
 * Every column that is encrypted with the secret key, which a rotation has to process. Source:
 * docs/reference/certificates.md.
 */
import { type RawBuilder, sql } from 'kysely';

export type SealedColumn = {
  readonly table: string;
  /** The column that tells rows apart. */
  readonly id: string;
  readonly sealed: string;
  /** The column with the id of the secret key. */
  readonly keyId: string;
  /** What a row's secret is bound to: a copy in another row does not open. */
  readonly identity: (id: string) => string;
  /** What the secret belongs to. */
  readonly owner:
    | 'certificate'
    | 'client_certificate'
    | 'acme_account'
    | 'upstream'
    | 'second_factor'
    | 'webhook_endpoint'
    | 'connect_reminder';
};

/** The private key of a certificate. */
export function certificateKeyIdentity(certificateUuid: string): string {
  return `custom_certificates/${certificateUuid}/private_key`;
}

/** The private key of a host's automatic certificate. */
export function automaticKeyIdentity(host: string): string {
  return `automatic_certificates/${host}/private_key`;
}

/** The private key of an account with a certificate authority. */
export function acmeAccountIdentity(id: string): string {
  return `acme_accounts/${id}/private_key`;
}

/** The token that an upstream's requests carry. */
export function upstreamTokenIdentity(upstreamUuid: string): string {
  return `upstreams/${upstreamUuid}/auth_token`;
}

/** The private key of an upstream's client certificate. */
export function upstreamClientKeyIdentity(upstreamUuid: string): string {
  return `upstreams/${upstreamUuid}/tls_client_key`;
}

/** The secret that a user shares with an authenticator app. */
export function totpSecretIdentity(userUuid: string): string {
  return `users/${userUuid}/totp_secret`;
}

/** What an endpoint's deliveries are signed with. */
export function webhookSecretsIdentity(endpointUuid: string): string {
  return `webhook_endpoints/${endpointUuid}/secrets`;
}

/** The address that a link's reminders go to. */
export function reminderEmailIdentity(linkUuid: string): string {
  return `connect_reminders/${linkUuid}/email`;
}

export const sealedColumns: readonly SealedColumn[] = [
  {
    table: 'certificate_keys',
    id: 'certificate_uuid',
    sealed: 'sealed_key',
    keyId: 'key_id',
    identity: certificateKeyIdentity,
    owner: 'certificate',
  },
  {
    table: 'automatic_certificate_keys',
    id: 'host',
    sealed: 'sealed_key',
    keyId: 'key_id',
    identity: automaticKeyIdentity,
    owner: 'certificate',
  },
  {
    table: 'acme_accounts',
    id: 'id',
    sealed: 'sealed_key',
    keyId: 'key_id',
    identity: acmeAccountIdentity,
    owner: 'acme_account',
  },
  {
    table: 'upstreams',
    id: 'uuid',
    sealed: 'sealed_auth_token',
    keyId: 'key_id',
    identity: upstreamTokenIdentity,
    owner: 'upstream',
  },
  {
    table: 'upstream_client_keys',
    id: 'upstream_uuid',
    sealed: 'sealed_key',
    keyId: 'key_id',
    identity: upstreamClientKeyIdentity,
    owner: 'client_certificate',
  },
  {
    table: 'totp_secrets',
    id: 'user_uuid',
    sealed: 'sealed_secret',
    keyId: 'key_id',
    identity: totpSecretIdentity,
    owner: 'second_factor',
  },
  {
    table: 'webhook_endpoints',
    id: 'uuid',
    sealed: 'sealed_secrets',
    keyId: 'key_id',
    identity: webhookSecretsIdentity,
    owner: 'webhook_endpoint',
  },
  {
    table: 'connect_reminders',
    id: 'link_uuid',
    sealed: 'sealed_email',
    keyId: 'key_id',
    identity: reminderEmailIdentity,
    owner: 'connect_reminder',
  },
];

/**
 * A query for the ids of all secret keys that something is sealed with. It goes from one id to the next in the index of
 * each column: `distinct` would read an entry for every certificate, and this is asked at each start.
 */
export function selectKeyIdsInUse(): RawBuilder<{ key_id: string }> {
  const parts = sealedColumns.map((column) => {
    const [table, keyId] = [sql.table(column.table), sql.ref(column.keyId)];
    return sql`select key_id from (
      with recursive ids (key_id) as (
        select min(${keyId}) from ${table}
        union all
        select (select min(${keyId}) from ${table} where ${keyId} > ids.key_id) from ids where ids.key_id is not null
      )
      select key_id from ids where key_id is not null
    ) as ${sql.ref(`ids_of_${column.table}`)}`;
  });
  return sql`${sql.join(parts, sql` union `)}`;
}
