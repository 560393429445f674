/** The kinds of findings: one file each. How one is added: docs/guides/findings.md. */
import type { FindingKindName } from '../../core/finding.ts';
import type { Cause, FindingKind } from './kind.ts';
import { dnsLost } from './kinds/dns-lost.ts';
import { dnsWrong } from './kinds/dns-wrong.ts';
import { renewalWillFail } from './kinds/renewal-will-fail.ts';

export const kinds: readonly FindingKind[] = [dnsLost, dnsWrong, renewalWillFail];

const byName = new Map(kinds.map((kind) => [kind.kind, kind]));

/** Undefined of one that only a program of another version knows. */
export function findKind(name: FindingKindName): FindingKind | undefined {
  return byName.get(name);
}

export function kindOf(name: FindingKindName): FindingKind {
  const kind = byName.get(name);
  if (!kind) throw new Error(`${name} is not in the list of kinds`);
  return kind;
}

/** Undefined of one that a program of another version stored. */
export function causeOf(name: FindingKindName, code: string): Cause | undefined {
  const causes = byName.get(name)?.causes ?? {};
  return Object.hasOwn(causes, code) ? causes[code] : undefined;
}
