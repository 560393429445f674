/**
 * Answers DNS messages, whatever carried them: what they ask, who may get how much, and what is counted.
 * Source: docs/reference/dns-responder.md.
 */
import type { Clock } from '../core/clock.ts';
import { ownUdpSize, type Writing, writeAnswer, writeHeader, writeTruncated } from './answer.ts';
import { Cookies } from './cookies.ts';
import { type Edns, type Query, readQuery, responseCodes } from './query.ts';
import { ResponseRate } from './response-rate.ts';
import { Zone, type ZoneAnswer, type ZoneOptions, type ZoneResult } from './zone.ts';

export const queryResults = [
  'answered',
  'no_data',
  'no_name',
  'refused',
  'failed',
  'not_implemented',
  'malformed',
  'bad_version',
  'truncated',
  'limited',
  'ignored',
] as const;

/** What became of a query. */
export type QueryResult = ZoneResult | (typeof queryResults)[number];

export type QueryCounts = Readonly<Record<QueryResult, number>>;

/** Over UDP, to clients that haven't shown that they have the address. */
const unprovenLimit = 512;
const tcpLimit = 65_535;

export class Responder {
  readonly #zone: Zone;
  readonly #cookies: Cookies;
  readonly #rate = new ResponseRate();
  readonly #counts = new Map<QueryResult, number>();

  constructor(options: ZoneOptions, clock: Clock) {
    this.#zone = new Zone(options);
    this.#cookies = new Cookies(clock);
  }

  get counts(): QueryCounts {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- its keys are those of the list
    return Object.fromEntries(
      queryResults.map((result) => [result, this.#counts.get(result) ?? 0]),
    ) as QueryCounts;
  }

  /** The answer to a message from an address; undefined: nothing is sent. Never rejects. */
  async answer(message: Buffer, address: string, transport: 'udp' | 'tcp'): Promise<Buffer | undefined> {
    const reading = readQuery(message);
    if (reading.kind === 'ignored') return this.#ignore('ignored');
    const cookie = reading.kind === 'query' ? reading.query.edns?.cookie : undefined;
    const isProven = transport === 'tcp' || (cookie !== undefined && this.#cookies.isValid(cookie, address));
    const verdict = isProven ? 'answered' : this.#rate.judge(address, performance.now());
    if (verdict === 'dropped') return this.#ignore('limited');
    if (reading.kind === 'refused') {
      if (verdict === 'truncated') return this.#ignore('limited');
      const { header, code } = reading;
      this.#count(code === responseCodes.notImplemented ? 'not_implemented' : 'malformed');
      return writeHeader(header, code);
    }
    const { query } = reading;
    const limit = transport === 'tcp' ? tcpLimit : udpLimitOf(query.edns, isProven);
    const serverCookie = cookie && this.#cookies.make(cookie.client, address);
    if (verdict === 'truncated') {
      this.#count('limited');
      return writeTruncated(query, noAnswer, { limit, serverCookie, labelsBeforeZone: 0 });
    }
    return await this.#answerQuery(query, { limit, serverCookie });
  }

  async #answerQuery(query: Query, writing: Omit<Writing, 'labelsBeforeZone'>): Promise<Buffer> {
    if (query.edns && query.edns.version > 0) {
      this.#count('bad_version');
      const answer = { ...noAnswer, code: responseCodes.badVersion };
      return writeAnswer(query, answer, { ...writing, labelsBeforeZone: 0 }).message;
    }
    const { answer, result, labelsBeforeZone }: ZoneAnswer = await this.#zone.answer(query);
    const { message, isTruncated } = writeAnswer(query, answer, { ...writing, labelsBeforeZone });
    this.#count(isTruncated ? 'truncated' : result);
    return message;
  }

  #ignore(result: QueryResult): undefined {
    this.#count(result);
  }

  #count(result: QueryResult): void {
    this.#counts.set(result, (this.#counts.get(result) ?? 0) + 1);
  }
}

const noAnswer = {
  code: responseCodes.noError,
  isAuthoritative: false,
  answers: [],
  authority: [],
} as const;

function udpLimitOf(edns: Edns | undefined, isProven: boolean): number {
  return isProven && edns ? Math.min(edns.udpSize, ownUdpSize) : unprovenLimit;
}
