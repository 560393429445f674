import { spawn } from 'node:child_process';
import { mkdir, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import { runs } from '../../../test/support/runs.ts';
import { numberedLine, rememberingLogger, spooledLines } from '../../../test/support/spool-directory.ts';
import { tempDir } from '../../../test/support/temp-dir.ts';
import { systemClock } from '../../core/clock.ts';
import { newUuid } from '../../core/ids.ts';
import { placeSegment } from './place-segment.ts';
import { readSegment } from './read-segment.ts';
import { segmentHeader, segmentName } from './segment-name.ts';
import { SegmentWriter } from './segment-writer.ts';
import { Spool, SpoolError, type SpoolOptions } from './spool.ts';

const header = segmentHeader('requests');

async function openSpool(directory: string, options: Partial<SpoolOptions> = {}): Promise<Spool> {
  const spool = await Spool.open(directory, {
    budgetBytes: 1e9,
    clock: systemClock,
    logger: rememberingLogger().logger,
    ...options,
  });
  onTestFinished(() => spool[Symbol.asyncDispose]());
  return spool;
}

async function leaveSegment(
  directory: string,
  state: 'open' | 'ndjson',
  text: string,
  number = 0,
): Promise<string> {
  const name = segmentName('requests', newUuid(), number);
  await writeFile(join(directory, `${name}.${state}`), text);
  return name;
}

describe('Spool.open', () => {
  it('makes the directory for its owner only', async () => {
    const directory = join(await tempDir(), 'spool');
    const spool = await openSpool(directory);
    expect((await stat(directory)).mode & 0o777).toBe(0o700);
    expect(spool.status()).toEqual({ segments: 0, bytes: 0, oldestAgeSeconds: 0 });
    expect(spool.isFull).toBe(false);
  });

  it('refuses a directory that is open already, in one line, until it is closed', async () => {
    const directory = await tempDir();
    const first = await openSpool(directory);
    await expect(openSpool(directory)).rejects.toThrow(SpoolError);
    await expect(openSpool(directory)).rejects.toThrow(/^the spool \S+ is in use by another process$/);
    await first[Symbol.asyncDispose]();
    await openSpool(directory);
  });

  it('refuses a directory that another process has, and takes it at once when that is killed', async () => {
    const directory = await tempDir();
    const child = spawn(process.execPath, ['--input-type=module', '-e', holdSpool(directory)]);
    const gone = new Promise((resolve) => child.once('exit', resolve));
    await new Promise<void>((resolve, reject) => {
      child.stdout.once('data', () => resolve());
      child.stderr.once('data', (text) => reject(new Error(String(text))));
    });
    await expect(openSpool(directory)).rejects.toThrow('in use by another process');
    child.kill('SIGKILL');
    await gone;
    await openSpool(directory);
  });

  it('adopts what dead writers left: whole lines only, nothing empty, torn lines cut off', async () => {
    const directory = await tempDir();
    const lines = [1, 2, 3].map(numberedLine);
    await leaveSegment(directory, 'open', '');
    await leaveSegment(directory, 'open', header);
    await leaveSegment(directory, 'open', header.slice(0, 10));
    await leaveSegment(directory, 'open', `${header}${lines[0]?.slice(0, 50)}`);
    const torn = await leaveSegment(directory, 'open', `${header}${lines.join('')}{"d":"0190`);
    const whole = await leaveSegment(directory, 'open', `${header}${lines.join('')}`);
    const { logger, lines: logged } = rememberingLogger();
    const spool = await openSpool(directory, { logger });
    expect(
      spool
        .closed('requests')
        .map((segment) => segment.name)
        .toSorted(),
    ).toEqual([torn, whole].toSorted());
    for (const { path, mayBeStored } of spool.closed('requests')) {
      expect(await readFile(path, 'utf8')).toBe(`${header}${lines.join('')}`);
      expect(mayBeStored).toBe(true);
    }
    expect(await readdir(directory)).toHaveLength(3);
    expect(logged).toMatchObject([{ level: 'info', segments: 2, tornBytes: 10 }]);
  });

  it('does not touch the segments of a writer that lives, and adopts them once it is gone', async () => {
    const directory = await tempDir();
    const writer = new SegmentWriter({ directory, kind: 'pageviews' });
    await writer.appendDurably('{"n":1}\n');
    const spool = await openSpool(directory);
    await spool.adoptAbandoned();
    expect(spool.closed('pageviews')).toEqual([]);
    await writer.appendDurably('{"n":2}\n');
    await writer.close();
    await spool.adoptAbandoned();
    expect(spool.closed('pageviews')).toHaveLength(1);
    expect(await spooledLines(directory)).toEqual(['{"n":1}', '{"n":2}']);
  });

  it('ignores files that are not its own', async () => {
    const directory = await tempDir();
    await writeFile(join(directory, 'README'), 'hello');
    await writeFile(join(directory, 'requests.x.ndjson'), 'hello');
    await writeFile(join(directory, 'visits.a.0.ndjson'), 'hello');
    await mkdir(join(directory, `${segmentName('requests', newUuid(), 0)}.ndjson`));
    const spool = await openSpool(directory);
    expect(spool.status().segments).toBe(0);
  });

  it('removes what imports that were cut off left, when it is old', async () => {
    const directory = await tempDir();
    await writeFile(join(directory, 'import-requests.abc.00000000.x.tmp'), 'half');
    await writeFile(join(directory, 'import-requests.abc.00000001.x.tmp'), 'half');
    await utimes(join(directory, 'import-requests.abc.00000000.x.tmp'), 1e9, 1e9);
    await openSpool(directory);
    expect((await readdir(directory)).filter((name) => name.endsWith('.tmp'))).toEqual([
      'import-requests.abc.00000001.x.tmp',
    ]);
  });
});

describe('a segment cut anywhere by a crash', () => {
  it('keeps every complete line and never makes a wrong record, at every byte', async () => {
    const lines = [1, 22, 333].map((n) => numberedLine(n));
    const bytes = Buffer.from(header + lines.join(''));
    const directory = await tempDir();
    const cuts = new Map<string, number>();
    for (let cut = 0; cut <= bytes.length; cut++) {
      const name = segmentName('requests', newUuid(), cut);
      cuts.set(name, cut);
      await writeFile(join(directory, `${name}.open`), bytes.subarray(0, cut));
    }
    const spool = await openSpool(directory);
    const segments = new Map(spool.closed('requests').map((segment) => [segment.name, segment]));
    for (const [name, cut] of cuts) {
      const ends = lines.map((_, i) => Buffer.byteLength(header + lines.slice(0, i + 1).join('')));
      const complete = lines.filter((_, i) => (ends[i] ?? 0) <= cut);
      const segment = segments.get(name);
      const read: string[] = [];
      if (segment) await readSegment(segment.path, 'requests', (line) => void read.push(`${line}\n`));
      expect(read, `cut at ${cut}`).toEqual(complete);
      expect(segment !== undefined, `cut at ${cut}`).toBe(complete.length > 0);
    }
  });

  it('reads any lines as they were written, whatever their length and wherever the file ends', async () => {
    const directory = await tempDir();
    const path = join(directory, 'any');
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.tuple(fc.string({ unit: 'grapheme', maxLength: 20 }), fc.constantFrom(0, 1, 70_000, 131_072)),
        ),
        fc.nat(200),
        async (parts, tail) => {
          const lines = parts.map(([text, padding]) => text.replaceAll('\n', ' ') + 'x'.repeat(padding));
          const whole = header + lines.map((line) => `${line}\n`).join('');
          await writeFile(path, `${whole}${'t'.repeat(tail)}`);
          const read: string[] = [];
          const outcome = await readSegment(path, 'requests', (line) => void read.push(line));
          expect(read).toEqual(lines);
          expect(outcome).toEqual({ tooLong: 0, isTorn: tail > 0 });
        },
      ),
      { numRuns: runs(60) },
    );
  });
});

