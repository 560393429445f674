import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, it, onTestFinished } from 'vitest';
import { outputOfProcess, writersTo } from './left-behind.ts';

it.runIf(process.platform === 'linux')(
  'finds a process that writes where a test does, and no other',
  async () => {
    const files = new Map(outputOfProcess().map((output) => [output, 'some.test.ts']));
    const heirs = [
      spawn('sleep', ['60'], { stdio: ['ignore', 'ignore', 'inherit'] }),
      spawn('sleep', ['60'], { stdio: 'ignore' }),
    ];
    onTestFinished(() => heirs.forEach((heir) => heir.kill('SIGKILL')));
    await Promise.all(heirs.map((heir) => once(heir, 'spawn')));
    expect(writersTo(files)).toEqual([{ pid: heirs[0]?.pid, command: 'sleep 60', file: 'some.test.ts' }]);
  },
);
