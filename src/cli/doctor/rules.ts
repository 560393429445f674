/** Names the hosts whose rules cost more than a request may take. Source: docs/reference/rules.md ("What a list may cost"). */
import { existsSync } from 'node:fs';
import type { Config } from '../../config/config.ts';
import { ControlDatabase } from '../../control/database.ts';
import { findExpensiveRules } from '../../control/expensive-rules.ts';
import { findSchema, isUsable } from '../../control/migrate.ts';
import { quoteValue } from '../../core/errors.ts';
import { type Finding, finding } from './finding.ts';

const check = 'rules';
const maxShown = 100;

/** Nothing to say where the store cannot be read or is of another schema: that is a finding of its own. */
export async function checkRules({ control }: Config): Promise<Finding[]> {
  if (control.kind === 'sqlite' && !existsSync(control.path)) return [];
  try {
    await using database = await ControlDatabase.open(control, 1);
    if (!isUsable(await findSchema(database))) return [];
    const found = await findExpensiveRules(database, maxShown + 1);
    if (found.length === 0)
      return [finding('ok', check, "No host's rules cost more than a request may take.")];
    const shown = found
      .slice(0, maxShown)
      .map(({ accountUuid, host, rule }) =>
        finding(
          'warning',
          check,
          `The rules of ${quoteValue(host)} (account ${accountUuid}) are too expensive from rule ${rule + 1} on: ` +
            'requests that have to try too many of them are answered with 503. Give the rules paths of their own, or remove some.',
        ),
      );
    const more = finding(
      'warning',
      check,
      `More than ${maxShown} hosts have such rules: these are the first.`,
    );
    return found.length > maxShown ? [...shown, more] : shown;
  } catch {
    return [];
  }
}
