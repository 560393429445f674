/** The identifier by which to ask an authority about a certificate it issued. Source: RFC 9773 section 4.1. */
import { childrenOf, contentOf, isTagged, partsOf, readDer } from '../certificates/asn1.ts';
import { readPem } from '../certificates/pem.ts';

const authorityKeyIdentifier = '2.5.29.35';
const keyIdentifierTag = 0;

/** The identifier of the first certificate of a chain in PEM; undefined when it does not name its authority's key. */
export function certificateId(chainPem: string): string | undefined {
  try {
    const { serialNumber, extensions } = partsOf(readPem(chainPem)[0]?.der ?? Buffer.alloc(0));
    const authority = extensions.get(authorityKeyIdentifier);
    if (!authority) return undefined;
    const key = childrenOf(readDer(authority)).find((part) => isTagged(part, keyIdentifierTag));
    return key && `${base64url(contentOf(key))}.${base64url(serialNumber)}`;
  } catch {
    // The certificate was checked when it was issued; if it can't be read here, it is renewed by its lifetime.
    return undefined;
  }
}

function base64url(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64url');
}
