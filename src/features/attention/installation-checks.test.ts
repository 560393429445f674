import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { startApi } from '../../../test/support/api-server.ts';
import { tempDir } from '../../../test/support/temp-dir.ts';
import { Turns } from '../../control/turns.ts';
import { dayMs, minuteMs } from '../../core/time.ts';
import { Accounts } from '../accounts/account-store.ts';
import { FindingList } from './finding-list.ts';
import { Findings } from './findings.ts';
import { checkInstallation } from './installation-checks.ts';

test('records that wait are a finding of the first account, which the machine that has it resolves', async () => {
  const { store, clock, accountUuid } = await startApi();
  await new Accounts(store).create('Neighbour');
  let oldest: number | undefined = clock.time;
  const config = {
    dataDir: await tempDir(),
    lookupData: { places: undefined, networks: undefined, crawlers: undefined, ranges: undefined },
  };
  const findings = new Findings(store);
  const check = (machine: string, oldestUnshipped = () => oldest) =>
    checkInstallation({ config, store, oldestUnshipped, findings, clock }, machine);
  const list = async () => {
    const sort = { field: 'severity', direction: 'desc' } as const;
    const query = { accountUuid, state: 'open', kind: 'spool_behind', sort, limit: 9, offset: 0 } as const;
    return (await new FindingList(store).list(query)).findings;
  };
  clock.time += 10 * minuteMs - 1;
  await check('one');
  expect(await list()).toEqual([]);
  clock.time += 1;
  await check('one');
  const [found] = await list();
  expect(found).toMatchObject({
    subject: { type: 'installation', uuid: null, host: null },
    causeCode: 'records_wait',
    evidence: { machine: 'one', minutes: 10 },
  });
  oldest = undefined;
  for (const _ of [1, 2, 3]) await check('two');
  await check('one');
  expect(await list()).toHaveLength(1);
  await check('one');
  expect(await list()).toEqual([]);
});

test('of a machine’s processes one looks at a time, other machines look too, and those that are gone are forgotten', async () => {
  const { store, clock } = await startApi();
  const looked: string[] = [];
  const look = (process: Turns, machine: string) =>
    process.inTurn(`installation ${machine}`, 5 * minuteMs, async () => void looked.push(machine));
  const [one, successor, other] = [new Turns(store), new Turns(store), new Turns(store)];
  await Promise.all([look(one, 'one'), look(successor, 'one'), look(other, 'two')]);
  expect(looked.toSorted()).toEqual(['one', 'two']);
  clock.time += 5 * minuteMs;
  await look(successor, 'one');
  expect(looked).toHaveLength(3);
  const machines = async () =>
    (
      await sql<{ name: string }>`select name from traffic_checks order by name`.execute(
        store.database.queries,
      )
    ).rows;
  clock.time += dayMs - 5 * minuteMs + 1;
  await one.forgetMachines();
  expect(await machines()).toEqual([{ name: 'installation one' }]);
});
