/**
 * Parses the head of one request, strictly, in one pass over its bytes.
 * Source: RFC 9112 sections 2 to 7 and 11, RFC 9110 sections 5 to 10.
 */
import { httpMethods } from '../../core/http-methods.ts';
import type { Authority } from './authority.ts';
import { carriageReturn, lineFeed, space, targetTable, tokenTable } from './characters.ts';
import { FieldLine } from './field-line.ts';
import { FramingFields } from './framing-fields.ts';
import type { RefusalReason } from './refusal.ts';
import { parseOtherForm, splitOriginForm } from './request-target.ts';

const maxTargetBytes = 8 * 1024;
const maxFieldsBytes = 16 * 1024;
const maxMethodBytes = 32;
const versionBytes = 8;

const methods: ReadonlySet<string> = new Set(httpMethods);
export const allowedMethods: string = httpMethods.join(', ');

/** A request head that passed every check. */
export class RequestHead {
  readonly method: string;
  /** As it was sent. */
  readonly target: string;
  /** Raw, without query; begins with `/`, or is `*`. */
  readonly path: string;
  /** Raw, without its `?`. */
  readonly query: string;
  /** 0 or 1: HTTP/1.0 or HTTP/1.1. */
  readonly minorVersion: number;
  readonly authority: Authority;
  /** -1 when there is no such field. */
  readonly contentLength: number;
  readonly isChunked: boolean;
  /** Whether the client asked for the connection to be closed, or its version implies it. */
  readonly wantsClose: boolean;
  readonly expectsContinue: boolean;
  /** The options of the Connection fields, lower case, separated by commas. */
  readonly connectionOptions: string;
  /** Latin1; '' when there is none. */
  readonly userAgent: string;
  /** Latin1; '' when there is none. */
  readonly referrer: string;
  /** Whether it names a directory of keys (draft-ietf-webbotauth-httpsig-protocol). */
  readonly hasSignatureAgent: boolean;
  readonly sizeBytes: number;
  /** The field lines as sent, latin1, with the empty line that ends them. */
  readonly fieldSection: string;
  #fields: string[] | undefined;

  constructor(
    method: string,
    target: string,
    split: { readonly path: string; readonly query: string },
    minorVersion: number,
    framing: FramingFields,
    authority: Authority,
    sizeBytes: number,
    fieldSection: string,
  ) {
    this.method = method;
    this.target = target;
    this.path = split.path;
    this.query = split.query;
    this.minorVersion = minorVersion;
    this.authority = authority;
    this.contentLength = framing.contentLength;
    this.isChunked = framing.isChunked;
    this.wantsClose = framing.wantsClose || minorVersion === 0;
    this.expectsContinue = framing.expectsContinue && minorVersion === 1;
    this.sizeBytes = sizeBytes;
    this.connectionOptions = framing.connectionOptions;
    this.userAgent = framing.userAgent;
    this.referrer = framing.referrer;
    this.hasSignatureAgent = framing.hasSignatureAgent;
    this.fieldSection = fieldSection;
  }

  /** `[name, value, name, value, …]` as sent, latin1. Made when first asked for: a redirect never needs it. */
  get fields(): readonly string[] {
    this.#fields ??= splitFields(this.fieldSection);
    return this.#fields;
  }

  /** The first value of a field, by its lower-case name. */
  field(lowerCaseName: string): string | undefined {
    const fields = this.fields;
    for (let i = 0; i < fields.length; i += 2) {
      const name = fields[i];
      if (name?.length === lowerCaseName.length && name.toLowerCase() === lowerCaseName) return fields[i + 1];
    }
    return undefined;
  }
}

function splitFields(section: string): string[] {
  const fields: string[] = [];
  const line = new FieldLine();
  for (let at = 0; line.scan(section, at) === 'field'; at = line.position) {
    fields.push(section.slice(line.nameStart, line.nameEnd), line.value(section));
  }
  return fields;
}

/**
 * Reads the heads of one connection, one after the other. States: request line → field section → (head handed out)
 * → request line …; a refusal is the end. Every check is made at the first byte that decides it, so a stream gets the
 * same answer however it is cut.
 */
export class RequestHeadParser {
  /** Where the bytes after the head begin in the text last given, once it is complete. */
  end = 0;
  /** Known as soon as the method is, also when the request is refused afterwards. */
  method = '';
  readonly #framing = new FramingFields();
  readonly #line = new FieldLine();
  /** What was given so far of a head that is not complete. */
  #pending = '';
  #refusedBytes = 0;
  #inFields = false;
  /** Whether the current line was partly read. */
  #inLine = false;
  /** Positions in the head: the request line (after an ignored empty line), the fields, the current line. */
  #headStart = 0;
  #fieldsStart = 0;
  #lineStart = 0;
  #target = '';
  #minorVersion = 1;

  /** Whether a head has begun; an empty line before it does not count. */
  get hasBegun(): boolean {
    return (
      this.#pending.length > 2 || (this.#pending !== '' && this.#pending.charCodeAt(0) !== carriageReturn)
    );
  }

  /** Bytes read of a head that is not complete, or was refused. */
  get readBytes(): number {
    return this.#pending.length || this.#refusedBytes;
  }

  /** Reads on at `start`; returns undefined when the head is not complete, having kept what there is. */
  parse(chunk: string, start: number): RequestHead | RefusalReason | undefined {
    let text = chunk;
    let origin = start;
    const keptBytes = this.#pending.length;
    if (keptBytes > 0) {
      text = this.#pending + (start === 0 ? chunk : chunk.slice(start));
      origin = 0;
    } else {
      this.method = '';
      this.#inFields = false;
      this.#inLine = false;
      this.#framing.reset();
    }
    const result = this.#parseAt(text, origin);
    if (result === undefined) this.#pending = origin === 0 ? text : text.slice(origin);
    else {
      this.#pending = '';
      if (typeof result === 'string') this.#refusedBytes = this.end - origin;
      this.end += start - keptBytes - origin;
    }
    return result;
  }

