/**
 * A file of lookup data that may be replaced while it is in use. Source: docs/reference/enrichment.md ("Data that ages").
 *
 * States: absent (only a downloaded file may be) → open → replaced (a file that took its place is opened within a minute; a bad
 * one is refused and the old one stays) → closed.
 */
import { statSync } from 'node:fs';
import { errorField } from '../../core/error-field.ts';

/** Told once for each file that took the place of another: undefined when it is used, or why it isn't. */
export type OnReplaced = (path: string, problem: string | undefined) => void;

/** Where data comes from that doesn't come with the program. */
export type DataFile = {
  readonly path: string;
  /** The program puts it there itself, so it may be missing. An operator's file may not. */
  readonly isDownloaded: boolean;
};

/** A file of lookup data cannot be used; one line. */
export class DataFileError extends Error {
  override readonly name = 'DataFileError';
}

const lookAfterMs = 60_000;

export class WatchedFile<T extends object> implements Disposable {
  readonly #path: string;
  readonly #open: (path: string) => T;
  readonly #onReplaced: OnReplaced;
  #value: T | undefined;
  /** Of the file that was opened or refused last. */
  #version = '';
  #lookAtTick = performance.now() + lookAfterMs;

  /** `open` throws when the file cannot be used. Throws {@link DataFileError} for an operator's file that cannot. */
  constructor(
    { path, isDownloaded }: DataFile,
    open: (path: string) => T,
    onReplaced: OnReplaced = () => {},
  ) {
    this.#path = path;
    this.#open = open;
    this.#onReplaced = onReplaced;
    if (isDownloaded) this.#look();
    else {
      try {
        this.#version = versionOf(path);
        this.#value = open(path);
      } catch (error) {
        throw new DataFileError(unusable(path, error));
      }
    }
  }

  /** What the file holds; undefined while there is none. Looks for a replacement once a minute. */
  get current(): T | undefined {
    const tick = performance.now();
    if (tick >= this.#lookAtTick) {
      this.#lookAtTick = tick + lookAfterMs;
      this.#look();
    }
    return this.#value;
  }

  [Symbol.dispose](): void {
    dispose(this.#value);
  }

  #look(): void {
    let version: string;
    try {
      version = versionOf(this.#path);
    } catch {
      // Removed for a moment, as some programs replace files, or not downloaded yet.
      return;
    }
    if (version === this.#version) return;
    this.#version = version;
    try {
      const next = this.#open(this.#path);
      dispose(this.#value);
      this.#value = next;
      this.#onReplaced(this.#path, undefined);
    } catch (error) {
      this.#onReplaced(this.#path, unusable(this.#path, error));
    }
  }
}

function dispose(value: object | undefined): void {
  const own: unknown = value && Reflect.get(value, Symbol.dispose);
  if (typeof own === 'function') Reflect.apply(own, value, []);
}

/** Differs for a file that was replaced, written over, or given other rights. Throws the system's error. */
export function versionOf(path: string): string {
  const { ino, size, mtimeMs, ctimeMs } = statSync(path);
  return `${ino} ${size} ${mtimeMs} ${ctimeMs}`;
}

function unusable(path: string, error: unknown): string {
  return `${JSON.stringify(path)} cannot be used: ${problemOf(error)}`;
}

function problemOf(error: unknown): string {
  const code = errorField(error, 'code') ?? '';
  const known: Record<string, string> = {
    ENOENT: 'there is no such file',
    EACCES: 'it may not be read',
    EISDIR: 'it is a directory',
  };
  const message = error instanceof Error ? error.message.replaceAll(/\s+/g, ' ') : String(error);
  return known[code] ?? message;
}
