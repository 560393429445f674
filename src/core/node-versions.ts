/** Which versions of Node the program runs on: node-versions.txt, which its launcher reads as well. */
import { readFileSync } from 'node:fs';
import { nodeVersionsPath } from './program-files.ts';

/** Says that a version of Node, by default this process's, is not supported; undefined when it is. */
export function findUnsupportedNode(version: string = process.versions.node): string | undefined {
  const oldest = oldestNodeVersions();
  const isSupported = oldest.some((release) => isSameLineAndNotOlder(version, release));
  if (isSupported) return undefined;
  return `Node ${version} is not supported (${oldest.join(', ')}, or later of the same line)`;
}

/** The oldest supported release of each line. */
export function oldestNodeVersions(): string[] {
  const table = readFileSync(nodeVersionsPath, 'utf8');
  return [...table.matchAll(/^\d+\.\d+\.\d+/gm)].map(([release]) => release);
}

function isSameLineAndNotOlder(version: string, oldest: string): boolean {
  const [major, minor = 0, patch = 0] = numbersOf(version);
  const [oldestMajor, oldestMinor = 0, oldestPatch = 0] = numbersOf(oldest);
  if (major !== oldestMajor) return false;
  return minor > oldestMinor || (minor === oldestMinor && patch >= oldestPatch);
}

/** `24.0.0-nightly` is read as 24.0.0, as the launcher does. */
function numbersOf(version: string): number[] {
  return version.split('.').map((part) => Number.parseInt(part, 10));
}
