/**
 * Reads a tag from after its name to its `>`, from input split at any byte.
 * Source: HTML Standard, sections 13.2.5.32 to 13.2.5.40.
 *
 * States are those of the standard: before a name, in it, after it, before a value, in one of three kinds of value,
 * after a quoted one. A `>` ends the tag everywhere but in a quoted value.
 */
type State = 'beforeName' | 'name' | 'afterName' | 'beforeValue' | 'quoted' | 'unquoted' | 'afterQuoted';

/** Names in lower case; values latin1, with character references as they stand. The first of a name counts. */
export type Attributes = ReadonlyMap<string, string>;

/** What is kept of a name or a value. */
const maxKeptBytes = 16 * 1024;

const doubleQuote = 0x22;
const singleQuote = 0x27;
const slash = 0x2f;
const equals = 0x3d;
const greaterThan = 0x3e;

export class AttributeReader {
  isDone = true;
  /** Whether a name or value was longer than what is kept. */
  isCut = false;
  attributes: Map<string, string> = new Map();
  #keeps = false;
  #state: State = 'beforeName';
  #quote = 0;
  #name = '';
  #value = '';

  /** Begins a tag, of which attributes are kept or not. */
  begin(keeps: boolean): void {
    this.isDone = false;
    this.isCut = false;
    this.#keeps = keeps;
    this.#state = 'beforeName';
    this.#name = '';
    this.#value = '';
    if (this.attributes.size > 0) this.attributes = new Map();
  }

  /** Continues reading and returns where the tag ends, or `end` if it doesn't yet. */
  read(bytes: Buffer, start: number, end: number): number {
    let at = start;
    while (at < end) {
      const code = bytes[at] ?? 0;
      switch (this.#state) {
        case 'quoted':
          at = this.#readQuoted(bytes, at, end);
          continue;
        case 'unquoted':
          if (isSpace(code)) this.#complete();
          else if (code !== greaterThan) this.#value = this.#keep(this.#value, code);
          break;
        case 'beforeValue':
          if (isSpace(code) || code === greaterThan) break;
          if (code === doubleQuote || code === singleQuote) {
            this.#quote = code;
            this.#state = 'quoted';
          } else {
            this.#value = this.#keep(this.#value, code);
            this.#state = 'unquoted';
          }
          break;
        case 'name':
          if (code === equals) this.#state = 'beforeValue';
          else if (isSpace(code)) this.#state = 'afterName';
          else if (code === slash) this.#complete();
          else if (code !== greaterThan) this.#name = this.#keep(this.#name, code);
          break;
        case 'afterName':
          if (isSpace(code) || code === greaterThan) break;
          if (code === equals) this.#state = 'beforeValue';
          else {
            this.#complete();
            if (code !== slash) this.#beginName(code);
          }
          break;
        case 'beforeName':
        case 'afterQuoted':
          if (!isSpace(code) && code !== slash && code !== greaterThan) this.#beginName(code);
          break;
      }
      at++;
      if (code === greaterThan) {
        this.#complete();
        this.isDone = true;
        break;
      }
    }
    return at;
  }

  #readQuoted(bytes: Buffer, start: number, end: number): number {
    const close = bytes.indexOf(this.#quote, start);
    const stop = close < 0 || close >= end ? end : close;
    if (this.#keeps) {
      const room = maxKeptBytes - this.#value.length;
      if (stop - start > room) this.isCut = true;
      this.#value += bytes.toString('latin1', start, Math.min(stop, start + room));
    }
    if (stop === end) return end;
    this.#complete();
    this.#state = 'afterQuoted';
    return stop + 1;
  }

  #beginName(code: number): void {
    this.#name = this.#keep('', code);
    this.#state = 'name';
  }

  #keep(text: string, code: number): string {
    if (!this.#keeps) return '';
    if (text.length < maxKeptBytes) return text + String.fromCharCode(code);
    this.isCut = true;
    return text;
  }

  #complete(): void {
    const name = this.#name.toLowerCase();
    if (name !== '' && !this.attributes.has(name)) this.attributes.set(name, this.#value);
    this.#name = '';
    this.#value = '';
    this.#state = 'beforeName';
  }
}

/** White space of the standard: tab, LF, FF, CR, space. */
export function isSpace(code: number): boolean {
  return code === 0x20 || code === 0x0a || code === 0x09 || code === 0x0d || code === 0x0c;
}
