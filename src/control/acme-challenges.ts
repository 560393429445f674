/**
 * Challenges, which certificate authorities may validate at any node. Source: RFC 8555 section 8, docs/reference/acme.md
 * ("How a host is validated").
 */
import type { Challenge } from '../core/acme-challenge.ts';
import type { ControlDatabase } from './database.ts';

export class AcmeChallenges {
  readonly #database: ControlDatabase;

  constructor(database: ControlDatabase) {
    this.#database = database;
  }

  /** From its return on every node finds it: nodes look here whenever they are asked. */
  async put(challenge: Challenge, expiresAt: number): Promise<void> {
    const { host, token, method, keyAuthorization, dnsLabel } = challenge;
    await this.#database.transaction((trx) =>
      trx
        .insertInto('acme_challenges')
        .values({
          host,
          token,
          method,
          key_authorization: keyAuthorization,
          dns_label: dnsLabel,
          expires_at: expiresAt,
        })
        // Authorities may have one token for all the methods of an authorization, which is tried by one at a time.
        .onConflict((conflict) =>
          conflict
            .columns(['host', 'token'])
            .doUpdateSet({ method, dns_label: dnsLabel, expires_at: expiresAt }),
        )
        .execute(),
    );
  }

  async remove({ host, token }: Challenge): Promise<void> {
    await this.#database.transaction((trx) =>
      trx.deleteFrom('acme_challenges').where('host', '=', host).where('token', '=', token).execute(),
    );
  }

  /** The key authorization of a token of a host; undefined when there is none. */
  async find(host: string, token: string, now: number): Promise<string | undefined> {
    const row = await this.#database.queries
      .selectFrom('acme_challenges')
      .select('key_authorization')
      .where('host', '=', host)
      .where('token', '=', token)
      .where('method', '=', 'http-01')
      .where('expires_at', '>', now)
      .executeTakeFirst();
    return row?.key_authorization;
  }

  /** The newest TLS-ALPN-01 challenge of a host. */
  async findForTls(host: string, now: number): Promise<Challenge | undefined> {
    const row = await this.#database.queries
      .selectFrom('acme_challenges')
      .selectAll()
      .where('host', '=', host)
      .where('method', '=', 'tls-alpn-01')
      .where('expires_at', '>', now)
      .orderBy('expires_at', 'desc')
      .limit(1)
      .executeTakeFirst();
    return (
      row && {
        host,
        token: row.token,
        method: row.method,
        keyAuthorization: row.key_authorization,
        dnsLabel: row.dns_label,
      }
    );
  }

  /** All dns-01 challenges under way: a few for each node, at most. */
  async findForDns(now: number): Promise<{ readonly label: string; readonly keyAuthorization: string }[]> {
    const rows = await this.#database.queries
      .selectFrom('acme_challenges')
      .select(['dns_label', 'key_authorization'])
      .where('method', '=', 'dns-01')
      .where('dns_label', 'is not', null)
      .where('expires_at', '>', now)
      .execute();
    return rows.map((row) => ({ label: row.dns_label ?? '', keyAuthorization: row.key_authorization }));
  }

  /** Removes what a crash left behind. */
  async removeExpired(now: number): Promise<void> {
    await this.#database.transaction((trx) =>
      trx.deleteFrom('acme_challenges').where('expires_at', '<=', now).execute(),
    );
  }
}
