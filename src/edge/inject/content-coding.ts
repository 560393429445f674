/**
 * The content codings that pages can be read and written in.
 * Source: RFC 9110 sections 8.4.1 and 12.5.3; RFC 7932 (br).
 */
const codings = ['gzip', 'br', 'deflate'] as const;
export type AppliedCoding = (typeof codings)[number];
export type ContentCoding = AppliedCoding | 'identity';

const readable: ReadonlySet<string> = new Set([...codings, 'x-gzip', 'identity']);

/** The coding of a Content-Encoding; undefined when it cannot be read, as for several one upon the other. */
export function codingOf(value: string): ContentCoding | undefined {
  const name = value.trim().toLowerCase();
  if (name === '' || name === 'identity') return 'identity';
  if (name === 'x-gzip') return 'gzip';
  return codings.find((coding) => coding === name);
}

/** The value of an Accept-Encoding without what cannot be read here, such as zstd. */
export function readableCodings(value: string): string {
  const items = value
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');
  const names = new Set(items.map(nameOf));
  const kept = items.flatMap((item) => {
    const name = nameOf(item);
    if (readable.has(name)) return [item];
    if (name !== '*') return [];
    // `*` is whatever is not named; with weight 0 it forbids the rest, which is as well.
    const weight = item.slice(item.indexOf('*') + 1);
    if (/^[ \t]*;[ \t]*q[ \t]*=[ \t]*0(?:\.0*)?[ \t]*$/i.test(weight)) return [item];
    return codings.filter((coding) => !names.has(coding)).map((coding) => `${coding}${weight}`);
  });
  return kept.length === 0 ? 'identity' : kept.join(', ');
}

function nameOf(item: string): string {
  return (item.split(';', 1)[0] ?? '').trim().toLowerCase();
}
