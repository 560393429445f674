/**
 * Finds certificates and private keys in files by what they contain, not by what they are called.
 * Source: RFC 7468; docs/reference/certificates.md ("What is taken").
 */
import { type CertificateSummary, readCertificate } from './read-certificate.ts';

export type FoundCertificate = {
  readonly source: string;
  readonly pem: string;
  /** Undefined when its content cannot be read; the API says why. */
  readonly summary: CertificateSummary | undefined;
};

export type FoundKey = { readonly source: string; readonly pem: string; readonly kind: string };

export type Found = {
  readonly certificates: readonly FoundCertificate[];
  readonly keys: readonly FoundKey[];
  /** Messages for the user, which never quote the content. */
  readonly remarks: readonly string[];
};

export const nothingFound: Found = { certificates: [], keys: [], remarks: [] };

const block = /-----BEGIN ([A-Z0-9 ]+)-----\s*([\s\S]*?)-----END \1-----/g;
const keyLabels: Readonly<Record<string, string>> = {
  'PRIVATE KEY': '',
  'RSA PRIVATE KEY': 'RSA',
  'EC PRIVATE KEY': 'EC',
};

/** Parses one file or pasted text. */
export function readPem(source: string, text: string): Found {
  const certificates: FoundCertificate[] = [];
  const keys: FoundKey[] = [];
  const remarks = new Set<string>();
  let blocks = 0;
  for (const [whole, label = '', body = ''] of text.matchAll(block)) {
    blocks += 1;
    const pem = `${whole.trim()}\n`;
    const keyKind = keyLabels[label];
    if (label === 'CERTIFICATE' || label === 'X509 CERTIFICATE' || label === 'TRUSTED CERTIFICATE') {
      const der = bytesOf(body);
      certificates.push({ source, pem, summary: der && readCertificate(der) });
    } else if (
      label === 'ENCRYPTED PRIVATE KEY' ||
      (keyKind !== undefined && /^Proc-Type:.*ENCRYPTED/m.test(body))
    ) {
      remarks.add(
        `${source} contains a password-protected private key. Remove the password first: openssl pkey -in KEY -out NEW_KEY`,
      );
    } else if (keyKind !== undefined) {
      keys.push({ source, pem, kind: keyKind === '' ? kindOfPkcs8(body) : keyKind });
    } else if (label.endsWith('CERTIFICATE REQUEST')) {
      remarks.add(`${source} contains a certificate signing request, not a certificate.`);
    } else if (label === 'PKCS7') {
      remarks.add(
        `${source} is PKCS #7. Convert it to PEM: openssl pkcs7 -print_certs -in FILE -out fullchain.pem`,
      );
    }
  }
  if (blocks === 0) remarks.add(withoutBlocks(source, text));
  return { certificates, keys, remarks: [...remarks] };
}

/** Puts findings together; what was found before is not taken twice. */
export function joinFound(found: readonly Found[]): Found {
  return {
    certificates: withoutRepeats(found.flatMap(({ certificates }) => certificates)),
    keys: withoutRepeats(found.flatMap(({ keys }) => keys)),
    remarks: [...new Set(found.flatMap(({ remarks }) => remarks))],
  };
}

/** The certificate that would be served: the first with names that is no authority, else the first. */
export function leafOf(certificates: readonly FoundCertificate[]): FoundCertificate | undefined {
  const isLeaf = ({ summary }: FoundCertificate): boolean =>
    summary !== undefined && summary.names.length > 0 && !summary.isAuthority;
  return certificates.find(isLeaf) ?? certificates[0];
}

function withoutRepeats<Item extends { readonly pem: string }>(items: readonly Item[]): readonly Item[] {
  return items.filter((item, index) => items.findIndex(({ pem }) => pem === item.pem) === index);
}

function withoutBlocks(source: string, text: string): string {
  // PKCS #12 and DER begin with a SEQUENCE, which no text does.
  if (/^0[\u0080-\uffff]/.test(text) || text.includes('\0')) {
    return `${source} isn't text. Convert it to PEM: openssl pkcs12 -in FILE -nodes -out both.pem, or openssl x509 -inform der -in FILE`;
  }
  return text.includes('-----BEGIN')
    ? `${source} is incomplete: the PEM end line is missing.`
    : `${source} contains no PEM certificate or private key.`;
}

function bytesOf(base64: string): Uint8Array | undefined {
  try {
    return Uint8Array.from(atob(base64.replace(/\s+/g, '')), (letter) => letter.charCodeAt(0));
  } catch {
    return undefined;
  }
}

/** By the object identifier at the beginning; nothing else of the key is looked at. */
function kindOfPkcs8(base64: string): string {
  const start = bytesOf(base64.replace(/\s+/g, '').slice(0, 64));
  if (!start) return '';
  const hex = Array.from(start, (byte) => byte.toString(16).padStart(2, '0')).join('');
  if (hex.includes('06092a864886f70d010101')) return 'RSA';
  if (hex.includes('06072a8648ce3d0201')) return 'EC';
  return hex.includes('06032b6570') ? 'Ed25519' : '';
}
