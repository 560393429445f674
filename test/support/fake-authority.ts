/**
 * A certificate authority that does what a test wants: it validates nothing, signs whatever is asked for, loses answers,
 * has profiles, limits orders, and says when to renew. What a real one does is tested with pebble. Source: RFC 9773 (renewal
 * information), draft-ietf-acme-profiles.
 */
import { createHash, createPublicKey, type KeyObject, X509Certificate } from 'node:crypto';
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

type Order = {
  readonly host: string;
  readonly type: string;
  /** The URL of the one that made it. */
  readonly account: string;
  readonly orderedAt: number;
  readonly replaces: string | undefined;
  readonly profile: string | undefined;
  status: 'pending' | 'ready' | 'processing' | 'valid';
  certificate: string;
};

export type Issued = Pick<Order, 'host' | 'account' | 'orderedAt' | 'replaces' | 'profile'> & {
  /** RFC 9773 section 4.1. */
  readonly id: string;
  readonly notBefore: number;
  readonly expiresAt: number;
};

export class FakeAuthority implements AsyncDisposable {
  readonly #server: http.Server;
  readonly #key: KeyObject = newEcKey();
  readonly #orders: Order[] = [];
  #nonces = 0;
  /** Requests so far: the first part of the path, and the rest. */
  readonly requests: string[] = [];
  /** What each order is to replace, as asked. */
  readonly replaced: (string | undefined)[] = [];
  /** The URL of the account that made each order. */
  readonly orderedBy: string[] = [];
  /** URLs of accounts that may not order any more. */
  readonly deactivated: Set<string> = new Set<string>();
  readonly #accounts: string[] = [];
  issued = 0;
  /** What happens to a request; undefined: it is answered. */
  faultOf: (request: string) => AuthorityFault | undefined = () => undefined;
  /** Whether orders have an authorization each, which is valid once its challenge is accepted. */
  hasChallenges = false;
  /** Whether it looks at what an order is to replace: a certificate of the same account and host that no other order replaces. */
  checksReplaced = false;
  /** Whether it never decides an order. */
  isStuck = false;
  /** Of the directory. */
  meta: Readonly<Record<string, unknown>> = {};
  now: () => number = Date.now;
  /** How long certificates are valid, by profile; undefined: it has none. */
  profiles: Readonly<Record<string, number>> | undefined;
  /** The profile of each order, as asked. */
  readonly ordered: { readonly host: string; readonly type: string; readonly profile: string | undefined }[] =
    [];
  /** Orders that it takes, a bucket with this many that gets one more in each `everyMs`; undefined: any number. */
  limit: { readonly orders: number; readonly everyMs: number } | undefined;
  /** When the bucket of orders is full again. */
  #fullAt = 0;
  /** Certificates by their identifiers, in the order in which they were issued. */
  readonly issuedById: Map<string, Issued> = new Map();
  /** Identifiers of certificates that an order replaces. */
  readonly #replaced = new Set<string>();
  /** Whether it suggests a renewal of each certificate by its lifetime, as Let's Encrypt does, and is to be asked again so often. */
  suggestsByLifetime = false;
  suggestsEverySeconds = 21_600;
  /** What it suggests for all; undefined: nothing. */
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
    const { payload = '', protected: header } = body === '' ? {} : JSON.parse(body);
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
    const content = this.#answer(
      path,
      payload === '' ? {} : decode(payload),
      answer,
      header === undefined ? {} : decode(header),
    );
    if (fault === 'answer lost') answer.destroy();
    else answer.end(typeof content === 'string' ? content : JSON.stringify(content));
  }

  #answer(
    path: string,
    payload: Record<string, unknown>,
    answer: ServerResponse,
    header: Record<string, unknown>,
  ): unknown {
    const [resource = '', id = ''] = path.split('/');
    const order = this.#orders[Number(id)];
    switch (resource) {
      case 'directory':
        return this.#directory();
      case 'account':
        answer.setHeader('location', this.#accountOf(JSON.stringify(header['jwk'])));
        return { status: 'valid' };
      case 'orders':
        return this.#newOrder(payload, answer, String(header['kid']));
      case 'order':
        return this.#describe(Number(id));
      case 'authorization':
        return this.#authorization(Number(id));
      case 'challenge':
        if (order?.status === 'pending') order.status = 'ready';
        return { status: 'processing' };
      case 'finalize':
        if (order?.status !== 'ready') return refuse(answer, 403, 'orderNotReady');
        if (this.isStuck) {
          order.status = 'processing';
          return this.#describe(Number(id));
        }
        if (order.profile !== undefined && !(order.profile in (this.profiles ?? {})))
          return refuse(answer, 400, 'invalidProfile');
        order.certificate = this.#issue(order, String(payload.csr));
        order.status = 'valid';
        return this.#describe(Number(id));
      case 'certificate':
        return order?.certificate;
      case 'renewal':
        return this.#renewalOf(id, answer);
      default:
        return '';
    }
  }

  #directory(): Record<string, unknown> {
    const names = { newNonce: 'nonce', newAccount: 'account', newOrder: 'orders' };
    const urls = Object.entries(names).map(([name, path]) => [name, `${this.#origin}/${path}`]);
    return {
      ...Object.fromEntries(urls),
      meta: {
        ...(this.profiles && {
          profiles: Object.fromEntries(
            Object.keys(this.profiles).map((name) => [name, `https://ca.example/${name}`]),
          ),
        }),
        ...this.meta,
      },
      ...((this.renewal || this.suggestsByLifetime) && { renewalInfo: `${this.#origin}/renewal` }),
    };
  }

  /** Each key has one. */
  #accountOf(jwk: string): string {
    if (!this.#accounts.includes(jwk)) this.#accounts.push(jwk);
    return `${this.#origin}/accounts/${this.#accounts.indexOf(jwk) + 1}`;
  }

  #newOrder(payload: Record<string, unknown>, answer: ServerResponse, account: string): unknown {
    if (this.deactivated.has(account)) return refuse(answer, 401, 'unauthorized');
    this.orderedBy.push(account);
    const { identifiers, replaces } = payload;
    const profile = typeof payload.profile === 'string' ? payload.profile : undefined;
    const [identifier]: { type?: unknown; value?: unknown }[] = Array.isArray(identifiers) ? identifiers : [];
    const [host, type] = [String(identifier?.value), String(identifier?.type)];
    this.replaced.push(typeof replaces === 'string' ? replaces : undefined);
    this.ordered.push({ host, type, profile });
    // Draft, section 4: one that the directory doesn't name is refused.
    if (profile !== undefined && !(profile in (this.profiles ?? {})))
      return refuse(answer, 400, 'invalidProfile');
    if (typeof replaces === 'string') {
      const problem = this.checksReplaced ? this.#whyNotReplaced(replaces, host, account) : undefined;
      if (problem) return refuse(answer, ...problem);
      this.#replaced.add(replaces);
    } else if (this.limit) {
      const { orders, everyMs } = this.limit;
      const next = Math.max(this.#fullAt, this.now()) + everyMs;
      const waitMs = next - (this.now() + orders * everyMs);
      if (waitMs > 0) {
        answer.setHeader('retry-after', Math.ceil(waitMs / 1000));
        return refuse(answer, 429, 'rateLimited');
      }
      this.#fullAt = next;
    }
    this.#orders.push({
      host,
      type,
      account,
      orderedAt: this.now(),
      replaces: typeof replaces === 'string' ? replaces : undefined,
      profile,
      status: this.hasChallenges ? 'pending' : 'ready',
      certificate: '',
    });
    const id = this.#orders.length - 1;
    answer.statusCode = 201;
    answer.setHeader('location', `${this.#origin}/order/${id}`);
    return this.#describe(id);
  }

  /** RFC 9773 section 5; the statuses and types are those of Let's Encrypt. */
  #whyNotReplaced(
    replaces: string,
    host: string,
    account: string,
  ): [status: number, type: string] | undefined {
    const before = this.issuedById.get(replaces);
    if (this.#replaced.has(replaces)) return [409, 'alreadyReplaced'];
    if (!before) return [404, 'malformed'];
    if (before.account !== account) return [403, 'unauthorized'];
    return before.host === host ? undefined : [400, 'malformed'];
  }

  #describe(id: number): Record<string, unknown> {
    const { status, host, type, replaces, profile } = this.#orders[id] ?? {};
    return {
      status,
      identifiers: [{ type, value: host }],
      authorizations: this.hasChallenges ? [`${this.#origin}/authorization/${id}`] : [],
      finalize: `${this.#origin}/finalize/${id}`,
      certificate: `${this.#origin}/certificate/${id}`,
      // Both have to be reflected.
      ...(replaces !== undefined && { replaces }),
      ...(profile !== undefined && { profile }),
    };
  }

  #authorization(id: number): Record<string, unknown> {
    return {
      status: this.#orders[id]?.status === 'pending' ? 'pending' : 'valid',
      challenges: [
        { type: 'http-01', url: `${this.#origin}/challenge/${id}`, token: `token-of-order-${id}-padded` },
      ],
    };
  }

  #renewalOf(id: string, answer: ServerResponse): unknown {
    const suggested = this.suggestsByLifetime ? this.#byLifetime(id) : this.renewal;
    if (!suggested) return refuse(answer, 404, 'malformed');
    const { start, end, retryAfterSeconds, explanation } = suggested;
    if (retryAfterSeconds !== undefined) answer.setHeader('retry-after', retryAfterSeconds);
    const suggestedWindow = { start: new Date(start).toISOString(), end: new Date(end).toISOString() };
    return { suggestedWindow, ...(explanation && { explanationURL: explanation }) };
  }

  #byLifetime(id: string): NonNullable<FakeAuthority['renewal']> | undefined {
    const issued = this.issuedById.get(id);
    return issued && { ...windowByLifetime(issued), retryAfterSeconds: this.suggestsEverySeconds };
  }

  #issue({ host, account, orderedAt, replaces, profile }: Order, csr: string): string {
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
    const notBefore = this.now() - 1_000;
    const expiresAt = this.now() + ((profile !== undefined && this.profiles?.[profile]) || 90 * dayMs);
    const { certificatePem } = makeCertificate({
      host,
      issuer: nameOf('Fake authority'),
      subject: nameOf(host),
      notBeforeMs: notBefore,
      expiresAtMs: expiresAt,
      extensions: [extension('2.5.29.35', toDer(new Sequence({ value: [part] })), 'optional')],
      publicKeyInfo,
      privateKey: this.#key,
      privateKeyPem: '',
    });
    const serial = Buffer.from(new X509Certificate(certificatePem).serialNumber, 'hex');
    const id = `${keyIdentifier.toString('base64url')}.${serial.toString('base64url')}`;
    this.issuedById.set(id, { id, host, account, orderedAt, replaces, profile, notBefore, expiresAt });
    return certificatePem;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }
}

/** A window of a twenty-fifth of the lifetime around its half, or around two thirds of it where that is ten days or more. */
export function windowByLifetime({ notBefore, expiresAt }: Pick<Issued, 'notBefore' | 'expiresAt'>): {
  readonly start: number;
  readonly end: number;
} {
  const lifetime = expiresAt - notBefore;
  const ideal = expiresAt - lifetime / (lifetime < 10 * dayMs ? 2 : 3);
  return { start: ideal - lifetime / 50, end: ideal + lifetime / 50 };
}

function refuse(answer: ServerResponse, status: number, type: string): unknown {
  answer.statusCode = status;
  return { type: `urn:ietf:params:acme:error:${type}`, detail: type };
}

function decode(payload: string): Record<string, unknown> {
  return JSON.parse(Buffer.from(payload, 'base64url').toString());
}
