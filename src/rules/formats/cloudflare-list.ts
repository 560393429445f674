/**
 * Cloudflare's bulk redirect lists as CSV without a header: `source,target[,status,preserve query,include subdomains,
 * subpath matching,preserve path suffix]`.
 * Source: docs/reference/rule-formats.md ("Cloudflare bulk redirects"); Cloudflare documentation, "Bulk Redirects".
 */
import { parseCsvLine } from '../../core/csv.ts';
import { quoteValue } from '../../core/errors.ts';
import type { RedirectAction } from '../rule.ts';
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
    const { host, rule, depth } = readRow(text, hosts);
    depths.set(rule, depth);
    file.add(line, host, rule);
  });
  const depthOf = ({ rule }: FileRule) => depths.get(rule) ?? 0;
  return file.finish((one, other) => depthOf(other) - depthOf(one));
}

type Row = {
  readonly host: string;
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
  const path = below ? `${literal.replace(/\/+$/, '')}/*` : literal;
  const to = keepsSuffix ? withSplat(target) : target;
  refuseLeadingToItself({ ...source, path }, to);
  const redirect: RedirectAction = {
    to,
    status: readStatus(status),
    query: readFlag('preserve_query_string', query),
  };
  return {
    host: source.host,
    rule: { active: true, if: { path }, then: { redirect } },
    depth: below ? path.split('/').length : exactPath,
  };
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
