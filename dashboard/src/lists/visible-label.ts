/**
 * Labels come from anybody: referrers, paths and UTM values are what visitors' browsers sent. What would not be seen, or
 * would turn the text around, is shown by its code point. Source: Unicode TR36, section 2.10 (bidirectional spoofing).
 */

// Controls, direction marks and overrides, line and paragraph separators, zero-width spaces, tags, lone surrogates.
const invisible =
  /[\p{Cc}\u00ad\u061c\u115f\u1160\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\u3164\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}]|\p{Cs}/gu;

/** A label as it is shown: one line, nothing hidden, at most `mostCharacters` of it. */
export function visibleLabel(label: string, mostCharacters = 300): string {
  if (label.trim() === '') return label === '' ? '(empty)' : '(blank)';
  const cut =
    label.length > mostCharacters
      ? // No half of a character at the end.
        `${label.slice(0, mostCharacters).replace(/[\ud800-\udbff]$/, '')}…`
      : label;
  return cut.replace(invisible, (character) => `[U+${codeOf(character)}]`);
}

function codeOf(character: string): string {
  return (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
}
