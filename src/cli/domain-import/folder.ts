/**
 * Another program's folder, read without trust in what is in it. Others may be able to write there: a link out of the folder, a pipe or
 * a device is refused, and so is a file that belongs to neither root, this user nor the folder's owner.
 */
import { constants } from 'node:fs';
import { type FileHandle, open, readdir, realpath, stat } from 'node:fs/promises';
import { basename, dirname, join, sep } from 'node:path';
import { errorField } from '../../core/error-field.ts';
import { quoteValue } from '../../core/errors.ts';
import { CliError } from '../failures.ts';
import { readProblem, unreadable, wrongFile } from '../named-file.ts';

export type FileReading =
  | { readonly ok: true; readonly text: string; readonly isPublic: boolean }
  | { readonly ok: false; readonly reason: string; readonly isMissing: boolean };

/** A certificate with its chain, a key, or what a program keeps with them. */
const maxFileBytes = 1024 * 1024;
const maxEntries = 200_000;

export class Folder {
  readonly #root: string;
  readonly #owners: ReadonlySet<number>;

  private constructor(root: string, owner: number) {
    this.#root = root;
    this.#owners = new Set([0, owner, process.getuid?.() ?? owner]);
  }

  /** Errors: one line that names the path. */
  static async open(path: string): Promise<Folder> {
    const root = await reading(path, realpath(path));
    const stats = await reading(path, stat(root));
    if (!stats.isDirectory()) throw wrongFile('PATH', path, 'is not a directory');
    return new Folder(root, stats.uid);
  }

  /** The folder that a file is in, and the file's name. Errors: as of `open`. */
  static async around(path: string): Promise<{ readonly folder: Folder; readonly name: string }> {
    const real = await reading(path, realpath(path));
    return { folder: await Folder.open(dirname(real)), name: basename(real) };
  }

  /**
   * The names of the folders in a folder, in order, with links that may be meant as folders, so that a reader names those that lead
   * nowhere or out of this one; none where there is no such folder.
   */
  folders(path: string): Promise<string[]> {
    return this.#list(path, 'folder');
  }

  files(path: string): Promise<string[]> {
    return this.#list(path, 'file');
  }

  /** Why nothing is read of what is listed as a folder. */
  async linkProblem(path: string): Promise<string | undefined> {
    try {
      const full = await this.#resolve(path);
      if (full === undefined) return 'it is a link to nothing';
      return this.#isInside(full) ? undefined : 'it is a link out of the folder';
    } catch (error) {
      if (errorField(error, 'code') === 'ELOOP') return 'it is a link in a circle';
      throw unreadable('PATH', join(this.#root, path), error);
    }
  }

  async #list(path: string, kind: 'folder' | 'file'): Promise<string[]> {
    const full = await reading(join(this.#root, path), this.#resolve(path));
    if (full === undefined || !this.#isInside(full)) return [];
    const entries = await readdir(full, { withFileTypes: true }).catch((error: unknown) => {
      if (errorField(error, 'code') === 'ENOTDIR') return [];
      throw unreadable('PATH', full, error);
    });
    if (entries.length > maxEntries)
      throw new CliError(`${quoteValue(full)} has more than ${maxEntries} entries`);
    const names: string[] = [];
    for (const entry of entries) {
      const { name } = entry;
      const isFolder = entry.isSymbolicLink() ? await isFolderOrLost(join(full, name)) : entry.isDirectory();
      if ((kind === 'folder' && isFolder) || (kind === 'file' && !entry.isDirectory())) names.push(name);
    }
    return names.toSorted();
  }

  async read(path: string, maxBytes: number = maxFileBytes): Promise<FileReading> {
    let file: FileHandle | undefined;
    try {
      const full = await this.#resolve(path);
      if (full === undefined) return refuse(`${basename(path)} is missing`, true);
      if (!this.#isInside(full)) return refuse(`${basename(path)} is a link out of the folder`);
      // Nonblocking: a pipe would wait for its writer.
      file = await open(full, constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW);
      const stats = await file.stat();
      if (!stats.isFile()) return refuse(`${basename(path)} is not a regular file`);
      if (!this.#owners.has(stats.uid))
        return refuse(`${basename(path)} belongs to another user (uid ${stats.uid})`);
      if ((stats.mode & 0o002) !== 0) return refuse(`${basename(path)} can be written by everybody`);
      if (stats.size > maxBytes) return refuse(`${basename(path)} has more than ${maxBytes} bytes`);
      const text = await file.readFile('utf8');
      return { ok: true, text, isPublic: (stats.mode & 0o004) !== 0 };
    } catch (error) {
      // A socket or a device without a driver.
      if (errorField(error, 'code') === 'ENXIO') return refuse(`${basename(path)} is not a regular file`);
      return refuse(`${basename(path)} ${readProblem(error)}`);
    } finally {
      await file?.close();
    }
  }

  #isInside(full: string): boolean {
    return full === this.#root || full.startsWith(`${this.#root}${sep}`);
  }

  /** Undefined: there is nothing. */
  async #resolve(path: string): Promise<string | undefined> {
    try {
      return await realpath(join(this.#root, path));
    } catch (error) {
      if (errorField(error, 'code') === 'ENOENT' || errorField(error, 'code') === 'ENOTDIR') return undefined;
      throw error;
    }
  }
}

/** Parses JSON; undefined when it is none, as of a file that was copied by half. */
export function parseObject(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    return objectOf(JSON.parse(text));
  } catch {
    return undefined;
  }
}

export function objectOf(value: unknown): Readonly<Record<string, unknown>> | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value))
    : undefined;
}

export function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** Where a link leads; one that leads nowhere, as in a copy by half, may have led to a folder. */
async function isFolderOrLost(link: string): Promise<boolean> {
  return await stat(link).then(
    (stats) => stats.isDirectory(),
    () => true,
  );
}

function refuse(reason: string, isMissing = false): FileReading {
  return { ok: false, reason, isMissing };
}

async function reading<T>(path: string, work: Promise<T>): Promise<T> {
  return await work.catch((error: unknown) => {
    throw unreadable('PATH', path, error);
  });
}
