/** What a rule wants of a request besides its path. Source: docs/reference/rules.md ("Conditions"). */
import { parseInstant } from '../core/instant.ts';
import {
  type AddressBits,
  addressBits,
  type CompiledAddresses,
  compileAddresses,
  includesAddress,
} from './address-match.ts';
import { compileQuery, type QueryCondition, queryMatches } from './query-condition.ts';
import type { RuleConditions } from './rule.ts';
import type { RuleRequest } from './rule-request.ts';

/** Undefined where the rule has no such condition. */
export type CompiledConditions = {
  readonly methods: readonly string[] | undefined;
  readonly query: QueryCondition | undefined;
  readonly startsAtMs: number;
  readonly endsAtMs: number;
  readonly devices: readonly string[] | undefined;
  /** Classes and names, in lower case; `any` and `none` alone. */
  readonly bots: readonly string[] | 'any' | 'none' | undefined;
  readonly countries: readonly string[] | undefined;
  /** In lower case. */
  readonly languages: readonly string[] | undefined;
  readonly addresses: CompiledAddresses | undefined;
  readonly share: number;
};

/** Takes conditions that were checked; undefined if the path is the only one. */
export function compileConditions(conditions: RuleConditions): CompiledConditions | undefined {
  const { path: _, starts_at, ends_at, query, bots, languages, addresses, ...others } = conditions;
  const hasNone = Object.keys(conditions).every((name) => name === 'path');
  if (hasNone) return undefined;
  return {
    methods: others.methods,
    query: query && compileQuery(query),
    startsAtMs: instantOf(starts_at, Number.NEGATIVE_INFINITY),
    endsAtMs: instantOf(ends_at, Number.POSITIVE_INFINITY),
    devices: others.devices,
    bots: typeof bots === 'object' ? inLowerCase(bots) : bots,
    countries: others.countries,
    languages: languages && inLowerCase(languages),
    addresses: addresses && compileAddresses(addresses),
    share: others.share ?? 100,
  };
}

/** Whether all conditions hold. What costs most to look up comes last. */
export function conditionsHold(wanted: CompiledConditions, request: RuleRequest): boolean {
  if (wanted.methods !== undefined && !wanted.methods.includes(request.method)) return false;
  if (wanted.query !== undefined && !queryMatches(wanted.query, request.query)) return false;
  if (wanted.startsAtMs > Number.NEGATIVE_INFINITY && request.nowMs < wanted.startsAtMs) return false;
  if (wanted.endsAtMs < Number.POSITIVE_INFINITY && request.nowMs >= wanted.endsAtMs) return false;
  if (wanted.languages !== undefined && !includesLanguage(wanted.languages, request.language)) return false;
  if (wanted.bots !== undefined && !botMatches(wanted.bots, request)) return false;
  if (wanted.devices !== undefined && !wanted.devices.includes(request.device)) return false;
  if (wanted.addresses !== undefined && !addressMatches(wanted.addresses, request.clientAddress))
    return false;
  if (wanted.countries !== undefined && !wanted.countries.includes(request.country)) return false;
  return wanted.share >= 100 || request.visitorShare < wanted.share;
}

/** What it costs at most to see whether all conditions hold, in steps. */
export function conditionCost({
  methods,
  query,
  devices,
  bots,
  countries,
  languages,
  addresses,
}: CompiledConditions): number {
  const listed = [methods, devices, bots, countries, languages].map((list) =>
    typeof list === 'object' ? list.length : 0,
  );
  const compared = listed.reduce((sum, length) => sum + length, 0);
  return 2 + 5 * (query?.length ?? 0) + Math.ceil(compared / 2) + (addresses?.length ?? 0) / 5;
}

/** Basic filtering (RFC 4647 section 3.3.1): `de` includes `de-at`. */
function includesLanguage(wanted: readonly string[], language: string): boolean {
  for (const range of wanted) {
    if (!language.startsWith(range)) continue;
    if (language.length === range.length || language.charCodeAt(range.length) === hyphen) return true;
  }
  return false;
}

function botMatches(wanted: readonly string[] | 'any' | 'none', request: RuleRequest): boolean {
  const { botName } = request;
  if (wanted === 'any') return botName !== '';
  if (wanted === 'none') return botName === '';
  return botName !== '' && (wanted.includes(request.botClass) || wanted.includes(botName.toLowerCase()));
}

/** The address that was looked at last: rules are asked one after the other about the same request. */
let lastAddress = '';
let lastBits: AddressBits | undefined;

function addressMatches(wanted: CompiledAddresses, address: string): boolean {
  if (address !== lastAddress) {
    lastAddress = address;
    lastBits = addressBits(address);
  }
  return lastBits !== undefined && includesAddress(wanted, lastBits);
}

function instantOf(text: string | undefined, byDefault: number): number {
  return (text === undefined ? undefined : parseInstant(text)) ?? byDefault;
}

function inLowerCase(texts: readonly string[]): string[] {
  return texts.map((text) => text.toLowerCase());
}

const hyphen = 0x2d;
