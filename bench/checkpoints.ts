/**
 * Whether the store keeps what it acknowledged while other processes checkpoint its file: three processes commit, one of them is
 * killed now and then, and two more checkpoint without a pause. The defect that this looks for is a race in SQLite before 3.51.3
 * (sqlite.org/wal.html, "The WAL-Reset Bug"), so libsql comes first: a run in which it damages no file shows nothing.
 * Run: `node bench/checkpoints.ts [--files 20] [--seconds 20] [--libsql-files 20]`
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import Database from 'better-sqlite3';
import { rootDir, runTool, scriptCommand, track } from './support/child.ts';
import { readOptions } from './support/options.ts';
import { describeMachine, publishReport } from './support/report.ts';
import { runBenchmark } from './support/run.ts';
import { formatNumber } from './support/table.ts';
import { inMemoryDir } from './support/temp-dir.ts';
import { atLeast, atMost } from './support/verdict.ts';

const libsqlVersion = '0.5.29';
const writers = 3;
const checkpointers = 2;
const killEveryMs = 4_000;
const pollMs = 100;
const startTimeoutMs = 60_000;

/** Which library commits, and which one checkpoints: the directory of libsql, or nothing for the program's own. */
type Store = { readonly name: string; readonly commitsBy: string; readonly checkpointsBy: string };
type Outcome = {
  readonly commits: number;
  readonly lost: number;
  readonly kills: number;
  /** What `pragma integrity_check` says; "ok" for an undamaged file. */
  readonly integrity: string;
  /** Of a process that ended by itself. */
  readonly failure: string;
};

await runBenchmark(async (cleanUp) => {
  const options = readOptions({ files: 20, seconds: 20, 'libsql-files': 20 });
  const machine = describeMachine();
  const dir = await inMemoryDir(cleanUp);
  await runTool('npm', ['install', '--no-audit', '--no-fund', '--prefix', dir, `libsql@${libsqlVersion}`]);
  const older = { name: `libsql ${libsqlVersion}`, commitsBy: dir, checkpointsBy: dir };
  const ours = { name: 'the program', commitsBy: '', checkpointsBy: '' };
  const mixed = { name: 'the program, checkpoints by libsql', commitsBy: '', checkpointsBy: dir };
  const runs = async (store: Store, count: number, until: (outcome: Outcome) => boolean) => {
    const outcomes: Outcome[] = [];
    while (outcomes.length < count && !outcomes.some(until)) {
      const path = join(dir, `${outcomes.length}.db`);
      outcomes.push(await run(store, path, options.seconds));
      console.error(store.name, JSON.stringify(outcomes.at(-1)));
    }
    return outcomes;
  };
  const before = await runs(older, options['libsql-files'], isMalformed);
  const after = await runs(ours, options.files, () => false);
  const between = await runs(mixed, options['libsql-files'], isMalformed);

  const lost = after.reduce((sum, outcome) => sum + outcome.lost, 0);
  const failed = after.filter(({ failure }) => failure !== '').length;
  publishReport(
    {
      name: 'checkpoints',
      title: 'Checkpoints by other processes',
      method:
        `${writers} processes commit rows to one file, ${checkpointers} checkpoint it without a pause, and every ${killEveryMs / 1000} s a writer gets a ` +
        `\`kill -9\` and is started again, ${options.seconds} s a file, in memory. Then the file is checked, and every commit that a writer had ` +
        'acknowledged is looked up. What libsql takes part in ends with the first malformed file.',
      sections: [
        {
          heading: 'Files',
          table: {
            columns: ['store', 'files', 'malformed', 'commits', 'lost', 'kills'],
            rows: [row(older, before), row(ours, after), row(mixed, between)],
          },
          note: 'A fixed SQLite does not protect a file from another program that checkpoints it with an older one: the last row.',
        },
      ],
      targets: [
        atLeast(`malformed files of ${older.name}`, before.filter(isMalformed).length, 1, 'files', 0),
        atMost('malformed files of the program', after.filter(isMalformed).length, 0, 'files', 0),
        atMost('acknowledged commits that the program lost', lost, 0, 'commits', 0),
        atMost('files in which one of its processes failed', failed, 0, 'files', 0),
      ],
      figures: { options, before, after, between },
    },
    machine,
  );
});

