/** A small file of the system's that is read again when it changes. */
import { readFileSync, statSync } from 'node:fs';

const checkEveryMs = 1_000;

export class WatchedFile<T> {
  readonly #path: string;
  readonly #parse: (text: string) => T;
  #value: T | undefined;
  #version = '';
  #checkedTick = Number.NEGATIVE_INFINITY;

  constructor(path: string, parse: (text: string) => T) {
    this.#path = path;
    this.#parse = parse;
  }

  /** What the file says; undefined where there is none. */
  read(): T | undefined {
    const tick = performance.now();
    if (tick - this.#checkedTick < checkEveryMs) return this.#value;
    this.#checkedTick = tick;
    try {
      const { mtimeMs, size, ino } = statSync(this.#path);
      const version = `${mtimeMs} ${size} ${ino}`;
      if (version === this.#version) return this.#value;
      this.#value = this.#parse(readFileSync(this.#path, 'utf8'));
      this.#version = version;
    } catch {
      this.#value = undefined;
      this.#version = '';
    }
    return this.#value;
  }
}
