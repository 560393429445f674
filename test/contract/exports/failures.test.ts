/** What happens to exports that can't go on, and to those beside them. Source: docs/reference/exports.md ("When it fails"). */

import { readdir, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { pino } from 'pino';
import { expect, onTestFinished, test, vi } from 'vitest';
import { AnalyticsAwayError } from '../../../src/analytics/engine/failures.ts';
import { AddressPolicy } from '../../../src/core/address-policy.ts';
import { HostNames } from '../../../src/core/host-names.ts';
import { Accounts } from '../../../src/features/accounts/account-store.ts';
import { CustomDomains } from '../../../src/features/custom-domains/custom-domain-store.ts';
import type { DestinationValues } from '../../../src/features/exports/destination.ts';
import { Exports } from '../../../src/features/exports/export-store.ts';
import type { ExporterOptions } from '../../../src/features/exports/exporter.ts';
import { chdbLocation, onChdb, openForTest } from '../../support/analytics-stores.ts';
import { S3Front } from '../../support/s3-front.ts';
import { ExportWorld, firstDay, firstDayMs } from './export-world.ts';

type Analytics = ExporterOptions['analytics'];

/** The world's store, which writes files otherwise. */
function writing(world: ExportWorld, write: Analytics['writeFile']): Analytics {
  return { query: (sql, params) => world.analytics.query(sql, params), writeFile: write };
}

onChdb('exports that fail', () => {
  const start = async () => {
    const world = await ExportWorld.make(await openForTest(await chdbLocation()));
    await world.addTraffic();
    return world;
  };

  test.each([
    [
      'as Node says it',
      Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' }),
    ],
    [
      'as the engine says it',
      new AnalyticsAwayError('cannot be used now', {
        cause: new Error('Code: 75. Cannot write to file: , errno: 28, strerror: No space left on device'),
      }),
    ],
    [
      'as the engine’s own code has it',
      new AnalyticsAwayError('cannot be used now', {
        cause: Object.assign(new Error('Cannot reserve 1.00 MiB'), { code: '243' }),
      }),
    ],
  ])('a full disk fails it and leaves nothing, %s', async (_how, error) => {
    const world = await start();
    const ordered = await world.order();
    let left = 3;
    const exporter = world.exporter({
      analytics: writing(world, async (file) => {
        if (left-- > 0) return world.analytics.writeFile(file);
        await writeFile(file.path, 'half');
        throw error;
      }),
    });
    await exporter.runDue();
    expect(await world.wire(ordered)).toMatchObject({
      state: 'failed',
      error: 'the disk is full',
      expires_at: null,
    });
    expect(await world.files.list()).toEqual([]);
  });

  test('it stops before the disk is full, and before its share of what files may take', async () => {
    const world = await start();
    const ordered = await world.order({ format: 'jsonl' });
    await world.exporter({ freeBytes: () => Promise.resolve(1024 ** 2) }).runDue();
    expect(await world.wire(ordered)).toMatchObject({ state: 'failed', error: 'the disk is full' });
    const large = await world.order({ format: 'jsonl' });
    await world.exporter({ budgetBytes: 100_000 }).runDue();
    expect(await world.wire(large)).toMatchObject({
      state: 'failed',
      error: expect.stringContaining('export to a bucket'),
    });
    expect(await world.files.list()).toEqual([]);
  });

  test('files count as 64 KiB at least, however small', async () => {
    const world = await start();
    const day = { format: 'jsonl', from: '2026-01-01', to: '2026-01-01' } as const;
    const [first, second] = [await world.order(day), await world.order(day)];
    await world.exporter({ budgetBytes: 4 * 100 * 1024 }).runDue();
    expect(await world.wire(first)).toMatchObject({ state: 'done', progress: { bytes: 0 } });
    expect(await world.wire(second)).toMatchObject({ state: 'failed' });
  });

  test('any number of files is tidied up', async () => {
    const world = await start();
    const first = await world.order();
    const strangers = Array.from(
      { length: 70_000 },
      (_, index) => `01990000-0000-7000-8000-${String(index).padStart(12, '0')}`,
    );
    expect(await world.exports.withFiles([...strangers, first.uuid])).toEqual(new Set([first.uuid]));
  });

  test('an export to a bucket goes on while files take as much as they may', async () => {
    const world = await start();
    const { endpoint } = await S3Front.start();
    const ordered = await world.order({ destinationUuid: await world.addDestination({ endpoint }) });
    await world.exporter({ budgetBytes: 0 }).runDue();
    expect(await world.wire(ordered)).toMatchObject({ state: 'done', error: null });
  });

  test('a bucket that is away is tried again, then it fails with the reason', async () => {
    const world = await start();
    const destinationUuid = await world.addDestination({ endpoint: 'http://127.0.0.1:2' });
    const ordered = await world.order({ destinationUuid });
    const exporter = world.exporter({ backOff: (failures) => (failures < 3 ? 1_000 : undefined) });
    const seen = [];
    for (let round = 0; round < 4; round++) {
      await exporter.runDue();
      const { state, error } = await world.wire(ordered);
      seen.push([state, error]);
      world.clock.time += 1_000;
    }
    const reason = 'http://127.0.0.1:2 does not answer (ECONNREFUSED)';
    expect(seen).toEqual([
      ['running', reason],
      ['running', reason],
      ['failed', reason],
      ['failed', reason],
    ]);
  });

  test('what a schedule has ordered waits for its bucket and for room on the disk as long as it takes', async () => {
    const world = await start();
    const front = await S3Front.start();
    front.fault = (_request, response) => {
      response.destroy();
      return true;
    };
    const destinationUuid = await world.addDestination({ endpoint: front.endpoint });
    world.clock.time = Date.UTC(2026, 2, 16, 12);
    await world.schedules.add(world.accountUuid, {
      what: 'requests',
      customDomainUuid: null,
      format: 'csv',
      destinationUuid,
    });
    world.clock.time += 12 * 3_600_000;
    expect(await world.schedules.orderDue(world.exports)).toBe(1);
    let free = Number.MAX_SAFE_INTEGER;
    const exporter = world.exporter({ backOff: () => undefined, freeBytes: async () => free });
    const { entities } = await world.exports.list(world.accountUuid, {
      sort: { field: 'created_at', direction: 'desc' },
      limit: 1,
      offset: 0,
    });
    const [ordered] = entities;
    if (!ordered) throw new Error('nothing was ordered');
    const next = async () => {
      await exporter.runDue();
      const { state, error } = await world.wire(ordered);
      world.clock.time += 4 * 3_600_000;
      return [state, error];
    };
    expect(await next()).toEqual(['running', expect.stringContaining('does not answer')]);
    free = 0;
    expect(await next()).toEqual(['running', 'the disk is full']);
    expect(await world.files.list()).toEqual([]);
    free = Number.MAX_SAFE_INTEGER;
    front.fault = () => false;
    expect(await next()).toEqual(['done', null]);
  });

  test('a bucket that is silent counts as away after a while, and its requests end', async () => {
    const world = await start();
    const front = await S3Front.start();
    let closed = 0;
    front.fault = ({ method }, response) => {
      response.on('close', () => (closed += 1));
      return method === 'PUT';
    };
    const ordered = await world.order({
      destinationUuid: await world.addDestination({ endpoint: front.endpoint }),
    });
    await world.exporter({ backOff: () => 60_000, takeMs: 600 }).runDue();
    expect(await world.wire(ordered)).toMatchObject({
      state: 'running',
      error: 'the bucket is slow: it took longer than 0.01 min for a part',
    });
    await vi.waitFor(() => {
      expect(front.uploads.size).toBe(0);
      expect(closed).toBe(front.requests.length);
    });
  });

  test('a bucket that is silent holds up no other account', async () => {
    const world = await start();
    const front = await S3Front.start();
    front.fault = () => true;
    await world.order({ destinationUuid: await world.addDestination({ endpoint: front.endpoint }) });
    const { uuid: neighbour } = await new Accounts(world.store).create('Neighbour');
    const ordered = await world.exports.order(neighbour, {
      what: 'requests',
      format: 'jsonl',
      from: firstDay,
      to: firstDay,
      customDomainUuid: null,
      destinationUuid: null,
    });
    if (!ordered) throw new Error('there is no account');
    world.exporter({ pollMs: 10 }).start();
    await vi.waitFor(async () => {
      expect(front.requests).not.toEqual([]);
      expect(await world.exports.toWire([ordered])).toMatchObject([{ state: 'done' }]);
    });
  });

  test('years without rows take a few queries', async () => {
    const world = await start();
    for (const [to, rows] of [
      ['2026-03-14', 0],
      ['2026-03-17', 270],
    ] as const) {
      const ordered = await world.order({ from: '2016-04-01', to });
      let queries = 0;
      const query: Analytics['query'] = (sql, params) => {
        queries += 1;
        return world.analytics.query(sql, params);
      };
      await world
        .exporter({ analytics: { ...writing(world, (file) => world.analytics.writeFile(file)), query } })
        .runDue();
      expect(await world.wire(ordered)).toMatchObject({ state: 'done', progress: { rows } });
      expect(queries).toBeLessThan(20);
    }
  });

  test('one that waits for its bucket lets the account’s next one go on', async () => {
    const world = await start();
    const destinationUuid = await world.addDestination({ endpoint: 'http://127.0.0.1:2' });
    await world.order({ destinationUuid });
    world.clock.time += 1;
    const next = await world.order();
    await world.exporter({ backOff: () => 60_000 }).runDue();
    expect(await world.wire(next)).toMatchObject({ state: 'done' });
  });

  test('one whose destination becomes another bucket begins anew there; other credentials change nothing', async () => {
    const world = await start();
    const front = await S3Front.start();
    const destinationUuid = await world.addDestination({ endpoint: front.endpoint });
    const ordered = await world.order({ format: 'jsonl', destinationUuid });
    const change = (values: Partial<DestinationValues>) =>
      world.destinations.change(world.accountUuid, destinationUuid, (current) => ({ ...current, ...values }));
    let writes = 0;
    const exporter = world.exporter({
      turnMs: 0,
      analytics: writing(world, async (file) => {
        writes += 1;
        if (writes === 2)
          await change({
            credentials: { access_key_id: 'AKIATEST', secret_access_key: 'hunter2+/secret' },
          });
        if (writes === 4) await change({ prefix: 'moved/' });
        await world.analytics.writeFile(file);
      }),
    });
    await exporter.runDue();
    expect(await world.wire(ordered)).toMatchObject({ state: 'done', progress: { rows: 270 } });
    const under = (prefix: string) => [...front.objects].filter(([key]) => key.startsWith(prefix));
    expect(under('np/')).toHaveLength(4);
    expect(under('moved/')).toHaveLength(writes - 4);
    const lines = under('moved/').flatMap(([, { body }]) => String(body).trim().split('\n'));
    expect(lines).toHaveLength(270);
  });

  test('a part that is written again takes the place of the first attempt, though rows of an earlier day have arrived', async () => {
    const world = await ExportWorld.make(await openForTest(await chdbLocation()));
    const front = await S3Front.start();
    const destinationUuid = await world.addDestination({ endpoint: front.endpoint });
    const [domain = ''] = world.recorded;
    const addTo = (day: number) =>
      world.addRequests(5, (index) => ({ domain, time: firstDayMs + day * 86_400_000 + index }));
    await addTo(0);
    await addTo(2);
    const ordered = await world.order({ format: 'jsonl', destinationUuid });
    // The bucket has the second part, and its answer is lost.
    front.fault = ({ method, url }, response) => {
      if (method === 'POST' && url?.includes('-000002.jsonl?uploadId=')) response.destroy();
      return false;
    };
    await world.exporter().runDue();
    expect(await world.wire(ordered)).toMatchObject({ state: 'running', progress: { rows: 5 } });
    await addTo(1);
    front.fault = () => false;
    world.clock.time += 3_600_000;
    await world.exporter().runDue();
    const { state, progress } = await world.wire(ordered);
    const lines = [...front.objects.values()].flatMap(({ body }) => String(body).trim().split('\n'));
    expect([state, lines.length, new Set(lines).size]).toEqual(['done', progress.rows, progress.rows]);
  });

  test('wrong credentials and a missing bucket fail it at once', async () => {
    const world = await start();
    const front = await S3Front.start();
    for (const [values, reason] of [
      [{ bucket: 'other' }, 'bucket "other": there is no such bucket (NoSuchBucket)'],
      [
        { credentials: { access_key_id: 'AKIAOTHER', secret_access_key: 'x' } },
        'bucket "backups": the access key id is not known there (InvalidAccessKeyId)',
      ],
    ] as const) {
      const destinationUuid = await world.addDestination({ endpoint: front.endpoint, ...values });
      const ordered = await world.order({ destinationUuid });
      await world.exporter({ backOff: () => 0 }).runDue();
      expect(await world.wire(ordered)).toMatchObject({ state: 'failed', error: reason });
    }
    expect(front.objects.size).toBe(0);
  });

  test('what a bucket says is kept in part, and without control characters', async () => {
    const world = await start();
    const front = await S3Front.start();
    front.fault = (_request, response) => {
      const said = `\0${'long '.repeat(100_000)}`;
      response.writeHead(400).end(`<Error><Code>${said}</Code><Message>${said}</Message></Error>`);
      return true;
    };
    const ordered = await world.order({
      destinationUuid: await world.addDestination({ endpoint: front.endpoint }),
    });
    await world.exporter().runDue();
    const { state, error } = await world.wire(ordered);
    expect(state).toBe('failed');
    expect(error).toMatch(/^bucket "backups": {2}long long [a-z ]{280,290} \( long long [a-z ]{280,290}\)$/);
  });

  test('an address that is not allowed is refused where it is connected to', async () => {
    const world = await start();
    const front = await S3Front.start();
    const { port } = new URL(front.endpoint);
    const policy = new AddressPolicy([], []);
    for (const [endpoint, reason] of [
      [front.endpoint, `${front.endpoint} is not allowed: 127.0.0.1 is a loopback address`],
      // A name that led elsewhere when the destination was created.
      [`http://localhost:${port}`, `http://localhost:${port} is not allowed: localhost resolves to`],
      ['http://169.254.169.254', 'http://169.254.169.254 is not allowed'],
    ] as const) {
      const destinationUuid = await world.addDestination({ endpoint });
      const ordered = await world.order({ destinationUuid });
      await world.exporter({ outgoing: { policy, names: new HostNames() }, backOff: () => 0 }).runDue();
      expect(await world.wire(ordered)).toMatchObject({
        state: 'failed',
        error: expect.stringContaining(reason),
      });
    }
    expect(front.requests).toEqual([]);
  });

  test('a redirect of the endpoint is not followed', async () => {
    const world = await start();
    const followed: unknown[] = [];
    const target = createServer((request, response) => {
      followed.push(request.url);
      response.end();
    }).listen(0, '127.0.0.1');
    onTestFinished(() => void target.close());
    const address = target.address();
    const port = typeof address === 'object' ? address?.port : 0;
    const front = await S3Front.start();
    front.fault = (_request, response) => {
      response.writeHead(307, { location: `http://127.0.0.1:${port}/` }).end();
      return true;
    };
    const ordered = await world.order({
      destinationUuid: await world.addDestination({ endpoint: front.endpoint }),
    });
    await world.exporter({ backOff: () => 0 }).runDue();
    expect(await world.wire(ordered)).toMatchObject({
      state: 'failed',
      error: expect.stringContaining('a redirect, which is not followed'),
    });
    expect(followed).toEqual([]);
  });

  test('what it needs may be deleted before it runs, or it itself while it does', async () => {
    const world = await start();
    const [domain = ''] = world.recorded;
    const destinationUuid = await world.addDestination({ endpoint: 'http://127.0.0.1:2' });
    const toBucket = await world.order({ destinationUuid });
    await world.destinations.delete(world.accountUuid, destinationUuid);
    const running = await world.order();
    const exporter = world.exporter({
      analytics: writing(world, async (file) => {
        await world.exports.delete(world.accountUuid, running.uuid);
        await world.analytics.writeFile(file);
      }),
    });
    await exporter.runDue();
    expect(await world.wire(toBucket)).toMatchObject({
      state: 'failed',
      error: expect.stringContaining('was deleted'),
    });
    expect(await world.wire(running)).toBeUndefined();
    expect(await world.files.list()).toEqual([]);
    const ofDomain = await world.order({ customDomainUuid: domain });
    const domains = new CustomDomains(world.store);
    const found = await domains.findInAccount(world.accountUuid, domain);
    await domains.delete(world.accountUuid, found?.upstreamUuid ?? '', domain);
    await world.exporter().runDue();
    expect(await world.wire(ofDomain)).toMatchObject({
      state: 'failed',
      error: 'its custom domain was deleted',
    });
  });

  test('one that is deleted while it is written, with its directory, is no failure in the log', async () => {
    const world = await start();
    const running = await world.order();
    const logged: string[] = [];
    const exporter = world.exporter({
      logger: pino({ level: 'warn' }, { write: (line) => logged.push(line) }),
      analytics: writing(world, async (file) => {
        await world.exports.delete(world.accountUuid, running.uuid);
        await world.files.remove(running.uuid);
        await world.analytics.writeFile(file);
      }),
    });
    await exporter.runDue();
    expect(logged).toEqual([]);
    expect(await world.files.list()).toEqual([]);
  });

  test('accounts take turns, part by part, however many exports one has', async () => {
    const world = await start();
    const { uuid: neighbour } = await new Accounts(world.store).create('Neighbour');
    const exports = new Exports(world.store);
    const values = {
      what: 'requests',
      format: 'jsonl',
      from: '2026-03-15',
      to: '2026-03-15',
      customDomainUuid: null,
      destinationUuid: null,
    } as const;
    for (let index = 0; index < 100; index++) await exports.order(neighbour, values);
    await expect(exports.order(neighbour, values)).rejects.toMatchObject({ code: 'limit_reached' });
    world.clock.time += 1;
    const own = await world.order({ format: 'jsonl' });
    const done: string[] = [];
    const exporter = world.exporter({
      turnMs: 0,
      analytics: writing(world, async (file) => {
        done.push(file.path.includes(own.uuid) ? 'own' : 'neighbour');
        await world.analytics.writeFile(file);
      }),
    });
    await exporter.runDue();
    const last = done.lastIndexOf('own');
    const before = done.slice(0, last).filter((whose) => whose === 'neighbour').length;
    // Two are under way at a time.
    expect(before).toBeLessThanOrEqual(done.filter((whose) => whose === 'own').length + 2);
    expect(await world.wire(own)).toMatchObject({ state: 'done', progress: { rows: 270 } });
  });

  test('files go when they expire, are deleted, or belong to nothing', async () => {
    const world = await start();
    const exporter = world.exporter();
    const [kept, deleted] = [await world.order({ format: 'csv' }), await world.order({ format: 'csv' })];
    await exporter.runDue();
    await world.files.prepare('01990000-0000-7000-8000-000000000000');
    await world.exports.delete(world.accountUuid, deleted.uuid);
    await exporter.tidy();
    expect(await world.files.list()).toEqual([kept.uuid]);
    expect(await readdir(`${world.files.directory}/${kept.uuid}`)).toEqual(['rows']);
    expect((await world.exports.findFile(world.accountUuid, kept.uuid)).bytes).toBeGreaterThan(0);
    world.clock.time += 24 * 3_600_000;
    await expect(world.exports.findFile(world.accountUuid, kept.uuid)).rejects.toThrow('it has expired');
    world.clock.time += 6 * 3_600_000;
    await exporter.tidy();
    expect(await world.files.list()).toEqual([]);
    world.clock.time += 30 * 24 * 3_600_000;
    await exporter.tidy();
    expect(await world.wire(kept)).toBeUndefined();
  });

  test('a schedule exports each day at 00:00 of the day after the next, and counts what comes later', async () => {
    const world = await start();
    const [a = '', b = ''] = world.recorded;
    const front = await S3Front.start();
    const destinationUuid = await world.addDestination({ endpoint: front.endpoint });
    world.clock.time = Date.UTC(2026, 2, 16, 23, 59, 59, 999);
    const add = (what: 'requests' | 'events' | 'visits', customDomainUuid: string | null = null) =>
      world.schedules.add(world.accountUuid, { what, customDomainUuid, format: 'csv', destinationUuid });
    const [all, one, visits] = [await add('requests'), await add('events', a), await add('visits')];
    if (!all || !one || !visits) throw new Error('there is no account');
    const exporter = world.exporter();
    expect(await world.schedules.orderDue(world.exports)).toBe(0);
    world.clock.time += 1;
    // On several machines.
    const ordered = await Promise.all([
      world.schedules.orderDue(world.exports),
      world.schedules.orderDue(world.exports),
    ]);
    expect(ordered.reduce((sum, count) => sum + count)).toBe(3);
    await exporter.runDue();
    const page = { sort: { field: 'created_at', direction: 'desc' }, limit: 10, offset: 0 } as const;
    const { entities } = await world.exports.list(world.accountUuid, page);
    const made = await world.exports.toWire(entities);
    expect(made).toHaveLength(3);
    for (const wire of made)
      expect(wire).toMatchObject({ state: 'done', from: '2026-03-15', to: '2026-03-15' });
    const late = async () => [
      await world.schedules.lateRows(world.analytics, all),
      await world.schedules.lateRows(world.analytics, one),
      await world.schedules.lateRows(world.analytics, visits),
    ];
    expect(await late()).toEqual([0, 0, 0]);
    const dayMs = 86_400_000;
    await world.addRequests(5, () => ({ domain: b, time: Date.UTC(2026, 2, 15, 5) }));
    // Of a day that isn't exported yet.
    await world.addRequests(7, () => ({ domain: b, time: Date.UTC(2026, 2, 16, 5) }));
    await world.addEvents(3, () => ({ domain: a, time: Date.UTC(2026, 2, 15, 5) }));
    expect(await late()).toEqual([5, 3, 3]);
    // What is deleted leaves its rows: they were exported, and hide no late ones.
    const domains = new CustomDomains(world.store);
    const { upstreamUuid = '' } = (await domains.findInAccount(world.accountUuid, b)) ?? {};
    expect(await domains.delete(world.accountUuid, upstreamUuid, b)).toMatchObject({ uuid: b });
    expect(await late()).toEqual([5, 3, 3]);
    await world.schedules.keepLateRows(world.analytics);
    await world.analytics.execute(
      "ALTER TABLE requests DELETE WHERE day = '2026-03-15' SETTINGS mutations_sync = 2",
    );
    expect(await late()).toEqual([5, 3, 3]);
    // A machine that was off for two days.
    world.clock.time += 2 * dayMs;
    expect(await world.schedules.orderDue(world.exports)).toBe(6);
    await exporter.runDue();
    expect(await late()).toEqual([5, 3, 3]);
    await expect(world.destinations.delete(world.accountUuid, destinationUuid)).rejects.toMatchObject({
      code: 'destination_in_use',
    });
  });
});
