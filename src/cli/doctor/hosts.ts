/** Names the redirects and custom domains that are not served because another account has their host. */
import { existsSync } from 'node:fs';
import type { Config } from '../../config/config.ts';
import { ControlDatabase } from '../../control/database.ts';
import { describeHostConflict, findHostConflicts } from '../../control/host-conflicts.ts';
import { findSchema, isUsable } from '../../control/migrate.ts';
import { type Finding, finding } from './finding.ts';

const check = 'hosts';
const maxShown = 100;

/** Nothing to say where the store cannot be read or is of another schema: that is a finding of its own. */
export async function checkHosts({ control }: Config): Promise<Finding[]> {
  if (control.kind === 'sqlite' && !existsSync(control.path)) return [];
  try {
    await using database = await ControlDatabase.open(control, 1);
    if (!isUsable(await findSchema(database))) return [];
    const conflicts = await findHostConflicts(database, maxShown + 1);
    if (conflicts.length === 0)
      return [finding('ok', check, 'Every redirect and custom domain has its host for its account alone.')];
    const shown = conflicts
      .slice(0, maxShown)
      .map((conflict) => finding('warning', check, describeHostConflict(conflict)));
    const more = finding('warning', check, `More than ${maxShown} are not served: these are the first.`);
    return conflicts.length > maxShown ? [...shown, more] : shown;
  } catch {
    return [];
  }
}
