/**
 * Random lists of rules and requests, what the edge would have recorded of them, and a replay as simple as it can be written:
 * one row after the other. Source: docs/reference/replay.md.
 */
import * as fc from 'fast-check';
import { noRowDetails, type RequestRow } from '../../src/analytics/engine/request-row.ts';
import { recordedPath, withoutQuery } from '../../src/core/recorded-path.ts';
import {
  compileRedirect,
  type RedirectRoute,
  redirectionBy,
  redirectionFor,
} from '../../src/core/redirect-route.ts';
import type { Redirection } from '../../src/rules/actions/action.ts';
import { CompiledRule } from '../../src/rules/compiled-rule.ts';
import type { RuleConditions } from '../../src/rules/conditions/conditions.ts';
import { endsInCircle, type RedirectionOf } from '../../src/rules/follow-redirects.ts';
import type { OtherHost } from '../../src/rules/other-hosts.ts';
import { readRule } from '../../src/rules/read-rules.ts';
import type { Rule } from '../../src/rules/rule.ts';
import type { RuleRequest } from '../../src/rules/rule-request.ts';
import { anyRule } from './any-rules.ts';
import { naiveMatch } from './naive-rules.ts';

export const host = 'a.example';
/** Another host of the account, which leads back. */
const otherHost = 'b.example';
const redirectUuid = '0190a5b0-0000-7000-8000-0000000000f1';

export type ModelHost = {
  readonly redirect: RedirectRoute | undefined;
  readonly hasDomain: boolean;
  /** Whether clear text is redirected to HTTPS. */
  readonly isSecure: boolean;
};

const upstreams = ['01890000-0000-7000-8000-000000000001', '01890000-0000-7000-8000-000000000002'];
const action = fc.oneof(
  { weight: 5, arbitrary: fc.constant(undefined) },
  fc.constantFrom<object>(
    { block: {} },
    { pass: {} },
    { respond: { status: 200 } },
    { respond: { status: 410, body: 'gone' } },
    { proxy: { upstream_uuid: upstreams[0] } },
    { proxy: { upstream_uuid: upstreams[1] } },
    { rate_limit: { requests: 1, seconds: 1 } },
    { challenge: {} },
    { basic_auth: { realm: 'x', users: [{ name: 'a', password: 'b' }] } },
    { set_headers: { response: { 'X-A': 'b' } } },
  ),
);

/** Every action, names, and redirects to the host itself and to the other one. */
export const anyRules: fc.Arbitrary<readonly Rule[]> = fc
  .array(fc.tuple(anyRule, action, fc.constantFrom(undefined, undefined, undefined, 'one', 'two')), {
    maxLength: 12,
  })
  .map((list) =>
    list.flatMap(([rule, then, name]) => {
      const wanted = { ...Object(rule), ...(then && { then }), ...(name !== undefined && { name }) };
      const read = readRule(wanted, 'rule');
      return read.ok ? [read.rule] : [];
    }),
  );

/** A list, and what it was changed to. */
export const anyChange: fc.Arbitrary<{ readonly present: readonly Rule[]; readonly rules: readonly Rule[] }> =
  fc
    .tuple(anyRules, anyRules, fc.nat(12), fc.constantFrom('same', 'without', 'with', 'other', 'none'))
    .map(([present, others, place, change]) => {
      const rules = {
        same: present,
        without: present.toSpliced(place, 1),
        with: present.toSpliced(place, 0, ...others.slice(0, 1)),
        other: others,
        none: [],
      }[change];
      return { present, rules: rules ?? [] };
    });

export const anyHost: fc.Arbitrary<ModelHost> = fc.record({
  redirect: fc.constantFrom(
    undefined,
    routeOf('*', 'https://c.example/base', true),
    routeOf('/a*', 'https://b.example', true),
    routeOf('/a', `https://${host}/ab`, false),
  ),
  hasDomain: fc.boolean(),
  isSecure: fc.boolean(),
});

function routeOf(
  matchPath: string,
  destinationUrl: string,
  preservePath: boolean,
): RedirectRoute | undefined {
  const shared = { uuid: redirectUuid, redirectType: 'found', preserveQueryString: true } as const;
  return compileRedirect({ ...shared, matchPath, destinationUrl, preservePath });
}

const otherRedirect = routeOf('/ab*', `https://${host}`, true);
export const others: readonly OtherHost[] = [{ host: otherHost, rules: [], redirect: otherRedirect }];
const otherRedirection: RedirectionOf = (name, request) =>
  name === otherHost ? redirectionFor(otherRedirect, request) : undefined;

type Recorded = Partial<RequestRow>;

