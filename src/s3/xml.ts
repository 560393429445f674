/** Reads values out of S3's XML answers, which are flat: no attributes, no mixed content. Source: S3 API reference. */

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** The text of the first element of a name; undefined when there is none. */
export function textOf(xml: string, name: string): string | undefined {
  const text = new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1];
  return text?.replaceAll(/&(amp|lt|gt|quot|apos);/g, (_, entity: string) => entities[entity] ?? '');
}

/** What is inside of each element of a name. */
export function elementsOf(xml: string, name: string): readonly string[] {
  const [open, close] = [`<${name}>`, `</${name}>`];
  const inner: string[] = [];
  // An expression would look for the end of each beginning, of which a hostile answer has a million and no end.
  for (let at = xml.indexOf(open); at >= 0; at = xml.indexOf(open, at)) {
    const start = at + open.length;
    const end = xml.indexOf(close, start);
    if (end < 0) break;
    inner.push(xml.slice(start, end));
    at = end + close.length;
  }
  return inner;
}
