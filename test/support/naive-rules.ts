/**
 * Reads rules one after the other, as docs/reference/rules.md says it and as simply as that can be written: the model
 * that compiled rules are compared with.
 */
import { BlockList, isIPv4 } from 'node:net';
import type { Rule, RuleConditions } from '../../src/rules/rule.ts';
import type { RuleRequest } from '../../src/rules/rule-request.ts';

type Values = Readonly<Record<string, string>>;
export type NaiveMatch = { readonly index: number; readonly values: Values };

export function naiveMatch(
  rules: readonly Rule[],
  request: RuleRequest,
  from: number,
): NaiveMatch | undefined {
  for (const [index, rule] of rules.entries()) {
    if (index < from || !rule.active) continue;
    const values = valuesOf(rule.if ?? {}, request);
    if (values !== undefined) return { index, values };
  }
  return undefined;
}

/** Undefined if the conditions don't hold. */
function valuesOf(conditions: RuleConditions, request: RuleRequest): Values | undefined {
  const inPath = conditions.path === undefined ? {} : pathValues(conditions.path, request.path);
  const inQuery = queryValues(conditions.query ?? {}, request.query);
  if (inPath === undefined || inQuery === undefined || !othersHold(conditions, request)) return undefined;
  return { ...inPath, ...inQuery };
}

function pathValues(pattern: string, path: string): Values | undefined {
  const source = pattern
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
  const expression = new RegExp(`^${source}$`, 's');
  // Whether it matches doesn't depend on a slash at the end, but a splat keeps it.
  if (!expression.test(path.replace(/\/$/, ''))) return undefined;
  const found = expression.exec(path) ?? expression.exec(path.replace(/\/$/, ''));
  return { splat: '', ...defined(found?.groups ?? {}) };
}

function defined(groups: Record<string, string | undefined>): Values {
  return Object.fromEntries(Object.entries(groups).map(([name, value]) => [name, value ?? '']));
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
  const { methods, countries, languages, devices, bots, addresses, starts_at, ends_at, share } = conditions;
  const isBot = request.botName !== '';
  const checks = [
    methods === undefined || methods.includes(request.method),
    countries === undefined || countries.includes(request.country),
    languages === undefined ||
      languages.some((tag) => `${request.language}-`.startsWith(`${tag.toLowerCase()}-`)),
    devices === undefined || devices.some((device) => device === request.device),
    bots === undefined ||
      (bots === 'any' && isBot) ||
      (bots === 'none' && !isBot) ||
      (typeof bots === 'object' &&
        isBot &&
        bots.some((bot) => bot === request.botClass || bot.toLowerCase() === request.botName.toLowerCase())),
    addresses === undefined || addresses.some((range) => isInRange(range, request.clientAddress)),
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
