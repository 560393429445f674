/** The certificate that answers a TLS-ALPN-01 challenge. Source: RFC 8737 section 3. */
import { createHash, generateKeyPair, randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import { fromBER, Integer, OctetString, Sequence, UTCTime } from 'asn1js';
import {
  arrayBufferOf,
  dnsNameExtension,
  extension,
  nameOf,
  signatureAlgorithm,
  signed,
  tagged,
  toDer,
} from '../certificates/der-writer.ts';
import { writePem } from '../certificates/pem.ts';
import type { ServedCertificate } from '../core/served-certificate.ts';

const acmeIdentifier = '1.3.6.1.5.5.7.1.31';
const lifetimeMs = 86_400_000;
const makeKeyPair = promisify(generateKeyPair);

export async function challengeCertificate(
  host: string,
  keyAuthorization: string,
  now: number,
): Promise<ServedCertificate> {
  const { privateKey, publicKey } = await makeKeyPair('ec', { namedCurve: 'prime256v1' });
  const [notBeforeMs, expiresAtMs] = [now - lifetimeMs, now + lifetimeMs];
  const digest = createHash('sha256').update(keyAuthorization).digest();
  const content = new Sequence({
    value: [
      tagged(0, [new Integer({ value: 2 })]),
      // A positive number of 16 bytes.
      new Integer({ valueHex: arrayBufferOf(Buffer.concat([Buffer.of(0x40), randomBytes(15)])) }),
      signatureAlgorithm(),
      nameOf('ACME challenge'),
      new Sequence({
        value: [
          new UTCTime({ valueDate: new Date(notBeforeMs) }),
          new UTCTime({ valueDate: new Date(expiresAtMs) }),
        ],
      }),
      nameOf('ACME challenge'),
      fromBER(publicKey.export({ type: 'spki', format: 'der' })).result,
      tagged(3, [
        new Sequence({
          value: [
            dnsNameExtension(host),
            extension(
              acmeIdentifier,
              toDer(new OctetString({ valueHex: arrayBufferOf(digest) })),
              'critical',
            ),
          ],
        }),
      ]),
    ],
  });
  const der = signed(content, privateKey);
  return {
    fingerprint: createHash('sha256').update(der).digest('hex'),
    certificatePem: writePem('CERTIFICATE', der),
    privateKeyPem: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    notBeforeMs,
    expiresAtMs,
    sans: [host],
    accountUuid: '',
  };
}
