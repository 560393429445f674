/**
 * What a request's signature was made over: one line for each component that it covers, and one with its parameters. Source: RFC 9421
 * sections 2.1 to 2.3 and 2.5.
 */
import {
  type Dictionary,
  type InnerList,
  isInnerList,
  type Parameters,
  parseDictionary,
  serializeInnerList,
  serializeItem,
} from 'structured-headers';
import type { RequestHead } from '../http1/request-head.ts';

export type SignedMessage = {
  readonly head: Pick<RequestHead, 'method' | 'target' | 'path' | 'query' | 'fields'>;
  /** Scheme, host and a port that isn't the scheme's own. */
  readonly origin: string;
};

/** A signature over more than these says nothing more about a crawler. */
const maxComponents = 20;
/** Of a field that is read as a dictionary. */
const maxLength = 2_048;

/** Latin1. Undefined when the message lacks a component, one of them isn't supported or stands there twice, or there are many. */
export function signatureBase(message: SignedMessage, covered: InnerList): string | undefined {
  if (covered[0].length > maxComponents) return undefined;
  const lines: string[] = [];
  const seen = new Set<string>();
  for (const [name, parameters] of covered[0]) {
    if (typeof name !== 'string') return undefined;
    const identifier = serializeItem([name, parameters]);
    const value = valueOf(message, name, parameters);
    if (value === undefined || seen.has(identifier)) return undefined;
    seen.add(identifier);
    lines.push(`${identifier}: ${value}`);
  }
  lines.push(`"@signature-params": ${serializeInnerList(covered)}`);
  return lines.join('\n');
}

/** All values of a field, as one; latin1. Undefined when there is no such field. */
export function fieldValue(
  { fields }: Pick<RequestHead, 'fields'>,
  lowerCaseName: string,
): string | undefined {
  const values: string[] = [];
  for (let i = 0; i < fields.length; i += 2) {
    const name = fields[i];
    if (name?.length === lowerCaseName.length && name.toLowerCase() === lowerCaseName)
      values.push((fields[i + 1] ?? '').trim());
  }
  return values.length === 0 ? undefined : values.join(', ');
}

function valueOf(message: SignedMessage, name: string, parameters: Parameters): string | undefined {
  if (name.startsWith('@')) return parameters.size === 0 ? derivedValue(message, name) : undefined;
  const value = fieldValue(message.head, name);
  if (value === undefined || parameters.size === 0) return value;
  const key = parameters.get('key');
  return typeof key === 'string' && parameters.size === 1 ? memberValue(membersOf(value), key) : undefined;
}

function derivedValue({ head, origin }: SignedMessage, name: string): string | undefined {
  const { method, target, path, query } = head;
  const schemeEnd = origin.indexOf('://');
  switch (name) {
    case '@method':
      return method;
    case '@authority':
      return origin.slice(schemeEnd + 3);
    case '@scheme':
      return origin.slice(0, schemeEnd);
    case '@path':
      return path;
    case '@query':
      return `?${query}`;
    case '@request-target':
      return target;
    case '@target-uri':
      return `${origin}${path}${target.includes('?') ? `?${query}` : ''}`;
    default:
      return undefined;
  }
}

/** RFC 9421 section 2.1.2. */
function memberValue(members: Dictionary | undefined, key: string): string | undefined {
  const member = members?.get(key);
  if (!member) return undefined;
  return isInnerList(member) ? serializeInnerList(member) : serializeItem(member);
}

/** The members of a structured field; undefined when it isn't a dictionary, or is long. Source: RFC 9651 section 4.2.2. */
export function membersOf(value: string | undefined): Dictionary | undefined {
  if (value === undefined || value.length > maxLength) return undefined;
  try {
    return parseDictionary(value);
  } catch {
    return undefined;
  }
}
