/** The languages of what customers and subscribers read. */

export const languages = ['en', 'de', 'fr', 'es', 'pt', 'it', 'nl', 'ja'] as const;
export type Language = (typeof languages)[number];

/** That of a stored text; English for one that we don't have any more. */
export function languageOf(text: string): Language {
  return languages.find((language) => language === text) ?? 'en';
}
