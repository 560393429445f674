/** Which statistics customers see, and how they are written for a reader. Source: docs/reference/connect-page.md ("Shared statistics"). */
import type { Reader } from './accept-language.ts';
import { statisticsTexts } from './statistics-texts.ts';

/** The lists, with their dimensions in queries. */
export const statisticsLists = [
  ['byPage', 'event:page'],
  ['bySource', 'visit:source'],
  ['byCountry', 'visit:country'],
  ['byDevice', 'visit:device'],
] as const;
export type ListTitle = (typeof statisticsLists)[number][0];

/** Rows of each list. */
export const statisticsListLength = 10;

/** What the reader's language and region make of words and numbers. */
export type StatisticsWriting = {
  readonly number: (count: number) => string;
  /** Of a rate from 0 to 100. */
  readonly percent: (rate: number) => string;
  /** Of what a query calls a row. */
  readonly label: (list: ListTitle, label: string) => string;
};

export function statisticsWriting({ language, locale }: Reader): StatisticsWriting {
  const own = statisticsTexts[language];
  const numbers = new Intl.NumberFormat(locale);
  const percents = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 0 });
  const regions = new Intl.DisplayNames(locale, { type: 'region' });
  const devices: Readonly<Record<string, string>> = own.devices;
  return {
    number: (count) => numbers.format(count),
    percent: (rate) => percents.format(rate / 100),
    label(list, label) {
      if (label === 'Unknown' || label === '') return own.unknown;
      if (list === 'byCountry') return /^[A-Z]{2}$/.test(label) ? (regions.of(label) ?? label) : label;
      if (list === 'bySource' && label === 'Direct') return own.direct;
      return list === 'byDevice' && Object.hasOwn(devices, label) ? (devices[label] ?? label) : label;
    },
  };
}
