/**
 * Builds a chain from the given certificates: leaf first, each followed by its issuer, without the root, which
 * clients either have or don't trust. Source: RFC 8446 section 4.4.2, docs/reference/certificates.md ("What is
 * taken").
 */
import { X509Certificate } from 'node:crypto';
import { rootCertificates } from 'node:tls';
import { isIssuedBy, type ReadCertificate } from './certificate.ts';

export type Chain = {
  readonly certificates: readonly ReadCertificate[];
  /** The issuer of the last one, when neither the given certificates nor the well-known roots have it. */
  readonly missingIssuer: string | null;
};

/** The certificate that a bundle is about: the first that issued none of the others and isn't a root among them. */
export function guessLeaf(bundle: readonly ReadCertificate[]): ReadCertificate | undefined {
  const issuedNone = bundle.filter((one) =>
    bundle.every((other) => other === one || !isIssuerOf(one, other)),
  );
  return issuedNone.find(({ x509 }) => !x509.ca) ?? issuedNone[0] ?? bundle[0];
}

/** Follows the issuers from `leaf` through `bundle`, in any order. */
export function buildChain(leaf: ReadCertificate, bundle: readonly ReadCertificate[]): Chain {
  const certificates = [leaf];
  for (let last = leaf; ; ) {
    if (last.isSelfSigned) return { certificates, missingIssuer: null };
    const current = last;
    const issuers = bundle.filter((one) => !includes(certificates, one) && isIssuerOf(one, current));
    // A cross-signed intermediate stands for the root of the same name and key: older clients need it.
    const next = issuers.find(({ isSelfSigned }) => !isSelfSigned);
    if (!next) {
      const isComplete = issuers.length > 0 || isIssuedByWellKnownRoot(current);
      return { certificates, missingIssuer: isComplete ? null : current.fields.issuer };
    }
    certificates.push(next);
    last = next;
  }
}

function isIssuerOf(issuer: ReadCertificate, { x509 }: ReadCertificate): boolean {
  // Names first: signatures cost a thousand times more.
  return (
    issuer.publicKey !== undefined &&
    x509.issuer === issuer.x509.subject &&
    isIssuedBy(x509, issuer.x509, issuer.publicKey)
  );
}

function includes(certificates: readonly ReadCertificate[], wanted: ReadCertificate): boolean {
  return certificates.some(({ fields }) => fields.fingerprint === wanted.fields.fingerprint);
}

let rootsBySubject: Map<string, X509Certificate[]> | undefined;

/** The roots that come with Node are Mozilla's. */
function isIssuedByWellKnownRoot({ x509 }: ReadCertificate): boolean {
  rootsBySubject ??= readRoots();
  return (rootsBySubject.get(x509.issuer) ?? []).some((root) => isIssuedBy(x509, root, root.publicKey));
}

function readRoots(): Map<string, X509Certificate[]> {
  const roots = new Map<string, X509Certificate[]>();
  for (const pem of rootCertificates) {
    const root = new X509Certificate(pem);
    const known = roots.get(root.subject);
    if (known) known.push(root);
    else roots.set(root.subject, [root]);
  }
  return roots;
}
