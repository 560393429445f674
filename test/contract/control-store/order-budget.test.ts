/** What every control store must do with the order budget. Source: docs/reference/acme.md ("The order budget"). */
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { checkAutomaticCertificates } from '../../../src/cli/doctor/automatic-certificates.ts';
import { parseConfig } from '../../../src/config/config.ts';
import { ControlDatabase } from '../../../src/control/database.ts';
import type { ControlStore } from '../../../src/control/store.ts';
import { newRow } from '../../../src/control/wanted-certificates.ts';
import { formatTimestamp } from '../../../src/core/clock.ts';
import { Accounts } from '../../../src/features/accounts/account-store.ts';
import { AutomaticCertificateList } from '../../../src/features/automatic-certificates/certificate-list.ts';
import { AutomaticCertificates } from '../../../src/features/automatic-certificates/certificate-store.ts';
import { Redirects } from '../../../src/features/redirects/redirect-store.ts';
import { onEachControlStore } from '../../support/control-stores.ts';
import { openCertificates } from './automatic-certificate-store.ts';
import { redirectOf } from './stores.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;
const directoryUrl = 'https://ca.example/directory';
const everyMs = 36_000;

onEachControlStore('the order budget', (newLocation) => {
  async function open(perPeriod = 300) {
    const opened = await openCertificates(newLocation);
    const { store, clock, location, accountUuid } = opened;
    const { id } = await store.acmeAccounts.findOrMake(directoryUrl, '', () => 'key');
    const spend = (isQueued = false, each: ControlStore = store) =>
      each.acmeOrderBudget.spend(id, clock.time, perPeriod, isQueued);
    const forecast = (now: number) =>
      store.acmeOrderBudget.forecast([{ directoryUrl, externalKeyId: '' }], now, perPeriod);
    const certificates = new AutomaticCertificates(store, async (now) => (await forecast(now)).free);
    const database = await ControlDatabase.open(location, 1);
    onTestFinished(() => database[Symbol.asyncDispose]());
    /** Hosts of an account that wait, in this order; with certificates that end at `expiresAt`. */
    const addQueued = async (account: string, hosts: readonly string[], expiresAt: number | null = null) => {
      for (const host of hosts) {
        await new Redirects(store).create(account, redirectOf(host));
        await certificates.want(host);
      }
      await sql`update automatic_certificates set queued_at = ${clock.time}, expires_at = ${expiresAt}
        where host in (${sql.join(hosts)})`.execute(database.queries);
    };
    const take = async (limit: number) => {
      const accounts = await certificates.accountsDue(clock.time);
      const shares = new Map(accounts.map((account) => [account, limit]));
      return (await certificates.takeDue(clock.time, minuteMs, shares)).map(({ host }) => host);
    };
    const drain = async () => {
      for (let taken = 0; ; taken++) if (await spend(true)) return taken;
    };
    const listWaiting = async (account = accountUuid) => {
      const sort = { field: 'next_attempt_at', direction: 'asc' } as const;
      const query = { accountUuid: account, state: 'waiting', sort, limit: 100, offset: 0 } as const;
      const list = new AutomaticCertificateList(store);
      const { certificates: rows } = await list.list(
        { ...query, forecast: await forecast(clock.time) },
        clock.time,
      );
      return rows.map(({ host, nextAttemptAt }) => [host, ((nextAttemptAt ?? 0) - clock.time) / everyMs]);
    };
    return { ...opened, spend, drain, forecast, certificates, database, addQueued, take, listWaiting };
  }

  test('is one of the account, over all machines, and is refilled', async () => {
    const { openStore, clock, spend, drain } = await open(5);
    const other = await openStore();
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, index) => spend(false, index % 2 === 0 ? undefined : other)),
    );
    expect(answers.filter((answer) => answer === undefined)).toHaveLength(5);
    const everyMsOfFive = (3 * hourMs) / 5;
    expect(answers.find((answer) => answer)).toEqual({ freeAt: clock.time + everyMsOfFive });
    clock.time += 2 * everyMsOfFive;
    expect(await drain()).toBe(2);
    clock.time += 30 * dayMs;
    expect(await drain()).toBe(5);
    // A clock that was ahead leaves it empty, not for longer.
    clock.time -= 30 * dayMs;
    expect(await spend()).toEqual({ freeAt: clock.time + everyMsOfFive });
  });

  test('gives an order back that the authority did not make', async () => {
    const { store, spend, drain } = await open(3);
    expect(await drain()).toBe(3);
    const { id } = await store.acmeAccounts.findOrMake(directoryUrl, '', () => 'key');
    await store.acmeOrderBudget.giveBack(id, 3);
    expect([await spend(), await spend()]).toEqual([undefined, { freeAt: expect.any(Number) }]);
  });

  test('goes to those that wait before anybody else, as long as there are any', async () => {
    const { accountUuid, addQueued, spend } = await open();
    expect(await spend()).toBeUndefined();
    await addQueued(accountUuid, ['a.example.com']);
    expect(await spend()).toMatchObject({ freeAt: expect.any(Number) });
    expect(await spend(true)).toBeUndefined();
  });

  test('takes as many that wait as it has orders, and others besides', async () => {
    const { clock, accountUuid, store, addQueued, certificates, drain, take } = await open();
    await drain();
    await addQueued(accountUuid, ['a.example.com', 'b.example.com', 'c.example.com']);
    await new Redirects(store).create(accountUuid, redirectOf('new.example.com'));
    await certificates.want('new.example.com');
    expect(await take(8)).toEqual(['new.example.com']);
    clock.time += 2 * everyMs;
    const taken = await take(8);
    expect(taken.filter((host) => host !== 'new.example.com').toSorted()).toEqual([
      'a.example.com',
      'b.example.com',
    ]);
  });

  test('goes to what expires first: three that end tomorrow are before all others that wait', async () => {
    const { clock, store, accountUuid, addQueued, take, drain, listWaiting } = await open();
    const { uuid: neighbour } = await new Accounts(store).create('Neighbour');
    await drain();
    await addQueued(
      neighbour,
      Array.from({ length: 12 }, (_, index) => `n${index}.example.net`),
    );
    await addQueued(accountUuid, ['later.example.com'], clock.time + 20 * dayMs);
    await addQueued(accountUuid, ['none.example.com']);
    await addQueued(accountUuid, ['soon.example.com'], clock.time + dayMs);
    await addQueued(accountUuid, ['sooner.example.com'], clock.time + dayMs / 2);
    await addQueued(neighbour, ['n-soon.example.net'], clock.time + dayMs);
    // The two accounts take turns: of its own, each host's place is at most twice as far.
    expect(await listWaiting()).toEqual([
      ['sooner.example.com', 2],
      ['soon.example.com', 3],
      ['none.example.com', 3 + 2],
      ['later.example.com', 3 + 4],
    ]);
    const waiting = await listWaiting(neighbour);
    expect(waiting.slice(0, 3)).toEqual([
      ['n-soon.example.net', 2],
      ['n0.example.net', 3 + 2],
      ['n1.example.net', 3 + 4],
    ]);
    expect(waiting.at(-1)?.[1]).toBe(3 + 12 + 2);
    clock.time += 3 * everyMs;
    expect((await take(1)).toSorted()).toEqual(['n-soon.example.net', 'sooner.example.com']);
    expect(await take(1)).toEqual(['soon.example.com']);
  });

  test('queues a host, and ends that with its certificate, its failure or a later look', async () => {
    const {
      clock,
      accountUuid,
      addDomain,
      verify,
      takeOne,
      certificates,
      certificateFor,
      listWaiting,
      drain,
    } = await open();
    await drain();
    await verify(await addDomain('shop.example.com'));
    await certificates.enqueue(await takeOne(), clock.time + everyMs);
    expect(await listWaiting(accountUuid)).toEqual([['shop.example.com', 1]]);
    const next = async () => {
      clock.time += everyMs;
      const [taken] = await certificates.takeDue(clock.time, minuteMs, new Map([[accountUuid, 5]]));
      if (!taken) throw new Error('none is due');
      return taken;
    };
    const again = await next();
    expect(again).toMatchObject({ host: 'shop.example.com', isQueued: true, isAskedFor: false });
    await certificates.enqueue(again, clock.time + everyMs);
    const failure = { failures: 1, nextAttemptAt: clock.time, reason: 'no', code: 'order_stuck' } as const;
    await certificates.fail(await next(), { ...failure, askedAt: clock.time });
    expect(await listWaiting()).toEqual([]);
    const failed = await next();
    expect(failed.isQueued).toBe(false);
    await certificates.enqueue(failed, clock.time);
    const last = await next();
    const certificate = certificateFor('shop.example.com');
    expect(await certificates.complete(last, certificate, clock.time + dayMs, directoryUrl)).toBe(true);
    expect(await listWaiting()).toEqual([]);
  });

  test('has no host wait longer because it began to by a clock that was ahead', async () => {
    const { clock, store, accountUuid, addQueued, drain, listWaiting } = await open();
    await drain();
    clock.time += 365 * dayMs;
    await addQueued(accountUuid, ['ahead.example.com']);
    clock.time -= 365 * dayMs - 1;
    await addQueued(accountUuid, ['after.example.com']);
    const hosts = async () => (await listWaiting()).map(([host]) => host);
    expect(await hosts()).toEqual(['after.example.com', 'ahead.example.com']);
    await store.clockSteps.heal();
    clock.time += 1;
    await addQueued(accountUuid, ['later.example.com']);
    expect((await hosts()).at(-1)).toBe('later.example.com');
  });

  test('takes three that end tomorrow before 5,000 that wait, and one of each account in turn', async () => {
    const { clock, store, database, accountUuid, addQueued, take, drain, listWaiting } = await open();
    const { uuid: neighbour } = await new Accounts(store).create('Neighbour');
    await drain();
    for (let from = 0; from < 5_000; from += 500)
      await database.queries
        .insertInto('automatic_certificates')
        .values(
          Array.from({ length: 500 }, (_, index) => ({
            ...newRow(`n${from + index}.example.net`, neighbour, clock.time),
            queued_at: clock.time,
          })),
        )
        .execute();
    clock.time += 1;
    await addQueued(accountUuid, ['a.example.com', 'b.example.com', 'c.example.com'], clock.time + dayMs);
    await addQueued(accountUuid, ['new.example.com']);
    expect(await listWaiting()).toEqual([
      ['a.example.com', expect.closeTo(1, 3)],
      ['b.example.com', expect.closeTo(2, 3)],
      ['c.example.com', expect.closeTo(3, 3)],
      ['new.example.com', expect.closeTo(5, 3)],
    ]);
    const order: string[] = [];
    for (let i = 0; i < 5; i++) {
      clock.time += everyMs;
      const [host = ''] = await take(1);
      order.push(host);
      // As an order does.
      await sql`update automatic_certificates set queued_at = null where host = ${host}`.execute(
        database.queries,
      );
    }
    expect(order.slice(0, 3)).toEqual(['a.example.com', 'b.example.com', 'c.example.com']);
  });

  test('is named by the doctor with what waits, until when, and where more is asked for', async () => {
    const { clock, location, store, accountUuid, addQueued } = await open();
    const config = parseConfig({
      NAMEPLATE_ACME: 'on',
      NAMEPLATE_ACME_DIRECTORY: 'https://acme-v02.api.letsencrypt.org/directory',
      NAMEPLATE_API_PORT: '1',
    });
    await using database = await ControlDatabase.open(location, 1);
    const examine = async () => {
      const found = await checkAutomaticCertificates(config, database, store.secretKeys, clock);
      return found.filter(({ check }) => check === 'order budget');
    };
    expect(await examine()).toEqual([]);
    await addQueued(accountUuid, ['a.example.com', 'b.example.com']);
    expect(await examine()).toEqual([
      {
        level: 'warning',
        check: 'order budget',
        message: `2 hosts wait until the account may order again, 300 in 3 hours; the last turn comes about ${formatTimestamp(clock.time)}. Let's Encrypt takes more on request: https://isrg.formstack.com/forms/rate_limit_adjustment_request. Raise NAMEPLATE_ACME_ORDERS_PER_3H to what the authority allows.`,
      },
    ]);
  });
});
