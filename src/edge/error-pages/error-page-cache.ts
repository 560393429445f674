/**
 * Reads error pages from the worker's file when they are needed, and keeps those used last.
 * Source: docs/reference/error-pages.md ("Why").
 *
 * A page is kept under its digest, which the routes name: a changed page has another one, so what is kept is never out of date,
 * and hosts with the same page share it. A file that has another page than the routes say, because it is a moment ahead or
 * can't be written just now, is read each time.
 */
import type { ErrorPageOwner, ErrorPageSource, ErrorPageStatus } from '../../core/error-page.ts';

export type PageReference = {
  readonly owner: ErrorPageOwner;
  readonly uuid: string;
  readonly status: ErrorPageStatus;
  readonly digest: string;
};

/** Of 64 KiB each, at most. */
const maxKeptBytes = 8 * 1024 * 1024;

export class ErrorPageCache {
  readonly #source: ErrorPageSource;
  readonly #maxBytes: number;
  /** Pages as latin1 text, which is how answers are written, by digest; the one used last stands last. */
  readonly #kept = new Map<string, string>();
  #keptBytes = 0;
  readonly #reading = new Map<string, Promise<string | undefined>>();

  constructor(source: ErrorPageSource, maxBytes: number = maxKeptBytes) {
    this.#source = source;
    this.#maxBytes = maxBytes;
  }

  /** Undefined: it has to be read. */
  peek({ digest }: PageReference): string | undefined {
    const page = this.#kept.get(digest);
    if (page === undefined) return undefined;
    this.#kept.delete(digest);
    this.#kept.set(digest, page);
    return page;
  }

  /** Undefined: the file has none, or can't be read. Never rejects. */
  async read(page: PageReference): Promise<string | undefined> {
    const key = `${page.uuid} ${page.status} ${page.digest}`;
    let reading = this.#reading.get(key);
    if (!reading) {
      reading = this.#read(page).finally(() => this.#reading.delete(key));
      this.#reading.set(key, reading);
    }
    return await reading;
  }

  async #read({ owner, uuid, status, digest }: PageReference): Promise<string | undefined> {
    const found = await this.#source.errorPageOf(owner, uuid, status).catch(() => undefined);
    if (!found) return undefined;
    const text = Buffer.from(found.html).toString('latin1');
    if (found.digest === digest) this.#keep(digest, text);
    return text;
  }

  #keep(digest: string, text: string): void {
    if (this.#kept.has(digest)) return;
    this.#kept.set(digest, text);
    this.#keptBytes += text.length;
    for (const [oldest, page] of this.#kept) {
      if (this.#keptBytes <= this.#maxBytes) return;
      this.#kept.delete(oldest);
      this.#keptBytes -= page.length;
    }
  }
}
