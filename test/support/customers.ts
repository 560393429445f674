/** An API with customers' domains, for tokens that are limited to some of them. */
import { type ApiServer, type ApiSettings, startApi } from './api-server.ts';
import { signToken } from './signed-token.ts';

export type Customers = ApiServer & {
  /** Of scope write. */
  readonly headers: { readonly authorization: string };
  /** The path of the account. */
  readonly account: string;
  /** By host's first letter: `a` and `b` are of the customer `one`, `c` is of `two`, `d` of nobody. */
  readonly domains: Readonly<Record<'a' | 'b' | 'c' | 'd', { readonly uuid: string; readonly host: string }>>;
  readonly path: string;
  /** Makes a signing key; the function that it answers signs with it. */
  readonly newKey: () => Promise<{
    readonly uuid: string;
    readonly secret: string;
    readonly sign: (claims: object) => { readonly authorization: string };
  }>;
};

export async function startWithCustomers(settings: ApiSettings = {}): Promise<Customers> {
  const api = await startApi(settings);
  const headers = { authorization: `Bearer ${api.token}` };
  const account = `/api/v1/accounts/${api.accountUuid}`;
  const upstream = await api.ask(`${account}/upstreams`, { headers, json: { host: 'app.internal.example' } });
  const path = `${upstream.headers.location}/custom_domains`;
  const create = async (letter: string, externalId: string) =>
    (
      await api.ask(path, {
        headers,
        json: { host: `${letter}.example.com`, external_id: externalId, metadata: { plan: 'gold' } },
      })
    ).body;
  const domains = {
    a: await create('a', 'one'),
    b: await create('b', 'one'),
    c: await create('c', 'two'),
    d: await create('d', ''),
  };
  const newKey: Customers['newKey'] = async () => {
    const { body } = await api.ask(`${account}/signing_keys`, { headers, json: { name: 'portal' } });
    const sign = (claims: object) => {
      const exp = api.clock.time / 1_000 + 600;
      return { authorization: `Bearer ${signToken(body.secret, { iss: body.uuid, exp, ...claims })}` };
    };
    return { uuid: body.uuid, secret: body.secret, sign };
  };
  return { ...api, headers, account, domains, path, newKey };
}
