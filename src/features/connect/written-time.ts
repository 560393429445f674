/** Times as pages and e-mails for customers write them, in the reader's locale. Source: docs/reference/connect-page.md ("Languages"). */
import type { Reader } from '../../core/accept-language.ts';
import { type Html, html } from '../../core/html.ts';
import { hourMs } from '../../core/time.ts';

/** Of times so near, the day is clear. */
const nearMs = 12 * hourMs;

/** `27 Nov 2026, 17:46 UTC`; without the day when it is close to `nowMs`. */
export function writtenTime({ locale }: Pick<Reader, 'locale'>, epochMs: number, nowMs = 0): string {
  const isNear = Math.abs(epochMs - nowMs) < nearMs;
  return new Intl.DateTimeFormat(locale, {
    ...(isNear ? {} : { year: 'numeric', month: 'short', day: 'numeric' }),
    hour: 'numeric',
    minute: '2-digit',
    timeZone: 'UTC',
    timeZoneName: 'short',
  }).format(epochMs);
}

/** The same in HTML; with JavaScript it is shown in the browser's own time zone. */
export function timeElement(reader: Reader, epochMs: number, nowMs?: number): Html {
  const isNear = nowMs !== undefined && Math.abs(epochMs - nowMs) < nearMs;
  return html`<time datetime="${new Date(epochMs).toISOString()}" data-locale="${reader.locale}"${isNear ? html` data-near` : ''}>${writtenTime(reader, epochMs, nowMs)}</time>`;
}

/** `27 November 2026` */
export function writtenDay({ locale }: Pick<Reader, 'locale'>, epochMs: number): string {
  return new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(epochMs);
}

/** A text with HTML at its placeholder. */
export function withElement(text: (value: string) => string, element: Html): Html {
  const [before = '', after = ''] = text('\0').split('\0');
  return html`${before}${element}${after}`;
}
