/**
 * The CPU time that this process has used, in seconds of user and system time, with its descendants: those that have ended, as
 * far as a parent waited for them, and those that run.
 * Source: proc(5), /proc/pid/stat; the kernel's clock ticks are 10 ms for programs on every Linux platform.
 */
import { readdirSync, readFileSync } from 'node:fs';

const ticksPerSecond = 100;
/** In the fields behind the program's name, which may itself have spaces. */
const parentField = 1;
const usedFields = [11, 12, 13, 14] as const;

/** Answers `undefined` where the system has no /proc. */
export function cpuSecondsWithChildren(): number | undefined {
  const processes = readProcesses();
  const own = processes.get(process.pid);
  if (!own) return undefined;
  const childrenOf = groupByParent(processes.values());
  const totalOf = (each: ProcessTimes): number =>
    (childrenOf.get(each.pid) ?? []).reduce((sum, child) => sum + totalOf(child), each.ticks);
  return totalOf(own) / ticksPerSecond;
}

type ProcessTimes = { readonly pid: number; readonly parent: number; readonly ticks: number };

function readProcesses(): Map<number, ProcessTimes> {
  const found = new Map<number, ProcessTimes>();
  for (const name of listProcesses()) {
    const pid = Number(name);
    if (!Number.isInteger(pid)) continue;
    try {
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      const ticks = usedFields.reduce((sum, field) => sum + Number(fields[field]), 0);
      found.set(pid, { pid, parent: Number(fields[parentField]), ticks });
    } catch {
      // It has ended since it was listed.
    }
  }
  return found;
}

function listProcesses(): string[] {
  try {
    return readdirSync('/proc');
  } catch {
    return [];
  }
}

function groupByParent(processes: Iterable<ProcessTimes>): Map<number, ProcessTimes[]> {
  const groups = new Map<number, ProcessTimes[]>();
  for (const each of processes) {
    const group = groups.get(each.parent);
    if (group) group.push(each);
    else groups.set(each.parent, [each]);
  }
  return groups;
}
