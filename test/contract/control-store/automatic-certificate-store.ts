/** What suites of automatic certificates begin with. */

import { onTestFinished } from 'vitest';
import { checkUpload } from '../../../src/certificates/check-upload.ts';
import { ControlStore } from '../../../src/control/store.ts';
import type { TakenHost } from '../../../src/control/taken-host.ts';
import { Accounts } from '../../../src/features/accounts/account-store.ts';
import type { CustomDomain } from '../../../src/features/custom-domains/custom-domain-store.ts';
import { CustomDomains } from '../../../src/features/custom-domains/custom-domain-store.ts';
import { Upstreams } from '../../../src/features/upstreams/upstream-store.ts';
import { newSecretKey } from '../../../src/secrets/secret-key.ts';
import { makeCertificate, newEcKey } from '../../support/certificate-maker.ts';
import type { NewLocation } from '../../support/control-stores.ts';
import { domainOf, TestClock, takeOrders, upstreamOf } from './stores.ts';

const dayMs = 86_400_000;
const minuteMs = 60_000;
/** One for all: making a key takes longer than what most tests do with it. */
export const ecKey = newEcKey();

/** Opens a store with an account, an upstream and a clock of its own; it is closed when the test is over. */
export async function openCertificates(newLocation: NewLocation) {
  const location = await newLocation('tables');
  const clock = new TestClock();
  const keys = newSecretKey();
  const openStore = async () => {
    const store = await ControlStore.open(location, clock, { kind: 'given', keys }, 'edge.example.net');
    onTestFinished(() => store[Symbol.asyncDispose]());
    await store.secretKeys.prepare();
    return store;
  };
  const store = await openStore();
  const { uuid: accountUuid } = await new Accounts(store).create('Acme');
  const upstream = await new Upstreams(store).create(accountUuid, upstreamOf('up.example.com'));
  const addDomain = async (
    host: string,
    redirectToWww = false,
    challengeType: 'http01' | 'dns01' = 'http01',
  ): Promise<CustomDomain> => {
    const attributes = { ...domainOf(host), redirectToWww, challengeType };
    const domain = await new CustomDomains(store).create(accountUuid, upstream.uuid, attributes);
    if (!domain) throw new Error('no domain');
    return domain;
  };
  const verify = (
    domain: CustomDomain,
    isFound = true,
    delegatedHosts: readonly string[] = [],
    isProven?: boolean,
  ) =>
    new CustomDomains(store).recordCheck(domain, {
      status: isFound ? 'dns_records_found' : 'dns_records_not_found',
      report: { found: [], problems: [] },
      checkedAt: clock.time,
      nextCheckAt: clock.time + dayMs,
      failures: isFound ? 0 : 1,
      delegatedHosts,
      isProven,
    });
  const certificateFor = (host: string, days = 90) => {
    const made = makeCertificate({
      key: ecKey,
      sans: [host],
      notBefore: new Date(clock.time - 3_600_000),
      notAfter: new Date(clock.time + days * dayMs),
    });
    const check = checkUpload(made.pem, made.keyPem, clock.time);
    if (!check.ok) throw new Error(check.reason);
    return check.certificate;
  };
  const take = () => takeOrders(store, clock.time, minuteMs);
  const takeOne = async (): Promise<TakenHost> => {
    const [taken, ...others] = await take();
    if (!taken || others.length > 0) throw new Error(`${others.length + 1} hosts are due`);
    return taken;
  };
  return {
    location,
    clock,
    keys,
    openStore,
    store,
    accountUuid,
    addDomain,
    verify,
    certificateFor,
    take,
    takeOne,
  };
}
