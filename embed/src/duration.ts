/** Writes how long visits take: `1m 35s`. */
export function writtenDuration(seconds: number, locale: string): string {
  const part = (count: number, unit: 'minute' | 'second') =>
    new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'narrow' }).format(count);
  const all = Math.round(seconds);
  const minutes = Math.floor(all / 60);
  return minutes === 0 ? part(all, 'second') : `${part(minutes, 'minute')} ${part(all % 60, 'second')}`;
}
