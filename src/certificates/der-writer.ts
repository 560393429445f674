/** Parts of certificates and certificate requests, written by asn1js. Source: RFC 5280 section 4, RFC 2986. */
import { type KeyObject, sign } from 'node:crypto';
import {
  Boolean as Asn1Boolean,
  Set as Asn1Set,
  type BaseBlock,
  BitString,
  Constructed,
  ObjectIdentifier,
  OctetString,
  Primitive,
  Sequence,
  Utf8String,
} from 'asn1js';
import { addressBytes } from '../core/ip-address.ts';

const ecdsaWithSha256 = '1.2.840.10045.4.3.2';
const commonName = '2.5.4.3';
const organizationName = '2.5.4.10';
const subjectAltName = '2.5.29.17';
const contextSpecific = 3;
const dnsNameTag = 2;
const ipAddressTag = 7;

/** An Extension; `value` is the DER of what it holds. */
export function extension(id: string, value: Uint8Array, criticality: 'critical' | 'optional'): Sequence {
  const critical = criticality === 'critical' ? [new Asn1Boolean({ value: true })] : [];
  return new Sequence({
    value: [
      new ObjectIdentifier({ value: id }),
      ...critical,
      new OctetString({ valueHex: arrayBufferOf(value) }),
    ],
  });
}

/** The subjectAltName of one host, which may be an address. */
export function hostExtension(host: string): Sequence {
  const address = addressBytes(host);
  const name = new Primitive({
    idBlock: { tagClass: contextSpecific, tagNumber: address ? ipAddressTag : dnsNameTag },
    valueHex: arrayBufferOf(address ?? Buffer.from(host, 'latin1')),
  });
  return extension(subjectAltName, toDer(new Sequence({ value: [name] })), 'optional');
}

/** A name of a common name, behind an organization where there is one. */
export function nameOf(value: string, organization?: string): Sequence {
  const parts = organization === undefined ? [] : [attributeOf(organizationName, organization)];
  return new Sequence({ value: [...parts, attributeOf(commonName, value)] });
}

function attributeOf(id: string, value: string): Asn1Set {
  return new Asn1Set({
    value: [new Sequence({ value: [new ObjectIdentifier({ value: id }), new Utf8String({ value })] })],
  });
}

export function signatureAlgorithm(): Sequence {
  return new Sequence({ value: [new ObjectIdentifier({ value: ecdsaWithSha256 })] });
}

/** An explicit tag. */
export function tagged(tagNumber: number, value: BaseBlock[]): Constructed {
  return new Constructed({ idBlock: { tagClass: contextSpecific, tagNumber }, value });
}

/** What is to be signed with its signature by an EC key, DER. */
export function signed(content: Sequence, key: KeyObject): Buffer {
  const signature = sign('sha256', toDer(content), key);
  return toDer(
    new Sequence({
      value: [content, signatureAlgorithm(), new BitString({ valueHex: arrayBufferOf(signature) })],
    }),
  );
}

export function toDer(block: BaseBlock): Buffer {
  return Buffer.from(block.toBER());
}

export function arrayBufferOf(bytes: Uint8Array): ArrayBuffer {
  return Uint8Array.from(bytes).buffer;
}
