/**
 * Links at which a customer sees what to do for one custom domain, or its statistics alone. States: open → revoked or
 * expired, and gone from the store then. Source: docs/reference/connect-page.md ("Links").
 */

import { randomBytes } from 'node:crypto';
import type { Selectable } from 'kysely';
import { recordChange } from '../../control/audit-trail.ts';
import type { Audited } from '../../control/audited.ts';
import type { Constant } from '../../control/columns.ts';
import type { ControlDatabase, StoreParts } from '../../control/database.ts';
import { takingTurns } from '../../control/row-lock.ts';
import type { Clock } from '../../core/clock.ts';
import { formatTimestamp } from '../../core/clock.ts';
import { ServiceError } from '../../core/errors.ts';
import { newUuid } from '../../core/ids.ts';
import { hashToken } from '../../secrets/access-token-secret.ts';

declare module '../../control/schema.ts' {
  interface ControlSchema {
    connect_links: ConnectLinkRow;
  }
}

/** A link at which a customer sees what to do for a custom domain, or its statistics alone. */
interface ConnectLinkRow {
  uuid: Constant<string>;
  custom_domain_uuid: Constant<string>;
  secret_sha256: Constant<string>;
  expires_at: Constant<number>;
  /** `connect` or `statistics`. */
  kind: Constant<string>;
  /** Separated by spaces. */
  embed_origins: Constant<string>;
  created_at: Constant<number>;
}

export const maxOpenConnectLinks = 100;
export const linkKinds = ['connect', 'statistics'] as const;
export type LinkKind = (typeof linkKinds)[number];
/** What secrets begin with. A secret opens one of the pages, for programs of earlier versions too. */
const prefixes: Readonly<Record<LinkKind, string>> = { connect: 'nc_', statistics: 'ns_' };

/** Without its secret. */
export type ConnectLink = {
  readonly uuid: string;
  readonly customDomainUuid: string;
  readonly kind: LinkKind;
  /** Origins whose pages may frame the page of statistics. */
  readonly embedOrigins: readonly string[];
  readonly expiresAt: number;
  readonly createdAt: number;
};

export type NewConnectLink = Pick<ConnectLink, 'kind' | 'embedOrigins' | 'expiresAt'>;

type AuditedConnectLink = {
  readonly uuid: string;
  readonly customDomainUuid: string;
  readonly host: string;
  readonly expiresAt: number;
  readonly kind: string;
  readonly embedOrigins: readonly string[];
};

export const auditedConnectLink: Audited<AuditedConnectLink> = {
  kind: 'connect_link',
  columns: [],
  secrets: [],
  nameOf: ({ host }) => host,
  attributesOf: (link) => ({
    custom_domain_uuid: link.customDomainUuid,
    expires_at: formatTimestamp(link.expiresAt),
    kind: link.kind,
    embed_origins: link.embedOrigins,
  }),
};

export class ConnectLinks {
  readonly #database: ControlDatabase;
  readonly #clock: Clock;

  constructor({ database, clock }: StoreParts) {
    this.#database = database;
    this.#clock = clock;
  }

