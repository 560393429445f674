/** Names the redirects and custom domains that are not served because another account has their host. */
import type { ControlDatabase } from '../../control/database.ts';
import { describeHostConflict, findHostConflicts } from '../../control/host-conflicts.ts';
import { type Finding, finding } from './finding.ts';

const check = 'hosts';
const maxShown = 100;

export async function checkHosts(database: ControlDatabase): Promise<Finding[]> {
  const conflicts = await findHostConflicts(database, maxShown + 1);
  if (conflicts.length === 0)
    return [finding('ok', check, 'Every redirect and custom domain has its host for its account alone.')];
  const shown = conflicts
    .slice(0, maxShown)
    .map((conflict) => finding('warning', check, describeHostConflict(conflict)));
  const more = finding('warning', check, `More than ${maxShown} are not served: these are the first.`);
  return conflicts.length > maxShown ? [...shown, more] : shown;
}
