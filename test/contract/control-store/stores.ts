/** Opens control stores for the contract suites, and makes what they keep. */

import { onTestFinished } from 'vitest';
import type { FindRecords } from '../../../src/control/host-proofs.ts';
import type { ControlLocation } from '../../../src/control/location.ts';
import { ControlStore } from '../../../src/control/store.ts';
import type { TakenHost } from '../../../src/control/taken-host.ts';
import type { Clock } from '../../../src/core/clock.ts';
import type { HostRoutes, StorePosition } from '../../../src/core/route.ts';
import { Accounts } from '../../../src/features/accounts/account-store.ts';
import { AutomaticCertificates } from '../../../src/features/automatic-certificates/certificate-store.ts';
import { featureTables } from '../../../src/features/features.ts';
import type { CustomDomainAttributes } from '../../../src/resources/custom-domain.ts';
import { type RedirectAttributes, redirectResource } from '../../../src/resources/redirect.ts';
import { type NewUpstream, upstreamResource } from '../../../src/resources/upstream.ts';
import type { NewLocation } from '../../support/control-stores.ts';
import { testSecretKey } from '../../support/test-secret-key.ts';

export class TestClock implements Clock {
  time: number = Date.UTC(2026, 4, 4, 9, 30);
  now(): number {
    return this.time;
  }
}

type OpenStore = (
  location: ControlLocation,
  clock?: Clock,
  findRecords?: FindRecords,
) => Promise<ControlStore>;
type WithAccount = {
  readonly location: ControlLocation;
  readonly store: ControlStore;
  readonly accountUuid: string;
  readonly clock: TestClock;
};

/** Stores that are closed when the test is done. */
export function storesAt(newLocation: NewLocation): {
  readonly openStore: OpenStore;
  /** A store of the test's own, with one account. */
  readonly openWithAccount: (clock?: TestClock) => Promise<WithAccount>;
} {
  const openStore: OpenStore = async (location, clock = new TestClock(), findRecords) => {
    const store = await ControlStore.open(location, clock, testSecretKey, undefined, 'create', findRecords);
    store.database.audit(featureTables);
    await store.secretKeys.prepare();
    onTestFinished(() => store[Symbol.asyncDispose]());
    return store;
  };
  return {
    openStore,
    openWithAccount: async (clock = new TestClock()) => {
      const location = await newLocation('tables');
      const store = await openStore(location, clock);
      const account = await new Accounts(store).create('Acme');
      return { location, store, accountUuid: account.uuid, clock };
    },
  };
}

export function redirectOf(sourceHost: string, more: Partial<RedirectAttributes> = {}): RedirectAttributes {
  return {
    ...redirectResource.defaults,
    sourceHost,
    destinationUrl: 'https://www.example.com',
    ...more,
  };
}

export function upstreamOf(host: string, more: Partial<NewUpstream> = {}): NewUpstream {
  return {
    ...upstreamResource.defaults,
    host,
    authToken: undefined,
    ...more,
  };
}

export function domainOf(host: string, more: Partial<CustomDomainAttributes> = {}): CustomDomainAttributes {
  const defaults = {
    challengeType: 'http01',
    redirectToWww: false,
    webAnalytics: 'inject',
    referrerPaths: false,
    hstsMaxAge: 0,
    timeZone: 'UTC',
    aiCrawlers: 'allow',
    aiCrawlersRobotsTxt: false,
    engagement: false,
    webVitals: false,
    tlsMinVersion: null,
    tlsClientCa: '',
    maintenance: false,
    externalId: '',
    metadata: {},
  } as const;
  return { ...defaults, host, ...more };
}

/** Where a reader is that has followed the log up to a revision. */
export async function positionAt(store: ControlStore, revision: number): Promise<StorePosition> {
  const row = await store.database.queries
    .selectFrom('revision_log')
    .select('mark')
    .where('revision', '=', revision)
    .executeTakeFirst();
  return { revision, mark: row?.mark ?? '' };
}

/** The hosts that changed after a revision, with their routes as they are now. */
export async function changedSince(store: ControlStore, revision: number): Promise<readonly HostRoutes[]> {
  const patch = await store.routing.changesAfter(await positionAt(store, revision), 1_000);
  if (patch === 'gone') throw new Error('a gap in the log');
  return patch.hosts;
}

/** Takes the hosts of all accounts that a certificate is to be ordered for; `limit` of each. */
export async function takeOrders(
  store: ControlStore,
  now: number,
  leaseMs: number,
  limit = 100,
): Promise<TakenHost[]> {
  const automaticCertificates = new AutomaticCertificates(store);
  const accounts = await automaticCertificates.accountsDue(now);
  return automaticCertificates.takeDue(now, leaseMs, new Map(accounts.map((account) => [account, limit])));
}
