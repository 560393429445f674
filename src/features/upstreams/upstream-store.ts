/** Upstreams: the servers that custom domains are proxied to. Source: docs/reference/domains.md. */

import type { Insertable, Selectable } from 'kysely';
import { recordChange } from '../../control/audit-trail.ts';
import {
  type Audited,
  auditedCustomDomain,
  auditedResource,
  checksumOf,
  versionedNames,
  versionsOf,
} from '../../control/audited.ts';
import { fromColumns, toColumns } from '../../control/columns.ts';
import { toCustomDomain } from '../../control/custom-domain-row.ts';
import type { ControlDatabase, ControlTransaction } from '../../control/database.ts';
import { rememberDeleted } from '../../control/deleted-custom-domains.ts';
import { claimHosts, hostsOfDomain } from '../../control/host-claims.ts';
import { type PageQuery, selectPage } from '../../control/page-query.ts';
import { answeredAtEnd, together } from '../../control/pipelining.ts';
import { releaseHosts } from '../../control/released-hosts.ts';
import { recordRevisions } from '../../control/revisions.ts';
import { findUpstreamRoute } from '../../control/route-rows.ts';
import { hostsProxyingTo, hostsServedBy } from '../../control/rule-upstreams.ts';
import type { UpstreamRow } from '../../control/schema.ts';
import type { ControlStore } from '../../control/store.ts';
import { UpstreamClientKeys } from '../../control/upstream-client-keys.ts';
import { findUpstreamTls, tlsDigestOf } from '../../control/upstream-tls.ts';
import { newAuthToken, type UpstreamTokens } from '../../control/upstream-tokens.ts';
import type { Clock } from '../../core/clock.ts';
import { quoteValue, ServiceError } from '../../core/errors.ts';
import { newUuid } from '../../core/ids.ts';
import type { UpstreamRoute, UpstreamTlsSource } from '../../core/route.ts';
import type { Entity } from '../../resources/definition.ts';
import {
  type NewUpstream,
  type Upstream,
  type UpstreamAttributes,
  type upstreamDefinitions,
  upstreamResource,
  type upstreamSortFields,
} from '../../resources/upstream.ts';
import type { Sealed } from '../../secrets/secret-key.ts';

/** The token is stored sealed. */
const storedNames = upstreamResource.stored.filter((name) => name !== 'auth_token');

export type UpstreamQuery = PageQuery<(typeof upstreamSortFields)[number]> & { readonly accountUuid: string };

type AuditedUpstream = Entity<typeof upstreamDefinitions> & {
  /** As it is stored; empty: there is none. */
  readonly sealedClientKey: string;
};

export const versionedUpstream: readonly string[] = versionedNames(upstreamResource);

export const auditedUpstream: Audited<AuditedUpstream> = (() => {
  const of = auditedResource('upstream', upstreamResource, ({ host }) => host);
  return {
    ...of,
    secrets: [...of.secrets, 'tls_client_key'],
    versions: versionsOf(upstreamResource, versionedUpstream),
    attributesOf: ({ sealedClientKey, ...upstream }: AuditedUpstream) => ({
      ...of.attributesOf(upstream),
      // Certificates are too long for the trail.
      tls_ca: upstream.tlsCa === '' ? '' : checksumOf(upstream.tlsCa),
      tls_client_certificate:
        upstream.tlsClientCertificate === '' ? '' : checksumOf(upstream.tlsClientCertificate),
      // Sealed, so it only tells that there is another one.
      ...(sealedClientKey !== '' && { tls_client_key: sealedClientKey }),
    }),
  };
})();

export class Upstreams implements UpstreamTlsSource {
  readonly #database: ControlDatabase;
  readonly #clock: Clock;
  readonly #tokens: UpstreamTokens;
  readonly #clientKeys: UpstreamClientKeys;

