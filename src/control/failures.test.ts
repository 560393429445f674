import { expect, it } from 'vitest';
import { isBusy, isFileDamaged, isStoreAway } from './failures.ts';

const withCode = (code: string) => Object.assign(new Error('it failed'), { code });

it.each([
  ['a full disk', 'SQLITE_FULL'],
  ['a failing disk', 'SQLITE_IOERR'],
  ['a failing disk, in detail', 'SQLITE_IOERR_WRITE'],
  ['a file system mounted read-only', 'SQLITE_READONLY'],
  ['a directory that cannot be written', 'SQLITE_READONLY_DIRECTORY'],
  ['a directory in place of the file', 'SQLITE_CANTOPEN_ISDIR'],
  ['a log that another process recovers', 'SQLITE_BUSY_RECOVERY'],
  ["a full disk of PostgreSQL's", '53100'],
  ['no memory', '53200'],
  ['too many connections', '53300'],
  ['a shutdown', '57P01'],
  ['a server that still starts', '57P03'],
  ['a statement that ran out of time', '57014'],
  ['a transaction in which this process was stopped', '25P03'],
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

it.each(['SQLITE_BUSY', 'SQLITE_BUSY_RECOVERY', 'SQLITE_BUSY_SNAPSHOT', '40P01', '40001'])(
  'takes %s for worth another try',
  (code) => {
    expect(isBusy(withCode(code))).toBe(true);
  },
);

it.each(['SQLITE_BUSYBODY', 'SQLITE_LOCKED', 'SQLITE_FULL', '57014'])(
  'tries no second time after %s',
  (code) => {
    expect(isBusy(withCode(code))).toBe(false);
  },
);

it.each([
  ['SQLITE_CORRUPT', true],
  ['SQLITE_CORRUPT_INDEX', true],
  ['SQLITE_NOTADB', true],
  ['SQLITE_IOERR_CORRUPTFS', false],
  ['SQLITE_CANTOPEN', false],
])('tells of %s whether the file is damaged: %s', (code, isDamaged) => {
  expect(isFileDamaged(withCode(code))).toBe(isDamaged);
});
