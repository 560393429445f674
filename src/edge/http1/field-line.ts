/**
 * Scans one field line of a head or trailer section, strictly.
 * Source: RFC 9112 section 5, RFC 9110 section 5.5.
 */
import { carriageReturn, colon, lineFeed, space, tab, tokenTable, valueTable } from './characters.ts';
import type { RefusalReason } from './refusal.ts';

export type FieldLineOutcome = 'field' | 'end' | 'incomplete' | 'invalid';

/**
 * A scanner to be used again for line after line; after `scan` it says where the parts stand. Lines are judged byte
 * by byte in their order, so the outcome for a stream does not depend on how it was cut into packets.
 */
export class FieldLine {
  nameStart = 0;
  nameEnd = 0;
  /** The value without the optional white space around it. */
  valueStart = 0;
  valueEnd = 0;
  /** Where the next line begins after `field` and `end`; else how far the line could be read. */
  position = 0;
  /** Why the line is `invalid`. */
  problem: RefusalReason = 'field_name_invalid';
  /** Whether a line since this was set to false had white space before its colon. */
  hasSpaceBeforeColon = false;
  readonly #takesSpaceBeforeColon: boolean;

  /** Of a line that is not complete: how far it was read, and where its value begins, from its start; 0: not yet. */
  #readBytes = 0;
  #valueOffset = 0;
  /** Its name's length; 0: not yet. */
  #nameLength = 0;

  /**
   * A proxy removes white space before the colon of an upstream's fields (RFC 9112 section 5.1). Everywhere else such a line is
   * invalid: servers read it in different ways, which is how requests are smuggled past one of them.
   */
  constructor(takesSpaceBeforeColon: boolean = false) {
    this.#takesSpaceBeforeColon = takesSpaceBeforeColon;
  }

  /** Scans the line at `start`; `end` is the empty line that closes a section. */
  scan(text: string, start: number): FieldLineOutcome {
    this.#valueOffset = 0;
    this.#nameLength = 0;
    return this.#scan(text, start, start);
  }

  /**
   * Continues the line that was `incomplete`, which begins at `start` in a text that has more of it now. What was
   * read is not read again: a line may come byte by byte.
   */
  resume(text: string, start: number): FieldLineOutcome {
    return this.#scan(text, start, start + this.#readBytes);
  }

  #scan(text: string, start: number, from: number): FieldLineOutcome {
    const length = text.length;
    let at = from;
    if (this.#valueOffset === 0) {
      if (this.#nameLength === 0) {
        while (at < length && tokenTable[text.charCodeAt(at)] === 1) at++;
        if (at === length) return this.#stop(start, at, at);
        if (at > start && this.#takesSpaceBeforeColon) this.#nameLength = at - start;
      }
      this.nameStart = start;
      this.nameEnd = this.#nameLength === 0 ? at : start + this.#nameLength;
      while (this.#nameLength > 0 && at < length && isSpace(text.charCodeAt(at))) at++;
      if (at === length) return this.#stop(start, at, at);
      const separator = text.charCodeAt(at);
      if (separator !== colon || at === start) return this.#withoutName(text, start, at, separator);
      if (at > this.nameEnd) this.hasSpaceBeforeColon = true;
      at++;
      this.#valueOffset = at - start;
    } else {
      this.nameEnd += start - this.nameStart;
      this.nameStart = start;
    }
    if (at === start + this.#valueOffset) {
      while (at < length && isSpace(text.charCodeAt(at))) at++;
      this.#valueOffset = at - start;
    }
    this.valueStart = start + this.#valueOffset;
    while (at < length && valueTable[text.charCodeAt(at)] === 1) at++;
    if (at === length) return this.#stop(start, at, at);
    let end = at;
    while (end > this.valueStart && isSpace(text.charCodeAt(end - 1))) end--;
    this.valueEnd = end;
    return this.#lineEnd(text, start, at, 'field', 'field_value_invalid');
  }

  /** Tells whether the name equals `lowerCaseName`, whatever its case. */
  isNamed(text: string, lowerCaseName: string): boolean {
    return (
      this.nameEnd - this.nameStart === lowerCaseName.length &&
      (text.charCodeAt(this.nameStart) | 0x20) === lowerCaseName.charCodeAt(0) &&
      text.slice(this.nameStart, this.nameEnd).toLowerCase() === lowerCaseName
    );
  }

  value(text: string): string {
    return text.slice(this.valueStart, this.valueEnd);
  }

  #withoutName(text: string, start: number, at: number, separator: number): FieldLineOutcome {
    if (at === start && separator === carriageReturn)
      return this.#lineEnd(text, start, at, 'end', 'line_end_invalid');
    // Folded lines (RFC 9112 section 5.2) are read in different ways by different servers, too.
    if (at === start && isSpace(separator)) return this.#invalid(at, 'field_folded');
    if (separator === lineFeed) return this.#invalid(at, 'line_end_invalid');
    return this.#invalid(at, 'field_name_invalid');
  }

  /** A bare CR or LF is refused: some servers end a line there and some do not (RFC 9112 sections 2.2 and 11.2). */
  #lineEnd(
    text: string,
    start: number,
    at: number,
    outcome: 'field' | 'end',
    problem: RefusalReason,
  ): FieldLineOutcome {
    const code = text.charCodeAt(at);
    if (code === lineFeed) return this.#invalid(at, 'line_end_invalid');
    if (code !== carriageReturn) return this.#invalid(at, problem);
    if (at + 1 === text.length) return this.#stop(start, at, at + 1);
    if (text.charCodeAt(at + 1) !== lineFeed) return this.#invalid(at + 1, 'line_end_invalid');
    this.position = at + 2;
    return outcome;
  }

  #stop(start: number, readTo: number, at: number): FieldLineOutcome {
    this.#readBytes = readTo - start;
    this.position = at;
    return 'incomplete';
  }

  #invalid(at: number, problem: RefusalReason): FieldLineOutcome {
    this.position = at + 1;
    this.problem = problem;
    return 'invalid';
  }
}

/** Of lines that a scanner took with white space before the colon. */
export function withoutSpaceBeforeColons(lines: string): string {
  return lines.replaceAll(spaceBeforeColon, '$1:');
}

const spaceBeforeColon = /^([^:\s]+)[\t ]+:/gm;

function isSpace(code: number): boolean {
  return code === space || code === tab;
}
