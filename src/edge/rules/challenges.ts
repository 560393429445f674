/**
 * Challenges of rules: makes them, checks answers, and knows visitors who have answered by their cookie. Nothing is kept of a visitor:
 * what was issued is signed, so that each worker and machine knows it. Source: docs/reference/rules.md ("Challenge"), RFC 2104 (HMAC).
 */
import { createHash, createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { isIPv4 } from 'node:net';
import { challengeCookie } from '../../core/challenge-paths.ts';
import { clientOf } from '../../core/client-network.ts';
import { dayMs, minuteMs } from '../../core/time.ts';
import type { RuleAnswer } from '../../rules/actions/action.ts';
import { type Answer, plainAnswer } from '../http1/answer.ts';
import type { RequestHead } from '../http1/request-head.ts';
import { allOf, valuesOf } from '../proxy/request-fields.ts';
import { challengePage } from './challenge-page.ts';

/** Zero bits of the answer's hash: 65,536 tries on average, half a second of a phone. */
const bits = 16;
const answerWithinMs = 10 * minuteMs;
/** Of another machine's clock. */
const clockSkewMs = minuteMs;
const cookieMs = dayMs;
/** Neighbours below the same domain may set some of the same name; each that is looked at costs a hash. */
const maxCookies = 16;

const html = /(?:^|,)[ \t]*text\/html[ \t]*(?:[;,]|$)/i;
const signedTime = /^([0-9a-z]{1,9})\.([A-Za-z0-9_-]{43})$/;
const answerQuery = /^token=([0-9a-zA-Z_.-]{1,60})&answer=([0-9]{1,12})$/;

/** The visitor that something is signed for. */
type Visitor = { readonly host: string; readonly clientAddress: string };

export class Challenges {
  /** None until the application process has said them; visitors are let in until then. */
  #keys: readonly Buffer[] = [];

  /** Takes those of reach-keys.ts; the first signs, and all are good. Of them keys for this alone are derived. */
  setKeys(keys: readonly string[]): void {
    this.#keys = keys.map((key) =>
      Buffer.from(hkdfSync('sha256', Buffer.from(key, 'base64'), '', 'nameplate challenge v1', 32)),
    );
  }

  /** Whether the visitor has answered in the last day, or can't be asked, as there are no keys. */
  letsIn(head: RequestHead, clientAddress: string, nowMs: number): boolean {
    if (this.#keys.length === 0) return true;
    const visitor = { host: head.authority.host, clientAddress };
    const cookies = valuesOf(head, 'cookie')
      .flatMap((field) => field.split(';'))
      .map((cookie) => cookie.trim())
      .filter((cookie) => cookie.startsWith(`${challengeCookie}=`));
    return cookies.slice(0, maxCookies).some((cookie) => {
      const untilMs = this.#timeIn('cookie', visitor, cookie.slice(challengeCookie.length + 1));
      return untilMs !== undefined && untilMs > nowMs && untilMs <= nowMs + cookieMs + clockSkewMs;
    });
  }

  /** What a visitor gets who hasn't. */
  answerTo(head: RequestHead, clientAddress: string, nowMs: number): RuleAnswer {
    const [key] = this.#keys;
    const isPage = (head.method === 'GET' || head.method === 'HEAD') && html.test(allOf(head, 'accept'));
    if (!key || !isPage) return refusal;
    const token = sign(key, 'challenge', { host: head.authority.host, clientAddress }, nowMs);
    return challengePage(token, textOf(token), bits);
  }

  /** Answers what the page posts. `isSecure`: the cookie is for HTTPS alone. */
  answerToPost(head: RequestHead, clientAddress: string, isSecure: boolean, nowMs: number): Answer {
    if (head.method !== 'POST') {
      const answer = plainAnswer(405, 'This address does not take that method.');
      return { ...answer, fields: `${answer.fields}Allow: POST\r\n` };
    }
    const visitor = { host: head.authority.host, clientAddress };
    const [, token = '', answer = ''] = answerQuery.exec(head.query) ?? [];
    const issuedMs = this.#timeIn('challenge', visitor, token);
    const [key] = this.#keys;
    const isInTime =
      issuedMs !== undefined && issuedMs <= nowMs + clockSkewMs && nowMs - issuedMs <= answerWithinMs;
    if (!key || !isInTime || !isSolved(token, answer))
      return plainAnswer(403, 'This is not the answer to a challenge of yours, or it came too late.');
    const cookie = `${challengeCookie}=${sign(key, 'cookie', visitor, nowMs + cookieMs)}`;
    // It shows nothing but a solved puzzle, so what other sites post or embed may pass with it; browsers take None with Secure alone.
    const scope = isSecure ? 'SameSite=None; Secure' : 'SameSite=Lax';
    return {
      status: 204,
      fields: `Set-Cookie: ${cookie}; Path=/; Max-Age=${cookieMs / 1000}; ${scope}\r\nCache-Control: no-store\r\n`,
      body: '',
    };
  }

  /** The time that was signed for this visitor under one of the keys; undefined: none was. */
  #timeIn(purpose: Purpose, visitor: Visitor, signed: string): number | undefined {
    const [, time = '', given = ''] = signedTime.exec(signed) ?? [];
    if (given === '') return undefined;
    const isRight = this.#keys.some((key) =>
      timingSafeEqual(Buffer.from(macOf(key, purpose, visitor, time)), Buffer.from(given)),
    );
    return isRight ? Number.parseInt(time, 36) : undefined;
  }
}

/** The code is that of the API's errors: what asks this way is a program. */
const refusal: RuleAnswer = {
  status: 403,
  fields: 'Content-Type: application/json\r\nCache-Control: private, no-store\r\n',
  body: `${JSON.stringify({
    error: 'this address asks visitors to answer a challenge in a browser first: open a page of the site',
    error_code: 'challenge_required',
  })}\n`,
  failure: 'challenge_required',
};

type Purpose = 'challenge' | 'cookie';

/** Time and signature, with a dot between. */
function sign(key: Buffer, purpose: Purpose, visitor: Visitor, timeMs: number): string {
  const time = timeMs.toString(36);
  return `${time}.${macOf(key, purpose, visitor, time)}`;
}

function macOf(key: Buffer, purpose: Purpose, { host, clientAddress }: Visitor, time: string): string {
  return createHmac('sha256', key)
    .update(`${purpose}\n${bits}\n${host}\n${networkOf(clientAddress)}\n${time}`)
    .digest('base64url');
}

/** The /24 of an IPv4 address and the /64 of an IPv6 one: phones change addresses within them. */
function networkOf(clientAddress: string): string {
  return isIPv4(clientAddress)
    ? clientAddress.slice(0, clientAddress.lastIndexOf('.'))
    : clientOf(clientAddress);
}

/** What the answer is put behind: with it, it fits into one block of SHA-256. */
function textOf(token: string): string {
  return token.slice(token.indexOf('.') + 1);
}

function isSolved(token: string, answer: string): boolean {
  const hash = createHash('sha256')
    .update(textOf(token) + answer)
    .digest();
  return hash.readUInt32BE(0) >>> (32 - bits) === 0;
}
