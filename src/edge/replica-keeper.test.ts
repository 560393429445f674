import { pino } from 'pino';
import { expect, it } from 'vitest';
import type { EdgeReplica } from '../control/edge-replica.ts';
import { ReplicaKeeper } from './replica-keeper.ts';

const withCode = (code: string) => Object.assign(new Error('it failed'), { code });

it.each([
  ['SQLITE_FULL', 'the replica cannot be written'],
  ['SQLITE_IOERR_WRITE', 'the replica cannot be written'],
  ['ENOSPC', 'the replica cannot be written'],
  ['ECONNREFUSED', 'the control store cannot be read'],
  ['57P01', 'the control store cannot be read'],
])('says of %s that %s', async (code, said) => {
  const lines: string[] = [];
  const logger = pino({ base: null }, { write: (line: string) => void lines.push(line) });
  // Only what the keeper asks of it here.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const replica = {
    path: 'edge.db',
    bringTo: () => Promise.reject(withCode(code)),
    [Symbol.asyncDispose]: async () => {},
  } as unknown as EdgeReplica;
  await using keeper = new ReplicaKeeper(replica, logger, () => {});
  await keeper.bringTo({ revision: 1, mark: '' });
  expect(keeper.isCurrent).toBe(false);
  expect(lines.join('')).toContain(said);
});
