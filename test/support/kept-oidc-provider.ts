/** An OpenID provider that other people wrote (npm `oidc-provider`), on loopback; each person of its table signs in without a form. */
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { type ClientMetadata, type Configuration, type JWK, Provider } from 'oidc-provider';

export type Person = { readonly email: string; readonly email_verified: boolean; readonly name: string };

export type KeptProviderSettings = {
  /** By subject. */
  readonly people: Readonly<Record<string, Person>>;
  readonly redirectUri: string;
  readonly keys: readonly JWK[];
  readonly client?: Partial<ClientMetadata>;
  readonly configuration?: Configuration;
};

export class KeptOidcProvider implements AsyncDisposable {
  readonly clientId = 'nameplate';
  readonly clientSecret = 'a secret: with signs & spaces';
  /** Who sits at the browser; undefined is somebody who cancels. */
  subject: string | undefined = 'ada-1';
  readonly #server = http.createServer();

  static async start(settings: KeptProviderSettings): Promise<KeptOidcProvider> {
    const started = new KeptOidcProvider();
    await new Promise<void>((resolve) => started.#server.listen(0, '127.0.0.1', resolve));
    started.use(settings);
    return started;
  }

  get issuer(): string {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a TCP server has such an address
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  get settings(): { issuer: string; clientId: string; clientSecret: string } {
    return { issuer: this.issuer, clientId: this.clientId, clientSecret: this.clientSecret };
  }

  /** Puts a provider with these settings at the same address, as after a restart. */
  use({ people, redirectUri, keys, client, configuration }: KeptProviderSettings): void {
    const provider = new Provider(this.issuer, {
      clients: [
        {
          client_id: this.clientId,
          client_secret: this.clientSecret,
          redirect_uris: [redirectUri],
          ...client,
        },
      ],
      jwks: { keys: [...keys] },
      cookies: { keys: ['a key of a test'] },
      claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
      features: { devInteractions: { enabled: false } },
      interactions: { url: (_, { uid }) => `/interaction/${uid}` },
      findAccount: (_, sub) => {
        const person = people[sub];
        return person && { accountId: sub, claims: () => ({ sub, ...person }) };
      },
      loadExistingGrant: async ({ oidc }) => {
        const grant = new provider.Grant({
          clientId: this.clientId,
          ...(oidc.session?.accountId === undefined ? {} : { accountId: oidc.session.accountId }),
        });
        grant.addOIDCScope('openid email profile');
        await grant.save();
        return grant;
      },
      ...configuration,
    });
    const answer = provider.callback();
    this.#server.removeAllListeners('request');
    this.#server.on('request', (request: http.IncomingMessage, response: http.ServerResponse) => {
      void (request.url?.startsWith('/interaction/')
        ? provider.interactionFinished(
            request,
            response,
            this.subject === undefined ? { error: 'access_denied' } : { login: { accountId: this.subject } },
          )
        : answer(request, response));
    });
  }

  /** What a browser does: follows the provider's redirects with its cookies. Returns the query that it comes back with. */
  async signIn(authorizationUrl: string, redirectUri: string): Promise<string> {
    const cookies = new Map<string, string>();
    let url = authorizationUrl;
    for (let step = 0; step < 10; step += 1) {
      const cookie = [...cookies].map((pair) => pair.join('=')).join('; ');
      const answer = await fetch(url, { redirect: 'manual', headers: { cookie } });
      for (const field of answer.headers.getSetCookie()) {
        const [name = '', value = ''] = field.split(';', 1)[0]?.split('=') ?? [];
        cookies.set(name, value);
      }
      const location = answer.headers.get('location');
      if (location === null) throw new Error(`${url} answered ${answer.status}: ${await answer.text()}`);
      url = new URL(location, url).href;
      if (url.startsWith(redirectUri)) return new URL(url).search.slice(1);
    }
    throw new Error(`redirected too often: ${url}`);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}
