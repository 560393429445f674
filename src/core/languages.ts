/** The languages of what customers and subscribers read. */

export const languages = ['en', 'de', 'fr', 'es', 'pt', 'it', 'nl', 'ja'] as const;
export type Language = (typeof languages)[number];
