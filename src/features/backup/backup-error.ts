/** A backup that cannot be made or restored; the message is one line for the operator, about the backup's file. */
export class BackupError extends Error {
  override readonly name: string = 'BackupError';
}

/** The stores that a backup is to be restored to cannot take it; the message is a line of its own. */
export class RestoreTargetError extends BackupError {
  override readonly name = 'RestoreTargetError';
}
