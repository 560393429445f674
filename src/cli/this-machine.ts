/** What commands know of the machine that they run on. */
import { userInfo } from 'node:os';
import { quoteValue } from '../core/errors.ts';
import { CliError } from './failures.ts';

/** Refuses to ask the API of another machine. */
export function refuseElsewhere(reason: string): void {
  if (process.env.NAMEPLATE_URL)
    throw new CliError(
      `this command ${reason} and can't ask ${quoteValue(process.env.NAMEPLATE_URL)}: run it there, without --url and NAMEPLATE_URL`,
    );
}

/** The system's user, who may have no name in a container. */
export function systemUser(): string {
  try {
    return userInfo().username;
  } catch {
    return `uid ${process.getuid?.()}`;
  }
}
