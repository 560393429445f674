/**
 * Accounts, orders, authorizations, challenges and renewals of the protocol, one method each.
 * Source: RFC 8555 section 7, RFC 9773 sections 4 and 5, draft-ietf-acme-profiles.
 */
import { isIP } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { AccountKey } from '../../certificates/account-key.ts';
import { dayMs } from '../../core/time.ts';
import { AcmeError, problemOf } from './acme-error.ts';
import { JsonView } from './json-view.ts';
import { bindAccount, type ExternalAccount } from './json-web-signature.ts';
import type { AcmeAnswer, AcmeTransport, Signer } from './transport.ts';

/** An account that the authority knows. */
export type Account = Signer & { readonly accountUrl: string };

export type Order = {
  readonly url: string;
  readonly status: string;
  readonly authorizations: readonly string[];
  readonly finalizeUrl: string;
  readonly certificateUrl: string | undefined;
  readonly problem: AcmeError | undefined;
};

/** What an order may say besides its host. */
export type OrderOptions = {
  /** The identifier of the certificate that is renewed, which authorities then do not count. */
  readonly replaces?: string | undefined;
  /** One that the directory names. */
  readonly profile?: string | undefined;
};

export type OfferedChallenge = { readonly type: string; readonly url: string; readonly token: string };

export type Authorization = {
  readonly status: string;
  readonly challenges: readonly OfferedChallenge[];
  /** Why it failed, according to its challenges. */
  readonly problem: AcmeError | undefined;
};

/** When the authority suggests renewal; milliseconds since the epoch. */
export type RenewalWindow = {
  readonly start: number;
  readonly end: number;
  /** When to ask again, from now; undefined: the authority does not say. */
  readonly retryAfterMs: number | undefined;
  /** A page that says why, if there is a reason. */
  readonly explanationUrl: string | undefined;
};

const maxInsistTries = 4;
const insistAfterMs = 1_000;
const firstPollMs = 250;
const maxPollMs = 5_000;
/** The longest wait between polls, whatever Retry-After says. */
const maxPollWaitMs = 30_000;

export class AcmeClient {
  readonly #transport: AcmeTransport;
  readonly #signal: AbortSignal;

  /** The signal cuts off what is under way; each order gets a client of its own. */
  constructor(transport: AcmeTransport, signal: AbortSignal) {
    this.#transport = transport;
    this.#signal = signal;
  }

