/**
 * A DNS provider with Domain Connect on this machine: settings, the question whether it has a template, and the page that applies it,
 * which believes a link only if its signature holds with the key in DNS. Source: Domain Connect specification.
 */
import { createPublicKey, verify } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { AddressPolicy } from '../../src/core/address-policy.ts';
import { Discovery, type DiscoveryParts } from '../../src/features/domain-connect/discovery.ts';
import type { Template } from '../../src/features/domain-connect/template.ts';
import { TestAuthority } from './certificates.ts';

export const providerHost = 'connect.provider.example';

export class TemplateProvider implements AsyncDisposable {
  readonly authority: TestAuthority = new TestAuthority();
  readonly #server: Server;
  readonly requests: string[] = [];
  template: Template | undefined;
  /** What the settings have beside what is right. */
  settings: Record<string, unknown> = {};
  /** In place of its own answers; `false` leaves one to it. */
  answer: (path: string, response: ServerResponse) => boolean = () => false;
  applied: readonly string[] = [];
  /** Whether its page asks the customer first, as real ones do; otherwise it sets the records at once. */
  isInteractive = false;
  /** Puts the records into DNS. */
  onApplied: (records: readonly string[]) => void = () => {};
  findKey: () => Promise<readonly string[]> = () => Promise.resolve([]);

  constructor() {
    this.#server = createServer(this.authority.issue(`DNS:${providerHost}`), (request, response) => {
      const path = request.url ?? '';
      this.requests.push(path);
      if (this.answer(path, response)) return;
      this.#respond(new URL(path, this.origin), response, request.method === 'POST').catch((error: unknown) =>
        response.writeHead(500).end(String(error)),
      );
    });
  }

  static async start(): Promise<TemplateProvider> {
    const provider = new TemplateProvider();
    await new Promise<void>((resolve) => {
      provider.#server.listen(0, '127.0.0.1', resolve);
    });
    return provider;
  }

  get port(): number {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a TCP server has such an address
    return (this.#server.address() as AddressInfo).port;
  }

  get origin(): string {
    return `https://${providerHost}:${this.port}`;
  }

  /** Discovery that finds this machine, where private addresses are allowed, behind every name. */
  discovery(change: Partial<DiscoveryParts>): Discovery {
    return new Discovery({
      textsOf: () => Promise.resolve([`${providerHost}:${this.port}/dc`]),
      hosts: [providerHost],
      policy: new AddressPolicy(['127.0.0.0/8'], []),
      names: {
        lookup: () => (_host, _options, callback) => callback(null, [{ address: '127.0.0.1', family: 4 }]),
      },
      userAgent: 'test',
      clock: { now: () => 0 },
      ca: this.authority.pem,
      ...change,
    });
  }

  async #respond(url: URL, response: ServerResponse, isAgreed: boolean): Promise<void> {
    const own = this.template && `/providers/${this.template.providerId}/services/${this.template.serviceId}`;
    if (/^\/dc\/v2\/[a-z\d.]+\/settings$/.test(url.pathname)) {
      const settings = {
        providerName: 'Provider',
        urlSyncUX: `${this.origin}/page/`,
        urlAPI: `${this.origin}/api`,
      };
      response.end(JSON.stringify({ ...settings, ...this.settings }));
    } else if (url.pathname === `/api/v2/domainTemplates${own}`) response.end();
    else if (url.pathname === `/page/v2/domainTemplates${own}/apply`) {
      const records = await this.#recordsOf(url);
      if (this.isInteractive && !isAgreed)
        response.setHeader('content-type', 'text/html').end(pageOf(url, records));
      else this.#apply(records, url, response);
    } else response.writeHead(404).end();
  }

  #apply(records: readonly string[], { searchParams }: URL, response: ServerResponse): void {
    this.applied = records;
    this.onApplied(records);
    response.writeHead(302, { location: backOf(searchParams, {}) }).end();
  }

  /** What a link asks for. Throws if it isn't signed. */
  async #recordsOf({ search, searchParams }: URL): Promise<readonly string[]> {
    const numbered = (await this.findKey()).map((text) => /^p=(\d),a=RS256,d=(.+)$/.exec(text) ?? []);
    const parts = numbered.toSorted((one, other) => Number(one[1]) - Number(other[1]));
    const der = Buffer.from(parts.map((part) => part[2]).join(''), 'base64');
    const signed = search.slice(1).replaceAll(/&(?:key|sig)=[^&]*/g, '');
    const key = createPublicKey({ key: der, type: 'spki', format: 'der' });
    const signature = Buffer.from(searchParams.get('sig') ?? '', 'base64');
    if (!verify('sha256', Buffer.from(signed), key, signature)) throw new Error('the signature is wrong');
    const host = searchParams.get('host');
    const fqdn = `${host ? `${host}.` : ''}${searchParams.get('domain')}`;
    const groups = searchParams.get('groupId')?.split(',') ?? [];
    return (this.template?.records ?? [])
      .filter(({ groupId }) => groups.includes(groupId))
      .map((record) => {
        const value = (record.pointsTo ?? record.data ?? '').replaceAll(/%(\w+)%/g, (_, name: string) => {
          const given = searchParams.get(name);
          if (given === null) throw new Error(`${name} is missing`);
          return given;
        });
        return `${record.host === '@' ? '' : `${record.host}.`}${fqdn} ${record.type} ${value}`;
      });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.authority[Symbol.dispose]();
    this.#server.closeAllConnections();
    await new Promise<void>((resolve) => {
      this.#server.close(() => resolve());
    });
  }
}

/** Where it leads back to. Source: draft-ietf-dconn-domainconnect sections 8.3.5 and 8.3.6. */
function backOf(parameters: URLSearchParams, error: Readonly<Record<string, string>>): string {
  const back = new URL(parameters.get('redirect_uri') ?? '');
  for (const [name, value] of Object.entries({ ...error, state: parameters.get('state') ?? '' }))
    back.searchParams.set(name, value);
  return back.href;
}

/** Asks for consent. */
function pageOf({ searchParams }: URL, records: readonly string[]): string {
  const cancelled = backOf(searchParams, { error: 'access_denied', error_description: 'user_cancel' });
  return `<!doctype html><html lang="en"><meta name="viewport" content="width=device-width"><title>Provider</title>
<link rel="icon" href="data:,"><h1>Connect ${searchParams.get('domain')}</h1><ul>${records.map((record) => `<li>${record}</li>`).join('')}</ul>
<form method="post"><button>Connect</button></form><p><a href="${cancelled.replaceAll('&', '&amp;')}">Cancel</a></p></html>`;
}
