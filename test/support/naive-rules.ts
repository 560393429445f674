/**
 * Reads rules one after the other, as docs/reference/rules.md says it and as simply as that can be written: the model
 * that compiled rules are compared with.
 */
import { BlockList, isIPv4 } from 'node:net';
import type { RuleAction } from '../../src/rules/actions/actions.ts';
import { CompiledRule } from '../../src/rules/compiled-rule.ts';
import type { RuleConditions } from '../../src/rules/conditions/conditions.ts';
import type { Rule } from '../../src/rules/rule.ts';
import type { RuleRequest } from '../../src/rules/rule-request.ts';

type Values = Readonly<Record<string, string>>;
export type NaiveMatch = { readonly index: number; readonly values: Values };

export function naiveMatch(
  rules: readonly Rule[],
  request: RuleRequest,
  from: number,
): NaiveMatch | undefined {
  const readings = readingsOf(normalOf(request.path));
  const lastProtecting = rules.findLastIndex((rule) => rule.active && protects(rule.then));
  for (const [index, rule] of rules.entries()) {
    if (index < from || !rule.active) continue;
    const { path, ...others } = rule.if ?? {};
    const values = valuesOf(rule.if ?? {}, request);
    const isIn = (reading: string): boolean => path === undefined || pathMatches(path, reading);
    if (protects(rule.then)) {
      if (readings.some(isIn) && valuesOf(others, request) !== undefined)
        return { index, values: values ?? { splat: '' } };
    } else if (values !== undefined) {
      const letsPast = !('set_headers' in rule.then) && index < lastProtecting;
      if ((!letsPast || readings.every(isIn)) && !leadsToItself(rule, index, request))
        return { index, values };
    }
  }
  return undefined;
}

/** Whether the rule is a redirect to the URL that was asked for. */
function leadsToItself(rule: Rule, index: number, request: RuleRequest): boolean {
  const location = new CompiledRule(rule, index).location(request);
  if (location === undefined || request.origin === '') return false;
  const own = request.query === '' ? request.path : `${request.path}?${request.query}`;
  const [target = ''] = location.replace(/^\/\.(?=\/[\\/])/, '').split('#');
  return target === own || target === request.origin + own;
}

function protects(action: RuleAction): boolean {
  return 'block' in action || 'basic_auth' in action || 'rate_limit' in action || 'challenge' in action;
}

/** Of a path, each character or escape, and what it is in the normal form (RFC 3986 sections 6.2.2.1 and 6.2.2.2). */
function tokensOf(path: string): { readonly raw: string; readonly normal: string }[] {
  return (path.match(/%[0-9a-f]{2}|[^]/gi) ?? []).map((raw) => {
    const character = raw.length === 3 ? String.fromCharCode(Number.parseInt(raw.slice(1), 16)) : raw;
    if (/[a-z0-9._~-]/i.test(character)) return { raw, normal: character };
    const isByte = character > '\u007f' || raw.length === 3;
    return {
      raw,
      normal: isByte ? `%${Buffer.from(character, 'latin1').toString('hex').toUpperCase()}` : raw,
    };
  });
}

function normalOf(path: string): string {
  return tokensOf(path)
    .map(({ normal }) => normal)
    .join('');
}

