import { spawn } from 'node:child_process';
import { appendFile, mkdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { tempDir } from '../../../test/support/temp-dir.ts';
import { LogFile, type LogOutput, LogWriteError } from './log-output.ts';
import { LogWriter, type LogWriterOptions } from './log-writer.ts';

function newWriter(output: LogOutput, options: Partial<LogWriterOptions> = {}) {
  const dropped: number[] = [];
  const problems: string[] = [];
  const writer = new LogWriter(output, {
    onDropped: (lines) => void dropped.push(lines),
    onFailing: (problem) => void problems.push(problem),
    ...options,
  });
  onTestFinished(() => writer.close());
  return { writer, dropped, problems, lost: () => dropped.reduce((sum, lines) => sum + lines, 0) };
}

test('lines are in the file within 50 ms or so, in order, and what is left at the end too', async () => {
  const path = join(await tempDir(), 'access.log');
  const { writer } = newWriter(new LogFile(path));
  writer.append('1\n');
  await expect.poll(() => readFile(path, 'utf8').catch(() => '')).toBe('1\n');
  writer.append('2\n');
  writer.append('3\n');
  await writer.close();
  expect(await readFile(path, 'utf8')).toBe('1\n2\n3\n');
});

test('a file that was renamed is left, and a new one is begun', async () => {
  const path = join(await tempDir(), 'access.log');
  const { writer } = newWriter(new LogFile(path));
  writer.append('before\n');
  await expect.poll(() => readFile(path, 'utf8').catch(() => '')).toBe('before\n');
  await rename(path, `${path}.1`);
  await sleep(1_050);
  writer.append('after\n');
  await expect.poll(() => readFile(path, 'utf8').catch(() => '')).toBe('after\n');
  expect(await readFile(`${path}.1`, 'utf8')).toBe('before\n');
  // As `copytruncate` and others do.
  await rm(path);
  await appendFile(path, '');
  await sleep(1_050);
  writer.append('again\n');
  await writer.close();
  expect(await readFile(path, 'utf8')).toBe('again\n');
});

test('lines wait while the file cannot be written, and the failure is told once', async () => {
  const directory = join(await tempDir(), 'logs');
  const path = join(directory, 'access.log');
  const { writer, problems, dropped } = newWriter(new LogFile(path));
  writer.append('1\n');
  await expect.poll(() => problems.length).toBe(1);
  expect(problems[0]).toContain('ENOENT');
  writer.append('2\n');
  await mkdir(directory);
  await expect.poll(() => readFile(path, 'utf8').catch(() => '')).toBe('1\n2\n');
  await expect.poll(() => problems).toEqual([problems[0], '']);
  expect(dropped).toEqual([]);
});

test('what cannot be kept is dropped and counted, and nothing else', async () => {
  let isStuck = true;
  let written = '';
  const output: LogOutput = {
    write: async (bytes) => {
      if (isStuck) throw new LogWriteError(0, Object.assign(new Error('full'), { code: 'EAGAIN' }));
      written += bytes.toString();
    },
    close: async () => {},
  };
  const { writer, lost, problems } = newWriter(output, { maxQueuedBytes: 300_000 });
  const line = `${'x'.repeat(999)}\n`;
  for (let i = 0; i < 2_000; i++) writer.append(line);
  isStuck = false;
  await writer.close();
  expect(written.length / line.length + lost()).toBe(2_000);
  expect(written.length).toBeGreaterThan(300_000);
  expect(lost()).toBeGreaterThan(0);
  // A slow reader is no failure.
  expect(problems).toEqual([]);
  writer.append(line);
  expect(lost() + written.length / line.length).toBe(2_001);
});

test('a write that took only a part is continued where it ended', async () => {
  let written = '';
  let room = 5;
  const output: LogOutput = {
    write: async (bytes) => {
      const taken = bytes.subarray(0, room).toString();
      written += taken;
      if (taken.length < bytes.length) {
        room = 100;
        throw new LogWriteError(taken.length, Object.assign(new Error('no room'), { code: 'ENOSPC' }));
      }
    },
    close: async () => {},
  };
  const { writer, problems, lost } = newWriter(output);
  for (const line of ['111\n', '222\n', '333\n']) writer.append(line);
  await expect.poll(() => written).toBe('111\n222\n333\n');
  await expect.poll(() => problems).toEqual(['no room', '']);
  expect(lost()).toBe(0);
});

test('a reader that never reads does not hold up the end', async () => {
  const output: LogOutput = { write: () => new Promise(() => {}), close: async () => {} };
  const { writer } = newWriter(output);
  writer.append('1\n');
  await sleep(100);
  const start = performance.now();
  await writer.close();
  expect(performance.now() - start).toBeLessThan(25_000);
});

test('lines of several processes on one pipe do not mix', async () => {
  const program = join(await tempDir(), 'writer.mts');
  const source = new URL('./log-output.ts', import.meta.url).pathname;
  await appendFile(
    program,
    `import { StandardOutput } from ${JSON.stringify(source)};
     const output = new StandardOutput();
     let rest = Buffer.from(\`\${process.argv[2].repeat(700)}\\n\`.repeat(2_000));
     while (rest.length > 0) {
       try { await output.write(rest); break; } catch (error) {
         if (!error.isFull) throw error;
         rest = rest.subarray(error.written);
         await new Promise((resolve) => setTimeout(resolve, 5));
       }
     }`,
  );
  // Node's own pipes to children are sockets; this one is a pipe.
  const command = `{ "$0" "$1" a & "$0" "$1" b & wait; } | cat`;
  const child = spawn('sh', ['-c', command, process.execPath, program], {
    cwd: process.cwd(),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let text = '';
  for await (const chunk of child.stdout) text += String(chunk);
  const lines = text.trimEnd().split('\n');
  expect(lines).toHaveLength(4_000);
  expect(lines.filter((line) => !/^(a{700}|b{700})$/.test(line))).toEqual([]);
});

test('the full device is an error with a reason', async () => {
  // Linux has a device that is always full.
  if (process.platform !== 'linux') return;
  const failed = new LogFile('/dev/full').write(Buffer.from('1\n'));
  await expect(failed).rejects.toMatchObject({
    written: 0,
    isFull: false,
    message: expect.stringContaining('ENOSPC'),
  });
});
