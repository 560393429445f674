/** Runs `nameplate upgrade` on a service. */
import { execFile } from 'node:child_process';
import { builtProgram } from './built-program.ts';
import type { ServiceClient } from './service-client.ts';

export type UpgradeEnded = { readonly code: number; readonly stdout: string; readonly stderr: string };

export function upgrade(
  service: Pick<ServiceClient, 'env'>,
  ...args: readonly string[]
): Promise<UpgradeEnded> {
  return new Promise((resolve) => {
    const env = { PATH: process.env.PATH, ...service.env };
    execFile(process.execPath, [builtProgram, 'upgrade', ...args], { env }, (error, stdout, stderr) =>
      resolve({ code: error ? Number(error.code) : 0, stdout, stderr }),
    );
  });
}
