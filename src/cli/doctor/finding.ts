/** What the doctor says about one thing. */

export type Level = 'ok' | 'warning' | 'problem';

export type Finding = {
  readonly level: Level;
  /** What was looked at: a variable, a file, a port. */
  readonly check: string;
  /** A sentence that says what to do when the level is not `ok`. */
  readonly message: string;
};

export function finding(level: Level, check: string, message: string): Finding {
  return { level, check, message };
}