/** What the edge would record of a request under these rules. */
export function recordOf(request: RuleRequest, rules: readonly Rule[], model: ModelHost): RequestRow {
  const { method, country, device, botName: bot, botVerified, nowMs: time } = request;
  const bot_verified = botVerified === 'pending' ? 'claimed' : botVerified;
  const operating_system = nameOfSlug[request.system] ?? '';
  const browser = nameOfSlug[request.browser] ?? '';
  const seen = {
    method,
    country,
    device,
    operating_system,
    browser,
    bot,
    bot_verified,
    time,
    host,
    path: recordedPath(request.path),
  };
  const answer = answerOf(request, rules, model);
  return { ...blankRow, ...noRowDetails, ...seen, ...answer };
}

const blankRow = {
  domain: redirectUuid,
  duration_us: 1000,
  bytes_in: 1,
  bytes_out: 1,
  datacenter: '',
};

function answerOf(
  request: RuleRequest,
  rules: readonly Rule[],
  model: ModelHost,
): Recorded & { status: number } {
  const follow: RedirectionOf = (name, next, steps) =>
    name === host ? edgeRedirection(next, rules, model) : otherRedirection(name, next, steps);
  const upgraded = { status: 308, target: `https://${host}${recordedPath(request.path)}` };
  for (let from = 0; ; ) {
    const index = naiveMatch(rules, request, from)?.index;
    const rule = index === undefined ? undefined : rules[index];
    if (index === undefined || rule === undefined) break;
    const { then } = rule;
    from = index + 1;
    const by = { rule: labelOf(rule, index), redirect: model.redirect?.uuid ?? '' };
    if ('set_headers' in then) continue;
    if ('rate_limit' in then) {
      if (request.visitorShare === 0) return { ...by, status: 429, failure: 'rate_limited' };
      continue;
    }
    if (('basic_auth' in then || 'challenge' in then || 'proxy' in then) && model.isSecure) return upgraded;
    if ('challenge' in then) {
      if (request.visitorShare === 20) return { ...by, status: 403, failure: 'challenge_required' };
      continue;
    }
    if ('basic_auth' in then) {
      if (request.language === 'en') return { ...by, status: 401, failure: 'login_required' };
      continue;
    }
    if ('pass' in then) break;
    if ('block' in then) return { ...by, status: 403, failure: 'blocked' };
    if ('respond' in then) return { ...by, status: then.respond.status };
    if ('proxy' in then) return { ...by, status: 200, upstream_us: 5 };
    const redirection = new CompiledRule(rule, index).redirection(request);
    if (!redirection) break;
    if (endsInCircle(`https://${host}`, request, redirection, follow))
      return { ...by, status: 508, failure: 'redirect_loop' };
    return { ...by, status: redirection.status, target: targetOf(redirection) };
  }
  const redirection = redirectionFor(model.redirect, request);
  if (redirection && endsInCircle(`https://${host}`, request, redirection, follow))
    return { status: 508, failure: 'redirect_loop', redirect: redirectUuid };
  if (redirection)
    return { status: redirection.status, target: targetOf(redirection), redirect: redirectUuid };
  if (!model.hasDomain) return { status: 404, failure: 'unmatched' };
  return model.isSecure ? upgraded : { status: 200, upstream_us: 5 };
}

function edgeRedirection(
  request: RuleRequest,
  rules: readonly Rule[],
  model: ModelHost,
): Redirection | undefined {
  const index = firstAnswering(rules, request, () => true);
  const rule = index === undefined ? undefined : rules[index];
  if (index !== undefined && rule && !('pass' in rule.then))
    return new CompiledRule(rule, index).redirection(request);
  return redirectionFor(model.redirect, request);
}

/** The first rule that answers or passes, among those that `acts` lets act. */
function firstAnswering(
  rules: readonly Rule[],
  request: RuleRequest,
  acts: (index: number) => boolean,
): number | undefined {
  for (let from = 0; ; ) {
    const index = naiveMatch(rules, request, from)?.index;
    if (index === undefined) return undefined;
    const then = rules[index]?.then ?? {};
    const goesOn =
      'set_headers' in then || 'rate_limit' in then || 'challenge' in then || 'basic_auth' in then;
    if (!goesOn && acts(index)) return index;
    from = index + 1;
  }
}

const targetOf = ({ location }: { readonly location: string }) => recordedPath(withoutQuery(location));
const labelOf = (rule: Rule, index: number) => rule.name ?? `#${index + 1}`;

export type NaiveCounts = {
  requests: number;
  changed: number;
  blocked: number;
  circles: number;
  unmatched: number;
  uncertain: number;
  rules: number[];
};

