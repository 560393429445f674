/** Times in access logs, to milliseconds since the Unix epoch. Undefined: not a time, or one outside 1970 to 2099. */
import { endOfTimeMs, minuteMs, shortMonths } from '../../core/time.ts';

/** Above, an epoch time can only be in milliseconds: as seconds it would be after the year 5000. */
const largestSeconds = 1e11;
const commonLog = /^(\d\d)\/([A-Z][a-z]{2})\/(\d{4}):(\d\d):(\d\d):(\d\d) ([+-])(\d\d)(\d\d)$/;
const iso =
  /^(\d{4})-(\d\d)-(\d\d)[Tt ](\d\d):(\d\d):(\d\d)(?:[.,](\d{1,9}))?(?:([Zz])|([+-])(\d\d)(?::?(\d\d))?)$/;

/** `10/Oct/2024:13:55:36 -0700`. */
export function parseCommonLogTime(text: string): number | undefined {
  const found = commonLog.exec(text);
  if (!found) return undefined;
  const [, day, month = '', year, hour, minute, second, sign, zoneHours, zoneMinutes] = found;
  const midnight = [year, shortMonths.indexOf(month) + 1, day].map(Number);
  const time = [hour, minute, second].map(Number);
  return toEpoch(midnight, time, zoneOffsetMs(sign, zoneHours, zoneMinutes));
}

/** ISO 8601 with a zone; a time without one is in an unknown local time. */
export function parseIsoTime(text: string): number | undefined {
  const found = iso.exec(text);
  if (!found) return undefined;
  const [, year, month, day, hour, minute, second, fraction = '', utc, sign, zoneHours, zoneMinutes] = found;
  const zone = utc === undefined ? zoneOffsetMs(sign, zoneHours, zoneMinutes) : 0;
  const seconds = toEpoch([year, month, day].map(Number), [hour, minute, second].map(Number), zone);
  return seconds === undefined ? undefined : seconds + Number(fraction.padEnd(3, '0').slice(0, 3));
}

/** Seconds since the epoch, with a fraction, or milliseconds. */
export function parseEpochTime(value: number): number | undefined {
  const epochMs = Math.round(value > largestSeconds ? value : value * 1000);
  return epochMs >= 0 && epochMs < endOfTimeMs ? epochMs : undefined;
}

/** Reads whichever of the forms it is. */
export function parseLogTime(value: unknown): number | undefined {
  if (typeof value === 'number') return parseEpochTime(value);
  if (typeof value !== 'string') return undefined;
  if (/^\d{1,13}(?:\.\d{1,9})?$/.test(value)) return parseEpochTime(Number(value));
  return parseIsoTime(value) ?? parseCommonLogTime(value);
}

function zoneOffsetMs(sign = '+', hours = '', minutes = ''): number {
  const offset = (Number(hours) * 60 + Number(minutes)) * minuteMs;
  return sign === '-' ? -offset : offset;
}

function toEpoch(date: readonly number[], time: readonly number[], zoneMs: number): number | undefined {
  const [year = 0, month = 0, day = 0] = date;
  const [hour = 0, minute = 0, second = 0] = time;
  // 60 is a leap second. The day is checked by what it becomes: the 31st of February is not.
  if (hour > 23 || minute > 59 || second > 60) return undefined;
  const midnight = new Date(Date.UTC(year, month - 1, day));
  if (midnight.getUTCMonth() !== month - 1 || midnight.getUTCDate() !== day) return undefined;
  const epochMs = midnight.getTime() + ((hour * 60 + minute) * 60 + second) * 1000 - zoneMs;
  return epochMs >= 0 && epochMs < endOfTimeMs ? epochMs : undefined;
}
