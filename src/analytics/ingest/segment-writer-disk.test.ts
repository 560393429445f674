/** The writer and the spool on file systems that are full or read-only: tiny ones, mounted for the test. */
import { execFile } from 'node:child_process';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { skipLoudly } from '../../../test/support/skips.ts';
import { numberedLine, rememberingLogger, spooledLines } from '../../../test/support/spool-directory.ts';
import { tempDir } from '../../../test/support/temp-dir.ts';
import { systemClock } from '../../core/clock.ts';
import { SegmentWriter } from './segment-writer.ts';
import { Spool } from './spool.ts';

const run = promisify(execFile);

/** Mounts an empty file system of 256 KiB, or answers undefined where that is not allowed. */
async function tinyFileSystem(): Promise<string | undefined> {
  const directory = await tempDir();
  try {
    await run('mount', ['-t', 'tmpfs', '-o', 'size=256k,mode=700', 'tmpfs', directory]);
  } catch (error) {
    skipLoudly('a full disk', `a tmpfs cannot be mounted: ${String(error)}`);
    return undefined;
  }
  onTestFinished(async () => void (await run('umount', ['-l', directory])));
  return directory;
}

describe('on a disk that is full', () => {
  it('keeps whole records, once, and goes on when there is room', async () => {
    const directory = await tinyFileSystem();
    if (directory === undefined) return;
    let dropped = 0;
    let failing = 0;
    const filler = join(directory, 'filler');
    await writeFile(filler, Buffer.alloc(200 * 1024));
    const writer = new SegmentWriter({
      directory,
      kind: 'requests',
      onDropped: (count) => (dropped += count),
      onFailing: () => failing++,
    });
    const expected = Array.from({ length: 500 }, (_, i) => numberedLine(i).trimEnd());
    for (const line of expected) writer.append(`${line}\n`);
    await sleep(300);
    expect(failing).toBe(1);
    const before = await spooledLines(directory);
    expect(before.length).toBeLessThan(expected.length);
    expect(expected).toEqual(expect.arrayContaining(before));
    await rm(filler);
    await vi.waitFor(async () => expect(await spooledLines(directory)).toHaveLength(500), 50_000);
    await writer.close();
    expect((await spooledLines(directory)).toSorted()).toEqual(expected.toSorted());
    expect(dropped).toBe(0);
  });
});

describe('on a disk that is read-only', () => {
  it('says so in one line at the start', async () => {
    const directory = await tinyFileSystem();
    if (directory === undefined) return;
    await run('mount', ['-o', 'remount,ro', directory]);
    const options = { budgetBytes: 1e9, clock: systemClock, logger: rememberingLogger().logger };
    await expect(Spool.open(directory, options)).rejects.toThrow(
      /^the spool \S+ cannot be written: EROFS[^\n]*$/,
    );
    await expect(Spool.open(join(directory, 'spool'), options)).rejects.toThrow(/cannot be written: EROFS/);
  });

  it('drops and counts', async () => {
    const directory = await tinyFileSystem();
    if (directory === undefined) return;
    await run('mount', ['-o', 'remount,ro', directory]);
    let dropped = 0;
    const writer = new SegmentWriter({
      directory,
      kind: 'requests',
      onDropped: (count) => (dropped += count),
    });
    writer.append(numberedLine(1));
    await expect(writer.appendDurably(numberedLine(2))).rejects.toMatchObject({ reason: 'failing' });
    await writer.close();
    expect(dropped).toBe(1);
  });
});
