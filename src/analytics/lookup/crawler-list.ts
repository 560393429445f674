/** Reads a list of crawlers from a file, in the format of crawler-user-agents. Source: docs/reference/enrichment.md ("Crawlers"). */
import type { CrawlerEntry } from './crawler-catalogue.ts';
import { readJsonFile } from './json-file.ts';

/** The list of crawler-user-agents has half a megabyte and 1,500 entries. */
export const maxListBytes: number = 16 * 1024 * 1024;
const maxEntries = 20_000;
const maxPatternLength = 512;
/** Patterns that are more than text: each is tried with every user agent. */
const maxExpressions = 200;
/** Of a pattern: each doubles the ways in which it may match. */
const maxChoices = 8;

/** Throws the system's error, or one that says what is wrong with the list. */
export function readCrawlerList(path: string): readonly CrawlerEntry[] {
  const list = readJsonFile(path, maxListBytes);
  if (!Array.isArray(list) || list.length === 0) throw new Error('it is not a JSON array of crawlers');
  if (list.length > maxEntries) throw new Error(`it has more than ${maxEntries} crawlers`);
  const entries = list.map(readEntry);
  if (entries.filter(({ pattern }) => /[*+?|{]/.test(withoutEscapes(pattern))).length > maxExpressions)
    throw new Error(`it has more than ${maxExpressions} patterns with repetitions or choices`);
  return entries;
}

/** Milliseconds since the Unix epoch of the newest entry with a date, such as `2026/08/06`; undefined when there is none. */
export function newestEntryMs(entries: readonly CrawlerEntry[]): number | undefined {
  const days = entries.flatMap(({ addition_date: date }) => {
    const [, year, month, day] = /^(\d{4})\/(\d{2})\/(\d{2})$/.exec(date ?? '') ?? [];
    return year === undefined ? [] : [Date.UTC(Number(year), Number(month) - 1, Number(day))];
  });
  return days.length === 0 ? undefined : Math.max(...days);
}

function readEntry(value: unknown, index: number): CrawlerEntry {
  const { pattern, tags, addition_date }: Record<string, unknown> =
    typeof value === 'object' && value !== null ? { ...value } : {};
  if (
    typeof pattern !== 'string' ||
    pattern === '' ||
    pattern.length > maxPatternLength ||
    !compiles(pattern)
  )
    throw new Error(`entry ${index} has no "pattern" that is a regular expression`);
  if (!isQuick(pattern))
    throw new Error(
      `entry ${index} has a "pattern" that may take for ever; allowed: one repetition, of no group, ${maxChoices} choices, and neither references nor assertions`,
    );
  return {
    pattern,
    tags: Array.isArray(tags) ? tags.filter((tag) => typeof tag === 'string') : [],
    ...(typeof addition_date === 'string' ? { addition_date } : {}),
  };
}

/**
 * Whether the work of a pattern is bounded whatever a user agent holds: engines that backtrack try repetitions within each other,
 * and choices one after the other, in all combinations (OWASP, "Regular expression Denial of Service").
 */
function isQuick(pattern: string): boolean {
  const plain = withoutEscapes(pattern);
  const count = (what: RegExp) => plain.match(what)?.length ?? 0;
  return (
    !/\\[1-9k]/.test(pattern.replaceAll('\\\\', '')) &&
    !/\(\?[^:]/.test(plain) &&
    !/\)[*+{]/.test(plain) &&
    count(/[*+]|\{\d*,/g) <= 1 &&
    count(/(?<!\()\?|\|/g) <= maxChoices
  );
}

/** With a letter in place of everything escaped, and of each class. */
function withoutEscapes(pattern: string): string {
  return pattern.replaceAll(/\\./g, 'x').replaceAll(/\[[^\]]*\]/g, 'c');
}

function compiles(pattern: string): boolean {
  try {
    return new RegExp(pattern).source !== '';
  } catch {
    return false;
  }
}
