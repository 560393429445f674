/** A recorded request in words. Source: docs/reference/request-list.md. */
import { locale } from '../../format/locale.ts';
import type { ListedRequest } from './merge-requests.ts';

const clock = new Intl.DateTimeFormat(locale, { timeStyle: 'medium' });
const dayAndClock = new Intl.DateTimeFormat(locale, {
  month: 'short',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
  second: '2-digit',
});
/** In the reader's zone; with the day unless that is today. */
export function clockTime(time: string, nowMs: number = Date.now()): string {
  const at = new Date(time);
  const isToday = at.toDateString() === new Date(nowMs).toDateString();
  return (isToday ? clock : dayAndClock).format(at);
}

/** `Firefox on Windows`, or the name of the bot. */
export function whoAsked({ bot, browser, os, device }: ListedRequest): string {
  if (bot !== null) return bot;
  if (browser === null && os === null) return device ?? 'unknown';
  return [browser, os].filter((part) => part !== null).join(' on ');
}
