/** What Linux knows of processes: CPU time, memory. Source: proc(5). */
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

export type Memory = {
  /** Resident, pages shared with other processes counted in full. */
  readonly rssBytes: number;
  /** Resident, a page shared by n processes counted as 1/n. */
  readonly pssBytes: number;
  /** Resident, without pages of files. */
  readonly anonymousBytes: number;
  /** The most that was ever resident. */
  readonly peakRssBytes: number;
};

type Stat = {
  readonly pid: number;
  readonly parentPid: number;
  readonly ticks: number;
  readonly state: string;
  readonly hasEnded: boolean;
};

type ListedProcess = Omit<Stat, 'ticks' | 'state'> & { readonly commandLine: string };

/** All processes; one that has ended is there until its parent has waited for it. Containers often lack ps, and others /proc. */
export function listProcesses(): ListedProcess[] {
  if (process.platform === 'linux')
    return allStats().map((stat) => Object.assign(stat, { commandLine: commandLineOf(stat.pid) }));
  return execFileSync('ps', ['-A', '-o', 'pid=,ppid=,stat=,args='], { encoding: 'utf8' })
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .map(([pid, parentPid, state = '', ...args]) => ({
      pid: Number(pid),
      parentPid: Number(parentPid),
      hasEnded: state.startsWith('Z'),
      commandLine: args.join(' '),
    }));
}

/**
 * The CPU time that a process and all its descendants have used, user and system, in microseconds. Time of descendants
 * that have ended is in it once their parent has waited for them.
 */
export function treeCpuMicros(rootPid: number): number {
  const stats = allStats();
  const ticksByPid = new Map(stats.map((stat) => [stat.pid, stat.ticks]));
  const ticks = treeOf(rootPid, stats).reduce((sum, pid) => sum + (ticksByPid.get(pid) ?? 0), 0);
  return (ticks / ticksPerSecond()) * 1e6;
}

/** The children of a process, oldest first. */
export function childrenOf(pid: number): number[] {
  return allStats()
    .filter((stat) => stat.parentPid === pid)
    .map((stat) => stat.pid)
    .toSorted((a, b) => a - b);
}

/** The edge workers of a running Nameplate, oldest first. */
export function workersOf(pid: number): number[] {
  return descendantsOf(pid).filter((each) => commandLineOf(each).includes('edge/worker.js'));
}

/** Its process with the API and the stores. */
export function applicationOf(pid: number): number {
  const found = descendantsOf(pid).find((each) => commandLineOf(each).includes('service/application.js'));
  if (found === undefined) throw new Error(`process ${pid} has no application process`);
  return found;
}

function descendantsOf(pid: number): number[] {
  return treeOf(pid, allStats())
    .slice(1)
    .toSorted((a, b) => a - b);
}

/** Empty for a process that has ended. */
function commandLineOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    return '';
  }
}

/** Whether a process is stopped by a signal, and goes on with SIGCONT. */
export function isStopped(pid: number): boolean {
  if (process.platform === 'linux') return readStat(pid)?.state === 'T';
  return execFileSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' }).startsWith('T');
}

export function parentOf(pid: number): number | undefined {
  return readStat(pid)?.parentPid;
}

/** Reads the memory of a process of this user. */
export function memoryOf(pid: number): Memory {
  const rollup = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8');
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return {
    rssBytes: kibField(rollup, 'Rss'),
    pssBytes: kibField(rollup, 'Pss'),
    anonymousBytes: kibField(rollup, 'Anonymous'),
    peakRssBytes: kibField(status, 'VmHWM'),
  };
}

/**
 * What a process of this user has of its own, in bytes. Cheap enough to be asked often: the kernel keeps this number,
 * while {@link memoryOf} makes it walk all pages and hold the process for as long.
 */
export function anonymousBytesOf(pid: number): number {
  return kibField(readFileSync(`/proc/${pid}/status`, 'utf8'), 'RssAnon');
}

function allStats(): Stat[] {
  return readdirSync('/proc')
    .filter((name) => /^[0-9]+$/.test(name))
    .map((name) => readStat(Number(name)))
    .filter((stat) => stat !== undefined);
}

function readStat(pid: number): Stat | undefined {
  let text: string;
  try {
    text = readFileSync(`/proc/${pid}/stat`, 'utf8');
  } catch {
    return undefined;
  }
  // The second field is the name in parentheses, which may hold spaces and parentheses; what follows starts at field 3.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  // utime, stime, cutime and cstime are fields 14 to 17.
  const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
  const [state = ''] = fields;
  return { pid, parentPid: Number(fields[1]), ticks, state, hasEnded: state === 'Z' };
}

function treeOf(rootPid: number, stats: readonly Stat[]): number[] {
  const tree = [rootPid];
  for (const parentPid of tree) {
    for (const stat of stats) if (stat.parentPid === parentPid) tree.push(stat.pid);
  }
  return tree;
}

let cachedTicksPerSecond: number | undefined;

function ticksPerSecond(): number {
  return (cachedTicksPerSecond ??= Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' })));
}

function kibField(text: string, name: string): number {
  return Number(new RegExp(`^${name}:\\s+([0-9]+) kB$`, 'm').exec(text)?.[1] ?? Number.NaN) * 1024;
}
