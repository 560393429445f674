/**
 * A request body as the API reads it: flat attributes, whatever the media type. Source: docs/reference/api.md
 * ("Bodies").
 */

export type RequestBody = {
  /** Form values are all text; JSON values keep their types. */
  readonly encoding: 'form' | 'json';
  readonly attributes: ReadonlyMap<string, unknown>;
  /** Names that stand in the body more than once. */
  readonly repeated: ReadonlySet<string>;
};

export const emptyBody: RequestBody = { encoding: 'form', attributes: new Map(), repeated: new Set() };

/** Collects name and value pairs into a body; of a repeated name the first value stays. */
export function collectBody(
  encoding: RequestBody['encoding'],
  pairs: Iterable<readonly [name: string, value: unknown]>,
): RequestBody {
  const attributes = new Map<string, unknown>();
  const repeated = new Set<string>();
  for (const [name, value] of pairs) {
    if (attributes.has(name)) repeated.add(name);
    else attributes.set(name, value);
  }
  return { encoding, attributes, repeated };
}

/** The value of an attribute that is an object or a list, which forms have as JSON text; undefined when that is none. */
export function jsonValue(value: unknown, encoding: RequestBody['encoding']): unknown {
  if (encoding === 'json' || typeof value !== 'string') return value;
  try {
    return JSON.parse(value);
  } catch {
    return undefined;
  }
}
