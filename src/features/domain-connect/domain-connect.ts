/** The button of a domain: whether there is one, and where it leads. Source: docs/reference/domain-connect.md. */
import { randomBytes } from 'node:crypto';
import type { DnsRecord } from '../../core/custom-domain.ts';
import { registrableDomain } from '../../core/registered-domain.ts';
import { withoutWildcard } from '../../core/wildcard-host.ts';
import type { Discovery } from './discovery.ts';
import type { DomainConnectKeys } from './key-store.ts';
import { signedLink } from './signed-link.ts';
import { applyTemplate } from './template.ts';

export type SetUpOffer = { readonly provider: string; readonly url: string };

export type SetUpQuestion = {
  readonly accountUuid: string;
  readonly host: string;
  /** All that it needs. */
  readonly records: readonly DnsRecord[];
  /** What customers know the account as; empty while it has no name. */
  readonly brandName: string;
  /** The page that the provider leads back to. */
  readonly returnUrl: string;
};

export class DomainConnect {
  readonly #providerId: string;
  readonly #discovery: Pick<Discovery, 'find'>;
  readonly #keys: Pick<DomainConnectKeys, 'findOrMake'>;

  /** `providerId`: the operator's registered domain. */
  constructor(
    providerId: string,
    discovery: Pick<Discovery, 'find'>,
    keys: Pick<DomainConnectKeys, 'findOrMake'>,
  ) {
    this.#providerId = providerId;
    this.#discovery = discovery;
    this.#keys = keys;
  }

  /** Undefined where the provider of the domain's DNS can't set its records. Throws SecretKeyError. */
  async offer(question: SetUpQuestion): Promise<SetUpOffer | undefined> {
    const { accountUuid, host, records, brandName, returnUrl } = question;
    const base = withoutWildcard(host);
    const domain = registrableDomain(host);
    const applied = records.length === 0 ? undefined : applyTemplate(host, records);
    if (domain === null || applied === undefined) return undefined;
    const provider = await this.#discovery.find(domain, this.#providerId, accountUuid);
    if (provider === undefined) return undefined;
    const groups = new Set(applied.records.map(({ groupId }) => groupId));
    const parameters: [string, string][] = [
      ['domain', domain],
      ['host', base === domain ? '' : base.slice(0, -domain.length - 1)],
      ['groupId', [...groups].join(',')],
      ...Object.entries(applied.variables),
      ['redirect_uri', returnUrl],
      ['state', randomBytes(16).toString('base64url')],
    ];
    if (brandName !== '') parameters.push(['providerName', brandName]);
    const key = await this.#keys.findOrMake();
    return {
      provider: provider.name,
      url: signedLink(provider.urlSyncUX, this.#providerId, parameters, key),
    };
  }
}
