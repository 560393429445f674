/**
 * Cloudflare's bulk redirect lists as CSV without a header: `source,target[,status,preserve query,include subdomains,
 * subpath matching,preserve path suffix]`.
 * Source: docs/reference/rule-formats.md ("Cloudflare bulk redirects"); Cloudflare documentation, "Bulk Redirects".
 */
import { parseCsvLine } from '../../core/csv.ts';
import { quoteValue } from '../../core/errors.ts';
import { parseUrl } from '../../core/url.ts';
import type { RedirectAction } from '../actions/redirect.ts';
import { type FileRule, type RuleFile, RuleFileBuilder, refuse } from './rule-file.ts';
import {
  checkLiteralDestination,
  HostReader,
  readLiteralPath,
  readSourceUrl,
  refuseLeadingToItself,
} from './source-url.ts';

const maxCells = 7;
const statuses: readonly RedirectAction['status'][] = [301, 302, 307, 308];
/** Deeper than any path. */
const exactPath = Number.MAX_SAFE_INTEGER;
/** Of the path itself, beside all paths below it: a row for that path alone comes first. */
const ownPathOf = exactPath - 1;

/**
 * Reads the lines of a file. There, the most specific redirect wins, wherever it stands: so rules for one path come
 * first, then those for all paths below one, the deepest first.
 */
export function readCloudflareList(lines: readonly string[]): RuleFile {
  const file = new RuleFileBuilder();
  const hosts = new HostReader();
  const depths = new Map<FileRule['rule'], number>();
  file.readAll(lines, (text, line) => {
    if (text.trim() === '') return;
    const { host, rules } = readRow(text, hosts);
    for (const { rule, depth } of rules) {
      depths.set(rule, depth);
      file.add(line, host, rule);
    }
  });
  const depthOf = ({ rule }: FileRule) => depths.get(rule) ?? 0;
  return file.finish((one, other) => depthOf(other) - depthOf(one));
}

type Row = { readonly host: string; readonly rules: readonly RowRule[] };
type RowRule = {
  readonly rule: object;
  /** `exactPath` for a rule for one path; otherwise the number of segments before its `*`. */
  readonly depth: number;
};

function readRow(text: string, hosts: HostReader): Row {
  const record = parseCsvLine(text);
  if (!record.ok) refuse(record.reason);
  const { cells } = record;
  if (cells.length > maxCells) refuse(`it has ${cells.length} cells, and a list has at most ${maxCells}`);
  const [from = '', target = '', status = '', query, subdomains, subpaths, suffix] = cells.map((cell) =>
    cell.trim(),
  );
  if (from === '' || target === '') refuse('it has no source or no target');
  if (readFlag('include_subdomains', subdomains))
    refuse('it includes subdomains (include_subdomains), and a rule is for one host; add a line for each');
  checkLiteralDestination(target);
  const source = readSourceUrl(from, hosts);
  const literal = readLiteralPath(source.path);
  const below = readFlag('subpath_matching', subpaths);
  const keepsSuffix = readFlag('preserve_path_suffix', suffix) && below;
  const base = below ? literal.replace(/\/+$/, '') : literal;
  const shared = { status: readStatus(status), query: readFlag('preserve_query_string', query) };
  const ruleFor = (path: string, to: string, depth: number): RowRule => {
    refuseLeadingToItself({ ...source, path }, to);
    return { rule: { active: true, if: { path }, then: { redirect: { to, ...shared } } }, depth };
  };
  if (!below) return { host: source.host, rules: [ruleFor(base, target, exactPath)] };
  const to = keepsSuffix ? withSplat(target) : target;
  const rules = [ruleFor(`${base}/*`, to, base.split('/').length + 1)];
  // For the path itself nothing is put after the target, not even a slash.
  if (keepsSuffix && parseUrl(to.replace(':splat', ''))?.href !== parseUrl(target)?.href)
    rules.unshift(ruleFor(base || '/', target, ownPathOf));
  return { host: source.host, rules };
}

/** Puts the rest of the path after the target's own, before its query and fragment. */
function withSplat(target: string): string {
  const end = target.search(/[?#]/);
  const at = end < 0 ? target.length : end;
  return `${target.slice(0, at).replace(/\/+$/, '')}/:splat${target.slice(at)}`;
}

function readFlag(name: string, cell = ''): boolean {
  if (/^true$/i.test(cell)) return true;
  if (cell !== '' && !/^false$/i.test(cell))
    refuse(`its ${name} is ${quoteValue(cell)}; allowed: TRUE, FALSE or empty`);
  return false;
}

function readStatus(cell: string): RedirectAction['status'] {
  if (cell === '') return 301;
  return (
    statuses.find((status) => String(status) === cell) ??
    refuse(`its status is ${quoteValue(cell)}; allowed: ${statuses.join(', ')} or empty`)
  );
}
