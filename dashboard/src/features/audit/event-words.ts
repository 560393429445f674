/** What an event of the audit trail is called. */
import { type AuditAction, type AuditedKind, hiddenValue } from '../../../../src/core/audit.ts';
import type { AuditEvent } from '../../api/resources.ts';

/** Kinds that pages call otherwise than the API. */
const otherNames: Partial<Readonly<Record<AuditedKind, string>>> = {
  host_rules: 'Rules',
  custom_domain: 'Domain',
  custom_certificate: 'Certificate',
  webhook_endpoint: 'Webhook',
};

export function kindName(kind: AuditedKind): string {
  return otherNames[kind] ?? kind.charAt(0).toUpperCase() + kind.slice(1).replaceAll('_', ' ');
}

export const actionNames: Readonly<Record<AuditAction, string>> = {
  created: 'Created',
  updated: 'Changed',
  deleted: 'Deleted',
};

export function viaOf(kind: AuditEvent['actor']['kind']): string {
  if (kind === 'command_line') return 'command line';
  if (kind === 'service') return 'service';
  return kind === 'session' || kind === 'user' ? 'dashboard' : 'API';
}

export type ValueChange = {
  readonly attribute: string;
  /** Undefined where there was nothing, or is nothing now. */
  readonly before: string | undefined;
  readonly after: string | undefined;
};

/** Attribute by attribute, in the order of the resource. */
export function changesOf({ before, after }: Pick<AuditEvent, 'before' | 'after'>): ValueChange[] {
  return Object.keys(after ?? before ?? {}).map((name) => ({
    attribute: name.replaceAll('_', ' '),
    before: before ? textOf(before[name]) : undefined,
    after: after ? textOf(after[name]) : undefined,
  }));
}

function textOf(value: unknown): string {
  if (value === hiddenValue) return 'hidden';
  if (value === null || value === undefined || value === '') return 'none';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'string' || typeof value === 'number') return String(value);
  return Array.isArray(value) && value.every((each) => typeof each === 'string')
    ? value.join(', ')
    : JSON.stringify(value);
}
