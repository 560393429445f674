/** Reads and checks the conditions of a rule. Source: docs/reference/rules.md ("Conditions"). */

import { iso31661 } from 'iso-3166/1.js';
import { httpMethods } from '../core/http-methods.ts';
import { parseInstant } from '../core/instant.ts';
import { isRecord } from '../core/json-reader.ts';
import { parseRange } from './address-match.ts';
import { parsePath } from './path-pattern.ts';
import { placeholderName, splatName } from './placeholder.ts';

import { conditionNames, type RuleConditions } from './rule.ts';
import { ruleJson } from './rule-json.ts';
import type { RuleDevice } from './rule-request.ts';

import { botClasses } from './rule-request.ts';

const devices: readonly RuleDevice[] = ['mobile', 'tablet', 'desktop'];
const countries: ReadonlySet<string> = new Set(iso31661.map(({ alpha2 }) => alpha2));
const languageTag = /^[A-Za-z]{2,8}(?:-[A-Za-z0-9]{1,8}){0,7}$/;
const instantWithZone = /T.*(?:Z|[+-]\d{2}:\d{2})$/;
const parameterName = /^[!-~]{1,200}$/;
const notInName = /[&=#]/;
const parameterValue = /^[!-~]{0,2000}$/;
const notInValue = /[&#]/;
const maxParameters = 20;
const maxItems = 1000;
const maxBotName = 120;

/** The conditions, and what the placeholders that they fill are called. */
export type ReadConditions = { readonly conditions: RuleConditions; readonly names: readonly string[] };

export function readConditions(value: unknown, place: string): ReadConditions {
  const given = ruleJson.members(value, place, conditionNames);
  const names: string[] = [];
  const has = (name: (typeof conditionNames)[number]): boolean => given[name] !== undefined;
  const inPlace = (name: (typeof conditionNames)[number]): string => `${place}.${name}`;
  const conditions: RuleConditions = {
    ...(has('path') && { path: readPath(given.path, inPlace('path'), names) }),
    ...(has('methods') && {
      methods: ruleJson.list(given.methods, inPlace('methods'), maxItems, httpMethods.join(', '), readMethod),
    }),
    ...(has('query') && { query: readQuery(given.query, inPlace('query'), names) }),
    ...(has('countries') && {
      countries: ruleJson.list(given.countries, inPlace('countries'), maxItems, 'country codes', readCountry),
    }),
    ...(has('languages') && {
      languages: ruleJson.list(
        given.languages,
        inPlace('languages'),
        maxItems,
        'language tags',
        readLanguage,
      ),
    }),
    ...(has('devices') && {
      devices: ruleJson.list(given.devices, inPlace('devices'), maxItems, devices.join(', '), readDevice),
    }),
    ...(has('bots') && { bots: readBots(given.bots, inPlace('bots')) }),
    ...(has('addresses') && {
      addresses: ruleJson.list(
        given.addresses,
        inPlace('addresses'),
        maxItems,
        'IP addresses and CIDR ranges',
        readRange,
      ),
    }),
    ...(has('starts_at') && { starts_at: readInstant(given.starts_at, inPlace('starts_at')) }),
    ...(has('ends_at') && { ends_at: readInstant(given.ends_at, inPlace('ends_at')) }),
    ...(has('share') && { share: readShare(given.share, inPlace('share')) }),
  };
  return { conditions, names };
}

function readPath(value: unknown, place: string, names: string[]): string {
  if (typeof value !== 'string') throw ruleJson.refuseValue(place, value, 'a path that begins with /');
  const parsed = parsePath(value);
  if (!parsed.ok) throw ruleJson.refuseValue(place, value, parsed.allowed);
  names.push(...parsed.pattern.names);
  return value;
}

function readMethod(value: unknown, place: string): string {
  const method = httpMethods.find((name) => name === value);
  if (method === undefined) throw ruleJson.refuseValue(place, value, httpMethods.join(', '));
  return method;
}

function readQuery(value: unknown, place: string, names: string[]): Record<string, string | true> {
  if (!isRecord(value)) throw ruleJson.refuseValue(place, value, 'an object of parameters');
  const entries = Object.entries(value);
  if (entries.length === 0 || entries.length > maxParameters)
    throw ruleJson.refuse(place, `has ${entries.length} parameters`, `1 to ${maxParameters}`);
  const read = entries.map(([name, wanted]): [string, string | true] => {
    if (!parameterName.test(name) || notInName.test(name))
      throw ruleJson.refuse(
        place,
        `has the parameter ${JSON.stringify(name)}`,
        'names as clients send them, 1 to 200 visible ASCII characters without &, = and #',
      );
    return [name, readParameter(wanted, `${place}.${name}`, names)];
  });
  return Object.fromEntries(read);
}

function readParameter(value: unknown, place: string, names: string[]): string | true {
  if (value === true) return value;
  if (typeof value !== 'string' || !parameterValue.test(value) || notInValue.test(value)) {
    const allowed = 'true, :name, or a value as clients send it, at most 2000 visible ASCII characters';
    throw ruleJson.refuseValue(place, value, `${allowed} without & and #`);
  }
  const placeholder = placeholderName(value);
  if (placeholder === undefined) return value;
  if (placeholder === splatName)
    throw ruleJson.refuseValue(
      place,
      value,
      'another name: splat is what the * at the end of a path stands for',
    );
  if (names.includes(placeholder))
    throw ruleJson.refuse(
      place,
      `is "${value}", and there is another :${placeholder}`,
      'each placeholder once',
    );
  names.push(placeholder);
  return value;
}

function readCountry(value: unknown, place: string): string {
  if (typeof value !== 'string' || !countries.has(value))
    throw ruleJson.refuseValue(place, value, 'codes of ISO 3166-1 alpha-2 that are assigned, such as DE');
  return value;
}

function readLanguage(value: unknown, place: string): string {
  if (typeof value !== 'string' || !languageTag.test(value))
    throw ruleJson.refuseValue(place, value, 'language tags, such as de or de-AT');
  return value;
}

function readDevice(value: unknown, place: string): RuleDevice {
  const device = devices.find((name) => name === value);
  if (device === undefined) throw ruleJson.refuseValue(place, value, devices.join(', '));
  return device;
}

function readBots(value: unknown, place: string): 'any' | 'none' | string[] {
  if (value === 'any' || value === 'none') return value;
  const allowed = `${botClasses.join(', ')}, and names of bots`;
  if (!Array.isArray(value)) throw ruleJson.refuseValue(place, value, `any, none, or a list of ${allowed}`);
  return ruleJson.list(value, place, maxItems, allowed, (item, itemPlace) => {
    const name = ruleJson.label(item, itemPlace, maxBotName);
    if (name === 'any' || name === 'none')
      throw ruleJson.refuseValue(itemPlace, name, `${allowed}; ${name} stands alone`);
    return name;
  });
}

function readRange(value: unknown, place: string): string {
  const range = typeof value === 'string' ? parseRange(value) : undefined;
  if (range === undefined)
    throw ruleJson.refuseValue(
      place,
      value,
      'an IP address, or a CIDR range whose other bits are 0, such as 203.0.113.0/24',
    );
  return range;
}

function readInstant(value: unknown, place: string): string {
  if (typeof value !== 'string' || !instantWithZone.test(value) || parseInstant(value) === undefined)
    throw ruleJson.refuseValue(place, value, 'a time with its zone, such as 2026-12-24T18:00:00+01:00');
  return value;
}

function readShare(value: unknown, place: string): number {
  if (typeof value !== 'number' || !(value >= 0 && value <= 100))
    throw ruleJson.refuseValue(place, value, 'a number from 0 to 100');
  return value;
}
