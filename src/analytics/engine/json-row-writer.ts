/**
 * Writes rows as lines of JSON arrays (ClickHouse's JSONCompactEachRow) straight into bytes. Made of strings first, a
 * row of requests cost four times as much, half of it for collecting them again.
 */

/** Doubled when it is full. */
const firstBytes = 256 * 1024;
const comma = 0x2c;
const quote = 0x22;
const backslash = 0x5c;
const zero = 0x30;
const dot = 0x2e;
/** `\u` and four digits for each of a string's units is the most that JSON makes of them. */
const maxBytesPerUnit = 6;
/** Quotes, comma, brackets, a line feed, and any number. */
const maxBytesBeside = 32;
const maxSmall = 2 ** 31;

export class JsonRowWriter {
  #bytes: Buffer = Buffer.allocUnsafeSlow(firstBytes);
  #end = 0;
  #isFirst = true;
  #second = -1;
  #secondText = '';

  /** All rows so far; nothing may be written after it. */
  get bytes(): Buffer {
    return this.#bytes.subarray(0, this.#end);
  }

  /** Begins a row. */
  begin(): void {
    this.#reserve(0);
    this.#bytes[this.#end++] = 0x5b;
    this.#isFirst = true;
  }

  /** Ends it. */
  end(): void {
    this.#reserve(0);
    this.#bytes[this.#end++] = 0x5d;
    this.#bytes[this.#end++] = 0x0a;
  }

  /** Adds a text. Lone surrogates are written as escapes, as JSON.stringify does. */
  text(text: string): void {
    this.#reserve(text.length * maxBytesPerUnit);
    this.#separate();
    const bytes = this.#bytes;
    let at = this.#end;
    bytes[at++] = quote;
    for (let i = 0; i < text.length; i++) {
      const code = text.charCodeAt(i);
      if (code < 0x20 || code > 0x7e || code === quote || code === backslash) {
        this.#end += bytes.write(JSON.stringify(text), this.#end);
        return;
      }
      bytes[at++] = code;
    }
    bytes[at++] = quote;
    this.#end = at;
  }

  /** Adds a whole number, 2^53 - 1 at most. */
  integer(value: number): void {
    this.#reserve(0);
    this.#separate();
    if (value >= 0 && value < maxSmall) this.#small(value);
    else this.#end += this.#bytes.write(String(value), this.#end, 'latin1');
  }

  /**
   * Adds a time as text: seconds with ten digits and a fraction. Whole numbers would be read as seconds or as
   * milliseconds, by their length, and four digits before something else as a year.
   */
  seconds(epochMs: number): void {
    this.#reserve(0);
    this.#separate();
    const bytes = this.#bytes;
    const second = Math.floor(epochMs / 1_000);
    if (second !== this.#second) {
      this.#second = second;
      this.#secondText = String(second).padStart(10, '0');
    }
    let at = this.#end;
    bytes[at++] = quote;
    for (let i = 0; i < this.#secondText.length; i++) bytes[at++] = this.#secondText.charCodeAt(i);
    const rest = Math.floor(epochMs - second * 1_000);
    bytes[at++] = dot;
    bytes[at++] = zero + ((rest / 100) | 0);
    bytes[at++] = zero + (((rest / 10) | 0) % 10);
    bytes[at++] = zero + (rest % 10);
    bytes[at++] = quote;
    this.#end = at;
  }

  #small(value: number): void {
    let digits = 1;
    for (let bound = 10; digits < 10 && value >= bound; bound *= 10) digits++;
    let rest = value;
    for (let at = this.#end + digits - 1; at >= this.#end; at--) {
      const tenth = (rest / 10) | 0;
      this.#bytes[at] = zero + rest - tenth * 10;
      rest = tenth;
    }
    this.#end += digits;
  }

  #separate(): void {
    if (this.#isFirst) this.#isFirst = false;
    else this.#bytes[this.#end++] = comma;
  }

  #reserve(bytes: number): void {
    const needed = this.#end + bytes + maxBytesBeside;
    if (needed <= this.#bytes.length) return;
    const larger = Buffer.allocUnsafeSlow(Math.max(this.#bytes.length * 2, needed));
    this.#bytes.copy(larger, 0, 0, this.#end);
    this.#bytes = larger;
  }
}
