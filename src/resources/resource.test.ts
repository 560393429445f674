import { expect, test } from 'vitest';
import { readOptional, readText, refuseUnknownAttributes } from './read-attributes.ts';
import { collectBody, type RequestBody } from './request-body.ts';
import { type Attribute, defineResource } from './resource.ts';

const {
  port,
  web_analytics: mode,
  version,
} = defineResource('Thing', {
  port: { type: 'integer', minimum: 1, maximum: 65_535 },
  web_analytics: { type: 'choice', choices: ['inject', 'off'], default: 'inject' },
  version: { type: 'choice', choices: ['1', '2'], nullable: true, default: null },
}).attributes;

function bodyOf(encoding: RequestBody['encoding'], attribute: Attribute<unknown>, value: unknown) {
  return collectBody(encoding, [[attribute.name, value]]);
}

test.each([
  ['json', 1, 1],
  ['json', 65_535, 65_535],
  ['form', '1', 1],
  ['form', '65535', 65_535],
] as const)('an integer in %s: %j is %j', (encoding, value, expected) => {
  expect(readOptional(bodyOf(encoding, port, value), port)).toBe(expected);
});

test.each([
  ['json', '443'],
  ['json', 1.5],
  ['json', 0],
  ['json', 65_536],
  ['json', Number.NaN],
  ['json', null],
  ['form', ''],
  ['form', '0'],
  ['form', '0443'],
  ['form', '+443'],
  ['form', '4.43e2'],
  ['form', '65536'],
  ['form', '9'.repeat(400)],
] as const)('no integer from 1 to 65535 in %s: %j', (encoding, value) => {
  expect(() => readOptional(bodyOf(encoding, port, value), port)).toThrow(
    expect.objectContaining({
      code: 'port_invalid',
      message: expect.stringContaining('allowed: an integer from 1 to 65535'),
    }),
  );
});

test('a choice is one of its words, letter by letter', () => {
  expect(readText('off', mode)).toBe('off');
  for (const text of ['Off', ' off', '', 'manual']) {
    expect(() => readText(text, mode)).toThrow(
      expect.objectContaining({
        code: 'web_analytics_invalid',
        message: expect.stringContaining('inject or off'),
      }),
    );
  }
});

test.each([
  ['json', '1', '1'],
  ['json', null, null],
  ['form', '', null],
] as const)('a choice that may be null, in %s: %j is %j', (encoding, value, expected) => {
  expect(readOptional(bodyOf(encoding, version, value), version)).toBe(expected);
});

test('null is one of the words of a choice that may be it, and none of others', () => {
  const refused = (attribute: Attribute<unknown>, value: unknown, allowed: string) =>
    expect(() => readOptional(bodyOf('json', attribute, value), attribute)).toThrow(
      expect.objectContaining({ message: expect.stringContaining(`allowed: ${allowed}`) }),
    );
  for (const value of ['', '3', 1, 'null']) refused(version, value, '1 or 2 or null');
  refused(mode, null, 'inject or off');
});

test('an attribute where there are none says so', () => {
  expect(() => refuseUnknownAttributes(bodyOf('json', port, 1), [])).toThrow(
    '"port" is not an attribute; allowed: none',
  );
});
