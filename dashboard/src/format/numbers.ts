/**
 * Numbers in the locale of the page, rounded half up (below zero: half down).
 *
 * `Intl.NumberFormat` rounds the decimal digits of a number, so 1.005 becomes 1.01. A quotient or product may have
 * other digits (0.35 / 100 is 0.0034999999999999996), so percentages go through the unit `percent`, which takes them
 * as the API gives them.
 */
import { locale } from './locale.ts';

const integer = new Intl.NumberFormat(locale);
const compact = new Intl.NumberFormat(locale, { notation: 'compact', maximumFractionDigits: 1 });
const decimal = new Intl.NumberFormat(locale, { minimumFractionDigits: 2, maximumFractionDigits: 2 });
const percentUnit = { style: 'unit', unit: 'percent' } as const;
const percent = new Intl.NumberFormat(locale, { ...percentUnit, maximumFractionDigits: 1 });
const signedPercent = new Intl.NumberFormat(locale, {
  ...percentUnit,
  maximumFractionDigits: 1,
  signDisplay: 'exceptZero',
});

export function formatInteger(value: number): string {
  return integer.format(value);
}

/** Short: 12.3K. Below 10,000 in full, as people compare such numbers. */
export function formatCompact(value: number): string {
  return Math.abs(value) < 10_000 ? integer.format(value) : compact.format(value);
}

export function formatDecimal(value: number): string {
  return decimal.format(value);
}

/** `percentage` as the API gives it: 0 to 100. */
export function formatPercentage(percentage: number): string {
  return percent.format(percentage);
}

const share = new Intl.NumberFormat(locale, {
  ...percentUnit,
  minimumFractionDigits: 1,
  maximumFractionDigits: 1,
});

/** The same for columns of numbers, which align; what is little is not nothing. */
export function formatShare(percentage: number): string {
  if (percentage > 0 && percentage < 0.05) return `<${share.format(0.1)}`;
  return share.format(percentage);
}

const fineShare = new Intl.NumberFormat(locale, {
  ...percentUnit,
  minimumFractionDigits: 2,
  maximumFractionDigits: 2,
});

/** The same where little shares are what one looks for. */
export function formatFineShare(percentage: number): string {
  if (percentage >= 1 || percentage === 0) return formatShare(percentage);
  return percentage < 0.005 ? `<${fineShare.format(0.01)}` : fineShare.format(percentage);
}

/** A change in percent, with its sign: 25 is +25%. */
export function formatChange(percentage: number): string {
  return signedPercent.format(percentage);
}

const signedDecimal = new Intl.NumberFormat(locale, {
  maximumFractionDigits: 1,
  signDisplay: 'exceptZero',
});

/** A change of a percentage, in percentage points: from 40% to 42.5% is +2.5 pp. */
export function formatPoints(points: number): string {
  return `${signedDecimal.format(points)} pp`;
}

/** An amount of money, given as decimal text with an ISO 4217 code. */
export function formatMoney(amount: string, currency: string): string {
  return new Intl.NumberFormat(locale, { style: 'currency', currency }).format(Number(amount));
}

const byteUnits = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte', 'petabyte'] as const;
const byteFormats = byteUnits.map(
  (unit, exponent) =>
    new Intl.NumberFormat(locale, {
      style: 'unit',
      unit,
      // Short bytes have no plural: 0 byte.
      unitDisplay: exponent > 0 ? 'short' : 'long',
      maximumFractionDigits: 1,
    }),
);

/** Bytes in decimal units, as providers bill them. */
export function formatBytes(bytes: number): string {
  const exponent = bytes < 1 ? 0 : Math.min(byteUnits.length - 1, Math.floor(Math.log10(bytes) / 3));
  return byteFormats[exponent]?.format(bytes / 1000 ** exponent) ?? String(bytes);
}

const milliseconds = new Intl.NumberFormat(locale, {
  style: 'unit',
  unit: 'millisecond',
  unitDisplay: 'short',
  maximumFractionDigits: 0,
});
const seconds = new Intl.NumberFormat(locale, {
  style: 'unit',
  unit: 'second',
  unitDisplay: 'narrow',
  maximumFractionDigits: 2,
});

/** How long a request took, given in seconds. */
export function formatResponseTime(durationSeconds: number): string {
  if (durationSeconds >= 1) return seconds.format(durationSeconds);
  // Durations are measured in microseconds; the product alone may miss one by an ulp.
  return milliseconds.format(Math.round(durationSeconds * 1e6) / 1000);
}

/** How long a person stayed, given in seconds: 1m 24s. */
export function formatStay(durationSeconds: number): string {
  const whole = Math.round(durationSeconds);
  if (whole < 60) return `${integer.format(whole)}s`;
  return whole < 3600
    ? `${Math.floor(whole / 60)}m ${whole % 60}s`
    : `${integer.format(Math.floor(whole / 3600))}h ${Math.floor((whole % 3600) / 60)}m`;
}

/** The same for marks of an axis, which are round: 3m, 1m 30s. */
export function formatStayMark(durationSeconds: number): string {
  return formatStay(durationSeconds).replace(/ 0[ms]$/, '');
}