/** Replays row by row. */
export function naiveReplay(
  rows: readonly RequestRow[],
  rules: readonly Rule[],
  present: readonly Rule[],
  model: ModelHost,
): NaiveCounts {
  const counts = { requests: 0, changed: 0, blocked: 0, circles: 0, unmatched: 0, uncertain: 0 };
  const byRule = rules.map(() => 0);
  for (const row of rows) {
    if (row.host !== '' && row.host !== host) continue;
    counts.requests++;
    if (row.host === '') {
      counts.uncertain++;
      continue;
    }
    const { kind, isChanged, isUncertain, rule } = replayOne(row, rules, present, model);
    if (isUncertain) counts.uncertain++;
    if (isChanged) counts.changed++;
    if (kind !== undefined) counts[kind]++;
    if (rule !== undefined) byRule[rule] = (byRule[rule] ?? 0) + 1;
  }
  return { ...counts, rules: byRule };
}

type Replayed = {
  readonly kind?: 'blocked' | 'circles' | 'unmatched' | undefined;
  readonly isChanged: boolean;
  readonly rule?: number | undefined;
};

function replayOne(
  row: RequestRow,
  rules: readonly Rule[],
  present: readonly Rule[],
  model: ModelHost,
): Replayed & { readonly isUncertain: boolean } {
  if (row.path === '*') return { isChanged: false, isUncertain: false };
  const recordedPart = rules.map((rule) => ({ ...rule, ...(rule.if && { if: withoutUnrecorded(rule.if) }) }));
  const request = requestOf(row);
  let isUncertain = false;
  const namesOf = (index: number): string[] | undefined => namesOfUnsure(rules[index], present);
  const acts = (index: number): boolean => namesOf(index)?.includes(row.rule) ?? true;
  const isUpgrade = row.rule === '' && row.redirect === '' && row.target.startsWith(`https://${host}/`);
  const follow: RedirectionOf = (name, next, steps) => {
    if (name !== host) return otherRedirection(name, next, steps);
    const index = firstAnswering(recordedPart, next, (one) => {
      if (!acts(one)) isUncertain = true;
      return acts(one);
    });
    const rule = index === undefined ? undefined : recordedPart[index];
    if (index !== undefined && rule && !('pass' in rule.then))
      return new CompiledRule(rule, index).redirection(next);
    return redirectionFor(model.redirect, next);
  };
  const decide = (): Replayed => {
    let passed: number | undefined;
    for (let from = 0; ; ) {
      const index = naiveMatch(recordedPart, request, from)?.index;
      const rule = index === undefined ? undefined : recordedPart[index];
      if (index === undefined || rule === undefined) break;
      from = index + 1;
      const { then } = rule;
      if ('set_headers' in then) continue;
      if (namesOf(index)?.length === 0) isUncertain = true;
      if (('basic_auth' in then || 'challenge' in then) && isUpgrade)
        return { isChanged: false, rule: index };
      if ('basic_auth' in then || 'rate_limit' in then || 'challenge' in then) {
        const failure =
          'basic_auth' in then
            ? 'login_required'
            : 'rate_limit' in then
              ? 'rate_limited'
              : 'challenge_required';
        if (row.failure === failure && acts(index)) return { isChanged: false, rule: index };
        continue;
      }
      if (!acts(index)) {
        const sharers = present.filter(
          (one, place) => labelOf(one, place) === row.rule && one.name !== undefined,
        );
        const isShared = sharers.some((one) => !same(unsureConditions(one), unsureConditions(sharers[0])));
        if (isShared || ('proxy' in then && isUpgrade)) isUncertain = true;
        continue;
      }
      passed = index;
      if ('pass' in then) break;
      if ('block' in then) return { kind: 'blocked', isChanged: row.failure !== 'blocked', rule: index };
      const isSame = namesWith(present, (one) => same(one.then, then)).includes(row.rule);
      if ('respond' in then) {
        const isRecorded = isSame && row.upstream_us === 0 && row.status === then.respond.status;
        return { isChanged: !isRecorded, rule: index };
      }
      if ('proxy' in then) return { isChanged: !isUpgrade && !isSame, rule: index };
      if (isSame && namesOf(index) !== undefined) {
        const isCircle = row.failure === 'redirect_loop';
        return { kind: isCircle ? 'circles' : undefined, isChanged: false, rule: index };
      }
      const redirection = new CompiledRule(rule, index).redirection(request);
      if (!redirection) break;
      if (namesOf(index) === undefined && isOwnPath(redirection, row.path)) {
        const isSure = 'redirect' in then && then.redirect.query && redirection.location === row.path;
        const isKnown = namesWith(present, (one) => same(one.then, then)).length > 0;
        const wasCircle = isKnown && row.failure === 'redirect_loop';
        if (isSure || !(wasCircle || isAnsweredBy(row, redirection))) {
          if (!isSure && !isKnown) isUncertain = true;
          passed = undefined;
          continue;
        }
      }
      if (endsInCircle(`https://${host}`, request, redirection, follow))
        return { kind: 'circles', isChanged: row.failure !== 'redirect_loop', rule: index };
      return { isChanged: !isAnsweredBy(row, redirection), rule: index };
    }
    const redirection = model.redirect && redirectionBy(model.redirect, request.path, '');
    const wasCircle = row.rule === '' && row.redirect !== '' && row.failure === 'redirect_loop';
    const isOwn =
      redirection && isOwnPath(redirection, row.path) && !isAnsweredBy(row, redirection) && !wasCircle;
    if (redirection && !isOwn && endsInCircle(`https://${host}`, request, redirection, follow))
      return { kind: 'circles', isChanged: row.failure !== 'redirect_loop', rule: passed };
    if (redirection && !isOwn) return { isChanged: !isAnsweredBy(row, redirection), rule: passed };
    if (model.hasDomain)
      return {
        isChanged: row.rule !== '' || row.redirect !== '' || row.failure === 'unmatched',
        rule: passed,
      };
    const isUnmatched = row.rule === '' && row.redirect === '' && row.failure === 'unmatched';
    return { kind: 'unmatched', isChanged: !isUnmatched, rule: passed };
  };
  return { ...decide(), isUncertain };
}

