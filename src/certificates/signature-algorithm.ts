/**
 * Signature algorithms by OpenSSL's names. Source: docs/reference/certificates.md ("Fields"), RFC 8017, RFC 5758, RFC
 * 8410.
 */
import type { BaseBlock } from 'asn1js';
import { childrenOf, isTagged, oidOf } from './asn1.ts';

const names: Readonly<Record<string, string>> = {
  '1.2.840.113549.1.1.2': 'md2WithRSAEncryption',
  '1.2.840.113549.1.1.4': 'md5WithRSAEncryption',
  '1.2.840.113549.1.1.5': 'sha1WithRSAEncryption',
  '1.2.840.113549.1.1.10': 'rsassaPss',
  '1.2.840.113549.1.1.11': 'sha256WithRSAEncryption',
  '1.2.840.113549.1.1.12': 'sha384WithRSAEncryption',
  '1.2.840.113549.1.1.13': 'sha512WithRSAEncryption',
  '1.2.840.113549.1.1.14': 'sha224WithRSAEncryption',
  '1.2.840.113549.1.1.15': 'sha512-224WithRSAEncryption',
  '1.2.840.113549.1.1.16': 'sha512-256WithRSAEncryption',
  '1.3.14.3.2.29': 'sha1WithRSA',
  '1.2.840.10040.4.3': 'dsaWithSHA1',
  '2.16.840.1.101.3.4.3.1': 'dsa_with_SHA224',
  '2.16.840.1.101.3.4.3.2': 'dsa_with_SHA256',
  '1.2.840.10045.4.1': 'ecdsa-with-SHA1',
  '1.2.840.10045.4.3.1': 'ecdsa-with-SHA224',
  '1.2.840.10045.4.3.2': 'ecdsa-with-SHA256',
  '1.2.840.10045.4.3.3': 'ecdsa-with-SHA384',
  '1.2.840.10045.4.3.4': 'ecdsa-with-SHA512',
  '2.16.840.1.101.3.4.3.9': 'ecdsa_with_SHA3-224',
  '2.16.840.1.101.3.4.3.10': 'ecdsa_with_SHA3-256',
  '2.16.840.1.101.3.4.3.11': 'ecdsa_with_SHA3-384',
  '2.16.840.1.101.3.4.3.12': 'ecdsa_with_SHA3-512',
  '2.16.840.1.101.3.4.3.13': 'RSA-SHA3-224',
  '2.16.840.1.101.3.4.3.14': 'RSA-SHA3-256',
  '2.16.840.1.101.3.4.3.15': 'RSA-SHA3-384',
  '2.16.840.1.101.3.4.3.16': 'RSA-SHA3-512',
  '1.3.101.112': 'ED25519',
  '1.3.101.113': 'ED448',
};

const rsassaPss = '1.2.840.113549.1.1.10';
const weak: ReadonlySet<string> = new Set([
  'md2WithRSAEncryption',
  'md5WithRSAEncryption',
  'sha1WithRSAEncryption',
  'sha1WithRSA',
  'dsaWithSHA1',
  'ecdsa-with-SHA1',
]);
/** Digests that RSASSA-PSS names in its parameters. */
const weakDigests: ReadonlySet<string> = new Set(['1.3.14.3.2.26', '1.2.840.113549.2.5']);

export type SignatureAlgorithm = {
  /** OpenSSL's long name, or the object identifier of one that it has no name for. */
  readonly name: string;
  /** Made with a digest that collisions are known of: SHA-1 or older. */
  readonly isWeak: boolean;
};

/** Reads an AlgorithmIdentifier. */
export function readSignatureAlgorithm(block: BaseBlock): SignatureAlgorithm {
  const [id, parameters] = childrenOf(block);
  const oid = oidOf(id);
  const name = names[oid] ?? oid;
  return { name, isWeak: oid === rsassaPss ? isWeakPss(parameters) : weak.has(name) };
}

/** SHA-1 is the digest where the parameters name none (RFC 8017 appendix A.2.3). */
function isWeakPss(parameters: BaseBlock | undefined): boolean {
  const digest = parameters && childrenOf(parameters).find((parameter) => isTagged(parameter, 0));
  return digest === undefined || weakDigests.has(oidOf(childrenOf(childrenOf(digest)[0])[0]));
}
