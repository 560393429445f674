import { describe, expect, test } from 'vitest';
import { readChanged, readNew, refuseUnknownAttributes } from './read-attributes.ts';
import { collectBody } from './request-body.ts';
import { defineResource, toWire } from './resource.ts';

const thing = defineResource('Thing', {
  uuid: { type: 'uuid', readOnly: true },
  source_host: { type: 'text', required: true, allowed: 'a host' },
  keep_path: { type: 'boolean', default: true },
  secret: { type: 'text', writeOnly: true },
  expires_at: { type: 'timestamp', nullable: true, default: null, allowed: 'an instant' },
  state: { type: 'computed', readOnly: true },
});
const json = (attributes: object) => collectBody('json', Object.entries(attributes));

test('an unknown attribute is quoted, unless it is a private key', () => {
  expect(() => refuseUnknownAttributes(json({ a: 1, b: 2 }), ['a', 'c'])).toThrow(
    '"b" is not an attribute; allowed: a, c',
  );
  const body = collectBody('form', [['-----BEGIN PRIVATE KEY-----\nMIIB', '=']]);
  expect(() => refuseUnknownAttributes(body, ['a'])).toThrow(/^PEM without the name of an attribute is not/);
});

test('what is not to be quoted is not', () => {
  const keys = defineResource('Keys', { key: { type: 'text', unquoted: true, allowed: 'a key' } });
  expect(() => readNew(keys, json({ key: ['secret'] }))).toThrow(
    /^key is invalid: it is not a string; allowed: a key$/,
  );
});

describe('readNew', () => {
  test('has defaults for what is left out, and undefined where there is none', () => {
    expect(readNew(thing, json({ source_host: 'a' }))).toEqual({
      sourceHost: 'a',
      keepPath: true,
      secret: undefined,
      expiresAt: null,
    });
  });

  test('refuses what is missing, and reports the first problem in the order of the definition', () => {
    expect(() => readNew(thing, json({ keep_path: 1 }))).toThrow('source_host is missing; allowed: a host');
    expect(() => readNew(thing, json({ keep_path: 1, source_host: 2 }))).toThrow(
      'source_host 2 is invalid: it is not a string; allowed: a host',
    );
    expect(() => readNew(thing, json({ keep_path: 1, source_host: 'a' }))).toThrow(
      expect.objectContaining({ code: 'keep_path_invalid', status: 400 }),
    );
  });
});

describe('readChanged', () => {
  const current = { sourceHost: 'a', keepPath: false, secret: 's', expiresAt: 5 };

  test('keeps what is left out, and takes null where it is a value', () => {
    expect(readChanged(thing, json({}), current)).toEqual(current);
    expect(readChanged(thing, json({ expires_at: null, keep_path: true }), current)).toEqual({
      ...current,
      keepPath: true,
      expiresAt: null,
    });
  });

  test('checks after the attribute is read and before the next one is', () => {
    const seen: unknown[] = [];
    const read = () =>
      readChanged(thing, json({ source_host: 'b', keep_path: 1 }), current, {
        source_host: (values) => void seen.push({ ...values }),
      });
    expect(read).toThrow('keep_path 1 is invalid');
    expect(seen).toEqual([{ ...current, sourceHost: 'b' }]);
  });
});

test('the wire has the definition’s order, no write-only attributes, and computed ones', () => {
  const entity = { uuid: 'u', sourceHost: 'a', keepPath: false, expiresAt: 0 };
  expect(Object.entries(toWire(thing, entity, { state: 'on' }))).toEqual([
    ['uuid', 'u'],
    ['source_host', 'a'],
    ['keep_path', false],
    ['expires_at', '1970-01-01T00:00:00.000+00:00'],
    ['state', 'on'],
  ]);
  expect(toWire(thing, { ...entity, expiresAt: null })).toMatchObject({ expires_at: null });
});
