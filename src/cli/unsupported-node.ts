/**
 * What the program answers on a Node that it doesn't support. It imports no library. Source: docs/guides/install.md
 * ("Node").
 */
import { launcherPath } from '../core/program-files.ts';
import { supervisorProtocol } from '../service/supervisor-protocol.ts';
import type { UpgradeFacts } from '../service/upgrade-facts.ts';
import { version } from '../service/version.ts';

/**
 * Prints one line, and returns the exit code. `problem` says what is wrong with this process's Node. A service of an earlier
 * version asks with its own Node whether it can be upgraded to this one (`check-upgrade`), and reads the line as JSON.
 */
export function refuseNode(problem: string, command: string | undefined): number {
  if (command !== 'check-upgrade') {
    process.stderr.write(`nameplate: ${problem}: start ${launcherPath}, which looks for a supported one\n`);
    return 1;
  }
  const facts: Pick<UpgradeFacts, 'nameplate_supervisor_protocol' | 'version' | 'problem'> = {
    nameplate_supervisor_protocol: supervisorProtocol,
    version,
    problem: `version ${version} needs a restart, by ${launcherPath}: the service's ${problem}`,
  };
  process.stdout.write(`${JSON.stringify(facts)}\n`);
  return 0;
}
