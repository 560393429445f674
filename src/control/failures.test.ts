import { expect, it } from 'vitest';
import { isStoreAway } from './failures.ts';

const withCode = (code: string) => Object.assign(new Error('it failed'), { code });

it.each([
  ['a full disk', 'SQLITE_FULL'],
  ['a failing disk', 'SQLITE_IOERR'],
  ['a failing disk, in detail', 'SQLITE_IOERR_WRITE'],
  ['a file system mounted read-only', 'SQLITE_READONLY'],
  ["a full disk of PostgreSQL's", '53100'],
  ['no memory', '53200'],
  ['too many connections', '53300'],
  ['a shutdown', '57P01'],
  ['a server that still starts', '57P03'],
  ['a statement that ran out of time', '57014'],
  ['an I/O error', '58030'],
  ['a server that is read-only since a failover', '25006'],
  ['a broken connection', '08006'],
  ['deadlocks again and again', '40P01'],
  ['a refused connection', 'ECONNREFUSED'],
])('takes %s (%s) for a store that is away', (_, code) => {
  expect(isStoreAway(withCode(code))).toBe(true);
});

it.each(['SQLITE_CONSTRAINT_UNIQUE', 'SQLITE_CORRUPT', 'SQLITE_ERROR', '23505', '42P01', '25001', 'EACCES'])(
  'takes %s for what it is',
  (code) => {
    expect(isStoreAway(withCode(code))).toBe(false);
  },
);

it('finds the cause where every address of a host was tried', () => {
  expect(isStoreAway(new AggregateError([withCode('ECONNREFUSED'), withCode('ECONNREFUSED')]))).toBe(true);
});
