/** Has a process of the service hang on a signal, as a defect would: it uses a processor and does nothing else. */
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import { tempDir } from './temp-dir.ts';

/** Until one that hangs is found: it has to get 5 s of CPU time on a machine that runs other tests. */
export const hangTimeoutMs = 240_000;

const requiring = '--require=';

/** For the environment of a service: from SIGUSR2 on, a process of it runs in circles, and a file beside the hook says so. */
export async function hangsOnSignal(): Promise<Record<string, string>> {
  return loads(`process.on('SIGUSR2', () => {
    require('node:fs').writeFileSync(__filename + '.' + process.pid, '');
    for (;;);
  });`);
}

/** For the environment of a service: each of its processes runs this code first. */
export async function loads(code: string): Promise<Record<string, string>> {
  const hook = join(await tempDir(), 'hook.cjs');
  await writeFile(hook, code);
  return { NODE_OPTIONS: requiring + hook };
}

type Hanging = { readonly env: Readonly<Record<string, string>> };

/** Resolves when the process hangs: a busy machine lets it answer what came before it took the signal. */
export async function hang({ env }: Hanging, pid: number): Promise<void> {
  const hook = env.NODE_OPTIONS?.slice(requiring.length);
  process.kill(pid, 'SIGUSR2');
  await expect.poll(() => existsSync(`${hook}.${pid}`), { interval: 10 }).toBe(true);
}
