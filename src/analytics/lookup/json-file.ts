/** Reads a file of lookup data in JSON. Source: docs/reference/enrichment.md ("Data that ages"). */
import { readFileSync, statSync } from 'node:fs';

/** Throws the system's error, or one that says why the file cannot be used. */
export function readJsonFile(path: string, maxBytes: number): unknown {
  const stats = statSync(path);
  if (!stats.isFile()) throw new Error('it is not a file');
  if (stats.size > maxBytes) throw new Error(`it is larger than ${maxBytes / 1024 / 1024} MiB`);
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw new Error('it is not JSON', { cause: error });
  }
}
