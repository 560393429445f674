/** Processes killed with SIGKILL while they write and while they ship. Source: docs/reference/spool.md. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFile, mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { runs } from '../../../test/support/runs.ts';
import {
  rememberingLogger,
  sampleRecord,
  segmentFiles,
  spooledLines,
} from '../../../test/support/spool-directory.ts';
import { tempDir } from '../../../test/support/temp-dir.ts';
import { systemClock } from '../../core/clock.ts';
import { decodeRequestRecord, encodeRequestRecord } from './request-codec.ts';
import { segmentHeader, segmentName } from './segment-name.ts';
import { Spool } from './spool.ts';

/** Between two reports. A longer gap is time in which a busy machine did not let the writer run. */
const longestTurnMs = 10;
const rounds = { light: runs(10), saturated: runs(5) };
const url = (file: string) => JSON.stringify(new URL(file, import.meta.url).href);

function startChild(program: string): { child: ChildProcess; gone: Promise<void> } {
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return { child, gone: new Promise((resolve) => child.once('exit', () => resolve())) };
}

/** What one turn of the writer's event loop does, besides writing pageviews one after the other. */
const loads = {
  /** About 20,000 records a second. */
  light: `
    const turn = () => {
      for (let i = 0; i < 20; i++) append();
      report();
      setTimeout(turn, 1);
    };`,
  /** The loop is never idle: each turn takes 30 ms, and every thread of libuv's pool always has a job waiting. */
  saturated: `
    const busyUntil = (tick) => { while (performance.now() < tick); };
    const occupyPool = () => pbkdf2('a', 'b', 40_000, 64, 'sha512', occupyPool);
    for (let i = 0; i < 8; i++) occupyPool();
    const turn = () => {
      const start = performance.now();
      for (let i = 0; i < 30; i++) {
        append();
        busyUntil(start + i + 1);
        report();
      }
      setImmediate(turn);
    };`,
};

/**
 * Appends records, numbered in `u` and timed in `i` (ms on the monotonic clock); reports every millisecond or so how many
 * there are and what the time is, before it goes on.
 */
function writerProgram(directory: string, load: keyof typeof loads): string {
  return `
    import { writeSync } from 'node:fs';
    import { pbkdf2 } from 'node:crypto';
    import { SegmentWriter } from ${url('./segment-writer.ts')};
    import { encodeRequestRecord } from ${url('./request-codec.ts')};
    const sample = ${JSON.stringify(sampleRecord)};
    const writer = new SegmentWriter({ directory: ${JSON.stringify(directory)}, kind: 'requests' });
    const durable = new SegmentWriter({ directory: ${JSON.stringify(directory)}, kind: 'pageviews' });
    writer.prepare();
    durable.prepare();
    let number = 0;
    let acknowledged = 0;
    const append = () => {
      const bytesIn = Math.floor(performance.now());
      writer.append(encodeRequestRecord({ ...sample, durationUs: number++, bytesIn }));
    };
    const report = () => writeSync(1, number + ' ' + performance.now() + ' ' + acknowledged + '\\n');
    ${loads[load]}
    turn();
    for (;;) {
      await durable.appendDurably('{"n":' + acknowledged + '}\\n');
      acknowledged++;
    }
  `;
}

describe.each(['light', 'saturated'] as const)('a writer that is killed under %s load', (load) => {
  it(`loses records of the last 50 ms only, no acknowledged one, and tears none, ${rounds[load]} times`, async () => {
    const losses: number[] = [];
    for (let round = 0; round < rounds[load]; round++) {
      const directory = join(await tempDir(), 'spool');
      await mkdir(directory);
      const { child, gone } = startChild(writerProgram(directory, load));
      if (!child.stdout) throw new Error('no output');
      let last = { number: 0, tick: 0, acknowledged: 0 };
      let firstTick = Number.POSITIVE_INFINITY;
      const gaps: { readonly tick: number; readonly ms: number }[] = [];
      const reader = createInterface(child.stdout);
      reader.on('line', (line) => {
        const [number = Number.NaN, tick = Number.NaN, acknowledged = Number.NaN] = line
          .split(' ')
          .map(Number);
        // The very last line may be cut off.
        if (Number.isNaN(acknowledged)) return;
        if (tick - last.tick > longestTurnMs) gaps.push({ tick, ms: tick - last.tick });
        last = { number, tick, acknowledged };
        firstTick = Math.min(firstTick, tick);
      });
      // The first line tells that the program is loaded.
      await once(reader, 'line');
      await sleep(40 + (round * 1_300) / rounds[load]);
      child.kill('SIGKILL');
      await gone;
      await sleep(20);

      await using spool = await Spool.open(directory, {
        budgetBytes: 1e9,
        clock: systemClock,
        logger: rememberingLogger().logger,
      });
      expect((await segmentFiles(directory)).every((name) => name.endsWith('.ndjson'))).toBe(true);
      const numbers = new Set<number>();
      let newestTick = firstTick;
      for (const { path, kind } of spool.closed('requests')) {
        const records = (await readFile(path, 'utf8')).split('\n').slice(1, -1).map(decodeRequestRecord);
        expect(kind).toBe('requests');
        for (const record of records) {
          if (!record) throw new Error('a torn record');
          expect(numbers.has(record.durationUs)).toBe(false);
          numbers.add(record.durationUs);
          newestTick = Math.max(newestTick, record.bytesIn);
        }
      }
      // All up to the newest are there: what is missing is younger than that.
      for (let number = 0; number < numbers.size; number++) expect(numbers.has(number)).toBe(true);
      const heldUpMs = gaps.reduce(
        (sum, { tick, ms }) => sum + Math.max(0, Math.min(ms, tick - newestTick)),
        0,
      );
      losses.push(last.number > numbers.size ? last.tick - newestTick - heldUpMs : 0);

      const pageviews = await Promise.all(
        spool.closed('pageviews').map(({ path }) => readFile(path, 'utf8')),
      );
      const acknowledged = pageviews.flatMap((text) => text.split('\n').slice(1, -1));
      expect(acknowledged.length).toBeGreaterThanOrEqual(last.acknowledged);
    }
    process.stdout.write(
      `lost at kill -9 under ${load} load, ms: ${losses.map((ms) => ms.toFixed(0)).join(' ')}\n`,
    );
    expect(Math.max(...losses)).toBeLessThanOrEqual(50);
  });
});

