/**
 * What commands print that follows from the program alone: the build keeps it in files, as putting it together loads every command.
 * Source: docs/guides/install.md ("Completion").
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** In the directory of the program, not of its sources. */
export const keptDir = 'kept';

export function keptFile(args: readonly string[]): string {
  return `${args.join('-')}.txt`;
}

/** What these arguments print, if the build kept it. */
export function keptOutput(args: readonly string[]): string | undefined {
  const [first = '--help'] = args;
  const asked = args.length <= 1 && ['-h', '--help'].includes(first) ? ['help'] : args;
  if (!asked.every((arg) => /^[a-z]+$/.test(arg))) return undefined;
  const path = join(import.meta.dirname, keptDir, keptFile(asked));
  return existsSync(path) ? readFileSync(path, 'utf8') : undefined;
}