function row({ name }: Store, outcomes: readonly Outcome[]): string[] {
  const sum = (of: (outcome: Outcome) => number) =>
    formatNumber(outcomes.reduce((total, outcome) => total + of(outcome), 0));
  return [
    name,
    String(outcomes.length),
    String(outcomes.filter(isMalformed).length),
    sum(({ commits }) => commits),
    sum(({ lost }) => lost),
    sum(({ kills }) => kills),
  ];
}

function isMalformed({ integrity }: Outcome): boolean {
  return integrity !== 'ok';
}

async function run({ commitsBy, checkpointsBy }: Store, path: string, seconds: number): Promise<Outcome> {
  const running: ChildProcess[] = [];
  const notes = new Map<string, string>();
  const failures: string[] = [];
  const start = (script: string, ...args: string[]): ChildProcess => {
    const { command, args: all } = scriptCommand(new URL(`support/${script}.ts`, import.meta.url), args);
    const child = spawn(command, all, { cwd: rootDir, detached: true, stdio: ['ignore', 'ignore', 'pipe'] });
    track(child);
    let errors = '';
    child.stderr?.on('data', (chunk: Buffer) => (errors += chunk.toString()));
    child.once('close', (code) => {
      if (code !== null) failures.push(/^\S*Error: .*$/m.exec(errors)?.[0] ?? `it ended with ${code}`);
    });
    running.push(child);
    return child;
  };
  /** Each has a name of its own: what a killed one committed last may not be in its notes. */
  const startWriter = (): ChildProcess => {
    const name = `writer-${notes.size}`;
    notes.set(name, `${path}.${name}`);
    return start('commit-writer', path, name, `${path}.${name}`, commitsBy);
  };

  makeFile(path);
  let kills = 0;
  const writing = Array.from({ length: writers }, startWriter);
  await firstCommits([...notes.values()], failures);
  for (let i = 0; i < checkpointers; i++) start('checkpointer', path, checkpointsBy);
  const endTick = performance.now() + seconds * 1_000;
  for (let killTick = performance.now(); performance.now() < endTick && failures.length === 0; ) {
    await delay(pollMs);
    if (performance.now() - killTick < killEveryMs) continue;
    killTick = performance.now();
    writing.shift()?.kill('SIGKILL');
    writing.push(startWriter());
    kills += 1;
  }
  const ended = running.filter(hasNotEnded).map((child) => once(child, 'close'));
  for (const child of running) child.kill('SIGKILL');
  await Promise.all(ended);
  const outcome = { ...check(path, notes), kills, failure: failures[0] ?? '' };
  for (const file of [path, `${path}-wal`, `${path}-shm`, ...notes.values()]) rmSync(file, { force: true });
  return outcome;
}

function makeFile(path: string): void {
  const database = new Database(path);
  database.pragma('journal_mode = WAL');
  database.exec(
    'create table commits (writer text, number integer, filler text, primary key (writer, number))',
  );
  database.close();
}

function hasNotEnded({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode === null && signalCode === null;
}

async function firstCommits(paths: readonly string[], failures: readonly string[]): Promise<void> {
  const giveUpTick = performance.now() + startTimeoutMs;
  while (paths.some((path) => notedIn(path) === 0)) {
    if (failures.length > 0 || performance.now() > giveUpTick)
      throw new Error(`a writer did not start: ${failures[0] ?? 'no commit'}`);
    await delay(pollMs);
  }
}

/** How many commits a writer has noted: it counts from 0, and the last line may be half of one. */
function notedIn(path: string): number {
  return existsSync(path) ? readFileSync(path, 'utf8').split('\n').length - 1 : 0;
}

function check(
  path: string,
  notes: ReadonlyMap<string, string>,
): Pick<Outcome, 'commits' | 'lost' | 'integrity'> {
  let commits = 0;
  let lost = 0;
  let integrity = '';
  const database = new Database(path);
  try {
    // Of a malformed file the first complaint is enough.
    integrity = String(database.pragma('integrity_check(1)', { simple: true }));
    const found = database.prepare('select count(*) from commits where writer = ? and number < ?').pluck();
    for (const [writer, file] of notes) {
      const noted = notedIn(file);
      commits += noted;
      lost += Math.max(0, noted - Number(found.get(writer, noted)));
    }
  } catch (error) {
    integrity = error instanceof Error ? error.message : String(error);
  } finally {
    database.close();
  }
  return { commits, lost, integrity };
}
