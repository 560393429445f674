/** Ids made from display names, such as `browser_id`. Source: docs/reference/web-analytics.md ("Ranked lists"). */

/**
 * The words of a name in lower case with hyphens between them: `samsung-internet` of Samsung Internet. "OS" at the
 * end of a word counts as a word, except after a single letter: `mac-os` of macOS, `ipad-os`, but `ios`. A name
 * without a letter or digit of ASCII is `unknown`.
 */
export function slugOf(name: string): string {
  const slug = name
    .normalize('NFKD')
    .replaceAll(/\p{Mark}/gu, '')
    .replaceAll(/(?<=[a-z]{2})(?=OS\b)/g, '-')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');
  return slug === '' ? 'unknown' : slug;
}
