/** A crawler that signs its requests, written from RFC 9421 and not with what is tested, and the directory of its keys. */
import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { TestAuthority } from './certificates.ts';

export type SigningOptions = {
  /** The value of Signature-Agent; by default a dictionary with the label. */
  readonly agent?: string;
  /** Where the keys are. */
  readonly origin: string;
  readonly authority: string;
  /** Since the Unix epoch. */
  readonly createdSeconds: number;
  readonly lifetimeSeconds?: number;
  readonly label?: string;
  /** Identifiers of components as they stand in the field, with their values; by default the authority and the agent. */
  readonly components?: readonly (readonly [identifier: string, value: string])[];
  /** In place of those of Web Bot Auth. */
  readonly parameters?: string;
  /** The key that is named, where it isn't the signer's own. */
  readonly keyId?: string;
};

export type SignatureFields = {
  readonly 'signature-agent': string;
  readonly 'signature-input': string;
  readonly signature: string;
};

export class BotSigner {
  readonly #key: KeyObject;
  /** The public key, base64url. */
  readonly x: string;
  readonly keyId: string;

  constructor() {
    const { publicKey, privateKey } = generateKeyPairSync('ed25519');
    this.#key = privateKey;
    this.x = publicKey.export({ format: 'jwk' }).x ?? '';
    this.keyId = createHash('sha256')
      .update(`{"crv":"Ed25519","kty":"OKP","x":"${this.x}"}`)
      .digest('base64url');
  }

  get jwk(): object {
    return { kty: 'OKP', crv: 'Ed25519', x: this.x, kid: this.keyId, use: 'sig' };
  }

  sign(options: SigningOptions): SignatureFields {
    const { origin, authority, createdSeconds, lifetimeSeconds = 60, label = 'sig1' } = options;
    const { agent = `${label}="${origin}"`, keyId = this.keyId } = options;
    const isKeyed = !agent.startsWith('"');
    const components = options.components ?? [
      ['"@authority"', authority],
      isKeyed ? [`"signature-agent";key="${label}"`, `"${origin}"`] : ['"signature-agent"', agent],
    ];
    const identifiers = components.map(([identifier]) => identifier).join(' ');
    const nonce = randomBytes(16).toString('base64');
    const parameters =
      options.parameters ??
      `created=${createdSeconds};expires=${createdSeconds + lifetimeSeconds};keyid="${keyId}";alg="ed25519";nonce="${nonce}";tag="web-bot-auth"`;
    const input = `(${identifiers});${parameters}`;
    const base = [...components, ['"@signature-params"', input]]
      .map(([identifier, value]) => `${identifier}: ${value}`)
      .join('\n');
    const signature = sign(null, Buffer.from(base, 'latin1'), this.#key).toString('base64');
    return {
      'signature-agent': agent,
      'signature-input': `${label}=${input}`,
      signature: `${label}=:${signature}:`,
    };
  }
}

type Answering = (request: IncomingMessage, response: ServerResponse) => void;

/** A directory of keys over TLS on this machine. */
export class KeyDirectory implements AsyncDisposable {
  readonly origin: string;
  readonly authority: TestAuthority;
  readonly requests: string[];
  readonly #close: () => Promise<void>;

  private constructor(
    origin: string,
    authority: TestAuthority,
    requests: string[],
    close: () => Promise<void>,
  ) {
    this.origin = origin;
    this.authority = authority;
    this.requests = requests;
    this.#close = close;
  }

  static async start(answer: Answering): Promise<KeyDirectory> {
    const authority = new TestAuthority();
    const { cert, key } = authority.issue('DNS:localhost');
    const requests: string[] = [];
    const server = createServer({ cert, key }, (request, response) => {
      requests.push(`${request.method} ${request.url}`);
      answer(request, response);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it listens on a port
    const { port } = server.address() as AddressInfo;
    return new KeyDirectory(`https://localhost:${port}`, authority, requests, async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      authority[Symbol.dispose]();
    });
  }

  /** One that answers with the keys of these signers. */
  static of(...signers: readonly BotSigner[]): Promise<KeyDirectory> {
    return KeyDirectory.start((_request, response) => {
      response
        .writeHead(200, { 'content-type': directoryType, 'cache-control': 'max-age=86400' })
        .end(keySetOf(...signers));
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#close();
  }
}

export const directoryType = 'application/http-message-signatures-directory+json';

export function keySetOf(...signers: readonly BotSigner[]): string {
  return JSON.stringify({ keys: signers.map(({ jwk }) => jwk) });
}
