/** The passphrase of a backup: from a file, or from the environment. Source: docs/reference/backups.md ("Secrets"). */
import type { Config } from '../config/config.ts';
import { parsers } from '../config/parse-value.ts';
import { definitionOf } from '../config/variables.ts';
import { quoteValue } from '../core/errors.ts';
import { UsageError } from './failures.ts';
import { readNamedFile } from './named-file.ts';

/** One line break at the end of the file is dropped. Throws UsageError, which never shows what the file holds. */
export async function readPassphrase(
  path: string | undefined,
  { backup }: Config,
): Promise<string | undefined> {
  if (path === undefined) return backup.passphrase;
  const definition = definitionOf('NAMEPLATE_BACKUP_PASSPHRASE');
  const text = (await readNamedFile('--passphrase-file', path)).toString();
  const passphrase = parsers.passphrase(text.replace(/\r?\n$/, ''), definition);
  if (passphrase !== undefined) return passphrase;
  throw new UsageError(
    `--passphrase-file ${quoteValue(path)} has no passphrase; allowed: ${definition.allowed}`,
  );
}
