/** Internationalised host names as people write them. Source: RFC 3492 section 6.2 (Punycode), UTS 46. */
import { toASCII } from 'tr46';

const prefix = 'xn--';
const base = 36;
const tMin = 1;
const tMax = 26;
const skew = 38;
const damp = 700;
const initialBias = 72;
const initialCode = 128;
const maxCode = 0x10ffff;

/**
 * The Unicode form of a stored host, which may be a wildcard; undefined if it has none, or one that isn't this host's. Show both, never this one
 * alone: different letters may look alike.
 */
export function unicodeHost(host: string): string | undefined {
  if (!host.includes(prefix)) return undefined;
  const labels = host
    .split('.')
    .map((label) => (label.startsWith(prefix) ? decode(label.slice(prefix.length)) : label));
  if (labels.includes(undefined)) return undefined;
  const text = labels.join('.');
  if (text === host) return undefined;
  const [name, stored] = [text, host].map((one) => one.replace(/^\*\./, ''));
  return toASCII(name ?? '', { checkBidi: true, checkJoiners: true }) === stored ? text : undefined;
}

/** Host and Unicode form, where there is one. */
export function hostWithUnicode(host: string): string {
  const text = unicodeHost(host);
  return text === undefined ? host : `${host} (${text})`;
}

function decode(input: string): string | undefined {
  const delimiter = input.lastIndexOf('-');
  const output = Array.from(input.slice(0, Math.max(delimiter, 0)), (letter) => letter.codePointAt(0) ?? 0);
  let code = initialCode;
  let bias = initialBias;
  let index = 0;
  for (let at = delimiter + 1; at < input.length; ) {
    const before = index;
    for (let weight = 1, k = base; ; k += base) {
      const digit = Number.parseInt(input[at++] ?? '', base);
      if (Number.isNaN(digit)) return undefined;
      // Letters are digits from 0, figures follow them; parseInt has figures first.
      const value = digit < 10 ? digit + 26 : digit - 10;
      index += value * weight;
      if (index > Number.MAX_SAFE_INTEGER / base) return undefined;
      const threshold = Math.min(Math.max(k - bias, tMin), tMax);
      if (value < threshold) break;
      weight *= base - threshold;
    }
    const count = output.length + 1;
    bias = adapt(index - before, count, before === 0);
    code += Math.floor(index / count);
    if (code > maxCode) return undefined;
    index %= count;
    output.splice(index++, 0, code);
  }
  return String.fromCodePoint(...output);
}

function adapt(delta: number, count: number, isFirst: boolean): number {
  let left = Math.floor(delta / (isFirst ? damp : 2));
  left += Math.floor(left / count);
  let k = 0;
  for (; left > ((base - tMin) * tMax) / 2; k += base) left = Math.floor(left / (base - tMin));
  return k + Math.floor(((base - tMin + 1) * left) / (left + skew));
}
