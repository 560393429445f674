/**
 * Which segments the insert under way consists of, on disk before its first try, so that each retry, also that of a later
 * process, is of the same segments in the same order and has the same token. One file a kind, as a kind has one insert under
 * way. Source: docs/reference/spool.md ("Inserts and retries").
 */
import { open, readFile, rename, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { errorField } from '../../core/error-field.ts';
import { closedFileName, parseSegmentFileName, type SegmentKind } from './segment-name.ts';
import { syncDirectory } from './sync-directory.ts';

const header = '{"nameplate_manifest":1}';

export class Manifest {
  readonly #directory: string;
  readonly #path: string;
  readonly #kind: SegmentKind;

  constructor(directory: string, kind: SegmentKind) {
    this.#directory = directory;
    this.#path = join(directory, `${kind}.manifest`);
    this.#kind = kind;
  }

  /** The names of the segments; none when there is no manifest that this version knows. */
  async read(): Promise<readonly string[]> {
    const text = await readFile(this.#path, 'utf8').catch(() => '');
    const [first, ...names] = text.trimEnd().split('\n');
    const isKnown = names.every((name) => parseSegmentFileName(closedFileName(name))?.kind === this.#kind);
    return first === header && isKnown ? names : [];
  }

  /** Resolves when it is on disk. Rejects with the system's error. */
  async write(names: readonly string[]): Promise<void> {
    const temporary = `${this.#path}.tmp`;
    const file = await open(temporary, 'w', 0o600);
    try {
      await file.writeFile(`${[header, ...names].join('\n')}\n`);
      await file.datasync();
    } finally {
      await file.close();
    }
    await rename(temporary, this.#path);
    await syncDirectory(this.#directory);
  }

  /** Rejects with the system's error, unless there is none. */
  async remove(): Promise<void> {
    await unlink(this.#path).catch((error: unknown) => {
      if (errorField(error, 'code') !== 'ENOENT') throw error;
    });
  }
}
