/** Names of backups in a directory of several. Source: docs/reference/backups.md ("Scheduled ones"). */

const pattern = /^nameplate-\d{8}T\d{6}Z\.tar$/;
const unfinishedPattern = /^nameplate-\d{8}T\d{6}Z\.tar\.[0-9a-f-]{36}\.tmp$/;

/** `nameplate-20261123T074300Z.tar`: names sort by time. */
export function backupFileName(nowMs: number): string {
  return `nameplate-${new Date(nowMs).toISOString().replaceAll(/[-:]|\.\d+/g, '')}.tar`;
}

export function isBackupFile(name: string): boolean {
  return pattern.test(name);
}

export function isUnfinishedBackup(name: string): boolean {
  return unfinishedPattern.test(name);
}
