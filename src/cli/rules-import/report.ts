/** What an import says in the end: every problem, then what each host has. */

import { counted } from '../counted.ts';
import { note, printJson, printLine } from '../output.ts';
import type { CheckedHost } from './check-hosts.ts';
import { normalisedLines, problemLines } from './problem-lines.ts';
import type { Problems } from './source-files.ts';

export type RulesReport = {
  readonly hosts: readonly CheckedHost[];
  readonly problems: Problems;
  readonly dryRun: boolean;
  /** False in a dry run, and when problems kept everything from being written. */
  readonly written: boolean;
  /** Whether problems are told with the name of their file. */
  readonly severalFiles: boolean;
};

export function printRulesReport(report: RulesReport, options: { readonly json?: true }): Promise<void> {
  return options.json ? printJson(toWire(report)) : printText(report);
}

function toWire({ hosts, problems, dryRun, written }: RulesReport): object {
  return {
    dry_run: dryRun,
    written,
    hosts: hosts.map(({ host, rules, before, warnings }) => ({
      host,
      rules: rules.length,
      rules_before: before.length,
      warnings,
    })),
    normalised: problems.normalised.map(({ file, line, path, normalForm }) => ({
      file: file.name,
      line,
      path,
      normal_form: normalForm,
    })),
    problem_count: problems.count,
    problems: problems.listed.map(({ file, line, reason }) => ({ file: file.name, line, reason })),
  };
}

async function printText({ hosts, problems, dryRun, written, severalFiles }: RulesReport): Promise<void> {
  for (const line of problemLines(problems, severalFiles)) await printLine(line);
  for (const line of normalisedLines(problems, severalFiles)) note(line);
  for (const { host, rules, before, warnings } of hosts) {
    const replaced = before.length > 0 ? ` instead of ${before.length}` : '';
    const verb = written ? 'has' : dryRun ? 'would have' : 'was to have';
    await printLine(`${host} ${verb} ${counted(rules.length, 'rule')}${replaced}`);
    for (const { rule, warning } of warnings) note(`${host}, rule ${rule + 1}: ${warning}`);
  }
  if (!written && !dryRun) note('Nothing was written. --skip-invalid leaves such lines out.');
}