  /**
   * Creates a link to an account's domain and returns it with its secret, which is not stored; undefined when there is no
   * such domain. Errors: `too_many_connect_links`.
   */
  create(
    accountUuid: string,
    customDomainUuid: string,
    wanted: NewConnectLink,
  ): Promise<{ link: ConnectLink; secret: string } | undefined> {
    const now = this.#clock.now();
    const secret = prefixes[wanted.kind] + randomBytes(32).toString('base64url');
    const link: ConnectLink = { uuid: newUuid(), customDomainUuid, ...wanted, createdAt: now };
    return this.#database.transaction(async (trx) => {
      const domain = trx
        .selectFrom('custom_domains')
        .select('host')
        .where('uuid', '=', customDomainUuid)
        .where('account_uuid', '=', accountUuid);
      // So that writers together don't pass the limit.
      const found = await takingTurns(this.#database.kind, domain).executeTakeFirst();
      if (!found) return undefined;
      const { count } = await trx
        .selectFrom('connect_links')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('custom_domain_uuid', '=', customDomainUuid)
        .where('expires_at', '>', now)
        .executeTakeFirstOrThrow();
      if (count >= maxOpenConnectLinks)
        throw new ServiceError(
          'too_many_connect_links',
          `the custom domain has ${maxOpenConnectLinks} open links; revoke one first`,
        );
      await trx
        .insertInto('connect_links')
        .values({
          uuid: link.uuid,
          custom_domain_uuid: customDomainUuid,
          secret_sha256: hashToken(secret),
          kind: link.kind,
          embed_origins: link.embedOrigins.join(' '),
          expires_at: link.expiresAt,
          created_at: now,
        })
        .execute();
      recordChange(trx, auditedConnectLink, accountUuid, null, { ...link, host: found.host });
      return { link, secret };
    });
  }

  /** Of which domain of the account an open link is. */
  async findDomain(accountUuid: string, uuid: string): Promise<string | undefined> {
    const row = await this.#database.queries
      .selectFrom('connect_links')
      .innerJoin('custom_domains', 'custom_domains.uuid', 'connect_links.custom_domain_uuid')
      .select('custom_domains.uuid')
      .where('connect_links.uuid', '=', uuid)
      .where('custom_domains.account_uuid', '=', accountUuid)
      .executeTakeFirst();
    return row?.uuid;
  }

  /** A domain's open links, newest first. */
  async listOpen(customDomainUuid: string): Promise<ConnectLink[]> {
    const rows = await this.#database.queries
      .selectFrom('connect_links')
      .selectAll()
      .where('custom_domain_uuid', '=', customDomainUuid)
      .where('expires_at', '>', this.#clock.now())
      .orderBy('created_at', 'desc')
      .orderBy('uuid', 'desc')
      .execute();
    return rows.map(toLink);
  }

  /** Revokes a link of an account's domain; returns it, or undefined when there is none. */
  revoke(accountUuid: string, customDomainUuid: string, uuid: string): Promise<ConnectLink | undefined> {
    return this.#database.transaction(async (trx) => {
      const domain = await trx
        .selectFrom('custom_domains')
        .select('host')
        .where('uuid', '=', customDomainUuid)
        .where('account_uuid', '=', accountUuid)
        .executeTakeFirst();
      if (!domain) return undefined;
      const row = await trx
        .deleteFrom('connect_links')
        .where('uuid', '=', uuid)
        .where('custom_domain_uuid', '=', customDomainUuid)
        .returningAll()
        .executeTakeFirst();
      if (!row) return undefined;
      const link = toLink(row);
      recordChange(trx, auditedConnectLink, accountUuid, { ...link, host: domain.host }, null);
      return link;
    });
  }

  /** The open link of a kind with this secret. */
  async findOpen(secret: string, kind: LinkKind): Promise<ConnectLink | undefined> {
    if (!secret.startsWith(prefixes[kind]) || !/^.{3}[A-Za-z0-9_-]{43}$/.test(secret)) return undefined;
    const row = await this.#database.queries
      .selectFrom('connect_links')
      .selectAll()
      .where('secret_sha256', '=', hashToken(secret))
      .where('kind', '=', kind)
      .where('expires_at', '>', this.#clock.now())
      .executeTakeFirst();
    return row && toLink(row);
  }

  /** Deletes expired links, which nobody has to be told of. */
  async deleteExpired(): Promise<void> {
    await this.#database.transaction((trx) =>
      trx.deleteFrom('connect_links').where('expires_at', '<=', this.#clock.now()).execute(),
    );
  }
}

function toLink(row: Selectable<ConnectLinkRow>): ConnectLink {
  return {
    uuid: row.uuid,
    customDomainUuid: row.custom_domain_uuid,
    kind: row.kind === 'statistics' ? 'statistics' : 'connect',
    embedOrigins: row.embed_origins === '' ? [] : row.embed_origins.split(' '),
    expiresAt: row.expires_at,
    createdAt: row.created_at,
  };
}
