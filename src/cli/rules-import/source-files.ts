/** The files of an import, read whole, and their rules by host. Source: docs/reference/rule-formats.md. */
import { basename } from 'node:path';
import { quoteValue } from '../../core/errors.ts';
import { guessFormat, type RuleFormat, readRuleFile, ruleFormats } from '../../rules/formats/formats.ts';
import { type FileContext, maxListedProblems } from '../../rules/formats/rule-file.ts';
import { normalRulePath } from '../../rules/normal-path.ts';
import { CliError } from '../failures.ts';
import { openNamedFile } from '../named-file.ts';
import { textLines } from '../redirect-import/text-lines.ts';

/** Twice what a list of rules may have as JSON. */
const maxFileLength = 64 * 1024 * 1024;

export type SourceFile = {
  readonly name: string;
  readonly format: RuleFormat;
  readonly lines: readonly string[];
};

/** `line` is the rule's place in a JSON file. */
export type SourceRule = { readonly file: SourceFile; readonly line: number; readonly rule: object };
export type SourceProblem = { readonly file: SourceFile; readonly line: number; readonly reason: string };

export type NormalisedPath = {
  readonly file: SourceFile;
  readonly line: number;
  readonly path: string;
  readonly normalForm: string;
};

/** Problems of all files, the first of them listed. */
export class Problems {
  readonly listed: SourceProblem[] = [];
  count = 0;
  /** Paths that aren't compared as they stand there. */
  readonly normalised: NormalisedPath[] = [];
  /** Whether there is a file of which nothing could be carried over. */
  hasLostFile = false;

  add(problem: SourceProblem): void {
    this.count += 1;
    if (this.listed.length < maxListedProblems) this.listed.push(problem);
  }
}

/** Reads a file and finds out its format, by option, name or content. */
export async function readSourceFile(path: string, given: RuleFormat | undefined): Promise<SourceFile> {
  const name = path === '-' ? 'standard input' : basename(path);
  await using file = await openNamedFile('FILE', path);
  const lines: string[] = [];
  let length = 0;
  for await (const part of textLines(file.chunks)) {
    for (const line of part) {
      length += line.length + 1;
      lines.push(line);
    }
    if (length > maxFileLength)
      throw new CliError(`${quoteValue(path)} is larger than ${maxFileLength} characters`);
  }
  const format = given ?? guessFormat(path === '-' ? '' : name, lines);
  if (format === undefined)
    throw new CliError(
      `the format of ${quoteValue(path)} is not known; --format takes ${ruleFormats.join(', ')}`,
    );
  return { name, format, lines };
}

function pathOf(rule: object): string | undefined {
  const conditions = 'if' in rule ? rule.if : undefined;
  if (typeof conditions !== 'object' || conditions === null || !('path' in conditions)) return undefined;
  return typeof conditions.path === 'string' && conditions.path.isWellFormed() ? conditions.path : undefined;
}

/** The rules of all files by host. Those of `_headers` files come first, as a rule that answers ends the list. */
export function rulesByHost(
  files: readonly SourceFile[],
  context: FileContext,
  problems: Problems,
): Map<string, SourceRule[]> {
  const byHost = new Map<string, SourceRule[]>();
  const isHeaders = ({ format }: SourceFile) => format === 'netlify-headers';
  for (const file of [...files.filter(isHeaders), ...files.filter((one) => !isHeaders(one))]) {
    const read = readRuleFile(file.format, file.lines, context);
    for (const { line, reason } of read.problems) problems.add({ file, line, reason });
    problems.count += read.problemCount - read.problems.length;
    if (read.problemCount > 0 && read.rules.length === 0) problems.hasLostFile = true;
    for (const { line, host, rule } of read.rules) {
      const rules = byHost.get(host) ?? [];
      if (rules.length === 0) byHost.set(host, rules);
      rules.push({ file, line, rule });
      const path = pathOf(rule);
      const normalForm = path === undefined ? undefined : normalRulePath(path);
      if (path !== undefined && normalForm !== undefined && normalForm !== path)
        problems.normalised.push({ file, line, path, normalForm });
    }
  }
  return byHost;
}