  constructor({
    database,
    clock,
    secretKeys,
    upstreamTokens,
  }: Pick<ControlStore, 'database' | 'clock' | 'secretKeys' | 'upstreamTokens'>) {
    this.#clientKeys = new UpstreamClientKeys(secretKeys);
    this.#database = database;
    this.#clock = clock;
    this.#tokens = upstreamTokens;
  }

  /**
   * Creates an upstream; one that was deleted has a uuid already. Throws SecretKeyError without the secret key, as everything here that
   * reads or writes a token does.
   */
  async create(
    accountUuid: string,
    { tlsClientKey, ...attributes }: NewUpstream,
    known: string = newUuid(),
  ): Promise<Upstream> {
    const now = this.#clock.now();
    const upstream = {
      ...attributes,
      authToken: attributes.authToken ?? newAuthToken(),
      uuid: known,
      accountUuid,
      createdAt: now,
      updatedAt: now,
    };
    await this.#database.transaction(async (trx) => {
      const row = toRow(upstream, await this.#tokens.seal(trx, upstream.authToken, upstream.uuid));
      const { uuid, tlsClientCertificate } = upstream;
      const [, key] = await together([
        trx.insertInto('upstreams').values(row).execute(),
        this.#clientKeys.set(trx, uuid, tlsClientCertificate, tlsClientKey),
      ]);
      recordChange(trx, auditedUpstream, accountUuid, null, { ...upstream, sealedClientKey: key.after });
    });
    return upstream;
  }

  async find(accountUuid: string, uuid: string): Promise<Upstream | undefined> {
    const row = await this.#database.queries
      .selectFrom('upstreams')
      .selectAll()
      .where('uuid', '=', uuid)
      .where('account_uuid', '=', accountUuid)
      .executeTakeFirst();
    return row && (await this.#toUpstream(row));
  }

  /** As the edge proxies to it: without a token that this machine can't read. */
  findRoute(accountUuid: string, uuid: string): Promise<UpstreamRoute | undefined> {
    return findUpstreamRoute(this.#database.queries, accountUuid, uuid, this.#tokens.openAll);
  }

  /** Of any account. */
  upstreamTlsOf(uuid: string): ReturnType<UpstreamTlsSource['upstreamTlsOf']> {
    return findUpstreamTls(this.#database.queries, this.#clientKeys, uuid);
  }

  /** One page, and the count of all, as of one moment. */
  async list(query: UpstreamQuery): Promise<{ upstreams: Upstream[]; count: number }> {
    const wanted = { account_uuid: query.accountUuid };
    const { rows, count } = await selectPage(this.#database.queries, 'upstreams', wanted, query);
    return { upstreams: await Promise.all(rows.map((row) => this.#toUpstream(row))), count };
  }

  /**
   * Changes an upstream: `change` gets the stored upstream and returns its new attributes, with no other writer between; it
   * may be called again when the transaction has to be tried again. All its custom domains follow. Answers undefined
   * when there is no such upstream.
   */
  update(
    accountUuid: string,
    uuid: string,
    change: (current: Upstream) => UpstreamAttributes,
  ): Promise<Upstream | undefined> {
    return this.#database.transaction(async (trx) => {
      const row = await this.#lock(trx, accountUuid, uuid);
      if (!row) return undefined;
      const current = await this.#toUpstream(row);
      const updatedAt = Math.max(this.#clock.now(), current.updatedAt + 1);
      const { tlsClientKey = '', ...attributes } = change(current);
      const updated: Upstream = { ...current, ...attributes, updatedAt };
      const sealed = await this.#tokens.seal(trx, updated.authToken, uuid);
      const {
        uuid: _uuid,
        account_uuid: _account,
        created_at: _created,
        ...columns
      } = toRow(updated, sealed);
      const [, key] = await together([
        trx.updateTable('upstreams').set(columns).where('uuid', '=', uuid).execute(),
        this.#clientKeys.set(trx, uuid, updated.tlsClientCertificate, tlsClientKey),
      ]);
      recordChange(
        trx,
        auditedUpstream,
        accountUuid,
        { ...current, sealedClientKey: key.before },
        { ...updated, sealedClientKey: key.after },
      );
      if (key.before !== key.after || isServedOtherwise(current, updated)) {
        recordRevisions(trx, 'host', await hostsServedBy(trx, uuid));
      }
      return updated;
    });
  }

  /**
   * Deletes an upstream and the custom domains on it; returns it and how many domains were deleted with it, or
   * undefined when there was none. Errors: `upstream_in_use` while rules proxy to it.
   */
  delete(
    accountUuid: string,
    uuid: string,
  ): Promise<{ upstream: Upstream; domainsDeleted: number } | undefined> {
    return this.#database.transaction(async (trx) => {
      const row = await this.#lock(trx, accountUuid, uuid);
      if (!row) return undefined;
      const { kind } = this.#database;
      const query = trx.selectFrom('custom_domains').selectAll().where('upstream_uuid', '=', uuid);
      const [[user], rows, sealedClientKey] = await together([
        hostsProxyingTo(trx, uuid),
        (kind === 'postgres' ? query.forUpdate() : query).execute(),
        this.#clientKeys.sealedOf(trx, uuid),
      ]);
      if (user !== undefined)
        throw new ServiceError(
          'upstream_in_use',
          `the rules of ${quoteValue(user)} proxy to upstream ${quoteValue(uuid)}; change them first`,
        );
      const domains = rows.map(toCustomDomain);
      const claimed = domains.flatMap(hostsOfDomain);
      const claimant = { accountUuid, now: this.#clock.now(), kind };
      await claimHosts(trx, claimant, claimed);
      answeredAtEnd(trx, trx.deleteFrom('custom_domains').where('upstream_uuid', '=', uuid).execute());
      answeredAtEnd(trx, rememberDeleted(trx, domains, this.#clock.now()));
      answeredAtEnd(trx, trx.deleteFrom('upstreams').where('uuid', '=', uuid).execute());
      for (const domain of domains) recordChange(trx, auditedCustomDomain, accountUuid, domain, null);
      const upstream = await this.#toUpstream(row);
      recordChange(trx, auditedUpstream, accountUuid, { ...upstream, sealedClientKey }, null);
      await releaseHosts(trx, claimant, claimed);
      const hosts = domains.map(({ host }) => host);
      recordRevisions(trx, 'host', hosts);
      return { upstream, domainsDeleted: hosts.length };
    });
  }

  /** Keeps others from changing the upstream, and from putting a domain on it, until the transaction ends. */
  #lock(
    trx: ControlTransaction,
    accountUuid: string,
    uuid: string,
  ): Promise<Selectable<UpstreamRow> | undefined> {
    const query = trx
      .selectFrom('upstreams')
      .selectAll()
      .where('uuid', '=', uuid)
      .where('account_uuid', '=', accountUuid);
    // On SQLite the transaction holds the only write lock already.
    return (this.#database.kind === 'postgres' ? query.forUpdate() : query).executeTakeFirst();
  }

  async #toUpstream(row: Selectable<UpstreamRow>): Promise<Upstream> {
    const { uuid, sealed_auth_token: text, key_id: keyId } = row;
    return {
      ...fromColumns(upstreamResource, storedNames, row),
      accountUuid: row.account_uuid,
      authToken: await this.#tokens.open({ upstreamUuid: uuid, text, keyId }),
    };
  }
}

/** Whether the edge needs to know about the change. */
function isServedOtherwise(before: Upstream, after: Upstream): boolean {
  return upstreamResource.stored.some((name) => {
    const key = upstreamResource.keys[name];
    return name !== 'updated_at' && JSON.stringify(before[key]) !== JSON.stringify(after[key]);
  });
}

function toRow(upstream: Upstream, { text, keyId }: Sealed): Insertable<UpstreamRow> {
  return {
    ...toColumns(upstreamResource, storedNames, upstream),
    account_uuid: upstream.accountUuid,
    sealed_auth_token: text,
    key_id: keyId,
    tls_digest: tlsDigestOf(upstream),
  };
}
