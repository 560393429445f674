/** Reads and writes numbers and lists as TLS messages encode them. Source: RFC 8446 section 3. */

/**
 * Reads numbers and vectors with their length in front; throws RangeError where the bytes end too soon. A vector is
 * entered, read as far as it is of interest, and left. One object for all of a message: this runs for each connection.
 */
export class VectorReader {
  readonly #bytes: Buffer;
  #at: number;
  #end: number;

  constructor(bytes: Buffer, start: number, end: number) {
    this.#bytes = bytes;
    this.#at = start;
    this.#end = end;
  }

  get left(): number {
    return this.#end - this.#at;
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#end;
  }

  uint8(): number {
    return this.#bytes[this.#advance(1)] ?? 0;
  }

  uint16(): number {
    const at = this.#advance(2);
    return ((this.#bytes[at] ?? 0) << 8) | (this.#bytes[at + 1] ?? 0);
  }

  skip(bytes: number): void {
    this.#advance(bytes);
  }

  skipVector8(): void {
    this.#advance(this.uint8());
  }

  skipVector16(): void {
    this.#advance(this.uint16());
  }

  /** Where the vector ends that it is in. */
  get end(): number {
    return this.#end;
  }

  /** Goes into a vector; returns where that ends. */
  enter8(): number {
    return this.#enter(this.uint8());
  }

  enter16(): number {
    return this.#enter(this.uint16());
  }

  /** Goes behind a vector that ends there, in the one around it. */
  leave(end: number, outerEnd: number): void {
    this.#at = end;
    this.#end = outerEnd;
  }

  /** What is left of the vector, as latin1. */
  rest(): string {
    return this.#bytes.toString('latin1', this.#at, this.#end);
  }

  #enter(length: number): number {
    const end = this.#at + length;
    if (end > this.#end) throw new RangeError('the message ends too soon');
    this.#end = end;
    return end;
  }

  #advance(bytes: number): number {
    const start = this.#at;
    if (start + bytes > this.#end) throw new RangeError('the message ends too soon');
    this.#at = start + bytes;
    return start;
  }
}
