/**
 * The edge's own responses, and their wire format.
 * Source: RFC 9112 section 4, RFC 9110 sections 6.4, 6.6.1, 8.6 and 9.3.2.
 */
import { STATUS_CODES } from 'node:http';

/** An answer that is known as a whole when it begins. */
export type Answer = {
  readonly status: number;
  /** Field lines, each ending in CR LF; without Date, X-Request-Id, Content-Length and Connection, which the connection adds. */
  readonly fields: string;
  /** Latin1. */
  readonly body: string;
};

const statusLines: readonly string[] = Array.from(
  { length: 600 },
  (_, status) => `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n`,
);

/** A small plain page: one sentence that says what happened. */
export function plainAnswer(status: number, sentence: string): Answer {
  return {
    status,
    fields: 'Content-Type: text/plain; charset=utf-8\r\nCache-Control: no-store\r\n',
    body: `${sentence}\n`,
  };
}

/** Writes an answer as latin1 text, with further field lines; `isHead` leaves the body out but not its length. */
export function serializeAnswer(answer: Answer, added: string, isHead: boolean, closes: boolean): string {
  const { status, body } = answer;
  let text = (statusLines[status] ?? '') + answer.fields + added;
  // In a 304 it would be the length of what was not sent (RFC 9110 section 8.6).
  if (status !== 204 && status !== 304)
    text += body === '' ? 'Content-Length: 0\r\n' : `Content-Length: ${body.length}\r\n`;
  if (closes) text += 'Connection: close\r\n';
  return isHead ? `${text}\r\n` : `${text}\r\n${body}`;
}

let dateSecond = -1;
let dateLine = '';

/** The Date field for an instant, made once a second. */
export function dateLineAt(epochMs: number): string {
  const second = Math.floor(epochMs / 1000);
  if (second !== dateSecond) {
    dateSecond = second;
    dateLine = `Date: ${new Date(second * 1000).toUTCString()}\r\n`;
  }
  return dateLine;
}