/** Every choice of what a server may do with a path, in the order in which it would. */
function readingsOf(normal: string): string[] {
  const all: ((path: string) => string)[] = [
    (path) => {
      const text = Buffer.from(
        path.replaceAll(/%(..)/g, (_, hex: string) => String.fromCharCode(Number(`0x${hex}`))),
        'latin1',
      );
      return normalOf(text.toString('latin1').replaceAll(/[^!-"$->@-~]/g, encodeByte));
    },
    (path) => path.replaceAll(/%2F|%5C|\\/g, '/'),
    (path) => path.replaceAll(/;[^/]*/g, ''),
    (path) => path.replaceAll(/\/\/+/g, '/'),
    (path) =>
      path.includes('/.')
        ? new URL(`http://a${path.replaceAll('\\', '%5C')}`).pathname.replaceAll('%5C', '\\')
        : path,
  ];
  return Array.from({ length: 32 }, (_, choice) =>
    all.reduce((path, read, bit) => ((choice & (1 << bit)) === 0 ? path : read(path)), normal),
  );
}

function encodeByte(character: string): string {
  return `%${Buffer.from(character, 'latin1').toString('hex').toUpperCase()}`;
}

function pathMatches(pattern: string, normal: string): boolean {
  return expressionOf(pattern).test(normal.replace(/\/$/, ''));
}

/** Undefined if the conditions don't hold. */
function valuesOf(conditions: RuleConditions, request: RuleRequest): Values | undefined {
  const inPath = conditions.path === undefined ? {} : pathValues(conditions.path, request.path);
  const inQuery = queryValues(conditions.query ?? {}, request.query);
  if (inPath === undefined || inQuery === undefined || !othersHold(conditions, request)) return undefined;
  return { ...inPath, ...inQuery };
}

function expressionOf(pattern: string): RegExp {
  const source = normalOf(Buffer.from(pattern).toString('latin1'))
    .replace(/\/$/, '')
    .split('/')
    .slice(1)
    .map((segment) => {
      if (segment === '*') return '(?:/(?<splat>.*))?';
      if (segment.startsWith(':')) return `/(?<${segment.slice(1)}>[^/]+)`;
      const literal = segment.replace(/\*$/, '').replace(/[^A-Za-z0-9]/g, '\\$&');
      return segment.endsWith('*') ? `/${literal}(?<splat>.*)` : `/${literal}`;
    })
    .join('');
  return new RegExp(`^${source}$`, 'ds');
}

function pathValues(pattern: string, path: string): Values | undefined {
  const normal = normalOf(path);
  // Whether it matches doesn't depend on a slash at the end, but a splat keeps it unless the pattern has one, too.
  if (!pathMatches(pattern, normal)) return undefined;
  const expression = expressionOf(pattern);
  const trimmed = normal.replace(/\/$/, '');
  const found = (pattern.endsWith('*/') ? null : expression.exec(normal)) ?? expression.exec(trimmed);
  const places = Object.entries(found?.indices?.groups ?? {});
  return { splat: '', ...Object.fromEntries(places.map(([name, place]) => [name, rawPart(path, place)])) };
}

/** What was sent where a part of the normal form is. */
function rawPart(path: string, place: readonly [number, number] | undefined): string {
  let at = 0;
  return tokensOf(path)
    .filter(({ normal }) => {
      const isWithin = place !== undefined && at >= place[0] && at < place[1];
      at += normal.length;
      return isWithin;
    })
    .map(({ raw }) => raw)
    .join('');
}

function queryValues(wanted: Readonly<Record<string, string | true>>, query: string): Values | undefined {
  const given = query.split('&').filter((parameter) => parameter !== '');
  const parameters = given.map((parameter) => {
    const [, name = '', value = ''] = /^([^=]*)=?(.*)$/s.exec(parameter) ?? [];
    return { name, value };
  });
  const values: Record<string, string> = {};
  for (const [name, value] of Object.entries(wanted)) {
    const named = parameters.filter((parameter) => parameter.name === name);
    const [first] = named;
    if (first === undefined) return undefined;
    if (value === true) continue;
    if (value.startsWith(':')) values[value.slice(1)] = first.value;
    else if (!named.some((parameter) => parameter.value === value)) return undefined;
  }
  return values;
}

function othersHold(conditions: RuleConditions, request: RuleRequest): boolean {
  const { methods, countries, languages, devices, systems, browsers, bots } = conditions;
  const { verified, addresses, client_certificate, starts_at, ends_at, share } = conditions;
  const isBot = request.botName !== '';
  const checks = [
    methods === undefined || methods.includes(request.method),
    countries === undefined || countries.includes(request.country),
    languages === undefined ||
      languages.some((tag) => `${request.language}-`.startsWith(`${tag.toLowerCase()}-`)),
    devices === undefined || devices.some((device) => device === request.device),
    systems === undefined || systems.includes(request.system),
    browsers === undefined || browsers.includes(request.browser),
    bots === undefined ||
      (bots === 'any' && isBot) ||
      (bots === 'none' && !isBot) ||
      (typeof bots === 'object' &&
        isBot &&
        bots.some((bot) => bot === request.botClass || bot.toLowerCase() === request.botName.toLowerCase())),
    verified === undefined || (isBot && request.botVerified === (verified ? 'verified' : 'claimed')),
    addresses === undefined || addresses.some((range) => isInRange(range, request.clientAddress)),
    client_certificate === undefined ||
      (client_certificate === true
        ? request.clientFingerprint !== ''
        : client_certificate.some((one) => one === request.clientFingerprint)),
    starts_at === undefined || request.nowMs >= Date.parse(starts_at),
    ends_at === undefined || request.nowMs < Date.parse(ends_at),
    share === undefined || request.visitorShare < share,
  ];
  return checks.every(Boolean);
}

function isInRange(range: string, address: string): boolean {
  const [network = '', bits] = range.split('/');
  const list = new BlockList();
  const family = isIPv4(network) ? 'ipv4' : 'ipv6';
  list.addSubnet(network, bits === undefined ? (family === 'ipv4' ? 32 : 128) : Number(bits), family);
  return isIPv4(address) === isIPv4(network) && list.check(address, family);
}
