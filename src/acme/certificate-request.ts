/** Requests for certificates of one host. Source: RFC 2986, RFC 8555 section 7.4. */
import { generateKeyPair } from 'node:crypto';
import { promisify } from 'node:util';
import { Set as Asn1Set, fromBER, Integer, ObjectIdentifier, Sequence } from 'asn1js';
import { hostExtension, signed, tagged } from '../certificates/der-writer.ts';

export type CertificateRequest = { readonly der: Buffer; readonly privateKeyPem: string };

const extensionRequest = '1.2.840.113549.1.9.14';
const makeKeyPair = promisify(generateKeyPair);

/** A request with a new P-256 key of its own. The name is in the subjectAltName only: a subject holds 64 characters. */
export async function requestCertificate(host: string): Promise<CertificateRequest> {
  const { privateKey, publicKey } = await makeKeyPair('ec', { namedCurve: 'prime256v1' });
  const spki = publicKey.export({ type: 'spki', format: 'der' });
  const extensions = new Sequence({ value: [hostExtension(host)] });
  const attribute = new Sequence({
    value: [new ObjectIdentifier({ value: extensionRequest }), new Asn1Set({ value: [extensions] })],
  });
  const content = new Sequence({
    value: [
      new Integer({ value: 0 }),
      new Sequence({ value: [] }),
      fromBER(spki).result,
      tagged(0, [attribute]),
    ],
  });
  return {
    der: signed(content, privateKey),
    privateKeyPem: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  };
}
