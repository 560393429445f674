/**
 * A script for pages of any origin, as it is sent: compressed once, with an ETag for each form. Its address has no version, so
 * browsers revalidate it after a day. With `?v=<version>` of the current contents they may cache it indefinitely.
 * Source: docs/reference/tracker.md ("How it gets into a page").
 */
import { createHash } from 'node:crypto';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { type ContentCoding, matchesEtag, preferredCoding } from './content-negotiation.ts';

export type ScriptForm = {
  readonly etag: string;
  readonly body: Buffer;
  /** Without Content-Length. */
  readonly fields: Readonly<Record<string, string>>;
};

export type ScriptAnswer = { readonly status: 200 | 304; readonly form: ScriptForm };

export class ServedScript {
  /** Changes with the contents. */
  readonly version: string;
  /** All there are, the kept-for-ever ones too. */
  readonly forms: readonly ScriptForm[];
  readonly #passing: Readonly<Record<ContentCoding, ScriptForm>>;
  readonly #lasting: Readonly<Record<ContentCoding, ScriptForm>>;

  constructor(script: Buffer) {
    this.version = createHash('sha256').update(script).digest('base64url').slice(0, 12);
    const bodies: Record<ContentCoding, Buffer> = {
      identity: script,
      gzip: gzipSync(script, { level: 9 }),
      br: brotliCompressSync(script),
    };
    this.#passing = this.#formsOf(bodies, 'public, max-age=86400, stale-while-revalidate=604800');
    this.#lasting = this.#formsOf(bodies, 'public, max-age=31536000, immutable');
    this.forms = [...Object.values(this.#passing), ...Object.values(this.#lasting)];
  }

  /** Chooses the form; the fields are as sent, `query` without its `?`. */
  answer(acceptEncoding: string | undefined, ifNoneMatch: string | undefined, query: string): ScriptAnswer {
    const forms = query === `v=${this.version}` ? this.#lasting : this.#passing;
    const form = forms[preferredCoding(acceptEncoding)];
    return { status: matchesEtag(ifNoneMatch, form.etag) ? 304 : 200, form };
  }

  #formsOf(
    bodies: Readonly<Record<ContentCoding, Buffer>>,
    cacheControl: string,
  ): Record<ContentCoding, ScriptForm> {
    const formOf = (coding: ContentCoding): ScriptForm => {
      const etag = `"${this.version}${coding === 'identity' ? '' : `-${coding}`}"`;
      return {
        etag,
        body: bodies[coding],
        fields: {
          'Content-Type': 'text/javascript; charset=utf-8',
          ...(coding === 'identity' ? {} : { 'Content-Encoding': coding }),
          'Cache-Control': cacheControl,
          ETag: etag,
          Vary: 'Accept-Encoding',
          'Access-Control-Allow-Origin': '*',
          'Cross-Origin-Resource-Policy': 'cross-origin',
          'X-Content-Type-Options': 'nosniff',
        },
      };
    };
    return { br: formOf('br'), gzip: formOf('gzip'), identity: formOf('identity') };
  }
}
