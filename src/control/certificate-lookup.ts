/**
 * Which certificate a host is served with. Source: docs/reference/certificates.md ("Which one is served").
 *
 * A certificate is shown only for the hosts that its own account has claimed, else one account could answer the visitors
 * of another.
 */
import { isIP } from 'node:net';
import { sql } from 'kysely';
import { namesCovering, servedNames } from '../certificates/served-names.ts';
import type { Clock } from '../core/clock.ts';
import type { CertificateSource, ServedCertificate } from '../core/served-certificate.ts';
import { wildcardCovering } from '../core/wildcard-host.ts';
import { toCustomCertificate } from './custom-certificate-row.ts';
import type { ControlDatabase, ControlQueries } from './database.ts';
import { together } from './pipelining.ts';
import { automaticKeyIdentity, certificateKeyIdentity } from './sealed-columns.ts';
import type { SecretKeys } from './secret-keys.ts';

/** What covers a host, without its key; issuer and end are null while nothing does. */
export type Coverage = {
  readonly issuer: string | null;
  readonly expiresAt: number | null;
  /** Why the last attempt to get an automatic certificate failed; null once one succeeded, or where it is not needed. */
  readonly lastError: string | null;
};

/** For a domain from before hosts belonged to accounts; see docs/guides/operations.md. */
const notServed: Coverage = {
  issuer: null,
  expiresAt: null,
  lastError:
    'Not served: the host belongs to another account. Choose another host, or save the domain again once the host is free.',
};

type Candidate = { readonly uuid: string; readonly name: string };

export class CertificateLookup implements CertificateSource {
  readonly #database: ControlDatabase;
  readonly #clock: Clock;
  readonly #secretKeys: SecretKeys;
  readonly #ownHost: string | undefined;

  /** `ownHost`: the edge's public name, whose automatic certificate belongs to no account. */
  constructor(database: ControlDatabase, clock: Clock, secretKeys: SecretKeys, ownHost?: string) {
    this.#database = database;
    this.#clock = clock;
    this.#secretKeys = secretKeys;
    this.#ownHost = ownHost;
  }

  /**
   * The certificates that a host (normalised) is served with now: those that name it before those that have a wildcard
   * for it, and of each key type the one that expires last; without any, its automatic one, or that of its account's wildcard.
   * Throws SecretKeyError when a key cannot be opened.
   */
  async findForHost(host: string): Promise<readonly ServedCertificate[]> {
    const { exact, wildcard } = namesCovering(host);
    const names = wildcard === undefined ? [exact] : [exact, wildcard];
    const candidates = await selectCandidates(this.#database.queries, host, names, this.#clock.now());
    if (candidates.length === 0) return await this.#findAutomatic(host, wildcardCovering(host));
    const namingHost = candidates.filter(({ name }) => name === exact);
    return this.#withKeys(namingHost.length > 0 ? namingHost : candidates);
  }

  /**
   * What covers each of an account's hosts now, as {@link findForHost} would choose; hosts that have nothing, nor a
   * reason for that, are left out.
   */
  async findCoverage(accountUuid: string, hosts: readonly string[]): Promise<Map<string, Coverage>> {
    if (hosts.length === 0) return new Map();
    const now = this.#clock.now();
    const { queries } = this.#database;
    const wildcards = hosts.flatMap((host) => wildcardCovering(host) ?? []);
    const claims = await queries
      .selectFrom('host_claims')
      .selectAll()
      .where('host', 'in', [...new Set([...hosts, ...wildcards])])
      .execute();
    const owned = claims.filter((claim) => claim.account_uuid === accountUuid).map(({ host }) => host);
    const own = owned.filter((host) => hosts.includes(host));
    const names = own.map(namesCovering);
    const [automatic, custom] = await together([
      this.#findAutomaticCoverage(owned, now),
      this.#findCustomCoverage(accountUuid, names, now),
    ]);
    const coverage = new Map<string, Coverage>();
    for (const host of own) {
      const found = eitherOf(automatic.get(host), automatic.get(wildcardCovering(host) ?? ''));
      if (found) coverage.set(host, found);
    }
    for (const { host, account_uuid: owner } of claims)
      if (owner !== accountUuid && hosts.includes(host)) coverage.set(host, notServed);
    for (const { exact, wildcard } of names) {
      const found = custom.get(exact) ?? custom.get(wildcard ?? '');
      if (found) coverage.set(exact, found);
    }
    return coverage;
  }

  /** By the names of an account's own certificates, the latest of each. */
  async #findCustomCoverage(
    accountUuid: string,
    names: readonly ReturnType<typeof namesCovering>[],
    now: number,
  ): Promise<Map<string, Coverage>> {
    if (names.length === 0) return new Map();
    const wanted = new Set(names.flatMap(({ exact, wildcard }) => (wildcard ? [exact, wildcard] : [exact])));
    const rows = await this.#database.queries
      .selectFrom('certificate_names')
      .innerJoin('custom_certificates', 'custom_certificates.uuid', 'certificate_names.certificate_uuid')
      .select(['certificate_names.name', 'certificate_names.expires_at', 'custom_certificates.issuer'])
      .where('certificate_names.account_uuid', '=', accountUuid)
      .where('certificate_names.name', 'in', [...wanted])
      .where('certificate_names.not_before', '<=', now)
      .where('certificate_names.expires_at', '>', now)
      .orderBy('certificate_names.expires_at')
      .orderBy('certificate_names.certificate_uuid')
      .execute();
    return new Map(
      rows.map(({ name, issuer, expires_at }) => [name, { issuer, expiresAt: expires_at, lastError: null }]),
    );
  }

