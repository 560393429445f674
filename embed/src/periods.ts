/** The times that can be chosen, and what their parts are called. Source: docs/guides/embedding.md ("Statistics"). */
import type { Reader } from '../../src/core/accept-language.ts';
import { statisticsTexts } from '../../src/core/statistics-texts.ts';

/** As queries call them. */
export const periodIds = ['day', '7d', '30d', '90d', '12mo'] as const;
export type Period = (typeof periodIds)[number];

/** Their parts, as dimensions of queries. */
export const bucketsOf: Readonly<Record<Period, 'time:hour' | 'time:day' | 'time:month'>> = {
  day: 'time:hour',
  '7d': 'time:day',
  '30d': 'time:day',
  '90d': 'time:day',
  '12mo': 'time:month',
};

export function periodOf(text: string | null): Period {
  return periodIds.find((id) => id === text) ?? '30d';
}

/** The zone whose days are counted. Browsers that can't tell theirs have a name for it that is none. */
export function zoneOf(named: string | null, ofBrowser: string): string {
  return named || (ofBrowser === 'Etc/Unknown' ? 'UTC' : ofBrowser);
}

export function periodLabel(period: Period, { language }: Reader): string {
  const own = statisticsTexts[language];
  if (period === 'day') return own.today;
  const count = Number.parseInt(period, 10);
  return period === '12mo' ? own.lastMonths(count) : own.lastDays(count);
}

/** Writes the keys of a period's hours, days or months, which are in the zone of the query. */
export function bucketWriter(period: Period, { locale }: Reader): (key: string) => string {
  const dimension = bucketsOf[period];
  const format = new Intl.DateTimeFormat(locale, {
    timeZone: 'UTC',
    ...(dimension === 'time:hour'
      ? { hour: 'numeric', minute: '2-digit' }
      : dimension === 'time:month'
        ? { month: 'long', year: 'numeric' }
        : { dateStyle: 'medium' }),
  });
  // An hour's key ends with its offset: the clock's own time is what stands before.
  return (key) => format.format(Date.parse(key.length > 10 ? `${key.slice(0, 19)}Z` : key));
}
