/** What every control store must do with certificates of the edge's own addresses. Source: docs/reference/acme.md ("Address certificates"). */
import { expect, onTestFinished, test } from 'vitest';
import { checkUpload } from '../../../src/certificates/check-upload.ts';
import { checkAutomaticCertificates } from '../../../src/cli/doctor/automatic-certificates.ts';
import { parseConfig } from '../../../src/config/config.ts';
import { ControlDatabase } from '../../../src/control/database.ts';
import { ControlStore } from '../../../src/control/store.ts';
import { formatTimestamp } from '../../../src/core/clock.ts';
import { AutomaticCertificates } from '../../../src/features/automatic-certificates/certificate-store.ts';
import { RenewalRehearsals } from '../../../src/features/automatic-certificates/renewal-rehearsals.ts';
import { newSecretKey } from '../../../src/secrets/secret-key.ts';
import { TestAuthority } from '../../support/certificates.ts';
import { onEachControlStore } from '../../support/control-stores.ts';
import { TestClock, takeOrders } from './stores.ts';

const minuteMs = 60_000;
const dayMs = 86_400_000;
const address = '203.0.113.7';

onEachControlStore('certificates of addresses', (newLocation) => {
  async function open() {
    const location = await newLocation('tables');
    const clock = new TestClock();
    clock.time = Date.now();
    const keys = newSecretKey();
    const openStore = async (addresses: readonly string[]) => {
      const store = await ControlStore.open(
        location,
        clock,
        { kind: 'given', keys },
        'edge.example.net',
        'create',
        undefined,
        undefined,
        addresses,
      );
      onTestFinished(() => store[Symbol.asyncDispose]());
      await store.secretKeys.prepare();
      return store;
    };
    const store = await openStore([address]);
    const examine = async (env: Readonly<Record<string, string>> = { NAMEPLATE_EDGE_ADDRESSES: address }) => {
      const config = parseConfig({
        NAMEPLATE_ACME: 'on',
        NAMEPLATE_API_PORT: '1',
        NAMEPLATE_ACME_ADDRESS_CERTIFICATES: 'true',
        ...env,
      });
      await using database = await ControlDatabase.open(location, 1);
      const found = await checkAutomaticCertificates(config, database, store.secretKeys, clock);
      return found.filter(({ check }) => check === 'certificate of an address');
    };
    const take = async (each: ControlStore = store) => {
      const [taken] = await takeOrders(each, clock.time, minuteMs);
      if (!taken) throw new Error('nothing is due');
      return taken;
    };
    return { clock, openStore, store, examine, take };
  }

  test('are ordered for the configured ones alone, served, and not rehearsed', async () => {
    const { clock, openStore, store, examine, take } = await open();
    const certificates = new AutomaticCertificates(store);
    expect(await certificates.want('203.0.113.8')).toBe(false);
    expect(await certificates.want(address)).toBe(true);
    const taken = await take();
    expect(taken).toMatchObject({ host: address, accountUuid: '', isServed: true, dnsLabel: null });
    using authority = new TestAuthority();
    const { cert, key } = authority.issue(`IP:${address}`);
    const check = checkUpload(cert, key, clock.time, address);
    if (!check.ok) throw new Error(check.reason);
    const { expiresAt } = check.certificate;
    expect(await certificates.complete(taken, check.certificate, clock.time + 10 * dayMs)).toBe(true);
    expect(await store.certificates.findForHost(address)).toMatchObject([
      { sans: [address], accountUuid: '' },
    ]);
    expect(await store.certificates.findForHost('203.0.113.8')).toEqual([]);
    expect(await examine()).toEqual([
      {
        level: 'ok',
        check: 'certificate of an address',
        message: `${address} has one until ${formatTimestamp(expiresAt)}.`,
      },
    ]);
    const later = Math.max(clock.time, expiresAt - dayMs);
    const rehearsed = await new RenewalRehearsals(store).takeDue(later, minuteMs, new Map([['', 5]]));
    expect(rehearsed).toMatchObject([{ host: address, isRenewed: false }]);
    // It isn't an address of the edge any more.
    clock.time += 10 * dayMs;
    expect((await take(await openStore([]))).isServed).toBe(false);
  });

  test('that the authority refuses are named by the doctor in its words', async () => {
    const { clock, store, examine, take } = await open();
    const certificates = new AutomaticCertificates(store);
    expect(await examine({})).toMatchObject([
      { level: 'warning', message: expect.stringContaining('NAMEPLATE_EDGE_ADDRESSES is not set') },
    ]);
    await certificates.want(address);
    const reason = 'Profile "classic" does not permit ip type identifiers';
    const nextAttemptAt = clock.time + minuteMs;
    const failure = { failures: 1, nextAttemptAt, reason, code: 'authority_refused' } as const;
    await certificates.fail(await take(), { ...failure, askedAt: clock.time });
    expect(await examine()).toMatchObject([{ level: 'warning', message: `${address} has none: ${reason}` }]);
  });
});
