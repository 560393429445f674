/** Accounts that share a control store, and what they can do to each other's hosts. */

import type { FindRecords } from '../../../src/control/host-proofs.ts';
import type { ControlLocation } from '../../../src/control/location.ts';
import { textOf } from '../../../src/control/rules-text.ts';
import type { ControlStore } from '../../../src/control/store.ts';
import { Accounts } from '../../../src/features/accounts/account-store.ts';
import type { CustomDomain } from '../../../src/features/custom-domains/custom-domain-store.ts';
import { CustomDomains } from '../../../src/features/custom-domains/custom-domain-store.ts';
import { Redirects } from '../../../src/features/redirects/redirect-store.ts';
import { HostRulesStore } from '../../../src/features/rules/host-rules-store.ts';
import { Upstreams } from '../../../src/features/upstreams/upstream-store.ts';
import type { RedirectAttributes } from '../../../src/resources/redirect.ts';
import type { NewLocation } from '../../support/control-stores.ts';
import { domainOf, redirectOf, storesAt, TestClock, upstreamOf } from './stores.ts';

/** An account with one upstream. Redirects and domains are named by their uuids. */
export class Tenant {
  readonly uuid: string;
  readonly #store: ControlStore;
  readonly #upstreamUuid: string;

  private constructor(store: ControlStore, uuid: string, upstreamUuid: string) {
    this.#store = store;
    this.uuid = uuid;
    this.#upstreamUuid = upstreamUuid;
  }

  static async create(store: ControlStore, name: string): Promise<Tenant> {
    const { uuid } = await new Accounts(store).create(name);
    const upstream = await new Upstreams(store).create(uuid, upstreamOf('up.example.net'));
    return new Tenant(store, uuid, upstream.uuid);
  }

  /** The same account, at another node. */
  at(store: ControlStore): Tenant {
    return new Tenant(store, this.uuid, this.#upstreamUuid);
  }

  async redirect(host: string, more: Partial<RedirectAttributes> = {}): Promise<string> {
    return (await new Redirects(this.#store).create(this.uuid, redirectOf(host, more))).uuid;
  }

  async redirects(hosts: readonly string[]): Promise<string[]> {
    const list = hosts.map((host) => redirectOf(host));
    return (await new Redirects(this.#store).createMany(this.uuid, list)).map(({ uuid }) => uuid);
  }

  async rules(host: string, count = 1): Promise<void> {
    const rules = Array.from({ length: count }, () => ({ active: true, then: { block: {} } }));
    const replacement = {
      ...textOf(rules),
      accountUuid: this.uuid,
      host,
      isExpected: () => true,
      keptFrom: null,
    };
    await new HostRulesStore(this.#store).replace(replacement);
  }

  async moveRedirect(uuid: string, sourceHost: string): Promise<void> {
    await new Redirects(this.#store).update(this.uuid, uuid, (current) => ({ ...current, sourceHost }));
  }

  async deleteRedirect(uuid: string): Promise<void> {
    await new Redirects(this.#store).delete(this.uuid, uuid);
  }

  async domain(host: string, redirectToWww = false): Promise<string> {
    const attributes = domainOf(host, { redirectToWww });
    const created = await new CustomDomains(this.#store).create(this.uuid, this.#upstreamUuid, attributes);
    if (!created) throw new Error('the upstream is gone');
    return created.uuid;
  }

  async domains(hosts: readonly string[]): Promise<void> {
    const list = hosts.map((host) => domainOf(host));
    await new CustomDomains(this.#store).createMany(this.uuid, this.#upstreamUuid, list);
  }

  moveDomain(uuid: string, host: string): Promise<CustomDomain | undefined> {
    return this.#updateDomain(uuid, { host });
  }

  setWww(uuid: string, redirectToWww: boolean): Promise<CustomDomain | undefined> {
    return this.#updateDomain(uuid, { redirectToWww });
  }

  async deleteDomain(uuid: string): Promise<void> {
    await new CustomDomains(this.#store).delete(this.uuid, this.#upstreamUuid, uuid);
  }

  async deleteUpstream(): Promise<void> {
    await new Upstreams(this.#store).delete(this.uuid, this.#upstreamUuid);
  }

  async deleteEverything(): Promise<void> {
    const all = { accountUuid: this.uuid, limit: 1_000, offset: 0 };
    const sort = { field: 'created_at', direction: 'asc' } as const;
    for (const { uuid } of (await new Redirects(this.#store).list({ ...all, sort })).redirects)
      await this.deleteRedirect(uuid);
    for (const { uuid } of (await new CustomDomains(this.#store).list({ ...all, sort })).domains)
      await this.deleteDomain(uuid);
    for (const { host, rules } of await this.#store.routing.routesAfter('', 1_000))
      if (rules && (await new HostRulesStore(this.#store).find(this.uuid, host).catch(() => undefined)))
        await this.rules(host, 0);
  }

  #updateDomain(
    uuid: string,
    change: { readonly host: string } | { readonly redirectToWww: boolean },
  ): Promise<CustomDomain | undefined> {
    return new CustomDomains(this.#store).update(this.uuid, this.#upstreamUuid, uuid, (current) => ({
      ...current,
      ...change,
    }));
  }
}

export type Tenants = {
  readonly location: ControlLocation;
  readonly clock: TestClock;
  readonly store: ControlStore;
  readonly ann: Tenant;
  readonly bob: Tenant;
  /** TXT records that are in DNS, `name value` each. */
  readonly dns: Set<string>;
};

/** Opens a new store with two accounts. */
export function tenantsAt(newLocation: NewLocation): {
  readonly open: () => Promise<Tenants>;
  /** Another node on the same store. */
  readonly openAgain: (tenants: Tenants) => Promise<ControlStore>;
} {
  const { openStore } = storesAt(newLocation);
  return {
    async open() {
      const location = await newLocation('tables');
      const clock = new TestClock();
      const dns = new Set<string>();
      const store = await openStore(location, clock, findIn(dns));
      const [ann, bob] = [await Tenant.create(store, 'Ann'), await Tenant.create(store, 'Bob')];
      return { location, clock, store, ann, bob, dns };
    },
    openAgain: ({ location, clock, dns }) => openStore(location, clock, findIn(dns)),
  };
}

export function findIn(dns: ReadonlySet<string>): FindRecords {
  return async (records) => records.filter(({ name, value }) => dns.has(`${name} ${value}`));
}
