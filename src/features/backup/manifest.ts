/**
 * What a backup says of itself, and the manifest's own checksum: the last two entries of its file, so that a file without them is
 * one that was cut short.
 * Source: docs/reference/backups.md ("The file").
 */
import { createHash } from 'node:crypto';
import { quoteValue } from '../../core/errors.ts';
import { BackupError } from './backup-error.ts';

export const manifestName = 'manifest.json';
export const manifestSumName = 'manifest.json.sha256';
export const sealedName = 'sealed.json';
/** Of the file's own form. 1 had no checksum of the manifest. */
export const backupFormat = 2;

export type AnalyticsPart = {
  readonly entry: string;
  readonly table: string;
  readonly month: number;
  readonly columns: readonly string[];
  readonly rows: number;
};

export type BackupManifest = {
  readonly nameplate_backup: number;
  /** Of the program that made it. */
  readonly version: string;
  readonly created_at: string;
  readonly control: {
    readonly engine: 'sqlite' | 'postgres';
    readonly schema_version: number;
    /** The newest change that is in it. */
    readonly revision: number;
    readonly tables: readonly { readonly entry: string; readonly table: string; readonly rows: number }[];
  };
  readonly analytics: {
    readonly engine: 'chdb' | 'clickhouse';
    readonly schema_version: number;
    readonly parts: readonly AnalyticsPart[];
  };
  readonly spool: { readonly segments: readonly { readonly entry: string; readonly file: string }[] };
  /** Whether the secret key and the visitor salts are in it, encrypted with a passphrase. */
  readonly sealed: boolean;
  /** Every entry before the manifest. */
  readonly entries: Readonly<Record<string, { readonly bytes: number; readonly sha256: string }>>;
};

/** The manifest's checksum as `sha256sum --check` reads it. */
export function manifestSum(text: string): string {
  return `${createHash('sha256').update(text).digest('hex')}  ${manifestName}\n`;
}

/** Reads a manifest. Throws {@link BackupError}. */
export function parseManifest(text: string): BackupManifest {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw damaged();
  }
  const format = field(value, 'nameplate_backup');
  if (typeof format !== 'number') throw damaged();
  if (format > backupFormat) {
    throw new BackupError(
      `it was made by Nameplate ${quoteValue(field(value, 'version'))}, whose backups this version cannot read: restore it with that version or a newer one`,
    );
  }
  if (!isManifest(value)) throw damaged();
  return value;
}

function isManifest(value: unknown): value is BackupManifest {
  const [control, analytics, spool] = ['control', 'analytics', 'spool'].map((name) => field(value, name));
  const entries = field(value, 'entries');
  return (
    // Both are printed.
    isPlain(field(value, 'version')) &&
    isPlain(field(value, 'created_at')) &&
    isNumber(field(control, 'schema_version')) &&
    isNumber(field(analytics, 'schema_version')) &&
    isList(field(control, 'tables'), (one) => {
      const table = field(one, 'table');
      return isText(field(one, 'entry')) && typeof table === 'string' && /^[a-z_]+$/.test(table);
    }) &&
    isList(
      field(analytics, 'parts'),
      (one) =>
        isText(field(one, 'entry')) &&
        /^(?:requests|events)$/.test(String(field(one, 'table'))) &&
        isList(field(one, 'columns'), isPlain),
    ) &&
    isList(
      field(spool, 'segments'),
      (one) =>
        isText(field(one, 'entry')) && /^(?:refused\/)?[0-9a-z.-]+\.ndjson$/.test(String(field(one, 'file'))),
    ) &&
    typeof entries === 'object' &&
    entries !== null &&
    isList(Object.values(entries), (one) => isSize(field(one, 'bytes')) && isText(field(one, 'sha256')))
  );
}

function field(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}

function isList(value: unknown, isItem: (item: unknown) => boolean): boolean {
  return Array.isArray(value) && value.every((item) => isItem(item));
}

function isPlain(value: unknown): boolean {
  return typeof value === 'string' && /^[\w.:+-]{1,100}$/.test(value);
}

function isText(value: unknown): boolean {
  return typeof value === 'string';
}

function isSize(value: unknown): boolean {
  return Number.isSafeInteger(value) && Number(value) >= 0;
}

function isNumber(value: unknown): boolean {
  return typeof value === 'number';
}

function damaged(): BackupError {
  return new BackupError(`its ${manifestName} cannot be read: the file was altered`);
}
