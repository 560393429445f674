/**
 * Tells the watchdog what this process has started and made, and what of that is gone again. A process can be
 * killed without a warning.
 */
import { spawn } from 'node:child_process';
import { Socket } from 'node:net';
import { fileURLToPath } from 'node:url';

const program = fileURLToPath(new URL('watchdog.ts', import.meta.url));

let pipe: NodeJS.WritableStream | undefined;

/** Records a program; `pid` leads a process group of its own. */
export function recordStarted(pid: number): void {
  tell(`started ${pid}`);
}

export function recordEnded(pid: number): void {
  tell(`ended ${pid}`);
}

/** Records a directory that is to be removed. */
export function recordMade(path: string): void {
  tell(`made ${path}`);
}

export function recordRemoved(path: string): void {
  tell(`removed ${path}`);
}

function tell(line: string): void {
  pipe ??= startWatchdog();
  pipe.write(`${line}\n`);
}

function startWatchdog(): NodeJS.WritableStream {
  // A group of its own: Ctrl-C must not end it before its work begins.
  const child = spawn(process.execPath, [program], {
    detached: true,
    stdio: ['pipe', 'ignore', 'inherit'],
  });
  child.unref();
  if (child.stdin instanceof Socket) child.stdin.unref();
  child.stdin.on('error', () => {});
  return child.stdin;
}
