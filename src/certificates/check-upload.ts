/**
 * Checks an uploaded certificate, its chain and its private key, and converts them to the form in which they are
 * stored and served. Source: docs/reference/certificates.md ("What is refused").
 *
 * No message quotes the input: a private key pasted into the wrong field must not get into a log.
 */
import { createSecureContext } from 'node:tls';
import { formatTimestamp } from '../core/clock.ts';
import { readBundle } from './bundle.ts';
import type { CertificateFields, ReadCertificate } from './certificate.ts';
import { buildChain, guessLeaf } from './chain.ts';
import { canSign, isPairOf } from './key-pair.ts';
import { type KeyType, readKeyType } from './key-type.ts';
import { writePem } from './pem.ts';
import { readPrivateKey } from './private-key.ts';
import { servedNames } from './served-names.ts';

/** A certificate that can be served. */
export type CheckedCertificate = CertificateFields & {
  readonly keyType: KeyType;
  /** Host names and wildcards that it is served for. */
  readonly names: readonly string[];
  /** Leaf first, without the root. */
  readonly chainPem: string;
  /** PKCS #8. */
  readonly privateKeyPem: string;
  /** An issuer that was not among the certificates and that no client is known to have. */
  readonly missingIssuer: string | null;
};

export type UploadCheck =
  | { readonly ok: true; readonly certificate: CheckedCertificate }
  | {
      readonly ok: false;
      readonly code: 'certificate_invalid' | 'private_key_invalid';
      /** Goes on after "is invalid: ". */
      readonly reason: string;
    };

/** id-kp-serverAuth, and anyExtendedKeyUsage. */
const serverPurposes: ReadonlySet<string> = new Set(['1.3.6.1.5.5.7.3.1', '2.5.29.37.0']);

/**
 * Checks an upload at the time `now`, of an issued certificate for an `address` too; the certificate first, then the key (undefined: none was given). Never throws.
 */
export function checkUpload(
  certificatePem: string,
  privateKeyPem: string | undefined,
  now: number,
  address?: string,
): UploadCheck {
  const bundle = readBundle(certificatePem);
  if (typeof bundle === 'string') return refuseCertificate(bundle);
  const reading =
    privateKeyPem === undefined
      ? { ok: false as const, reason: 'it is missing' }
      : readPrivateKey(privateKeyPem);
  // The key tells for sure which certificate is the leaf; without it the order and the issuers have to.
  const matching = reading.ok ? bundle.find((one) => isPairOf(reading.key, one)) : undefined;
  const leaf = matching ?? guessLeaf(bundle);
  if (!leaf) return refuseCertificate('it has no certificate');

  const keyType = readKeyType(leaf.publicKey);
  if (!keyType.ok) return refuseCertificate(keyType.reason);
  const names = address === undefined ? servedNames(leaf.fields.sans) : addressesOf(leaf, address);
  const problem = findLeafProblem(leaf, names, now);
  if (problem !== undefined) return refuseCertificate(problem);
  const chain = buildChain(leaf, bundle);
  const chainProblem = findChainProblem(chain.certificates.slice(1));
  if (chainProblem !== undefined) return refuseCertificate(chainProblem);

  if (!reading.ok) return refuseKey(reading.reason);
  if (!matching) return refuseKey('it does not belong to the certificate');
  if (!canSign(reading.key, leaf)) return refuseKey('it is damaged: what it signs does not verify');
  const chainPem = chain.certificates.map(({ der }) => writePem('CERTIFICATE', der)).join('');
  const key = reading.key.export({ type: 'pkcs8', format: 'pem' }).toString();
  if (!isServable(chainPem, key)) return refuseCertificate('TLS refuses to serve it');
  return {
    ok: true,
    certificate: {
      ...leaf.fields,
      keyType: keyType.type,
      names,
      chainPem,
      privateKeyPem: key,
      missingIssuer: chain.missingIssuer,
    },
  };
}

function addressesOf({ x509 }: ReadCertificate, address: string): string[] {
  return x509.checkIP(address) === undefined ? [] : [address];
}

function findLeafProblem(leaf: ReadCertificate, names: readonly string[], now: number): string | undefined {
  const { fields, signature, extendedKeyUsage } = leaf;
  if (fields.expiresAt <= now) return `it expired at ${formatTimestamp(fields.expiresAt)}`;
  if (fields.notBefore > fields.expiresAt) return 'it ends before it begins';
  if (!leaf.hasSubjectAltName) {
    return 'it has no subject alternative name, and clients do not look at its subject';
  }
  if (names.length === 0 && fields.sans.length === 0) return 'its subject alternative names have no DNS name';
  if (names.length === 0) {
    return 'none of its subject alternative names is a host name or a wildcard of one';
  }
  if (signature.isWeak) return `it is signed with ${signature.name}, which uses SHA-1 or an older digest`;
  if (extendedKeyUsage && !extendedKeyUsage.some((purpose) => serverPurposes.has(purpose))) {
    return 'its extended key usage does not allow TLS servers';
  }
  return undefined;
}

/** Intermediates have to pass what TLS asks of them; how long they are valid is for clients to judge. */
function findChainProblem(issuers: readonly ReadCertificate[]): string | undefined {
  for (const { fields, signature, publicKey } of issuers) {
    const which = `the intermediate certificate ${fields.subject}`;
    if (signature.isWeak)
      return `${which} is signed with ${signature.name}, which uses SHA-1 or an older digest`;
    const type = readKeyType(publicKey);
    if (!type.ok) return `of ${which}, ${type.reason}`;
  }
  return undefined;
}

/** The final check is to load it the way the edge will serve it. */
function isServable(cert: string, key: string): boolean {
  try {
    createSecureContext({ cert, key });
    return true;
  } catch {
    return false;
  }
}

function refuseCertificate(reason: string): UploadCheck {
  return { ok: false, code: 'certificate_invalid', reason };
}

function refuseKey(reason: string): UploadCheck {
  return { ok: false, code: 'private_key_invalid', reason };
}
