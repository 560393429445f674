/** Rules as the API shows them, of one host. Source: docs/reference/rule-formats.md ("JSON"). */
import type { Rule } from '../rule.ts';
import { type FileContext, type RuleFile, RuleFileBuilder, refuse } from './rule-file.ts';

/** Reads `{"rules": […]}`, or the list alone. Lines are the rules' places, from 1. */
export function readJsonRules(lines: readonly string[], { defaultHost }: FileContext): RuleFile {
  const file = new RuleFileBuilder();
  file.read(1, () => {
    if (defaultHost === undefined) refuse('it is for one host, and none was given');
    for (const [index, rule] of readList(lines.join('\n')).entries()) {
      file.read(index + 1, () => {
        if (!isObject(rule)) refuse('it is not an object');
        file.add(index + 1, defaultHost, rule);
      });
    }
  });
  return file.finish();
}

function readList(text: string): readonly unknown[] {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return refuse('the file is not JSON');
  }
  const list: unknown = isObject(value) && 'rules' in value ? value.rules : value;
  return Array.isArray(list)
    ? list
    : refuse('the file is neither a list of rules nor an object with "rules"');
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Writes what the API answers, a rule a line. */
export function* writeJsonRules(rules: readonly Rule[]): Generator<string> {
  let before = '{ "rules": [\n';
  for (const rule of rules) {
    yield `${before}${JSON.stringify(rule)}`;
    before = ',\n';
  }
  yield rules.length === 0 ? '{ "rules": [] }\n' : '\n] }\n';
}
