/** The formats of rule files by name. Source: docs/reference/rule-formats.md. */
import { readCloudflareList } from './cloudflare-list.ts';
import { csvColumns } from './csv-columns.ts';
import { readCsvRules } from './csv-rules.ts';
import { readJsonRules } from './json-rules.ts';
import { readNetlifyHeaders } from './netlify-headers.ts';
import { readNetlifyRedirects } from './netlify-redirects.ts';
import { readNginxRules } from './nginx-rules.ts';
import type { FileContext, RuleFile } from './rule-file.ts';

export const ruleFormats = ['csv', 'netlify', 'netlify-headers', 'cloudflare', 'nginx', 'json'] as const;
export type RuleFormat = (typeof ruleFormats)[number];

const readers: Readonly<Record<RuleFormat, (lines: readonly string[], context: FileContext) => RuleFile>> = {
  csv: readCsvRules,
  netlify: readNetlifyRedirects,
  'netlify-headers': readNetlifyHeaders,
  cloudflare: readCloudflareList,
  nginx: readNginxRules,
  json: readJsonRules,
};

/** Reads a file's lines, without their line breaks. */
export function readRuleFile(format: RuleFormat, lines: readonly string[], context: FileContext): RuleFile {
  return readers[format](lines, context);
}

/** The format that a file's name or its first lines tell; undefined if neither does. `name` has no directory. */
export function guessFormat(name: string, lines: readonly string[]): RuleFormat | undefined {
  const first = lines.find((line) => line.trim() !== '') ?? '';
  if (name.startsWith('_redirects')) return 'netlify';
  if (name.startsWith('_headers')) return 'netlify-headers';
  if (/\.json$/i.test(name) || /^\s*[[{]/.test(first)) return 'json';
  if (/\.(?:conf|map|nginx)$/i.test(name)) return 'nginx';
  const cells = first.split(',').map((cell) => cell.trim());
  if (
    cells.some((cell) => cell === 'to' || cell === 'then') &&
    cells.every((cell) => csvColumns.includes(cell))
  )
    return 'csv';
  return /\.csv$/i.test(name) ? (first.includes('.') ? 'cloudflare' : 'csv') : undefined;
}