describe('Spool', () => {
  it('lists the oldest first and tells of new ones', async () => {
    const directory = await tempDir();
    const spool = await openSpool(directory, { clock: { now: () => 5_000_000 } });
    let told = 0;
    const forget = spool.onSegments(() => told++);
    const names: string[] = [];
    for (const seconds of [3_000, 1_000, 2_000]) {
      const name = await leaveSegment(directory, 'ndjson', header + numberedLine(seconds));
      await utimes(join(directory, `${name}.ndjson`), seconds, seconds);
      names[seconds] = name;
    }
    await spool.scan();
    expect(told).toBe(1);
    expect(spool.closed('requests').map((segment) => segment.name)).toEqual([
      names[1_000],
      names[2_000],
      names[3_000],
    ]);
    expect(spool.closed('requests').every((segment) => !segment.mayBeStored)).toBe(true);
    expect(spool.status().oldestAgeSeconds).toBe(4_000);
    forget();
    const [oldest] = spool.closed('requests');
    if (oldest) await spool.remove(oldest);
    expect(spool.status().segments).toBe(2);
    await spool.scan();
    expect(spool.status().segments).toBe(2);
    expect(told).toBe(1);
  });

  it('finds what another process puts there, as possibly stored', async () => {
    const directory = await tempDir();
    const spool = await openSpool(directory);
    const segment = { kind: 'import-requests', digest: 'ab12', number: 0, lines: numberedLine(1) } as const;
    const name = await placeSegment(directory, segment);
    expect(await placeSegment(directory, segment)).toBe(name);
    await spool.scan();
    expect(spool.closed('import-requests')).toMatchObject([
      { name: 'import-requests.ab12.00000000', mayBeStored: true },
    ]);
    expect((await readdir(directory)).filter((file) => file.startsWith('import'))).toEqual([
      `${name}.ndjson`,
    ]);
  });

  it('is full at its budget, open segments included, and not before a tenth of it is free again', async () => {
    const directory = await tempDir();
    const changes: boolean[] = [];
    const { logger, lines } = rememberingLogger();
    const spool = await openSpool(directory, {
      budgetBytes: 10_000,
      logger,
      onFullChanged: (isFull) => void changes.push(isFull),
    });
    for (let i = 0; i < 9; i++) await leaveSegment(directory, 'ndjson', 'x'.repeat(1_000), i);
    await spool.scan();
    expect(spool.isFull).toBe(false);
    await leaveSegment(directory, 'open', 'x'.repeat(1_000));
    await spool.scan();
    expect(spool.isFull).toBe(true);
    const segments = [...spool.closed('requests')];
    if (segments[0]) await spool.remove(segments[0]);
    expect(spool.isFull).toBe(true);
    if (segments[1]) await spool.remove(segments[1]);
    expect(spool.isFull).toBe(false);
    expect(changes).toEqual([true, false]);
    expect(lines.map((line) => line.level)).toEqual(['error', 'info']);
  });

  it('takes 10,000 waiting segments', async () => {
    const directory = await tempDir();
    const text = header + numberedLine(1);
    const writes = Array.from({ length: 10_000 }, (_, i) => () => leaveSegment(directory, 'ndjson', text, i));
    while (writes.length > 0) await Promise.all(writes.splice(-100).map((write) => write()));
    // Of the CPU: the clock also runs while others have it.
    const cpuMsSince = (start: NodeJS.CpuUsage): number => {
      const { user, system } = process.cpuUsage(start);
      return (user + system) / 1000;
    };
    const started = process.cpuUsage();
    const spool = await openSpool(directory);
    expect(cpuMsSince(started)).toBeLessThan(20_000);
    expect(spool.status()).toMatchObject({ segments: 10_000, bytes: 10_000 * text.length });
    const again = process.cpuUsage();
    await spool.scan();
    expect(cpuMsSince(again)).toBeLessThan(4_000);
  });

  it('makes the directory anew when somebody removes it, and holds its lock again', async () => {
    const directory = join(await tempDir(), 'spool');
    const { logger, lines } = rememberingLogger();
    const spool = await openSpool(directory, { logger });
    await leaveSegment(directory, 'ndjson', header + numberedLine(1));
    await spool.scan();
    await rm(directory, { recursive: true });
    await spool.scan();
    expect(spool.status().segments).toBe(0);
    expect(lines).toMatchObject([{ level: 'warn' }]);
    await expect(openSpool(directory)).rejects.toThrow('in use');
    await leaveSegment(directory, 'ndjson', header + numberedLine(2));
    await spool.scan();
    expect(spool.status().segments).toBe(1);
  });

  it('has nothing to ship while another process has the directory that was removed', async () => {
    const directory = join(await tempDir(), 'spool');
    const { logger, lines } = rememberingLogger();
    const spool = await openSpool(directory, { logger });
    await rm(directory, { recursive: true });
    const thief = await openSpool(directory);
    await leaveSegment(directory, 'ndjson', header + numberedLine(1));
    for (let i = 0; i < 3; i++) await spool.scan();
    expect(spool.status().segments).toBe(0);
    expect(lines).toMatchObject([{ level: 'error' }]);
    await thief[Symbol.asyncDispose]();
    await spool.scan();
    expect(spool.closed('requests')).toMatchObject([{ mayBeStored: true }]);
  });

  it('does not offer a segment again that is stored and cannot be deleted, says so once and goes on trying', async () => {
    const directory = await tempDir();
    const { logger, lines } = rememberingLogger();
    const name = await leaveSegment(directory, 'ndjson', header + numberedLine(1));
    const path = join(directory, `${name}.ndjson`);
    const spool = await openSpool(directory, { logger });
    const [segment] = spool.closed('requests');
    if (!segment) throw new Error('no segment');
    await rm(path);
    await mkdir(path);
    await spool.remove(segment);
    for (let i = 0; i < 3; i++) await spool.scan();
    expect(spool.closed('requests')).toEqual([]);
    expect(lines.map((line) => line.msg)).toEqual([
      expect.stringContaining('has files that cannot be removed'),
    ]);
    await rm(path, { recursive: true });
    await writeFile(path, header);
    await spool.scan();
    expect(await readdir(directory)).toEqual(['spool.lock']);
  });

  it('forgets segments that somebody deleted', async () => {
    const directory = await tempDir();
    const name = await leaveSegment(directory, 'ndjson', header + numberedLine(1));
    const spool = await openSpool(directory);
    await rm(join(directory, `${name}.ndjson`));
    await spool.scan();
    expect(spool.status()).toEqual({ segments: 0, bytes: 0, oldestAgeSeconds: 0 });
  });
});

function holdSpool(directory: string): string {
  const url = (file: string) => JSON.stringify(new URL(file, import.meta.url).href);
  return `
    import { Spool } from ${url('./spool.ts')};
    import { systemClock } from ${url('../../core/clock.ts')};
    const logger = { info() {}, warn() {}, error() {} };
    await Spool.open(${JSON.stringify(directory)}, { budgetBytes: 1e9, clock: systemClock, logger });
    console.log('open');
    setInterval(() => {}, 1_000);
  `;
}
