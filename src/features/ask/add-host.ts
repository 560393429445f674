/** Adds a name that the endpoint agreed to, as the API would. Source: docs/reference/ask.md ("What is added"). */
import { type Actor, actingAs } from '../../control/acting.ts';
import { findFirst } from '../../control/limit-uses.ts';
import type { ControlStore } from '../../control/store.ts';
import { ServiceError } from '../../core/errors.ts';
import { type OwnNames, readNewCustomDomain } from '../../resources/read-custom-domain.ts';
import { readNewRedirect } from '../../resources/redirect.ts';
import { collectBody } from '../../resources/request-body.ts';
import { CustomDomains } from '../custom-domains/custom-domain-store.ts';
import { Redirects } from '../redirects/redirect-store.ts';
import type { AskAnswer } from './answer.ts';

const actor: Actor = { kind: 'service', uuid: null, name: 'Ask', address: null };
/** The answer was right, and the account can't have the host. */
const refusals = new Set<string>(['limit_reached', 'host_taken', 'source_host_taken']);

export type Added =
  | { readonly kind: 'added'; readonly accountUuid: string }
  | { readonly kind: 'refused' | 'undecided'; readonly problem: string };

export class AddedHosts {
  readonly #store: ControlStore;
  readonly #own: OwnNames;
  /** Of answers that name none. */
  readonly #upstreamUuid: string | undefined;

  constructor(store: ControlStore, own: OwnNames, upstreamUuid: string | undefined) {
    this.#store = store;
    this.#own = own;
    this.#upstreamUuid = upstreamUuid;
  }

  /** Whether anything is at a host already, of any account, served or not. */
  async has(host: string): Promise<boolean> {
    const { queries } = this.#store.database;
    const claim = queries.selectFrom('host_claims').select('host').where('host', '=', host);
    // One that waits for a proof has no claim.
    const domain = queries.selectFrom('custom_domains').select('host').where('host', '=', host);
    return (await claim.unionAll(domain).limit(1).executeTakeFirst()) !== undefined;
  }

  /** Rejects when the store is away. */
  async add(
    host: string,
    answer: Extract<AskAnswer, { readonly kind: 'domain' | 'redirect' }>,
  ): Promise<Added> {
    try {
      return await actingAs(actor, () =>
        answer.kind === 'domain'
          ? this.#addDomain(host, answer)
          : this.#addRedirect(host, answer.destinationUrl),
      );
    } catch (error) {
      if (!(error instanceof ServiceError) || error.status >= 500) throw error;
      const kind = refusals.has(error.code) ? 'refused' : 'undecided';
      return { kind, problem: error.message };
    }
  }

  async #addDomain(
    host: string,
    { upstreamUuid = this.#upstreamUuid, externalId }: Extract<AskAnswer, { readonly kind: 'domain' }>,
  ): Promise<Added> {
    if (upstreamUuid === undefined)
      return { kind: 'undecided', problem: 'it names no upstream, and NAMEPLATE_ASK_UPSTREAM is not set' };
    const accountUuid = await this.#accountOf(upstreamUuid);
    const given =
      externalId === undefined || externalId === null ? [] : [['external_id', externalId] as const];
    const body = collectBody('json', [['host', host], ...given]);
    const created =
      accountUuid !== undefined &&
      (await new CustomDomains(this.#store).create(
        accountUuid,
        upstreamUuid,
        readNewCustomDomain(body, this.#own),
      ));
    if (!created) return { kind: 'undecided', problem: `there is no upstream ${upstreamUuid}` };
    return { kind: 'added', accountUuid: created.accountUuid };
  }

  async #addRedirect(host: string, destinationUrl: string): Promise<Added> {
    const accountUuid =
      this.#upstreamUuid === undefined
        ? await findFirst(this.#store.database.queries)
        : await this.#accountOf(this.#upstreamUuid);
    if (accountUuid === undefined)
      return { kind: 'undecided', problem: 'no account is there for a redirect' };
    const body = collectBody('json', [
      ['source_host', host],
      ['destination_url', destinationUrl],
    ]);
    await new Redirects(this.#store).create(accountUuid, readNewRedirect(body));
    return { kind: 'added', accountUuid };
  }

  async #accountOf(upstreamUuid: string): Promise<string | undefined> {
    const row = await this.#store.database.queries
      .selectFrom('upstreams')
      .select('account_uuid')
      .where('uuid', '=', upstreamUuid)
      .executeTakeFirst();
    return row?.account_uuid;
  }
}
