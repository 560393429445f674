/**
 * The TXT records that publish the key, for the responder. However many queries arrive, the control store is asked once in 5 s.
 * Source: docs/reference/domain-connect.md ("The key"); Domain Connect specification, "Digitally Sign Requests".
 */
import type { Clock } from '../../core/clock.ts';
import { secondMs } from '../../core/time.ts';

const maxAgeMs = 5 * secondMs;
/** Of a TXT record's one string (RFC 1035 section 3.3). */
const maxTextBytes = 255;

export class KeyTexts {
  readonly #keys: { readonly findPublic: () => Promise<string | undefined> };
  readonly #clock: Clock;
  #found: Promise<readonly string[]> | undefined;
  #foundAt = 0;

  constructor(keys: { readonly findPublic: () => Promise<string | undefined> }, clock: Clock) {
    this.#keys = keys;
    this.#clock = clock;
  }

  /** None while no key was made. Rejects when the store is away. */
  find(): Promise<readonly string[]> {
    const now = this.#clock.now();
    if (this.#found && Math.abs(now - this.#foundAt) < maxAgeMs) return this.#found;
    this.#foundAt = now;
    const found = this.#keys.findPublic().then((key) => (key === undefined ? [] : keyTexts(key)));
    this.#found = found;
    found.catch(() => {
      this.#found = undefined;
    });
    return found;
  }
}

/** A public key in parts, each with its number, the algorithm and the data. */
export function keyTexts(publicKey: string): string[] {
  const texts: string[] = [];
  for (let rest = publicKey; rest !== ''; ) {
    const head = `p=${texts.length + 1},a=RS256,d=`;
    const length = maxTextBytes - head.length;
    texts.push(`${head}${rest.slice(0, length)}`);
    rest = rest.slice(length);
  }
  return texts;
}
