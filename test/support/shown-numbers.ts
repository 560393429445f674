/** Numbers as a browser in British English shows them, rounded as docs/guides/dashboard.md says. */
import { percentageOf } from '../../src/core/percentage.ts';

const percentUnit = { style: 'unit', unit: 'percent', maximumFractionDigits: 1 } as const;
const share = new Intl.NumberFormat('en-GB', { ...percentUnit, minimumFractionDigits: 1 });
const signed = new Intl.NumberFormat('en-GB', { ...percentUnit, signDisplay: 'exceptZero' });

export const integer = new Intl.NumberFormat('en-GB');
export const compact = new Intl.NumberFormat('en-GB', { notation: 'compact', maximumFractionDigits: 1 });
export const decimal = new Intl.NumberFormat('en-GB', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
export const percent = new Intl.NumberFormat('en-GB', percentUnit);

/** A percentage of the API in a list. */
export function shownShare(percentage: number): string {
  return percentage < 0.05 ? `<${share.format(0.1)}` : share.format(percentage);
}

/** A share that the dashboard computes, in a list. */
export function shownShareOf(part: number, whole: number): string {
  return shownShare(percentageOf(part, whole));
}

export function shownChange(value: number, previous: number): string {
  const percentage = percentageOf(Math.abs(value - previous), previous);
  return signed.format(value < previous ? -percentage : percentage);
}

/** Visitors, events, conversion rate and, with a currency, revenue, as the tables of goals and properties show them. */
export function conversionRow(
  row: { readonly metrics: readonly (number | string | null)[] } | undefined,
  currency?: string,
): string[] {
  const [visitors, events, rate, revenue] = (row?.metrics ?? []).map(Number);
  return [
    integer.format(visitors ?? -1),
    integer.format(events ?? -1),
    share.format(rate ?? -1),
    ...(currency === undefined ? [] : [revenue === 0 ? '–' : money(revenue ?? -1, currency)]),
  ];
}

export function money(amount: number, currency: string): string {
  return new Intl.NumberFormat('en-GB', { style: 'currency', currency }).format(amount);
}
