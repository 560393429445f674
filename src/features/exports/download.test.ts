import { expect, test } from 'vitest';
import { startWithCustomers } from '../../../test/support/customers.ts';

const values = { what: 'requests', format: 'csv', from: '2026-09-01', to: '2026-09-02' };

test('a file that another machine has is not answered as if there were none', async () => {
  const { ask, account, headers, store, clock } = await startWithCustomers();
  const { body } = await ask(`${account}/exports`, { headers, json: values });
  const file = `${account}/exports/${body.uuid}/file`;
  const missing = { status: 404, body: { error: `export ${body.uuid} has no file: its state is waiting` } };
  expect(await ask(file, { headers })).toMatchObject(missing);
  const done = { state: 'done', bytes: 10, next_at: null, expires_at: clock.time + 1 } as const;
  await store.database.transaction((trx) => trx.updateTable('exports').set(done).execute());
  expect(await ask(file, { headers })).toMatchObject({ status: 409, body: { error_code: 'file_elsewhere' } });
  clock.time += 1;
  expect(await ask(file, { headers })).toMatchObject({ status: 404 });
});

test('tokens for customers’ analytics have no exports, and an account has at most a hundred that wait', async () => {
  const { ask, account, headers, newKey } = await startWithCustomers();
  const customer = (await newKey()).sign({ external_id: 'one' });
  for (const path of ['exports', 'export_destinations', 'export_schedules'])
    expect(await ask(`${account}/${path}`, { headers: customer })).toMatchObject({ status: 403 });
  expect(await ask(`${account}/exports`, { headers: customer, json: values })).toMatchObject({ status: 403 });
  const create = () => ask(`${account}/exports`, { headers, json: values });
  for (let made = 0; made < 100; made += 1) expect((await create()).status).toBe(201);
  expect(await create()).toMatchObject({ status: 400, body: { error_code: 'limit_reached' } });
});
