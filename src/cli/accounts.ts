/** The account that a command works on when none is named. */
import { commandName } from '../core/program-files.ts';
import { CliError } from './failures.ts';

/** The uuid of the only account there is; throws a line that lists the accounts when there are several. */
export function onlyAccount(accounts: readonly { readonly uuid: string; readonly name: string }[]): string {
  const [first, ...others] = accounts;
  if (!first)
    throw new CliError(`there is no account yet; make one with "${commandName} account create NAME"`);
  if (others.length === 0) return first.uuid;
  const shown = accounts.slice(0, 20).map(({ uuid, name }) => `${uuid} (${name})`);
  const more = accounts.length - shown.length;
  throw new CliError(
    `there are ${accounts.length} accounts; choose one with --account: ${shown.join(', ')}${more > 0 ? ` and ${more} more` : ''}`,
  );
}
