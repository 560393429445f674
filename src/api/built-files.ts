/**
 * Files of the build that browsers get, in memory: the dashboard's, and the page of examples beside the embedded elements. They are looked up by exact name, so no path leads outside. An ETag is
 * a hash of the contents: npm unpacks every file with the same time, and pages that differ only in the names they
 * reference have the same size.
 */
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { extname, join, relative, sep } from 'node:path';
import { type ContentCoding, matchesEtag, preferredCoding } from '../core/content-negotiation.ts';
import { errorField } from '../core/error-field.ts';

type Form = { readonly body: Buffer; readonly etag: string };

type BuiltFile = {
  readonly contentType: string;
  readonly forms: ReadonlyMap<ContentCoding, Form>;
  /** Its name changes with its contents. */
  readonly isLasting: boolean;
};

export type FileAnswer = {
  readonly status: 200 | 304;
  readonly fields: Readonly<Record<string, string>>;
  readonly body: Buffer;
};

const contentTypes: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
};
/** What the build writes beside a file: the file, compressed. */
const codingOfSuffix: Readonly<Record<string, ContentCoding>> = { '.br': 'br', '.gz': 'gzip' };
const lastingFolder = 'assets/';

export class BuiltFiles {
  readonly #files = new Map<string, BuiltFile>();

  private constructor(contents: ReadonlyMap<string, Buffer>) {
    for (const [name, body] of contents) {
      if (extname(name) in codingOfSuffix) continue;
      const compressed = Object.entries(codingOfSuffix).flatMap(([suffix, coding]) => {
        const found = contents.get(`${name}${suffix}`);
        return found ? [[coding, formOf(found)] as const] : [];
      });
      this.#files.set(name, {
        contentType: contentTypes[extname(name)] ?? 'application/octet-stream',
        forms: new Map([['identity', formOf(body)], ...compressed]),
        isLasting: name.startsWith(lastingFolder),
      });
    }
  }

  /** Reads what the build has made; undefined when there is no page: it is not built. */
  static async load(directory: string): Promise<BuiltFiles | undefined> {
    const contents = new Map<string, Buffer>();
    try {
      for (const entry of await readdir(directory, { recursive: true, withFileTypes: true })) {
        if (!entry.isFile()) continue;
        const path = join(entry.parentPath, entry.name);
        contents.set(relative(directory, path).replaceAll(sep, '/'), await readFile(path));
      }
    } catch (error) {
      if (errorField(error, 'code') !== 'ENOENT') throw error;
    }
    return contents.has('index.html') ? new BuiltFiles(contents) : undefined;
  }

  /** Names of the files that stand beside index.html. */
  get topLevel(): string[] {
    return [...this.#files.keys()].filter((name) => !name.includes('/') && name !== 'index.html');
  }

  /** Answers a file in the form that the client takes; undefined when there is none of this name. */
  answer(
    name: string,
    acceptEncoding: string | undefined,
    ifNoneMatch: string | undefined,
  ): FileAnswer | undefined {
    const file = this.#files.get(name);
    if (!file) return undefined;
    const coding = preferredCoding(acceptEncoding, [...file.forms.keys()]);
    const form = file.forms.get(coding);
    if (!form) return undefined;
    const isKnown = matchesEtag(ifNoneMatch, form.etag);
    const fields = {
      'Cache-Control': file.isLasting ? 'public, max-age=31536000, immutable' : 'no-cache',
      ETag: form.etag,
      ...(file.forms.size === 1 ? {} : { Vary: 'Accept-Encoding' }),
    };
    if (isKnown) return { status: 304, fields, body: Buffer.alloc(0) };
    const content = {
      'Content-Type': file.contentType,
      ...(coding === 'identity' ? {} : { 'Content-Encoding': coding }),
    };
    return { status: 200, fields: { ...fields, ...content }, body: form.body };
  }
}

function formOf(body: Buffer): Form {
  return { body, etag: `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"` };
}
