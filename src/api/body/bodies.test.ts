import { expect, test } from 'vitest';
import { parseFormBody } from './form-body.ts';
import { parseJsonBody } from './json-body.ts';
import { parseMultipartBody } from './multipart-body.ts';

const bytes = (text: string) => Buffer.from(text, 'utf8');
const invalid = (message: RegExp) =>
  expect.objectContaining({ code: 'body_invalid', message: expect.stringMatching(message) });

test.each([
  ['an object', '{"a":1,"b":"x"}', { a: 1, b: 'x' }, []],
  ['nothing', '', {}, []],
  ['white space everywhere', ' \n{ "a" :\t1 } ', { a: 1 }, []],
  [
    'one name in several objects',
    '{"a":{"x":1},"b":[{"a":1},{"a":2}]}',
    { a: { x: 1 }, b: [{ a: 1 }, { a: 2 }] },
    [],
  ],
  [
    'values that look like names',
    '{"a":"b\\":","b":"a\\\\","c":["::","d"]}',
    { a: 'b":', b: 'a\\', c: ['::', 'd'] },
    [],
  ],
  ['a byte order mark', '\ufeff{"a":1}', { a: 1 }, []],
])('JSON with %s', (_what, text, attributes, repeated) => {
  const body = parseJsonBody(bytes(text));
  expect(Object.fromEntries(body.attributes)).toEqual(attributes);
  expect([...body.repeated]).toEqual(repeated);
  expect(body.attributes.size === 0 || body.encoding === 'json').toBe(true);
});

test.each([
  ['{"a":1,"b":2,"a":3}', '"a"'],
  ['{"a":1,"\\u0061":2}', '"a"'],
  ['{"b":[{"a":{"x":1, "x" :2}}]}', '"x"'],
  ['{"a":{"__proto__":1,"__proto__":2}}', '"__proto__"'],
  ['{"":1,"":2}', '""'],
])('JSON refuses a name that an object has twice, as in %s', (text, name) => {
  expect(() => parseJsonBody(bytes(text))).toThrow(invalid(new RegExp(`${name} more than once`)));
});

test('JSON of many levels, and of many names, is read', () => {
  const deep = `{"a":${'['.repeat(100_000)}${']'.repeat(100_000)}}`;
  expect(parseJsonBody(bytes(deep)).attributes.size).toBe(1);
  const wide = JSON.stringify({
    rules: Array.from({ length: 100_000 }, (_, n) => ({ name: `:${n}:"`, then: {} })),
  });
  const before = process.cpuUsage();
  parseJsonBody(bytes(wide));
  expect(process.cpuUsage(before).user / 1000).toBeLessThan(5_000);
});

test('JSON keeps a __proto__ member as an ordinary attribute', () => {
  expect(parseJsonBody(bytes('{"__proto__":1}')).attributes.get('__proto__')).toBe(1);
});

test.each(['{', '{"a":}', 'null', '[]', '"a"', '1', '{"a":1}{"b":2}', '['.repeat(100_000)])(
  'JSON refuses %.20s',
  (text) => {
    expect(() => parseJsonBody(bytes(text))).toThrow(invalid(/JSON/));
  },
);

test('JSON and forms refuse bytes that are not UTF-8', () => {
  const broken = Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x7d]);
  expect(() => parseJsonBody(broken)).toThrow(invalid(/UTF-8/));
  expect(() => parseFormBody(broken)).toThrow(invalid(/UTF-8/));
});

test.each([
  ['fields', 'a=1&b=x', { a: '1', b: 'x' }, []],
  ['nothing', '', {}, []],
  ['plus and percent', 'a=b+c%26d%3D%C3%A4', { a: 'b c&d=ä' }, []],
  ['no equals sign', 'a&b=', { a: '', b: '' }, []],
  ['an equals sign in the value', 'a=b=c', { a: 'b=c' }, []],
  ['stray separators', '&&a=1&', { a: '1' }, []],
  ['a repeated name', 'a=1&b=2&a=3', { a: '1', b: '2' }, ['a']],
])('a form with %s', (_what, text, attributes, repeated) => {
  const body = parseFormBody(bytes(text));
  expect(Object.fromEntries(body.attributes)).toEqual(attributes);
  expect([...body.repeated]).toEqual(repeated);
});

test.each(['a=%', 'a=%zz', 'a=%ff', '%c3=1'])('a form refuses %s', (text) => {
  expect(() => parseFormBody(bytes(text))).toThrow(invalid(/percent-encoding/));
});

const part = (name: string, value: string, more = '') =>
  `--x\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n${value}\r\n`;
const multipart = (text: string, type = 'multipart/form-data; boundary=x') =>
  parseMultipartBody(bytes(text), type, 1024);

test('multipart fields arrive in order, repeated ones are told', async () => {
  const body = await multipart(`${part('a', '1')}${part('ä', 'ö')}${part('a', '2')}--x--\r\n`);
  expect(Object.fromEntries(body.attributes)).toEqual({ a: '1', ä: 'ö' });
  expect([...body.repeated]).toEqual(['a']);
});

test.each([
  ['a file', `${part('a', 'x', '; filename="a.txt"')}--x--\r\n`, undefined, /file/],
  ['a file cut short', part('a', 'x', '; filename="a.txt"'), undefined, /file/],
  [
    'a part without a name',
    '--x\r\nContent-Disposition: form-data\r\n\r\n1\r\n--x--\r\n',
    undefined,
    /without a name/,
  ],
  ['a body cut short', part('a', '1'), undefined, /cut short/],
  ['no boundary', part('a', '1'), 'multipart/form-data', /boundary/],
  ['another boundary', `${part('a', '1')}--x--\r\n`, 'multipart/form-data; boundary=y', /cut short/],
])('multipart refuses %s', async (_what, text, type, message) => {
  await expect(multipart(text, type)).rejects.toThrow(invalid(message));
});
