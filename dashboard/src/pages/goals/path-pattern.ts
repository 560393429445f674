/** Paths of goals as the query API finds them. Source: docs/reference/goals.md (`page_path`). */

/** A path in which `*` stands for any characters, as a regular expression of RE2. */
export function patternOf(path: string): string {
  const parts = path.split('*').map((part) => part.replaceAll(/[\\^$.|?+()[\]{}]/g, String.raw`\$&`));
  return `(?s)^${parts.join('.*')}$`;
}
