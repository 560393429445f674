import { readdirSync } from 'node:fs';
import { mkdir, readdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { numberedLine, segmentFiles, spooledLines } from '../../../test/support/spool-directory.ts';
import { tempDir } from '../../../test/support/temp-dir.ts';
import { type OpenFile, openNewFile } from './open-segment.ts';
import { NotSpooledError, SegmentWriter, type SegmentWriterOptions } from './segment-writer.ts';

function openWriter(directory: string, options: Partial<SegmentWriterOptions> = {}): SegmentWriter {
  const writer = new SegmentWriter({ directory, kind: 'requests', ...options });
  onTestFinished(() => writer.close());
  return writer;
}

/** Calls the real file system, unless `trouble` throws or answers how many bytes to take. */
function troubledFiles(trouble: (operation: string, bytes: number) => number | undefined): OpenFile {
  return (path) => {
    trouble('open', 0);
    const file = openNewFile(path);
    return {
      write: (bytes, start, length, position) =>
        file.write(bytes, start, trouble('write', length) ?? length, position),
      truncate: (lengthBytes) => {
        trouble('truncate', 0);
        file.truncate(lengthBytes);
      },
      sync: async () => {
        trouble('sync', 0);
        await file.sync();
      },
      close: () => file.close(),
    };
  };
}

function systemError(code: string): Error {
  return Object.assign(new Error(`${code}: injected`), { code });
}

describe('SegmentWriter', () => {
  it('makes nothing before there is a record', async () => {
    const directory = await tempDir();
    const writer = openWriter(directory);
    await writer.close();
    expect(await readdir(directory)).toEqual([]);
  });

  it('writes what it gathered and closes the segment after a second', async () => {
    const directory = await tempDir();
    const writer = openWriter(directory);
    const lines = [0, 1, 2].map(numberedLine);
    for (const line of lines) writer.append(line);
    // Looked at in the turn in which it is written.
    let openName: string | undefined;
    for (let turn = 0; openName === undefined && turn < 100_000; turn++) {
      await new Promise(setImmediate);
      openName = readdirSync(directory).find((name) => name.endsWith('.open'));
    }
    expect(openName).toMatch(/^requests\.[0-9a-f-]{36}\.00000000\.open$/);
    expect(await spooledLines(directory)).toHaveLength(3);
    await vi.waitFor(async () => expect((await segmentFiles(directory))[0]).toMatch(/\.ndjson$/), 50_000);
    const path = join(directory, (openName ?? '').replace('.open', '.ndjson'));
    expect(await readFile(path, 'utf8')).toBe(`{"nameplate_segment":1,"kind":"requests"}\n${lines.join('')}`);
    expect((await stat(path)).mode & 0o777).toBe(0o600);
  });

  it('leaves only closed segments and no lock when it is closed', async () => {
    const directory = await tempDir();
    const writer = openWriter(directory);
    for (let i = 0; i < 100; i++) writer.append(numberedLine(i));
    await writer.close();
    expect(await readdir(directory)).toHaveLength(1);
    expect(await spooledLines(directory)).toEqual(
      Array.from({ length: 100 }, (_, i) => numberedLine(i).trimEnd()),
    );
  });

  it('begins a new segment at 8 MiB and loses nothing on the way', async () => {
    const directory = await tempDir();
    const dropped = vi.fn<(count: number) => void>();
    const writer = openWriter(directory, { onDropped: dropped });
    const count = 60_000;
    for (let i = 0; i < count; i++) {
      writer.append(numberedLine(i));
      if (i % 2_000 === 0) await sleep(1);
    }
    await writer.close();
    const files = await segmentFiles(directory);
    expect(files.length).toBeGreaterThan(1);
    for (const file of files)
      expect((await stat(join(directory, file))).size).toBeLessThanOrEqual(8 * 1024 * 1024);
    const lines = await spooledLines(directory);
    expect(lines).toHaveLength(count);
    expect(lines.every((line, i) => line === numberedLine(i).trimEnd())).toBe(true);
    expect(dropped).not.toHaveBeenCalled();
  });

  it('takes lines of any length', async () => {
    const directory = await tempDir();
    const writer = openWriter(directory);
    const lines = [10, 90_000, 10, 300_000, 1_000_000, 10].map(
      (length, i) => `"${i}${'\u00e9'.repeat(length)}"`,
    );
    for (const line of lines) writer.append(`${line}\n`);
    await writer.close();
    expect(await spooledLines(directory)).toEqual(lines);
  });

  it('drops and counts while the spool is full, and when closed', async () => {
    const directory = await tempDir();
    let dropped = 0;
    const writer = openWriter(directory, { onDropped: (count) => (dropped += count) });
    writer.append(numberedLine(1));
    writer.setFull(true);
    writer.append(numberedLine(2));
    await expect(writer.appendDurably(numberedLine(3))).rejects.toMatchObject({ reason: 'full' });
    writer.setFull(false);
    writer.append(numberedLine(4));
    await writer.close();
    writer.append(numberedLine(5));
    writer.setFull(false);
    await expect(writer.appendDurably(numberedLine(6))).rejects.toMatchObject({ reason: 'closed' });
    expect(await spooledLines(directory)).toEqual([1, 4].map((n) => numberedLine(n).trimEnd()));
    expect(dropped).toBe(2);
  });

  it('resolves appendDurably when the line is in the file, many with few writes', async () => {
    const directory = await tempDir();
    let writes = 0;
    const openFile = troubledFiles((operation) => void (writes += operation === 'write' ? 1 : 0));
    const writer = openWriter(directory, { kind: 'pageviews', openFile });
    await writer.appendDurably('{"first":1}\n');
    // It does not wait for the segment to be closed.
    expect(readdirSync(directory)).toContainEqual(expect.stringMatching(/\.open$/));
    expect(await spooledLines(directory)).toEqual(['{"first":1}']);
    await Promise.all(Array.from({ length: 1_000 }, (_, i) => writer.appendDurably(`{"n":${i}}\n`)));
    expect(await spooledLines(directory)).toHaveLength(1_001);
    expect(writes).toBeLessThan(10);
  });

  it('keeps every record once through writes that fail, fail half way, or take a part', async () => {
    const directory = await tempDir();
    let turn = 0;
    let failing = 0;
    let recovered = 0;
    let dropped = 0;
    const openFile = troubledFiles((operation, bytes) => {
      if (operation !== 'write' || bytes < 100) return undefined;
      turn++;
      if (turn % 3 === 1) throw systemError('ENOSPC');
      // A part, then with the rest of it the error above.
      return turn % 3 === 0 ? Math.ceil(bytes / 2) : undefined;
    });
    const writer = openWriter(directory, {
      openFile,
      onDropped: (count) => (dropped += count),
      onFailing: () => failing++,
      onRecovered: () => recovered++,
    });
    const count = 400;
    for (let i = 0; i < count; i++) {
      writer.append(numberedLine(i));
      if (i % 40 === 0) await sleep(30);
    }
    await expect.poll(() => spooledLines(directory)).toHaveLength(count);
    await writer.close();
    const lines = await spooledLines(directory);
    expect(lines.toSorted()).toEqual(
      Array.from({ length: count - dropped }, (_, i) => numberedLine(i).trimEnd()).toSorted(),
    );
    expect(dropped).toBe(0);
    expect(failing).toBeGreaterThan(0);
    expect(recovered).toBe(failing);
  });

  it('leaves a torn piece that readers skip when the file cannot even be cut back', async () => {
    const directory = await tempDir();
    let writes = 0;
    const openFile = troubledFiles((operation, bytes) => {
      if (operation === 'truncate') throw systemError('EIO');
      if (operation !== 'write' || bytes < 100) return undefined;
      writes++;
      if (writes === 1) return 700;
      if (writes === 2) throw systemError('EIO');
      return undefined;
    });
    const writer = openWriter(directory, { openFile });
    for (let i = 0; i < 10; i++) writer.append(numberedLine(i));
    await expect.poll(() => spooledLines(directory)).toHaveLength(10);
    await writer.close();
    expect((await segmentFiles(directory)).length).toBe(2);
    expect((await spooledLines(directory)).toSorted()).toEqual(
      Array.from({ length: 10 }, (_, i) => numberedLine(i).trimEnd()).toSorted(),
    );
  });

  it('keeps the oldest up to its bound while nothing can be written, then drops and counts', async () => {
    const directory = await tempDir();
    let isBroken = true;
    let dropped = 0;
    const failing = vi.fn<(error: unknown) => void>();
    const openFile = troubledFiles(() => {
      if (isBroken) throw systemError('EACCES');
      return undefined;
    });
    const writer = openWriter(directory, {
      openFile,
      maxGatheredBytes: 1024 * 1024,
      onDropped: (count) => (dropped += count),
      onFailing: failing,
    });
    const count = 20_000;
    for (let i = 0; i < count; i++) {
      writer.append(numberedLine(i));
      if (i % 1_000 === 0) await sleep(1);
    }
    expect(failing).toHaveBeenCalledTimes(1);
    expect(dropped).toBeGreaterThan(1_000);
    isBroken = false;
    await expect.poll(async () => (await spooledLines(directory)).length + dropped).toBe(count);
    await writer.close();
    const lines = await spooledLines(directory);
    expect(lines.length + dropped).toBe(count);
    expect(lines.slice(0, 3_000)).toEqual(Array.from({ length: 3_000 }, (_, i) => numberedLine(i).trimEnd()));
  });

  it('rejects appendDurably while writes fail, stores none of it later, and recovers', async () => {
    const directory = await tempDir();
    let isBroken = true;
    const openFile = troubledFiles(() => {
      if (isBroken) throw systemError('ENOSPC');
      return undefined;
    });
    const writer = openWriter(directory, { kind: 'pageviews', openFile });
    const outcomes = await Promise.allSettled([1, 2, 3].map((n) => writer.appendDurably(`{"n":${n}}\n`)));
    for (const outcome of outcomes) {
      expect(outcome.status).toBe('rejected');
      if (outcome.status === 'rejected') expect(outcome.reason).toBeInstanceOf(NotSpooledError);
    }
    await expect(writer.appendDurably('{"n":4}\n')).rejects.toMatchObject({ reason: 'failing' });
    isBroken = false;
    const isStored = () =>
      writer.appendDurably('{"n":5}\n').then(
        () => true,
        () => false,
      );
    await expect.poll(isStored).toBe(true);
    await writer.close();
    expect(await spooledLines(directory)).toEqual(['{"n":5}']);
  });

  it('drops what it cannot write when it is closed, without waiting', async () => {
    const directory = await tempDir();
    let dropped = 0;
    const openFile = troubledFiles(() => {
      throw systemError('EIO');
    });
    const writer = openWriter(directory, { openFile, onDropped: (count) => (dropped += count) });
    for (let i = 0; i < 10; i++) writer.append(numberedLine(i));
    await sleep(200);
    for (let i = 0; i < 5; i++) writer.append(numberedLine(i));
    let isClosed = false;
    void writer.close().then(() => (isClosed = true));
    // Turns of the event loop, as no time says how busy the machine is.
    for (let turn = 0; turn < 100; turn++) await new Promise(setImmediate);
    expect(isClosed).toBe(true);
    expect(dropped).toBe(15);
    expect(await segmentFiles(directory)).toEqual([]);
  });

  it('makes the directory anew when somebody removes it, and counts what went with it', async () => {
    const directory = join(await tempDir(), 'spool');
    await mkdir(directory);
    let dropped = 0;
    const writer = openWriter(directory, { onDropped: (count) => (dropped += count) });
    writer.append(numberedLine(1));
    await vi.waitFor(async () => expect(await spooledLines(directory)).toHaveLength(1), {
      interval: 5,
      timeout: 50_000,
    });
    await rm(directory, { recursive: true });
    await vi.waitFor(() => expect(dropped).toBe(1), 50_000);
    writer.append(numberedLine(2));
    await writer.close();
    expect(await spooledLines(directory)).toEqual([numberedLine(2).trimEnd()]);
  });
});