  async #findAutomaticCoverage(hosts: readonly string[], now: number): Promise<Map<string, Coverage>> {
    if (hosts.length === 0) return new Map();
    const rows = await this.#database.queries
      .selectFrom('automatic_certificates')
      .select(['host', 'issuer', 'expires_at', 'last_error'])
      .where('host', 'in', hosts)
      .execute();
    const coverage = new Map<string, Coverage>();
    for (const { host, issuer, expires_at, last_error: lastError } of rows) {
      const isValid = (expires_at ?? 0) > now;
      if (isValid) coverage.set(host, { issuer, expiresAt: expires_at, lastError });
      else if (lastError !== null) coverage.set(host, { issuer: null, expiresAt: null, lastError });
    }
    return coverage;
  }

  async #findAutomatic(host: string, wildcard: string | undefined): Promise<ServedCertificate[]> {
    const own = await this.#findAutomaticOf(host);
    if (own.length > 0 || wildcard === undefined) return own;
    const claims = await this.#database.queries
      .selectFrom('host_claims')
      .select('account_uuid')
      .where('host', 'in', [host, wildcard])
      .execute();
    const isOfOneAccount = claims.length === 2 && claims[0]?.account_uuid === claims[1]?.account_uuid;
    return isOfOneAccount ? await this.#findAutomaticOf(wildcard) : [];
  }

  async #findAutomaticOf(host: string): Promise<ServedCertificate[]> {
    const { queries } = this.#database;
    const now = this.#clock.now();
    const row = await queries
      .selectFrom('automatic_certificates')
      .innerJoin(
        'automatic_certificate_keys',
        'automatic_certificate_keys.host',
        'automatic_certificates.host',
      )
      .leftJoin('host_claims', 'host_claims.host', 'automatic_certificates.host')
      .selectAll(['automatic_certificates', 'automatic_certificate_keys'])
      .select('host_claims.account_uuid')
      .where('automatic_certificates.host', '=', host)
      .where('expires_at', '>', now)
      .executeTakeFirst();
    // No account has an address.
    if (!row || (row.account_uuid === null && host !== this.#ownHost && isIP(host) === 0)) return [];
    const sealed = { keyId: row.key_id, text: row.sealed_key };
    return [
      {
        fingerprint: row.fingerprint ?? '',
        certificatePem: row.chain_pem,
        privateKeyPem: await this.#secretKeys.unseal(sealed, automaticKeyIdentity(host)),
        notBeforeMs: row.not_before ?? now,
        expiresAtMs: row.expires_at ?? now,
        sans: [host],
        accountUuid: row.account_uuid ?? '',
      },
    ];
  }

  async #withKeys(chosen: readonly Candidate[]): Promise<ServedCertificate[]> {
    if (chosen.length === 0) return [];
    const uuids = chosen.map(({ uuid }) => uuid);
    const rows = await this.#database.queries
      .selectFrom('custom_certificates')
      .innerJoin('certificate_keys', 'certificate_keys.certificate_uuid', 'custom_certificates.uuid')
      .selectAll()
      .where('uuid', 'in', uuids)
      .execute();
    // One that was deleted since it was chosen is not among the rows.
    const inOrder = rows.toSorted((one, other) => uuids.indexOf(one.uuid) - uuids.indexOf(other.uuid));
    return Promise.all(
      inOrder.map(async (row) => {
        const sealed = { keyId: row.key_id, text: row.sealed_key };
        const { fingerprint, notBefore, expiresAt, sans, accountUuid } = toCustomCertificate(row);
        return {
          fingerprint,
          certificatePem: row.chain_pem,
          privateKeyPem: await this.#secretKeys.unseal(sealed, certificateKeyIdentity(row.uuid)),
          notBeforeMs: notBefore,
          expiresAtMs: expiresAt,
          sans: servedNames(sans),
          accountUuid,
        };
      }),
    );
  }
}

/** A host's automatic certificate, or while it has none that of its wildcard. */
function eitherOf(own: Coverage | undefined, wildcards: Coverage | undefined): Coverage | undefined {
  if (own?.expiresAt || !wildcards?.expiresAt) return own;
  return { ...wildcards, lastError: own?.lastError ?? null };
}

/** Of the certificates of the host's account, of each name and key type the valid one that expires last. */
async function selectCandidates(
  queries: ControlQueries,
  host: string,
  names: readonly string[],
  now: number,
): Promise<Candidate[]> {
  const { rows } = await sql<Candidate>`
    select uuid, name from (
      select certificate_uuid as uuid, name, key_type,
        row_number() over (
          partition by name, key_type order by expires_at desc, certificate_uuid desc
        ) as place
      from certificate_names
      where name in (${sql.join(names)}) and expires_at > ${now} and not_before <= ${now}
        and account_uuid = (select account_uuid from host_claims where host = ${host})
    ) as ranked
    where place = 1 order by key_type`.execute(queries);
  return rows;
}
