/**
 * What the program does on a Node that it doesn't support: it has the launcher start it again on one that it does. It imports no
 * library. Source: docs/guides/install.md ("Node").
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { launcherPath } from '../core/program-files.ts';
import { olderSupervisorProtocol } from '../service/supervisor-protocol.ts';
import type { UpgradeFacts } from '../service/upgrade-facts.ts';
import { version } from '../service/version.ts';

const signals = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;

/**
 * Sets the exit code. `problem` says what is wrong with this process's Node. A service of an earlier version asks with its own
 * Node whether it can be upgraded to this one (`check-upgrade`), and reads the one line as JSON.
 */
export function runOnSupportedNode(problem: string, args: readonly string[]): void {
  if (args[0] === 'check-upgrade') {
    const facts: Pick<UpgradeFacts, 'nameplate_supervisor_protocol' | 'version' | 'problem'> = {
      nameplate_supervisor_protocol: olderSupervisorProtocol,
      version,
      problem: `version ${version} needs a restart, by ${launcherPath}: the service's ${problem}`,
    };
    process.stdout.write(`${JSON.stringify(facts)}\n`);
    return;
  }
  // Passed sockets belong to this process (sd_listen_fds(3)).
  if (process.env.LISTEN_FDS) return refuse(problem);
  // First: a signal that came between would end this process, and leave the other one alone.
  let child: ChildProcess | undefined;
  for (const signal of signals) process.on(signal, () => child?.kill(signal));
  child = spawn(launcherPath, args, { stdio: 'inherit' });
  child.on('error', () => refuse(problem));
  child.on('exit', (code, signal) => {
    for (const each of signals) process.removeAllListeners(each);
    if (signal) process.kill(process.pid, signal);
    else process.exitCode = code ?? 1;
  });
}

function refuse(problem: string): void {
  process.stderr.write(`nameplate: ${problem}: start ${launcherPath}, which looks for a supported one\n`);
  process.exitCode = 1;
}
