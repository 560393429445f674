/** What languages a client takes. Source: RFC 9110 section 12.5.4, RFC 4647 section 3.4 (look-up). */
import { type Language, languages } from './languages.ts';

const quality = /^q=(0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/i;
const languageRange = /^(?:\*|[A-Za-z]{1,8}(?:-[A-Za-z0-9]{1,8})*)$/;
const maxItems = 32;

export type LanguageRange = {
  /** Lower case: `de-at`, or `*`. */
  readonly range: string;
  /** From 0 to 1. */
  readonly weight: number;
};

/** The ranges of an Accept-Language field, in its order. */
export function* languageRanges(acceptLanguage: string): Iterable<LanguageRange> {
  for (const item of acceptLanguage.split(',', maxItems)) {
    const [tag = '', parameter] = item.split(';', 2);
    const range = tag.trim();
    if (!languageRange.test(range)) continue;
    const weight = parameter === undefined ? 1 : Number(quality.exec(parameter.trim())?.[1] ?? 0);
    yield { range: range.toLowerCase(), weight };
  }
}

/** Whom a text is for. */
export type Reader = {
  readonly language: Language;
  /** For dates and numbers: the language, with the region where the client names one. */
  readonly locale: string;
};

/** Of our languages the one with the highest quality, the first of equals; English where none is taken. */
export function readerOf(acceptLanguage: string | undefined): Reader {
  let best: Reader = { language: 'en', locale: 'en' };
  let bestWeight = 0;
  const refused = new Set<string>();
  let rest = 0;
  for (const { range, weight } of languageRanges(acceptLanguage ?? '')) {
    const [primary = '', ...subtags] = range.split('-');
    if (primary === '*') rest = Math.max(rest, weight);
    const language = languages.find((each) => each === primary);
    if (language === undefined) continue;
    if (weight === 0) refused.add(language);
    if (weight <= bestWeight) continue;
    const region = subtags.find((subtag) => /^[a-z]{2}$/.test(subtag));
    best = { language, locale: region === undefined ? language : `${language}-${region.toUpperCase()}` };
    bestWeight = weight;
  }
  if (rest <= bestWeight) return best;
  // `*` is about languages that aren't named.
  const other = languages.find((each) => !refused.has(each)) ?? 'en';
  return { language: other, locale: other };
}
