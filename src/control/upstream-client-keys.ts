/**
 * Private keys of upstreams' client certificates in the control store, encrypted, apart from the rest so that no list reads
 * them. Source: docs/reference/domains.md ("TLS to upstreams").
 */
import { plainKeyOf } from '../certificates/upstream-tls.ts';
import { SecretKeyError } from '../secrets/secret-key-error.ts';
import type { ControlQueries, ControlTransaction } from './database.ts';
import { upstreamClientKeyIdentity } from './sealed-columns.ts';
import type { SecretKeys } from './secret-keys.ts';

/** As they are stored, before and after a change; empty: there is none. */
export type KeyChange = { readonly before: string; readonly after: string };

export class UpstreamClientKeys {
  readonly #secretKeys: SecretKeys;

  constructor(secretKeys: SecretKeys) {
    this.#secretKeys = secretKeys;
  }

  /** Stores a key; '' keeps the one there is, unless there is no certificate. Throws SecretKeyError without the secret key. */
  async set(
    trx: ControlTransaction,
    upstreamUuid: string,
    certificate: string,
    key: string,
  ): Promise<KeyChange> {
    const row = await selectKey(trx, upstreamUuid).executeTakeFirst();
    const before = row?.sealed_key ?? '';
    if (certificate === '') {
      if (row)
        await trx.deleteFrom('upstream_client_keys').where('upstream_uuid', '=', upstreamUuid).execute();
      return { before, after: '' };
    }
    if (key === '') return { before, after: before };
    const plain = plainKeyOf(key);
    // Sent again, as by programs that write all they have.
    if (row && (await this.open(upstreamUuid, row)) === plain) return { before, after: before };
    const sealed = await this.#secretKeys.seal(trx, plain, upstreamClientKeyIdentity(upstreamUuid));
    const columns = { sealed_key: sealed.text, key_id: sealed.keyId };
    await trx
      .insertInto('upstream_client_keys')
      .values({ upstream_uuid: upstreamUuid, ...columns })
      .onConflict((conflict) => conflict.column('upstream_uuid').doUpdateSet(columns))
      .execute();
    return { before, after: sealed.text };
  }

  async sealedOf(queries: ControlQueries, upstreamUuid: string): Promise<string> {
    return (await selectKey(queries, upstreamUuid).executeTakeFirst())?.sealed_key ?? '';
  }

  /** Null: this machine does not have the secret key. */
  async open(
    upstreamUuid: string,
    { sealed_key: text, key_id: keyId }: { readonly sealed_key: string; readonly key_id: string },
  ): Promise<string | null> {
    try {
      return await this.#secretKeys.unseal({ keyId, text }, upstreamClientKeyIdentity(upstreamUuid));
    } catch (error) {
      if (error instanceof SecretKeyError) return null;
      throw error;
    }
  }
}

// Its type is the builder's own.
// oxlint-disable-next-line typescript/explicit-function-return-type
function selectKey(queries: ControlQueries, upstreamUuid: string) {
  return queries
    .selectFrom('upstream_client_keys')
    .select(['sealed_key', 'key_id'])
    .where('upstream_uuid', '=', upstreamUuid);
}
