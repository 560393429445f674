/** What a line of an access log is, whatever its format. Source: docs/guides/import-logs.md. */
import type { RequestRecord } from '../ingest/request-record.ts';
import type { LoggedDurations } from './durations.ts';

/** A request as a log tells of it. Texts are latin1: a character is a byte of the request. */
export type LoggedRequest = RequestRecord;

/** Why a line is not imported: closed, each with what it means. */
export const lineRefusals = {
  line_too_long: 'longer than 64 KiB',
  format_unknown: "not a line of the file's format",
  time_invalid: 'the time is missing, has no zone, or is none from 1970 to 2099',
  request_missing: 'the client sent no request',
  request_malformed: 'the request is not a method and a path',
  status_invalid: 'the status is not a number from 100 to 999',
  number_invalid: 'a size or a duration is not a number from 0',
  other_host: 'the line names another host',
} as const;

export type LineRefusal = keyof typeof lineRefusals;

/** Reads a line without its line feed; returns the request, or why there is none. */
export type LineParser = (line: string) => LoggedRequest | LineRefusal;

export type ParserOptions = {
  /** Of the custom domain that the requests are counted for. */
  readonly domainUuid: string;
  /** Take the client's address from X-Forwarded-For, where it is logged: the last one in it. */
  readonly useForwardedFor: boolean;
  /** Of the one file that is read. */
  readonly durations: LoggedDurations;
};
