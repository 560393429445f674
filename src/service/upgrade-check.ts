/**
 * The supervisor's check of a program before anything of the service is touched: the program runs as a short process, in
 * the environment that it would have, and says what it is and whether it can take over.
 * Source: docs/guides/operations.md ("Upgrading").
 */
import { execFile } from 'node:child_process';
import { realpath, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { quoteValue } from '../core/errors.ts';
import { commandName } from '../core/program-files.ts';
import type { Environment } from '../edge/cluster-fleet.ts';
import { roleOf } from './role.ts';
import { supervisorProtocol } from './supervisor-protocol.ts';
import { readUpgradeFacts, type UpgradeFacts } from './upgrade-facts.ts';

/** It may have to reach a database that answers slowly. */
const checkTimeoutMs = 60_000;
const maxOutputBytes = 1_048_576;

/** The upgrade can't begin; one line for the operator. */
export class UpgradeRefused extends Error {
  override readonly name = 'UpgradeRefused';
}

export type ProgramToCheck = {
  /** Its `bin.cjs`, a link to it, or the directory that it is installed in. */
  readonly path: string;
  readonly environment: Environment;
  /** Arguments of `check-upgrade`. */
  readonly args: readonly string[];
  /** What the service uses; the program has to use the same. */
  readonly dataDirectory: string;
};

/** Rejects with {@link UpgradeRefused} when the service can't be upgraded to the program. */
export async function checkProgram(program: ProgramToCheck): Promise<UpgradeFacts> {
  const path = await programFile(program.path);
  const facts = await askProgram(path, program);
  const { nameplate_supervisor_protocol: protocol, version, problem } = facts;
  if (protocol !== supervisorProtocol) {
    throw new UpgradeRefused(
      `version ${version} needs a restart: it works with another supervisor (protocol ${protocol}, this one speaks ${supervisorProtocol})`,
    );
  }
  if (problem !== null) throw new UpgradeRefused(problem);
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

async function programFile(path: string): Promise<string> {
  const found = await stat(path).catch(() => undefined);
  if (!found) throw new UpgradeRefused(`there is no program at ${quoteValue(path)}`);
  if (!found.isDirectory()) return path;
  const file = join(path, 'dist/bin.cjs');
  if (await stat(file).catch(() => undefined)) return file;
  throw new UpgradeRefused(`${quoteValue(path)} has no program: there is no dist/bin.cjs in it`);
}

function askProgram(path: string, { environment, args }: ProgramToCheck): Promise<UpgradeFacts> {
  return new Promise((resolve, reject) => {
    execFile(
      process.execPath,
      [...process.execArgv, path, 'check-upgrade', ...args],
      { env: environment, timeout: checkTimeoutMs, killSignal: 'SIGKILL', maxBuffer: maxOutputBytes },
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
