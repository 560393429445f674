/** The locale of dates and numbers: the page is in English, so they are in the English that the reader prefers. */

/** The first English among the reader's languages; without one, British: its dates can't be misread abroad. */
export function englishOf(languages: readonly string[]): string {
  return languages.find((language) => /^en(-|$)/i.test(language)) ?? 'en-GB';
}

export const locale: string = englishOf(typeof navigator === 'undefined' ? ['en-US'] : navigator.languages);
