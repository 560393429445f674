/**
 * Requests as they were recorded, in groups that are alike in everything that decides what rules do with them.
 * Source: docs/reference/replay.md ("What is compared").
 */
import { rowsIn } from '../analytics/engine/row-spans.ts';
import { requestDimensions } from '../analytics/query/request-vocabulary.ts';
import { textLiteral } from '../analytics/query/text-literal.ts';
import type { BotVerified } from '../core/bot-verified.ts';
import type { DateRange } from '../core/date-range.ts';
import { dayMs } from '../core/time.ts';
import { answeredBy } from '../rules/recorded-answer.ts';
import type { RuleDevice } from '../rules/rule-request.ts';
import type { RuleFacts } from './rule-facts.ts';

/** Requests that are alike, in the order of the statement's columns. Texts that no rule asks for are ''. */
export type RecordedGroup = readonly [
  /** '' for requests that were recorded before hosts were. */
  path: string,
  method: string,
  country: string,
  device: RuleDevice | '',
  /** Names, as records have them. */
  system: string,
  browser: string,
  bot: string,
  botVerified: BotVerified | '',
  /** The same rules held then as at the time of the requests. */
  atMs: number,
  by: number,
  /** 0 for what an upstream answered. */
  status: number,
  rule: string,
  target: string,
  failure: string,
  requests: number,
];

/** Of each block; some 600 KB of text. */
const groupsOfBlock = 8_192;
const noRedirect = "toUUID('00000000-0000-0000-0000-000000000000')";
const { host, rule, ruleUpstream, redirect, nothing } = answeredBy;

/** The groups of a host's requests in order of their paths. Needs the parameter `domain`. */
export function groupsStatement(hostname: string, { from, to }: DateRange, facts: RuleFacts): string {
  const sinceMs = from * dayMs;
  const untilMs = (to + 1) * dayMs;
  return `SELECT
      if(host = '', '', path) AS g_path,
      ${ifAsked(facts.methods, 'method')} AS g_method,
      ${ifAsked(facts.countries, 'country')} AS g_country,
      ${ifAsked(facts.devices, 'device')} AS g_device,
      ${ifAsked(facts.systems, 'operating_system')} AS g_system,
      ${ifAsked(facts.browsers, 'browser')} AS g_browser,
      ${ifAsked(facts.bots, 'bot')} AS g_bot,
      ${ifAsked(facts.verified, requestDimensions['request:bot_verified'].sql)} AS g_verified,
      ${timeColumn(facts.boundariesMs, sinceMs, untilMs)} AS g_at,
      multiIf(
        rule != '', if(upstream_us > 0, ${ruleUpstream}, ${rule}),
        redirect != ${noRedirect}, ${redirect},
        failure = 'unmatched', ${nothing},
        ${host}) AS g_by,
      if(target = '' AND g_by IN (${host}, ${ruleUpstream}), 0, status) AS g_status,
      rule AS g_rule,
      target AS g_target,
      if(g_by = ${host}, '', failure) AS g_failure,
      count() AS g_requests
    FROM requests
    WHERE ${rowsIn(sinceMs, untilMs)} AND host IN ('', ${textLiteral(hostname)})
    GROUP BY g_path, g_method, g_country, g_device, g_system, g_browser, g_bot, g_verified, g_at, g_by, g_status, g_rule,
      g_target, g_failure
    ORDER BY g_path
    SETTINGS max_block_size = ${groupsOfBlock}`;
}

/** Nothing where no rule asks for it, and for requests without a host. */
function ifAsked(isAsked: boolean, column: string): string {
  return isAsked ? `if(host = '', '', ${column})` : "''";
}

/** The beginning of the span, between two of the boundaries, that a request's time is in. */
function timeColumn(boundariesMs: readonly number[], sinceMs: number, untilMs: number): string {
  const within = boundariesMs.filter((boundary) => boundary > sinceMs && boundary < untilMs);
  if (within.length === 0) return String(sinceMs);
  return `roundDown(toUnixTimestamp64Milli(time), [${[sinceMs, ...within].join(', ')}])`;
}
