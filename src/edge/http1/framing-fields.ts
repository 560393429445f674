/**
 * The fields of a head that decide where the request goes and where it ends, and those that are recorded.
 * Source: RFC 9112 sections 3.2, 6 and 9.6, RFC 9110 sections 7.2, 8.6 and 10.1.1.
 */
import { type Authority, parseAuthority } from './authority.ts';
import type { FieldLine } from './field-line.ts';
import type { RefusalReason } from './refusal.ts';

export const canonicalNumber: RegExp = /^(?:0|[1-9][0-9]{0,15})$/;

/** Gathers them line by line, for one head after another of the same connection. */
export class FramingFields {
  authority: Authority | undefined;
  /** -1 when there is no such field. */
  contentLength = -1;
  isChunked = false;
  wantsClose = false;
  expectsContinue = false;
  /** The options of all Connection fields, lower case; '' when there are none. */
  connectionOptions = '';
  userAgent = '';
  /** The first one. */
  referrer = '';
  hasSignatureAgent = false;
  /** A client sends the same Host with every request of a connection: its parsed form is kept. */
  #lastHostText = '';
  #lastAuthority: Authority | undefined;

  reset(): void {
    this.authority = undefined;
    this.contentLength = -1;
    this.isChunked = false;
    this.wantsClose = false;
    this.expectsContinue = false;
    this.connectionOptions = '';
    this.userAgent = '';
    this.referrer = '';
    this.hasSignatureAgent = false;
  }

  /** Looks at one line; returns why the request is refused, if it is. */
  take(text: string, line: FieldLine): RefusalReason | undefined {
    switch (line.nameEnd - line.nameStart) {
      case 4:
        return line.isNamed(text, 'host') ? this.#takeHost(text, line) : undefined;
      case 6:
        return line.isNamed(text, 'expect') ? this.#takeExpect(line.value(text)) : undefined;
      case 7:
        if (line.isNamed(text, 'referer') && this.referrer === '') this.referrer = line.value(text);
        return undefined;
      case 10:
        if (line.isNamed(text, 'connection')) this.#takeConnection(line.value(text));
        else if (line.isNamed(text, 'user-agent')) this.userAgent = line.value(text);
        return undefined;
      case 14:
        return line.isNamed(text, 'content-length') ? this.#takeContentLength(line.value(text)) : undefined;
      case 15:
        if (line.isNamed(text, 'signature-agent')) this.hasSignatureAgent = true;
        return undefined;
      case 17:
        return line.isNamed(text, 'transfer-encoding')
          ? this.#takeTransferEncoding(line.value(text))
          : undefined;
      default:
        return undefined;
    }
  }

  /** Checks what no single line can show. */
  problemTogether(minorVersion: number): RefusalReason | undefined {
    if (!this.authority) return 'host_missing';
    // HTTP/1.0 has no interim answers: the expectation is ignored (RFC 9110 section 10.1.1).
    if (minorVersion === 0) this.expectsContinue = false;
    if (!this.isChunked) return undefined;
    // Both together, or chunked in HTTP/1.0, is the classic way to make two servers disagree about where a request
    // ends; RFC 9112 section 6.1 lets a server refuse, and a gateway that wants to be safe has to.
    if (this.contentLength >= 0) return 'framing_ambiguous';
    return minorVersion === 0 ? 'transfer_encoding_invalid' : undefined;
  }

  #takeHost(text: string, line: FieldLine): RefusalReason | undefined {
    if (this.authority) return 'host_repeated';
    const known = this.#lastHostText;
    const isKnown =
      line.valueEnd - line.valueStart === known.length && text.startsWith(known, line.valueStart);
    if (!isKnown || !this.#lastAuthority) {
      const value = line.value(text);
      this.#lastAuthority = parseAuthority(value);
      this.#lastHostText = value;
      if (!this.#lastAuthority) return 'host_invalid';
    }
    this.authority = this.#lastAuthority;
    return undefined;
  }

  /** A list of equal numbers would be allowed (RFC 9112 section 6.3 rule 5), but not every server reads it so. */
  #takeContentLength(value: string): RefusalReason | undefined {
    if (this.contentLength >= 0 || !canonicalNumber.test(value)) return 'content_length_invalid';
    this.contentLength = Number(value);
    return Number.isSafeInteger(this.contentLength) ? undefined : 'content_length_invalid';
  }

  /** Other codings, an empty list, or chunked twice: RFC 9112 sections 6.1 and 11.2. */
  #takeTransferEncoding(value: string): RefusalReason | undefined {
    if (this.isChunked || value.length !== 7 || value.toLowerCase() !== 'chunked')
      return 'transfer_encoding_invalid';
    this.isChunked = true;
    return undefined;
  }

  #takeConnection(value: string): void {
    const options = value.toLowerCase();
    this.connectionOptions = this.connectionOptions === '' ? options : `${this.connectionOptions},${options}`;
    if (value.length < 5) return;
    this.wantsClose ||= options.split(',').some((option) => option.trim() === 'close');
  }

  #takeExpect(value: string): RefusalReason | undefined {
    if (value.toLowerCase() !== '100-continue') return 'expectation_unknown';
    this.expectsContinue = true;
    return undefined;
  }
}
