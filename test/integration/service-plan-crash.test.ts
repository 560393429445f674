/**
 * `kill -9` of the application while it applies a plan, at any moment of the transaction. Source: docs/reference/plans.md
 * ("Applying").
 */
import { setTimeout as delay } from 'node:timers/promises';
import Database from 'better-sqlite3';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { ControlDatabase } from '../../src/control/database.ts';
import type { ControlLocation } from '../../src/control/location.ts';
import { dataDirFor, onEachControlStore } from '../support/control-stores.ts';
import { runs } from '../support/runs.ts';
import { TestService } from '../support/service.ts';

/** Redirects that stay, go and come: applying that takes a second or more. */
const count = 1_000;
const named = (name: string, more: object = {}): object[] =>
  Array.from({ length: count }, (_, index) => ({
    source_host: `${name}${index}.example.com`,
    destination_url: 'https://www.example.com/',
    ...more,
  }));

onEachControlStore('a service that is killed while it applies a plan', (newLocation, engine) => {
  const kills = runs(3);

  test(`has done nothing of it, ${kills} times, and then does all of it`, async () => {
    const control = await newLocation('tables');
    const service = await TestService.start({
      dataDir: await dataDirFor(control),
      control,
      env: { NAMEPLATE_RATE_LIMIT: '0' },
    });
    onTestFinished(async () => void (await service.stop()));
    const account = service.redirects.replace('/redirects', '');
    const ask = async (path: string, json?: object) =>
      (await service.api(`${account}${path}`, json && { json })).body;
    const plan = (document: object) => ask('/plans?prune=true', document);
    const apply = (uuid: string) => service.api(`${account}/plans/${uuid}/apply`, { json: {} });
    const countChanges = async () => (await ask('/audit_events?resource=redirect')).pagination.count;
    const present = { redirects: [...named('kept'), ...named('gone')] };
    const startedAt = performance.now();
    expect((await apply((await plan(present)).uuid)).status).toBe(200);
    const applyMs = performance.now() - startedAt;

    const wanted = {
      upstreams: [{ name: 'app', host: 'app.example.net' }],
      domains: [{ host: 'shop.example.com', upstream: 'app' }],
      redirects: [...named('kept', { note: 'Flyer' }), ...named('added')],
      rules: [{ host: 'shop.example.com', rules: [{ then: { block: {} } }] }],
      brand: { name: 'Acme' },
    };
    const { uuid, summary } = await plan(wanted);
    expect(summary).toMatchObject({ creates: count + 3, changes: count + 1, deletes: count });
    const [before, changes] = [await ask('/configuration'), await countChanges()];
    const hasEnded = await watchTransaction(control);
    for (let kill = 0; kill < kills; kill++) {
      const { applicationPid } = service;
      const applying = apply(uuid).catch(() => 'no answer');
      await expect.poll(hasEnded, { interval: 2 }).toBe(false);
      await delay((applyMs * kill) / kills / 2);
      expect(await hasEnded(), 'it was applied before it was killed').toBe(false);
      process.kill(applicationPid, 'SIGKILL');
      expect(await applying).toBe('no answer');
      await expect.poll(() => service.applicationPid).not.toBe(applicationPid);
      await expect.poll(() => service.isReady()).toBe(true);

      expect(await ask('/configuration')).toEqual(before);
      expect((await ask(`/plans/${uuid}`)).applied_at).toBeNull();
      expect(await countChanges()).toBe(changes);
      expect(await service.edge('gone0.example.com')).toMatchObject({ status: 301 });
      expect(await service.edge('added0.example.com')).toMatchObject({ status: 404 });
    }

    expect(await apply(uuid)).toMatchObject({ status: 200, body: { summary } });
    expect((await plan(wanted)).summary).toMatchObject({ creates: 0, changes: 0, deletes: 0 });
    expect(await countChanges()).toBe(changes + 3 * count);
    expect(await service.edge('gone0.example.com')).toMatchObject({ status: 404 });
    expect(await service.edge('added0.example.com')).toMatchObject({ status: 301 });
    expect((await apply(uuid)).body).toMatchObject({ error_code: 'plan_applied' });
    process.stdout.write(
      `kill -9 of an apply on ${engine}: ${kills} times, an apply takes ${Math.round(applyMs)} ms\n`,
    );
  });
});

/** Tells whether no transaction that writes is open for longer than those of the background work are. */
async function watchTransaction(control: ControlLocation): Promise<() => Promise<boolean>> {
  if (control.kind === 'postgres') {
    const database = await ControlDatabase.open(control);
    onTestFinished(() => database[Symbol.asyncDispose]());
    return async () => {
      const { rows } = await sql`select 1 from pg_stat_activity where datname = current_database()
        and backend_xid is not null and clock_timestamp() - xact_start > interval '50 ms'`.execute(
        database.queries,
      );
      return rows.length === 0;
    };
  }
  const database = new Database(control.path, { timeout: 0 });
  onTestFinished(() => void database.close());
  const isFree = () => {
    try {
      database.exec('begin immediate; rollback');
      return true;
    } catch {
      return false;
    }
  };
  return async () => {
    for (let tries = 0; tries < 10; tries++) {
      if (isFree()) return true;
      await delay(5);
    }
    return false;
  };
}
