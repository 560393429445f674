/**
 * What is in a backup only with a passphrase: the secret key, and the tables that could lead back to visitors.
 * Source: docs/reference/backups.md ("Secrets").
 */
import type { Value } from '../../control/table-snapshot.ts';
import { BackupError } from './backup-error.ts';
import { sealText, unsealText } from './seal.ts';

type Rows = { readonly columns: readonly string[]; readonly rows: readonly (readonly Value[])[] };

export type Secrets = {
  /** In base64, the newest first. */
  readonly keys: readonly string[];
  readonly tables: Record<string, Rows>;
};

export function writeSecrets(secrets: Secrets, passphrase: string): Promise<string> {
  return sealText(JSON.stringify(secrets), passphrase);
}

/** Throws {@link BackupError} for another passphrase. */
export async function readSecrets(sealed: string, passphrase: string): Promise<Secrets> {
  const secrets: unknown = JSON.parse(await unsealText(sealed, passphrase));
  if (!isSecrets(secrets)) throw new BackupError('what is sealed in it cannot be read');
  return secrets;
}

/** It was encrypted and authenticated, so its form follows from who made it. */
function isSecrets(value: unknown): value is Secrets {
  return (
    typeof value === 'object' &&
    value !== null &&
    'keys' in value &&
    Array.isArray(value.keys) &&
    'tables' in value
  );
}
