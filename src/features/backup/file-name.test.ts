import { expect, test } from 'vitest';
import { backupFileName, isBackupFile, isUnfinishedBackup } from './file-name.ts';

test('names sort by time and are told from other files', () => {
  const name = backupFileName(Date.UTC(2026, 10, 23, 7, 43, 5, 123));
  expect(name).toBe('nameplate-20261123T074305Z.tar');
  expect(isBackupFile(name)).toBe(true);
  for (const other of ['nameplate.tar', `${name}.gz`, `my-${name}`]) expect(isBackupFile(other)).toBe(false);
  expect(isUnfinishedBackup(`${name}.01a20764-0be4-723c-bcf7-7b3b8688e4ec.tmp`)).toBe(true);
  expect(isUnfinishedBackup(name)).toBe(false);
});
