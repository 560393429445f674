/** An authenticator in software, as a browser would use it. Source: Web Authentication Level 3 sections 6.1, 6.5, 7.1, 7.2. */
import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';

/** User present, user verified, attested credential data. */
const flag = { present: 1, verified: 4, attested: 64 } as const;

export class TestAuthenticator {
  readonly id: string = randomBytes(16).toString('base64url');
  counter = 0;
  /** Whether it asks for a PIN or a finger. */
  verifiesUser = true;
  readonly #origin: string;
  readonly #publicKey: KeyObject;
  readonly #privateKey: KeyObject;

  /** For pages of this origin. */
  constructor(origin: string) {
    this.#origin = origin;
    const pair = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    this.#publicKey = pair.publicKey;
    this.#privateKey = pair.privateKey;
  }

  /** Answers the options of a registration, as JSON text. */
  register({ challenge }: { readonly challenge: string }): string {
    const id = Buffer.from(this.id, 'base64url');
    const attested = Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, this.#coseKey()]);
    const data = Buffer.concat([this.#head(flag.attested), attested]);
    // CBOR: {"fmt": "none", "attStmt": {}, "authData": bytes}.
    const object = Buffer.concat([
      Buffer.from('a363666d74646e6f6e656761747453746d74a068617574684461746158', 'hex'),
      Buffer.from([data.length]),
      data,
    ]);
    return this.#credential({
      clientDataJSON: this.#clientData('webauthn.create', challenge).toString('base64url'),
      attestationObject: object.toString('base64url'),
    });
  }

  /** Answers the options of a sign-in, as JSON text. */
  signIn({ challenge }: { readonly challenge: string }): string {
    const clientData = this.#clientData('webauthn.get', challenge);
    const data = this.#head();
    const signed = Buffer.concat([data, createHash('sha256').update(clientData).digest()]);
    return this.#credential({
      clientDataJSON: clientData.toString('base64url'),
      authenticatorData: data.toString('base64url'),
      signature: sign('sha256', signed, this.#privateKey).toString('base64url'),
    });
  }

  #credential(response: Readonly<Record<string, string>>): string {
    return JSON.stringify({
      id: this.id,
      rawId: this.id,
      type: 'public-key',
      response,
      clientExtensionResults: {},
    });
  }

  #clientData(type: string, challenge: string): Buffer {
    return Buffer.from(JSON.stringify({ type, challenge, origin: this.#origin, crossOrigin: false }));
  }

  #head(further = 0): Buffer {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(this.counter);
    const flags = flag.present | (this.verifiesUser ? flag.verified : 0) | further;
    const relyingParty = createHash('sha256').update(new URL(this.#origin).hostname).digest();
    return Buffer.concat([relyingParty, Buffer.from([flags]), counter]);
  }

  /** CBOR: {1: 2, 3: -7, -1: 1, -2: x, -3: y} (RFC 9053 section 7.1.1). */
  #coseKey(): Buffer {
    const { x = '', y = '' } = this.#publicKey.export({ format: 'jwk' });
    return Buffer.concat([
      Buffer.from('a5010203262001215820', 'hex'),
      Buffer.from(x, 'base64url'),
      Buffer.from('225820', 'hex'),
      Buffer.from(y, 'base64url'),
    ]);
  }
}
