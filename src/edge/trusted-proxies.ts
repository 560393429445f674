/**
 * The proxies in front of the edge, and what they are believed to know of the client.
 * Source: docs/reference/edge.md ("Trusted proxies"); RFC 7239 (Forwarded).
 */
import { isIP } from 'node:net';
import { AddressRanges } from '../core/address-ranges.ts';
import type { ClientAddressField } from '../core/client-address-field.ts';
import { unmapped } from '../core/ip-address.ts';
import type { RequestHead } from './http1/request-head.ts';

/** Reads the Forwarded field. Source: RFC 7239 section 4; RFC 9110 section 5.6 (tokens, quoted strings, lists). */

/** What one proxy says of the request it received, with names in lower case: `for`, `proto`, `host`, `by`, … */
type ForwardedElement = ReadonlyMap<string, string>;

const pair =
  /[ \t]*([!#$%&'*+.^_`|~0-9A-Za-z-]+)=(?:([!#$%&'*+.^_`|~0-9A-Za-z-]+)|"((?:[^"\\]|\\[\t -~\x80-\xff])*)")[ \t]*([;,]|$)/y;

/** Members of a list that are empty are none (RFC 9110 section 5.6.1.2). */
const emptyMembers = /(?:[ \t]*(?:,|$))*/y;

function skipEmpty(value: string, at: number): number {
  emptyMembers.lastIndex = at;
  emptyMembers.exec(value);
  return emptyMembers.lastIndex;
}

/**
 * Reads a field value, or several joined by commas, in the order of the proxies: the last one spoke to us. Answers
 * undefined when it is malformed or an element names a parameter twice.
 */
function readForwarded(value: string): ForwardedElement[] | undefined {
  const elements: ForwardedElement[] = [];
  let element = new Map<string, string>();
  pair.lastIndex = skipEmpty(value, 0);
  while (pair.lastIndex < value.length) {
    const found = pair.exec(value);
    if (!found) return undefined;
    const [, name = '', token, quoted = '', end] = found;
    const key = name.toLowerCase();
    if (element.has(key)) return undefined;
    element.set(key, token ?? quoted.replaceAll(/\\(.)/g, '$1'));
    if (end === ';') {
      if (pair.lastIndex === value.length) return undefined;
      continue;
    }
    elements.push(element);
    element = new Map();
    pair.lastIndex = skipEmpty(value, pair.lastIndex);
  }
  return elements;
}

export type Scheme = 'http' | 'https';

/** Name, value, name, value, …, as they were received. */
type Fields = Pick<RequestHead, 'fields'>;

/** What a proxy says about the client it heard from; undefined where it doesn't say, or hides it. */
type Hop = { readonly address: string | undefined; readonly scheme: Scheme | undefined };

export class TrustedProxies {
  readonly #addresses: AddressRanges;
  readonly #clientField: ClientAddressField;

  /** Takes addresses and networks in CIDR notation, already validated. */
  constructor(networks: readonly string[], clientField: ClientAddressField = 'x-forwarded-for') {
    this.#addresses = new AddressRanges(networks);
    this.#clientField = clientField;
  }

  includes(address: string): boolean {
    return this.#addresses.includes(address);
  }

  /** The scheme the client used: that of the connection, unless a trusted proxy says otherwise. */
  schemeOf(head: Fields, peerAddress: string, connectionScheme: Scheme): Scheme {
    if (!this.includes(peerAddress)) return connectionScheme;
    const { fields } = head;
    if (this.#clientField === 'forwarded')
      return this.#client(fields, peerAddress).scheme ?? connectionScheme;
    // Of several proxies the first in the list is the one that spoke with the client.
    return toScheme(valuesOf(fields, 'x-forwarded-proto').flatMap(membersOf)[0]) ?? connectionScheme;
  }

  /** The client's address: the peer's, unless that is a trusted proxy that names another. */
  clientAddressOf(head: Fields, peerAddress: string): string {
    if (!this.includes(peerAddress)) return peerAddress;
    return this.#client(head.fields, peerAddress).address ?? peerAddress;
  }

  /**
   * Reads the hops from their end, where each proxy added its peer, up to the first address that isn't a trusted
   * proxy's. Everything before that may be forged.
   */
  #client(fields: readonly string[], peerAddress: string): Hop {
    let client: Hop = { address: peerAddress, scheme: undefined };
    for (const hop of hopsOf(fields, this.#clientField).toReversed()) {
      if (hop.address === undefined) return { address: client.address, scheme: hop.scheme };
      client = hop;
      if (!this.includes(hop.address)) return client;
    }
    return client;
  }
}

/** In the order in which the proxies added them; none when the field is malformed. */
function hopsOf(fields: readonly string[], clientField: ClientAddressField): Hop[] {
  const values = valuesOf(fields, clientField);
  if (clientField === 'forwarded') {
    const elements = readForwarded(values.join(',')) ?? [];
    return elements.map((each) => ({
      address: plainAddress(each.get('for') ?? ''),
      scheme: toScheme(each.get('proto')),
    }));
  }
  // Of the other fields each has one address, and the proxy puts its own in the place of the client's.
  const entries = clientField === 'x-forwarded-for' ? values.flatMap(membersOf) : values.slice(-1);
  return entries.map((entry) => ({ address: plainAddress(entry.trim()), scheme: undefined }));
}

/** Of a list; empty ones are none (RFC 9110 section 5.6.1.2). */
function membersOf(value: string): string[] {
  return value.split(',').filter((member) => member.trim() !== '');
}

function valuesOf(fields: readonly string[], lowerCaseName: string): string[] {
  const values: string[] = [];
  for (let i = 0; i < fields.length; i += 2)
    if (fields[i]?.toLowerCase() === lowerCaseName) values.push(fields[i + 1] ?? '');
  return values;
}

function toScheme(text: string | undefined): Scheme | undefined {
  const scheme = text?.trim().toLowerCase();
  return scheme === 'https' || scheme === 'http' ? scheme : undefined;
}

/** Takes off brackets and a port, as some proxies write them; undefined when it isn't an address. */
function plainAddress(text: string): string | undefined {
  const bracketed = /^\[([^\]]+)\](?::[0-9]+)?$/.exec(text)?.[1];
  const address = bracketed ?? (isIP(text) === 0 ? text.replace(/:[0-9]+$/, '') : text);
  if (isIP(address) === 0 || address.includes('%')) return undefined;
  return unmapped(address);
}
