/**
 * A certificate authority that does what a test wants: it validates nothing, signs whatever is asked for, loses answers,
 * and says when to renew. What a real one does is tested with pebble.
 */
import { createHash, createPublicKey, type KeyObject } from 'node:crypto';
import { once } from 'node:events';
import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import { text as readText } from 'node:stream/consumers';
import { Primitive, Sequence } from 'asn1js';
import { childrenOf, readDer } from '../../src/certificates/asn1.ts';
import { arrayBufferOf, extension, nameOf, toDer } from '../../src/certificates/der-writer.ts';
import { makeCertificate } from '../../src/certificates/make-certificate.ts';
import { newEcKey } from './certificate-maker.ts';

const dayMs = 86_400_000;

export type AuthorityFault =
  /** The request is done, and its answer lost. */
  | 'answer lost'
  /** The request never arrives. */
  | 'request lost'
  | { readonly status: number; readonly type: string; readonly detail?: string };

type Order = { readonly host: string; status: 'ready' | 'processing' | 'valid'; certificate: string };

export class FakeAuthority implements AsyncDisposable {
  readonly #server: http.Server;
  readonly #key: KeyObject = newEcKey();
  readonly #orders: Order[] = [];
  #nonces = 0;
  /** Requests so far: the first part of the path, and the rest. */
  readonly requests: string[] = [];
  /** What each order is to replace, as asked. */
  readonly replaced: (string | undefined)[] = [];
  issued = 0;
  /** What happens to a request; undefined: it is answered. */
  faultOf: (request: string) => AuthorityFault | undefined = () => undefined;
  /** Whether it never decides an order. */
  isStuck = false;
  /** Of the directory. */
  meta: Readonly<Record<string, unknown>> = {};
  /** Undefined: it suggests nothing. */
  renewal: { start: number; end: number; retryAfterSeconds?: number; explanation?: string } | undefined;

  private constructor(server: http.Server) {
    this.#server = server;
  }

  static async start(): Promise<FakeAuthority> {
    const server = http.createServer((request, answer) => void authority.#serve(request, answer));
    const authority = new FakeAuthority(server);
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return authority;
  }

  get directoryUrl(): string {
    return `${this.#origin}/directory`;
  }

  get #origin(): string {
    const address = this.#server.address();
    return `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;
  }

  async #serve(request: IncomingMessage, answer: ServerResponse): Promise<void> {
    const path = (request.url ?? '').slice(1);
    const body = await readText(request);
    const payload = body === '' ? '' : JSON.parse(body).payload;
    this.requests.push(path);
    const fault = this.faultOf(path);
    if (fault === 'request lost') {
      answer.destroy();
      return;
    }
    answer.setHeader('replay-nonce', `nonce${++this.#nonces}`);
    if (typeof fault === 'object') {
      answer.statusCode = fault.status;
      const { type, detail = 'a fault' } = fault;
      answer.end(JSON.stringify({ type: `urn:ietf:params:acme:error:${type}`, detail }));
      return;
    }
    const content = this.#answer(path, payload === '' ? {} : decode(payload), answer);
    if (fault === 'answer lost') answer.destroy();
    else answer.end(typeof content === 'string' ? content : JSON.stringify(content));
  }

  #answer(path: string, payload: Record<string, unknown>, answer: ServerResponse): unknown {
    const [resource = '', id = ''] = path.split('/');
    const order = this.#orders[Number(id)];
    switch (resource) {
      case 'directory':
        return this.#directory();
      case 'account':
        answer.setHeader('location', `${this.#origin}/accounts/1`);
        return { status: 'valid' };
      case 'orders':
        return this.#newOrder(payload, answer);
      case 'order':
        return this.#describe(Number(id));
      case 'finalize':
        if (order?.status !== 'ready') return refuse(answer, 403, 'orderNotReady');
        if (this.isStuck) {
          order.status = 'processing';
          return this.#describe(Number(id));
        }
        order.certificate = this.#issue(order.host, String(payload.csr));
        order.status = 'valid';
        return this.#describe(Number(id));
      case 'certificate':
        return order?.certificate;
      case 'renewal':
        return this.#renewalOf(answer);
      default:
        return '';
    }
  }

  #directory(): Record<string, unknown> {
    const names = { newNonce: 'nonce', newAccount: 'account', newOrder: 'orders' };
    const urls = Object.entries(names).map(([name, path]) => [name, `${this.#origin}/${path}`]);
    return {
      ...Object.fromEntries(urls),
      meta: this.meta,
      ...(this.renewal && { renewalInfo: `${this.#origin}/renewal` }),
    };
  }

  #newOrder(payload: Record<string, unknown>, answer: ServerResponse): unknown {
    const { identifiers, replaces } = payload;
    const [identifier]: { value?: unknown }[] = Array.isArray(identifiers) ? identifiers : [];
    this.replaced.push(typeof replaces === 'string' ? replaces : undefined);
    this.#orders.push({ host: String(identifier?.value), status: 'ready', certificate: '' });
    const id = this.#orders.length - 1;
    answer.statusCode = 201;
    answer.setHeader('location', `${this.#origin}/order/${id}`);
    return this.#describe(id);
  }

  #describe(id: number): Record<string, unknown> {
    return {
      status: this.#orders[id]?.status,
      authorizations: [],
      finalize: `${this.#origin}/finalize/${id}`,
      certificate: `${this.#origin}/certificate/${id}`,
    };
  }

  #renewalOf(answer: ServerResponse): unknown {
    if (!this.renewal) return refuse(answer, 404, 'malformed');
    const { start, end, retryAfterSeconds, explanation } = this.renewal;
    if (retryAfterSeconds !== undefined) answer.setHeader('retry-after', retryAfterSeconds);
    const suggestedWindow = { start: new Date(start).toISOString(), end: new Date(end).toISOString() };
    return { suggestedWindow, ...(explanation && { explanationURL: explanation }) };
  }

  #issue(host: string, csr: string): string {
    this.issued += 1;
    const [content] = childrenOf(readDer(Buffer.from(csr, 'base64url')));
    const publicKeyInfo = childrenOf(content)[2]?.valueBeforeDecodeView ?? Buffer.alloc(0);
    const keyIdentifier = createHash('sha1')
      .update(createPublicKey(this.#key).export({ type: 'spki', format: 'der' }))
      .digest();
    const part = new Primitive({
      idBlock: { tagClass: 3, tagNumber: 0 },
      valueHex: arrayBufferOf(keyIdentifier),
    });
    return makeCertificate({
      host,
      issuer: nameOf('Fake authority'),
      subject: nameOf(host),
      notBeforeMs: Date.now() - 1_000,
      expiresAtMs: Date.now() + 90 * dayMs,
      extensions: [extension('2.5.29.35', toDer(new Sequence({ value: [part] })), 'optional')],
      publicKeyInfo,
      privateKey: this.#key,
      privateKeyPem: '',
    }).certificatePem;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }
}

function refuse(answer: ServerResponse, status: number, type: string): unknown {
  answer.statusCode = status;
  return { type: `urn:ietf:params:acme:error:${type}`, detail: type };
}

function decode(payload: string): Record<string, unknown> {
  return JSON.parse(Buffer.from(payload, 'base64url').toString());
}
