/** Goal paths as regular expressions. Source: docs/reference/goals.md (`page_path`). */

/** Converts a path in which `*` stands for any characters to an RE2 pattern. */
export function patternOf(path: string): string {
  const parts = path.split('*').map((part) => part.replaceAll(/[\\^$.|?+()[\]{}]/g, String.raw`\$&`));
  return `(?s)^${parts.join('.*')}$`;
}