/** Whether a redirect leads to the path that was asked for; whether to the URL depends on what isn't recorded. */
function isOwnPath(redirection: Redirection, path: string): boolean {
  const target = targetOf(redirection);
  // As the edge compares them: byte by byte, but for a dot before two slashes.
  return [path, `/.${path}`, `https://${host}${path}`, `http://${host}${path}`].includes(target);
}

function isAnsweredBy(row: RequestRow, redirection: Redirection): boolean {
  return row.status === redirection.status && row.target === targetOf(redirection);
}

/** As records have them. */
const nameOfSlug: Readonly<Record<string, string>> = {
  'mac-os': 'macOS',
  'ipad-os': 'iPadOS',
  windows: 'Windows',
  chrome: 'Chrome',
  'coc-coc': 'Cốc Cốc',
  'samsung-internet': 'Samsung Internet',
  unknown: 'Unknown',
};

function slugOfName(name: string): string {
  return Object.keys(nameOfSlug).find((slug) => nameOfSlug[slug] === name) ?? 'unknown';
}

function requestOf(row: RequestRow): RuleRequest {
  const { path, method, country, device, bot: botName, time: nowMs } = row;
  const botVerified = botName === '' ? 'none' : row.bot_verified === 'verified' ? 'verified' : 'claimed';
  const botClass = ({ GPTBot: 'ai', Googlebot: 'search', '': '' } as const)[botName] ?? 'other';
  const unrecorded = { clientAddress: '', clientFingerprint: '', visitorShare: 0 };
  const unknown = { origin: '', query: '', language: '', ...unrecorded };
  const agent = { system: slugOfName(row.operating_system), browser: slugOfName(row.browser) };
  return { path, method, country, device, ...agent, botName, botClass, botVerified, nowMs, ...unknown };
}

function withoutUnrecorded(conditions: RuleConditions): RuleConditions {
  const {
    query: _q,
    languages: _l,
    addresses: _a,
    client_certificate: _c,
    share: _s,
    ...recorded
  } = conditions;
  return recorded;
}

const isUnsure = ({ if: conditions = {} }: Rule): boolean =>
  Object.keys(conditions).length > Object.keys(withoutUnrecorded(conditions)).length;

const unsureConditions = (rule: Rule | undefined) => (rule && isUnsure(rule) ? rule.if : undefined);

/** What the record calls the rule, if only that tells whether it acted. */
function namesOfUnsure(rule: Rule | undefined, present: readonly Rule[]): string[] | undefined {
  if (!rule) return undefined;
  if ('basic_auth' in rule.then || 'rate_limit' in rule.then || 'challenge' in rule.then)
    return namesWith(present, (one) => same(one.then, rule.then));
  if (!isUnsure(rule)) return undefined;
  return 'pass' in rule.then ? [] : uniqueNamesWith(present, (one) => same(unsureConditions(one), rule.if));
}

/** The names of the rules that `is` holds for. */
function namesWith(present: readonly Rule[], is: (rule: Rule) => boolean): string[] {
  return present.flatMap((rule, index) => (is(rule) ? [labelOf(rule, index)] : []));
}

/** The same, if no other rule has the name. */
function uniqueNamesWith(present: readonly Rule[], is: (rule: Rule) => boolean): string[] {
  const shared = new Set(namesWith(present, (rule) => !is(rule)));
  return namesWith(present, is).filter((name) => !shared.has(name));
}

const same = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);