  /** `origin` is where the head's bytes begin in the text; all positions kept between calls are relative to it. */
  #parseAt(text: string, origin: number): RequestHead | RefusalReason | undefined {
    if (!this.#inFields) {
      const problem = this.#requestLine(text, origin);
      if (problem !== null) return problem;
    }
    const line = this.#line;
    const limit = origin + this.#fieldsStart + maxFieldsBytes;
    for (;;) {
      const lineStart = origin + this.#lineStart;
      const outcome = this.#inLine ? line.resume(text, lineStart) : line.scan(text, lineStart);
      this.#inLine = outcome === 'incomplete';
      if (line.position > limit) return this.#refuse(line.position, 'fields_too_large');
      if (outcome === 'field') {
        this.#lineStart = line.position - origin;
        const problem = this.#framing.take(text, line);
        if (problem !== undefined) return this.#refuse(line.position, problem);
      } else if (outcome === 'end') {
        return this.#complete(text, origin, line.position);
      } else if (outcome === 'incomplete') {
        return undefined;
      } else {
        return this.#refuse(line.position, line.problem);
      }
    }
  }

  /** Returns null when the line is complete and good. */
  #requestLine(text: string, origin: number): RefusalReason | undefined | null {
    const length = text.length;
    let at = origin;
    // One empty line before a request is ignored (RFC 9112 section 2.2).
    if (text.charCodeAt(at) === carriageReturn) {
      if (at + 1 === length) return undefined;
      if (text.charCodeAt(at + 1) !== lineFeed) return this.#refuse(at + 2, 'line_end_invalid');
      at += 2;
    }
    const methodStart = at;
    while (at < length && tokenTable[text.charCodeAt(at)] === 1) at++;
    if (at - methodStart > maxMethodBytes) return this.#refuse(at, 'method_invalid');
    if (at === length) return undefined;
    if (text.charCodeAt(at) !== space || at === methodStart) {
      const isLineEnd = text.charCodeAt(at) === lineFeed || text.charCodeAt(at) === carriageReturn;
      return this.#refuse(at + 1, isLineEnd ? 'request_line_invalid' : 'method_invalid');
    }
    this.method = text.slice(methodStart, at);

    const targetStart = at + 1;
    at = targetStart;
    while (at < length && targetTable[text.charCodeAt(at)] === 1) at++;
    if (at - targetStart > maxTargetBytes) return this.#refuse(at, 'target_too_long');
    if (at === length) return undefined;
    if (text.charCodeAt(at) !== space) {
      const isLineEnd = text.charCodeAt(at) === lineFeed || text.charCodeAt(at) === carriageReturn;
      return this.#refuse(at + 1, isLineEnd ? 'request_line_invalid' : 'target_invalid');
    }
    if (at === targetStart) return this.#refuse(at + 1, 'request_line_invalid');
    const targetEnd = at;

    const lineEnd = at + 1 + versionBytes;
    if (!text.startsWith('HTTP/1.1\r\n', at + 1)) {
      const problem = versionProblem(text.slice(at + 1, lineEnd + 2));
      if (problem !== null) return problem === undefined ? undefined : this.#refuse(lineEnd + 2, problem);
    }
    this.#minorVersion = text.charCodeAt(lineEnd - 1) - 0x30;
    if (this.#minorVersion > 1 || text.charCodeAt(lineEnd - 3) !== 0x31) {
      return this.#refuse(lineEnd + 2, 'version_unsupported');
    }
    if (!methods.has(this.method)) return this.#refuse(lineEnd + 2, 'method_unsupported');
    this.#target = text.slice(targetStart, targetEnd);
    this.#headStart = methodStart - origin;
    this.#fieldsStart = lineEnd + 2 - origin;
    this.#lineStart = this.#fieldsStart;
    this.#inFields = true;
    return null;
  }

  #complete(text: string, origin: number, end: number): RequestHead | RefusalReason {
    const framing = this.#framing;
    const problem = framing.problemTogether(this.#minorVersion);
    if (problem !== undefined) return this.#refuse(end, problem);
    const authority = framing.authority;
    if (!authority) return this.#refuse(end, 'host_missing');
    const target = this.#target;
    const split = target.startsWith('/')
      ? splitOriginForm(target)
      : parseOtherForm(target, this.method, authority);
    if (typeof split === 'string') return this.#refuse(end, split);
    this.end = end;
    return new RequestHead(
      this.method,
      target,
      split,
      this.#minorVersion,
      framing,
      authority,
      end - origin - this.#headStart,
      text.slice(origin + this.#fieldsStart, end),
    );
  }

  #refuse(position: number, reason: RefusalReason): RefusalReason {
    this.end = position;
    return reason;
  }
}

/** Judges `HTTP/d.d CR LF`: null when well-formed, undefined when more is needed. */
function versionProblem(text: string): RefusalReason | undefined | null {
  const pattern = 'HTTP/0.0\r\n';
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    const isDigit = code >= 0x30 && code <= 0x39;
    if (i === 5 || i === 7 ? !isDigit : code !== pattern.charCodeAt(i)) {
      return i >= versionBytes || code === lineFeed ? 'line_end_invalid' : 'request_line_invalid';
    }
  }
  return text.length < pattern.length ? undefined : null;
}