/**
 * Ships into a file that gets the name and numbers of each batch. Prints what each insert consists of, and never ends one that
 * stored something: it is to be killed.
 */
function shipperProgram(directory: string, stored: string): string {
  return `
    import { appendFileSync, existsSync, readFileSync, writeSync } from 'node:fs';
    import { Spool } from ${url('./spool.ts')};
    import { Shipper } from ${url('./shipper.ts')};
    import { RequestPipeline } from ${url('./request-pipeline.ts')};
    import { noLookups } from ${url('../../../test/support/spool-directory.ts')};
    import { systemClock } from ${url('../../core/clock.ts')};
    const stored = ${JSON.stringify(stored)};
    const logger = { info() {}, warn() {}, error() {} };
    const spool = await Spool.open(${JSON.stringify(directory)}, { budgetBytes: 1e9, clock: systemClock, logger });
    const store = {
      async insertRequests(...batches) {
        const before = existsSync(stored) ? readFileSync(stored, 'utf8') : '';
        const missing = batches.filter(({ name }) => !before.includes(name + ' '));
        for (const { name, rows } of missing)
          appendFileSync(stored, name + ' ' + rows.map((row) => row.duration_us).join(',') + '\\n');
        if (batches.some(({ mayBeStored }) => !mayBeStored)) writeSync(1, 'unexpected\\n');
        writeSync(1, batches.map(({ name }) => name).join(',') + '\\n');
        if (missing.length > 0) await new Promise(() => {});
      },
    };
    const pipeline = new RequestPipeline(noLookups);
    const shipper = new Shipper(spool, store, { requests: pipeline }, logger);
    shipper.start();
    setInterval(() => {
      if (spool.status().segments === 0) process.exit(0);
    }, 20);
  `;
}

describe('a shipper that is killed between insert and delete', () => {
  it('inserts the same again, then what came since, and ships each record once in the end', async () => {
    const directory = await tempDir();
    const stored = join(await tempDir(), 'stored');
    let segments = 0;
    const inserts: string[][] = [];
    for (let run = 0; run < 8; run++) {
      // One more each time, beside those whose insert was interrupted.
      const more = run < 7 ? run + 1 : 0;
      for (const end = segments + more; segments < end; segments++) {
        const name = segmentName('requests', '0190b6a0-0000-7000-8000-00000000000a', segments);
        const lines = [0, 1, 2].map((n) =>
          encodeRequestRecord({ ...sampleRecord, durationUs: segments * 3 + n }),
        );
        await appendFile(join(directory, `${name}.ndjson`), segmentHeader('requests') + lines.join(''));
      }
      const { child, gone } = startChild(shipperProgram(directory, stored));
      const lines: string[] = [];
      child.stdout?.on('data', (text) => {
        lines.push(...String(text).trim().split('\n'));
        // The new ones are stored, the segments not deleted yet.
        if (lines.length === (run === 0 ? 1 : 2) && run < 7) child.kill('SIGKILL');
      });
      await gone;
      inserts.push(lines);
    }
    for (const [run, lines] of inserts.entries()) {
      if (run > 0) expect(lines[0]).toBe(inserts[run - 1]?.at(-1));
      if (run < 7) expect(lines.at(-1)?.split(',')).toHaveLength(run + 1);
    }
    expect(await spooledLines(directory)).toEqual([]);
    const numbers = (await readFile(stored, 'utf8'))
      .trim()
      .split('\n')
      .flatMap((line) => line.split(' ')[1]?.split(',').map(Number) ?? []);
    expect(numbers.toSorted((a, b) => a - b)).toEqual(Array.from({ length: segments * 3 }, (_, i) => i));
  });
});
