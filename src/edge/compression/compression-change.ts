/**
 * Compresses an upstream's answers for clients that take that, after whatever else changes them.
 * Source: docs/reference/proxy.md ("Compression"); RFC 9110 sections 7.7, 12.5.3 and 14.
 */
import { type WantedCoding, wantedCoding } from '../../core/content-negotiation.ts';
import type { AnswerFraming } from '../http1/exchange.ts';
import type { RequestHead } from '../http1/request-head.ts';
import { fieldValues } from '../inject/page-fields.ts';
import type { Page, PageOutput } from '../inject/page-output.ts';
import type { AnswerChange } from '../proxy/answer-change.ts';
import { allOf } from '../proxy/request-fields.ts';
import type { ResponseHead } from '../proxy/response-head.ts';
import { compressedFields, revalidatedFields, withVary } from './compressed-fields.ts';
import { CompressingOutput, hasPlace } from './compressing-output.ts';
import { ThroughPage, UnchangedPage } from './through-page.ts';
import type { Verdict } from './verdict.ts';

/** Which media types are worth compressing. Source: docs/reference/proxy.md ("Compression"). */
const application: ReadonlySet<string> = new Set([
  'application/json',
  'application/javascript',
  'application/x-javascript',
  'application/ecmascript',
  'application/xml',
  'application/wasm',
  'application/yaml',
  'application/toml',
  'application/graphql',
  'application/sql',
  'application/rtf',
  'application/x-ndjson',
  'application/jsonl',
  'application/json-seq',
  'application/x-www-form-urlencoded',
  'application/vnd.ms-fontobject',
  'font/ttf',
  'font/otf',
  'image/bmp',
  'image/x-icon',
  'image/vnd.microsoft.icon',
]);

/**
 * Of the value of a Content-Type; several are none. Event streams are left alone: each would keep a compressor for as long as
 * somebody listens.
 */
function isCompressible(contentType: string): boolean {
  if (contentType.includes(',')) return false;
  const type = (contentType.split(';', 1)[0] ?? '').trim().toLowerCase();
  if (type === 'text/event-stream') return false;
  return (
    type.startsWith('text/') || application.has(type) || /^[a-z]+\/[^/]+\+(?:json|xml|text|yaml)$/.test(type)
  );
}

/** Less isn't worth it: the fields grow, too. */
const minBytes = 1_024;
const noTransform = /\bno-transform\b/i;

export class CompressionChange implements AnswerChange {
  readonly #head: RequestHead;
  readonly #inner: AnswerChange | null;
  readonly #wanted: WantedCoding | undefined;

  /** `inner` changes answers before they are compressed. */
  constructor(head: RequestHead, inner: AnswerChange | null) {
    this.#head = head;
    this.#inner = inner;
    this.#wanted = wantedCoding(allOf(head, 'accept-encoding'));
  }

  fieldsToPass(fields: string): string {
    return this.#inner ? this.#inner.fieldsToPass(fields) : fields;
  }

  open(
    head: ResponseHead,
    framing: AnswerFraming,
    outputOf: (head: ResponseHead) => PageOutput,
  ): Page | undefined {
    const inner = this.#inner;
    if (inner) {
      let output: CompressingOutput | undefined;
      const page = inner.open(head, framing, (sent) => {
        output = new CompressingOutput(outputOf(sent), (fields) => this.#judge(sent.status, fields));
        return output;
      });
      if (page && output) return new ThroughPage(page, output);
    }
    if (framing === 'no_content') return undefined;
    const fields = inner ? inner.fieldsOf(head) : head.fields;
    const verdict = this.#judge(head.status, fields);
    if (verdict === 'vary' || verdict === 'leave' || !hasPlace()) return undefined;
    const output = new CompressingOutput(outputOf(head), () => verdict);
    return new ThroughPage(new UnchangedPage(output, fields, framing), output);
  }

  fieldsOf(head: ResponseHead): string {
    const fields = this.#inner ? this.#inner.fieldsOf(head) : head.fields;
    if (head.status === 304) return revalidatedFields(fields, allOf(this.#head, 'if-none-match'));
    const verdict = this.#judge(head.status, fields);
    if (verdict === 'leave') return fields;
    // As of the content, so far as it can be known without it.
    const isCompressed = verdict !== 'vary' && this.#head.method === 'HEAD';
    return isCompressed ? compressedFields(fields, verdict) : withVary(fields);
  }

  /** By the fields that the client would get without compression. */
  #judge(status: number, fields: string): Verdict {
    if (status < 200 || status > 206 || status === 204 || status === 205) return 'leave';
    const values = fieldValues(fields);
    const coding = values.get('content-encoding') ?? '';
    if (coding !== '' || !isCompressible(values.get('content-type') ?? '')) return 'leave';
    const isForbidden =
      noTransform.test(values.get('cache-control') ?? '') ||
      noTransform.test(allOf(this.#head, 'cache-control'));
    const length = values.get('content-length');
    if (isForbidden || (length !== undefined && Number(length) < minBytes)) return 'leave';
    return status === 206 || values.has('content-range') ? 'vary' : (this.#wanted ?? 'vary');
  }
}
