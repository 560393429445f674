/** Reads values out of S3's XML answers, which are flat: no attributes, no mixed content. Source: S3 API reference. */

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** The text of the first element of a name; undefined when there is none. */
export function textOf(xml: string, name: string): string | undefined {
  const text = new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1];
  return text?.replaceAll(/&(amp|lt|gt|quot|apos);/g, (_, entity: string) => entities[entity] ?? '');
}

/** What is inside of each element of a name. */
export function elementsOf(xml: string, name: string): readonly string[] {
  return [...xml.matchAll(new RegExp(`<${name}>([\\s\\S]*?)</${name}>`, 'g'))].map(([, inner = '']) => inner);
}
