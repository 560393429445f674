/** Where a configuration keeps the secret key. Source: docs/reference/certificates.md ("The secret key"). */
import { join } from 'node:path';
import type { Config } from '../config/config.ts';
import type { SecretKeyLocation } from '../secrets/secret-keyring.ts';

export function secretKeyLocationOf({ secretKey, dataDir }: Config): SecretKeyLocation {
  return secretKey === undefined
    ? { kind: 'file', path: join(dataDir, 'secret.key') }
    : { kind: 'given', keys: secretKey };
}
