/**
 * Lets the operator in, on the socket of the data directory or in the process of a command: whoever reaches those may read the
 * store itself. Every account is open to it, and nothing is counted against a limit. Source: docs/reference/operator-api.md.
 */

import { parseUuid } from '../core/ids.ts';
import type { Accounts } from '../features/accounts/account-store.ts';
import { accountField, type Guard, namedInPath, notFound } from './guard.ts';

/** The operating system's user, for the audit trail. */
const operatorField = 'x-operator';
const namePattern = /^[\x21-\x7e]{1,64}$/;

export function createOperatorGuard(accounts: Pick<Accounts, 'find' | 'list'>): Guard {
  const existing = async (named: string): Promise<string | null> =>
    (await accounts.find(parseUuid(named) ?? ''))?.uuid ?? null;

  /** That of the path or of `X-Account`, or the only one there is. */
  async function chosenAccount(
    inPath: string | undefined,
    inField: string | undefined,
  ): Promise<string | null> {
    if (inPath !== undefined) return existing(inPath);
    if (inField !== undefined) {
      const found = await existing(inField);
      if (found === null) throw notFound('account', inField);
      return found;
    }
    const [first, second] = await accounts.list();
    return second === undefined ? (first?.uuid ?? null) : null;
  }

  return async (request) => {
    const { [operatorField]: named, [accountField]: inField } = request.headers;
    const name = typeof named === 'string' && namePattern.test(named) ? named : 'operator';
    const accountUuid = await chosenAccount(namedInPath(request.params), inField?.toString());
    request.caller = { kind: 'operator', name, accountUuid };
  };
}