  /** The terms of service that creating an account agrees to. */
  async termsUrl(): Promise<string | undefined> {
    return (await this.#transport.directory(this.#signal)).at('meta').text('termsOfService');
  }

  /** Creates a key's account, or finds the existing one. */
  async register(
    key: AccountKey,
    email: string | undefined,
    external: ExternalAccount | undefined,
  ): Promise<Account> {
    const url = await this.#transport.urlOf('newAccount', this.#signal);
    const payload = {
      termsOfServiceAgreed: true,
      ...(email === undefined ? {} : { contact: [`mailto:${email}`] }),
      ...(external && { externalAccountBinding: await bindAccount(external, url, key) }),
    };
    const answer = await this.#post(url, { key, accountUrl: undefined }, payload);
    if (answer.location === undefined)
      throw new AcmeError('unexpected', 'the certificate authority made an account without a URL');
    return { key, accountUrl: answer.location };
  }

  /** `host` may be an address, in the form of RFC 5952 (RFC 8738 section 3). */
  async newOrder(account: Account, host: string, options: OrderOptions = {}): Promise<Order> {
    const url = await this.#transport.urlOf('newOrder', this.#signal);
    const identifier = { type: isIP(host) === 0 ? 'dns' : 'ip', value: host };
    const answer = await this.#post(url, account, { identifiers: [identifier], ...options });
    if (answer.location === undefined)
      throw new AcmeError('unexpected', 'the certificate authority made an order without a URL');
    return toOrder(answer.location, answer.json);
  }

  /** What the directory names that certificates can be ordered by; none: the authority has no profiles. */
  async profiles(): Promise<readonly string[]> {
    return (await this.#transport.directory(this.#signal)).at('meta').at('profiles').names;
  }

  /** Whether the authority says when certificates are to be renewed. */
  async suggestsRenewals(): Promise<boolean> {
    return (await this.#transport.directory(this.#signal)).text('renewalInfo') !== undefined;
  }

  /** When a certificate of the authority is to be renewed; it is valid from `notBefore`. */
  async renewalWindow(certificateId: string, notBefore: number): Promise<RenewalWindow> {
    const url = await this.#transport.urlOf('renewalInfo', this.#signal);
    const { json, retryAfterMs } = await this.#transport.get(`${url}/${certificateId}`, this.#signal);
    const suggested = json.at('suggestedWindow');
    const [start, end] = [Date.parse(suggested.text('start') ?? ''), Date.parse(suggested.text('end') ?? '')];
    // Followed, a time from before the certificate would have each renewed as soon as it is issued. That of one to revoke is some hours ago.
    if (!(end > start && end > notBefore - dayMs))
      throw new AcmeError('unexpected', 'the certificate authority suggests no time for the renewal');
    return { start, end, retryAfterMs, explanationUrl: json.text('explanationURL') };
  }

  async order(account: Account, url: string): Promise<Order> {
    return toOrder(url, (await this.#post(url, account, undefined)).json);
  }

  async authorization(account: Account, url: string): Promise<Authorization> {
    return toAuthorization((await this.#post(url, account, undefined)).json);
  }

  /** Tells the authority that a challenge can be validated now. */
  async acceptChallenge(account: Account, url: string): Promise<void> {
    await this.#post(url, account, {});
  }

  /** Sends the request for the certificate; `csr` is DER. */
  async finalize(account: Account, order: Order, csr: Uint8Array): Promise<Order> {
    const payload = { csr: Buffer.from(csr).toString('base64url') };
    return toOrder(order.url, (await this.#post(order.finalizeUrl, account, payload)).json);
  }

  /** The certificate and its chain, PEM. */
  async certificate(account: Account, url: string): Promise<string> {
    return (await this.#post(url, account, undefined)).text;
  }

  /** Waits until an order is none of `passing`. */
  async settleOrder(account: Account, url: string, passing: readonly string[]): Promise<Order> {
    return await this.#settle(account, url, passing, (json) => toOrder(url, json));
  }

  /** Waits until an authorization is decided. */
  async settleAuthorization(account: Account, url: string): Promise<Authorization> {
    return await this.#settle(account, url, ['pending'], toAuthorization);
  }

  /** Retries for some seconds while the authority has trouble answering. */
  async insist<T>(ask: () => Promise<T>): Promise<T> {
    for (let tries = 1; ; tries++) {
      try {
        return await ask();
      } catch (error) {
        if (!(error instanceof AcmeError) || !error.isOfServer || tries === maxInsistTries) throw error;
        await pause(insistAfterMs * tries, undefined, { signal: this.#signal });
      }
    }
  }

  async #settle<T extends { readonly status: string }>(
    account: Account,
    url: string,
    passing: readonly string[],
    read: (json: JsonView) => T,
  ): Promise<T> {
    for (let waitMs = firstPollMs; ; waitMs = Math.min(waitMs * 1.6, maxPollMs)) {
      const answer = await this.#post(url, account, undefined);
      const state = read(answer.json);
      if (!passing.includes(state.status)) return state;
      await pause(Math.min(Math.max(waitMs, answer.retryAfterMs ?? 0), maxPollWaitMs), undefined, {
        signal: this.#signal,
      });
    }
  }

  #post(url: string, signer: Signer, payload: unknown): Promise<AcmeAnswer> {
    return this.#transport.post(url, signer, payload, this.#signal);
  }
}

function toOrder(url: string, json: JsonView): Order {
  const status = json.text('status');
  const finalizeUrl = json.text('finalize');
  if (status === undefined || finalizeUrl === undefined)
    throw new AcmeError('unexpected', 'the certificate authority answered an order that cannot be read');
  const error = json.at('error');
  return {
    url,
    status,
    finalizeUrl,
    authorizations: json.list('authorizations').filter((each) => typeof each === 'string'),
    certificateUrl: json.text('certificate'),
    problem: error.isObject ? problemOf(error.raw, 'the order failed') : undefined,
  };
}

function toAuthorization(json: JsonView): Authorization {
  const status = json.text('status');
  if (status === undefined)
    throw new AcmeError('unexpected', 'the certificate authority answered an authorization without status');
  const all = json.list('challenges').map((each) => new JsonView(each));
  const failed = all.map((each) => each.at('error')).find((error) => error.isObject);
  return {
    status,
    challenges: all.flatMap((each) => {
      const [type, url, token] = [each.text('type'), each.text('url'), each.text('token')];
      return type !== undefined && url !== undefined && token !== undefined ? [{ type, url, token }] : [];
    }),
    problem: failed && problemOf(failed.raw, 'the host could not be validated'),
  };
}
