/** Cuts the bytes of an imported file into lines, as latin1: a character is a byte, and none is lost or changed. */

const maxLineLength = 64 * 1024;
/** U+FEFF in UTF-8. */
const byteOrderMark = '\xef\xbb\xbf';

/** `undefined` stands for a line that is too long. */
export type OnLine = (line: string | undefined) => void;

export class ImportLines {
  readonly #onLine: OnLine;
  #begun = '';
  #isTooLong = false;
  #isFirst = true;

  constructor(onLine: OnLine) {
    this.#onLine = onLine;
  }

  /** Hands on each line that ends in these bytes, without LF or CRLF and without a byte order mark. */
  push(bytes: Buffer): void {
    const text = bytes.toString('latin1');
    let start = 0;
    for (let end = text.indexOf('\n'); end !== -1; end = text.indexOf('\n', start)) {
      this.#add(text, start, end);
      this.#finish();
      start = end + 1;
    }
    this.#add(text, start, text.length);
  }

  /** Hands on the last line when it has no line feed. */
  end(): void {
    if (this.#begun !== '' || this.#isTooLong) this.#finish();
  }

  #add(text: string, start: number, end: number): void {
    if (this.#isTooLong) return;
    if (this.#begun.length + end - start <= maxLineLength) {
      this.#begun += text.slice(start, end);
      return;
    }
    this.#isTooLong = true;
    this.#begun = '';
  }

  #finish(): void {
    const line = this.#isTooLong ? undefined : this.#clean(this.#begun);
    this.#begun = '';
    this.#isTooLong = false;
    this.#isFirst = false;
    this.#onLine(line);
  }

  #clean(line: string): string {
    const text = this.#isFirst && line.startsWith(byteOrderMark) ? line.slice(byteOrderMark.length) : line;
    return text.endsWith('\r') ? text.slice(0, -1) : text;
  }
}
