/** Certificates for upstreams and hosts, made when a test asks for them. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { isIPv4 } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Primitive } from 'asn1js';
import {
  type MadeCertificate,
  makeAuthority,
  makeCertificate,
  newEcKey,
  newRsaKey,
} from './certificate-maker.ts';

export type Certificate = { readonly key: string; readonly cert: string };

const dayMs = 86_400_000;

/** An authority of its own and certificates by it, each for the given subjectAltName. */
export class TestAuthority implements Disposable {
  readonly #authority = makeAuthority('Test authority');
  readonly #dir = mkdtempSync(join(tmpdir(), 'nameplate-ca-'));
  /** The authority's certificate, for NODE_EXTRA_CA_CERTS. */
  readonly path: string = join(this.#dir, 'ca.pem');

  get pem(): string {
    return this.#authority.pem;
  }

  intermediate(name: string): MadeCertificate {
    return makeAuthority(name, { issuer: this.#authority });
  }

  constructor() {
    writeFileSync(this.path, this.#authority.pem);
  }

  /** `subjectAltName`: as OpenSSL writes it, such as `DNS:a.example,IP:127.0.0.1`. */
  issue(
    subjectAltName: string,
    validity: 'valid' | 'expired' | 'future' = 'valid',
    keyType: 'ec' | 'rsa' = 'ec',
  ): Certificate {
    const names = subjectAltName.split(',').map((name) => name.slice(name.indexOf(':') + 1));
    const made = makeCertificate({
      key: keyType === 'ec' ? newEcKey() : newRsaKey(),
      sans: names.filter((name) => !isIPv4(name)),
      otherSans: names.filter(isIPv4).map(addressName),
      ...(validity === 'expired' && { notAfter: new Date(Date.now() - 1_000) }),
      ...(validity === 'future' && { notBefore: new Date(Date.now() + 7 * dayMs) }),
      issuer: this.#authority,
    });
    return { key: made.keyPem, cert: made.pem };
  }

  [Symbol.dispose](): void {
    rmSync(this.#dir, { recursive: true, force: true });
  }
}

/** An iPAddress of RFC 5280 section 4.2.1.6. */
function addressName(address: string): Primitive {
  const valueHex = Uint8Array.from(address.split('.'), Number);
  return new Primitive({ idBlock: { tagClass: 3, tagNumber: 7 }, valueHex });
}
