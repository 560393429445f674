/**
 * The supervisor's check of a program before anything of the service is touched: the program's launcher starts it as a short
 * process, in the environment and on the Node that it would have, and it says what it is and whether it can take over.
 * Source: docs/guides/operations.md ("Upgrading").
 */
import { execFile } from 'node:child_process';
import { realpath, stat } from 'node:fs/promises';
import { basename, delimiter, dirname, join } from 'node:path';
import { quoteValue } from '../core/errors.ts';
import { commandName, launcherPath } from '../core/program-files.ts';
import type { Environment } from '../edge/child-process.ts';
import { roleOf } from './role.ts';
import { supervisorProtocol } from './supervisor-protocol.ts';
import { readUpgradeFacts, type UpgradeFacts } from './upgrade-facts.ts';

/** It may have to reach a database that answers slowly. */
const checkTimeoutMs = 60_000;
const maxOutputBytes = 1_048_576;
const launcherName = basename(launcherPath);

/** The upgrade can't begin; one line for the operator. */
export class UpgradeRefused extends Error {
  override readonly name = 'UpgradeRefused';
}

export type ProgramToCheck = {
  /** Its launcher or `bin.cjs`, a link to one of them, or the directory that it is installed in. */
  readonly path: string;
  readonly environment: Environment;
  /** Arguments of `check-upgrade`. */
  readonly args: readonly string[];
  /** What the service uses; the program has to use the same. */
  readonly dataDirectory: string;
};

/** Rejects with {@link UpgradeRefused} when the service can't be upgraded to the program. */
export async function checkProgram(program: ProgramToCheck): Promise<UpgradeFacts> {
  const facts = await askProgram(await findCommand(program.path), program);
  const { supervisor_protocols: protocols, version, problem } = facts;
  if (problem !== null) throw new UpgradeRefused(problem);
  if (!protocols.includes(supervisorProtocol)) {
    throw new UpgradeRefused(
      `version ${version} needs a restart: it works with another supervisor (protocol ${protocols.join(', ')}, this one speaks ${supervisorProtocol})`,
    );
  }
  const role = roleOf(program.args);
  if (role !== 'serve' && !facts.roles.includes(role))
    throw new UpgradeRefused(`version ${version} cannot run as "${commandName} ${role}"`);
  if (!(await isSameDirectory(facts.data_directory, program.dataDirectory))) {
    throw new UpgradeRefused(
      `NAMEPLATE_DATA_DIR ${quoteValue(facts.data_directory)} is another directory than the running service's, ${quoteValue(program.dataDirectory)}; changing it takes a restart`,
    );
  }
  return facts;
}

/** Answers what starts the program: its launcher, or this process's Node for a file that has none. */
async function findCommand(path: string): Promise<readonly [string, ...(readonly string[])]> {
  const found = await stat(path).catch(() => undefined);
  if (!found) throw new UpgradeRefused(`there is no program at ${quoteValue(path)}`);
  const file = await realpath(found.isDirectory() ? join(path, 'dist/bin.cjs') : path).catch(() => {
    throw new UpgradeRefused(`${quoteValue(path)} has no program: there is no dist/bin.cjs in it`);
  });
  if (basename(file) === launcherName) return [file];
  const launcher = join(dirname(dirname(file)), launcherName);
  const isLaunched = basename(file) === 'bin.cjs' && (await stat(launcher).catch(() => undefined))?.isFile();
  return isLaunched ? [launcher] : [process.execPath, ...process.execArgv, file];
}

function askProgram(
  [file, ...options]: readonly [string, ...(readonly string[])],
  { path, environment, args }: ProgramToCheck,
): Promise<UpgradeFacts> {
  // The launcher's last resort is the Node of this process, which is not always on the PATH.
  const env = { ...environment, PATH: `${environment.PATH ?? ''}${delimiter}${dirname(process.execPath)}` };
  return new Promise((resolve, reject) => {
    execFile(
      file,
      [...options, 'check-upgrade', ...args],
      { env, timeout: checkTimeoutMs, killSignal: 'SIGKILL', maxBuffer: maxOutputBytes },
      (error, stdout, stderr) => {
        const facts = readUpgradeFacts(stdout);
        if (facts) return resolve(facts);
        const how = error?.killed
          ? `it was still running after ${checkTimeoutMs / 1000} s`
          : `it ended with ${error?.signal ? `signal ${error.signal}` : `exit code ${error?.code ?? 0}`}`;
        const said = lastLineOf(stderr);
        reject(
          new UpgradeRefused(
            `${quoteValue(path)} is not a Nameplate that a running service can be upgraded to: ${how}${said === '' ? '' : ` and said ${quoteValue(said)}`}`,
          ),
        );
      },
    );
  });
}

async function isSameDirectory(one: string, other: string): Promise<boolean> {
  try {
    return (await realpath(one)) === (await realpath(other));
  } catch {
    return false;
  }
}

function lastLineOf(text: string): string {
  return text.trim().split('\n').at(-1)?.trim() ?? '';
}
