/**
 * Every column that is encrypted with the secret key, which a rotation has to process. The list is the store's own, and not the
 * features': the start, rescue commands and the workers' replica read it without them. Source: docs/reference/certificates.md.
 */
import { type RawBuilder, sql } from 'kysely';

/** Beside it, `key_id` has the id of the secret key. */
export type SealedColumn = {
  readonly table: string;
  /** The column that tells rows apart. */
  readonly id: string;
  readonly sealed: string;
  /** What a row's secret is bound to: a copy in another row does not open. */
  readonly identity: (id: string) => string;
  /** Of so many, what is lost without the key. Undefined: it is made anew. */
  readonly lost?: (count: number) => string;
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

/** What an account's signed tokens are signed with. */
export function signingSecretIdentity(keyUuid: string): string {
  return `signing_keys/${keyUuid}/secret`;
}

/** What opens an account's bucket. */
export function bucketCredentialsIdentity(destinationUuid: string): string {
  return `export_destinations/${destinationUuid}/credentials`;
}

/** The private key that Domain Connect links are signed with. */
export function domainConnectKeyIdentity(label: string): string {
  return `domain_connect_keys/${label}/private_key`;
}

const certificates = (count: number): string => `the private keys of ${count} certificates`;

export const sealedColumns: readonly SealedColumn[] = [
  {
    table: 'certificate_keys',
    id: 'certificate_uuid',
    sealed: 'sealed_key',
    identity: certificateKeyIdentity,
    lost: certificates,
  },
  {
    table: 'automatic_certificate_keys',
    id: 'host',
    sealed: 'sealed_key',
    identity: automaticKeyIdentity,
    lost: certificates,
  },
  {
    table: 'acme_accounts',
    id: 'id',
    sealed: 'sealed_key',
    identity: acmeAccountIdentity,
  },
  {
    table: 'upstream_client_keys',
    id: 'upstream_uuid',
    sealed: 'sealed_key',
    identity: upstreamClientKeyIdentity,
    lost: (count) => `the private keys of ${count} upstreams' client certificates`,
  },
  {
    table: 'upstreams',
    id: 'uuid',
    sealed: 'sealed_auth_token',
    identity: upstreamTokenIdentity,
    lost: (count) => `the tokens of ${count} upstreams`,
  },
  {
    table: 'totp_secrets',
    id: 'user_uuid',
    sealed: 'sealed_secret',
    identity: totpSecretIdentity,
    lost: (count) => `the second factors of ${count} users`,
  },
  {
    table: 'webhook_endpoints',
    id: 'uuid',
    sealed: 'sealed_secrets',
    identity: webhookSecretsIdentity,
    lost: (count) => `the secrets of ${count} webhook endpoints`,
  },
  {
    table: 'connect_reminders',
    id: 'link_uuid',
    sealed: 'sealed_email',
    identity: reminderEmailIdentity,
    lost: (count) => `the addresses of ${count} reminders`,
  },
  {
    table: 'signing_keys',
    id: 'uuid',
    sealed: 'sealed_secret',
    identity: signingSecretIdentity,
    lost: (count) => `the secrets of ${count} signing keys`,
  },
  {
    table: 'export_destinations',
    id: 'uuid',
    sealed: 'sealed_credentials',
    identity: bucketCredentialsIdentity,
    lost: (count) => `the credentials of ${count} buckets that exports go to`,
  },
  {
    table: 'domain_connect_keys',
    id: 'label',
    sealed: 'sealed_key',
    identity: domainConnectKeyIdentity,
  },
];

/**
 * A query for the ids of all secret keys that something is sealed with. It goes from one id to the next in the index of
 * each column: `distinct` would read an entry for every certificate, and this is asked at each start.
 */
export function selectKeyIdsInUse(): RawBuilder<{ key_id: string }> {
  const parts = sealedColumns.map((column) => {
    const table = sql.table(column.table);
    return sql`select key_id from (
      with recursive ids (key_id) as (
        select min(key_id) from ${table}
        union all
        select (select min(key_id) from ${table} where key_id > ids.key_id) from ids where ids.key_id is not null
      )
      select key_id from ids where key_id is not null
    ) as ${sql.ref(`ids_of_${column.table}`)}`;
  });
  return sql`${sql.join(parts, sql` union `)}`;
}
