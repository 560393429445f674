/**
 * Tokens of upstreams are sealed with the secret key. No key is at hand here: a token without `key_id` is still as it
 * was, and is sealed when the program looks at its secret keys (secret-keys.ts).
 */
import type { Migration } from './migration.ts';

export const sealedAuthTokens: Migration = {
  version: 8,
  name: 'sealed auth tokens',
  async up(schema, types) {
    await schema.alterTable('upstreams').renameColumn('auth_token', 'sealed_auth_token').execute();
    await schema.alterTable('upstreams').addColumn('key_id', types.text).execute();
    await schema.createIndex('upstreams_key_id').on('upstreams').columns(['key_id', 'uuid']).execute();
  },
};
