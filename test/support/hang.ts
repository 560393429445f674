/** Has a process of the service hang on a signal, as a defect would: it uses a processor and does nothing else. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { tempDir } from './temp-dir.ts';

/** Until one that hangs is found: it has to get 5 s of CPU time on a machine that runs other tests. */
export const hangTimeoutMs = 240_000;

/** For the environment of a service: from SIGUSR2 on, a process of it runs in circles. */
export async function hangsOnSignal(): Promise<Record<string, string>> {
  return loads("process.on('SIGUSR2', () => { for (;;); });");
}

/** For the environment of a service: each of its processes runs this code first. */
export async function loads(code: string): Promise<Record<string, string>> {
  const hook = join(await tempDir(), 'hook.cjs');
  await writeFile(hook, code);
  return { NODE_OPTIONS: `--require=${hook}` };
}

export function hang(pid: number): void {
  process.kill(pid, 'SIGUSR2');
}
