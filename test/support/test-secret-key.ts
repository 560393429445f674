/** The secret key of stores that only tests open. */
import type { SecretKeyLocation } from '../../src/secrets/secret-keyring.ts';

export const testSecretKey: SecretKeyLocation = {
  kind: 'given',
  keys: Buffer.alloc(32, 7).toString('base64'),
};
