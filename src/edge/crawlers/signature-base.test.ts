/** Source: RFC 9421 sections 2.1.2, 2.2 and 2.5, appendix B.2.6. */
import { verify } from 'node:crypto';
import { type InnerList, isInnerList } from 'structured-headers';
import { expect, test } from 'vitest';
import { RequestHead, RequestHeadParser } from '../http1/request-head.ts';
import { DirectoryKey } from './directory-keys.ts';
import { fieldValue, membersOf, signatureBase } from './signature-base.ts';

function headOf(...lines: readonly string[]): RequestHead {
  const head = new RequestHeadParser().parse([...lines, '', ''].join('\r\n'), 0);
  if (!(head instanceof RequestHead)) throw new Error(`refused: ${head}`);
  return head;
}

function coveredBy(input: string): InnerList {
  const covered = membersOf(`x=${input}`)?.get('x');
  if (!covered || !isInnerList(covered)) throw new Error('no inner list');
  return covered;
}

/** RFC 9421 appendix B.2, and the signature of B.2.6. */
const rfcRequest = headOf(
  'POST /foo?param=Value&Pet=dog HTTP/1.1',
  'Host: example.com',
  'Date: Tue, 20 Apr 2021 02:07:55 GMT',
  'Content-Type: application/json',
  'Content-Digest: sha-512=:WZDPaVn/7XgHaAy8pmojAkGWoRx2UFChF41A2svX+TaPm+AbwAgBWnrIiYllu7BNNyealdVLvRwEmTHWXvJwew==:',
  'Content-Length: 18',
  'Signature-Input: sig-b26=("date" "@method" "@path" "@authority" "content-type" "content-length");created=1618884473;keyid="test-key-ed25519"',
  'Signature: sig-b26=:wqcAqbmYJ2ji2glfAMaRy4gruYYnx2nEFN2HN6jrnDnQCK1u02Gb04v9EDgwUPiu4A0w6vuQv5lIp5WPpBKRCw==:',
);

test("the RFC's own request has the RFC's signature base, and its signature is good", () => {
  const covered = membersOf(fieldValue(rfcRequest, 'signature-input'))?.get('sig-b26');
  if (!covered || !isInnerList(covered)) throw new Error('no inner list');
  const base = signatureBase({ head: rfcRequest, origin: 'https://example.com' }, covered) ?? '';
  expect(base).toBe(
    [
      '"date": Tue, 20 Apr 2021 02:07:55 GMT',
      '"@method": POST',
      '"@path": /foo',
      '"@authority": example.com',
      '"content-type": application/json',
      '"content-length": 18',
      '"@signature-params": ("date" "@method" "@path" "@authority" "content-type" "content-length");created=1618884473;keyid="test-key-ed25519"',
    ].join('\n'),
  );
  const signature: unknown = membersOf(fieldValue(rfcRequest, 'signature'))?.get('sig-b26')?.[0];
  if (!(signature instanceof ArrayBuffer)) throw new Error('no signature');
  // RFC 9421 appendix B.1.4.
  const { publicKey } = new DirectoryKey('JrQLj5P_89iXES9-vFgrIy29clF9CC_oPPsw3c5D0bs', 0, 1);
  const isGood = (text: string) =>
    verify(null, Buffer.from(text, 'latin1'), publicKey, new Uint8Array(signature));
  expect([isGood(base), isGood(base.replace('/foo', '/bar'))]).toEqual([true, false]);
});

test('components have the values of RFC 9421 section 2', () => {
  const head = headOf(
    'GET /a%20b?x=1 HTTP/1.1',
    'Host: WWW.Example.com:8443',
    'X-List:  one ',
    'x-list: two\t',
    'Dict: a=1, b=2;x=1;y=2, c=(a   b    c)',
  );
  const message = { head, origin: 'https://www.example.com:8443' };
  const identifiers = [
    '"@authority"',
    '"@scheme"',
    '"@request-target"',
    '"@query"',
    '"@target-uri"',
    '"x-list"',
    '"dict";key="b"',
    '"dict";key="c"',
  ];
  expect(signatureBase(message, coveredBy(`(${identifiers.join(' ')});created=1`))?.split('\n')).toEqual([
    '"@authority": www.example.com:8443',
    '"@scheme": https',
    '"@request-target": /a%20b?x=1',
    '"@query": ?x=1',
    '"@target-uri": https://www.example.com:8443/a%20b?x=1',
    '"x-list": one, two',
    '"dict";key="b": 2;x=1;y=2',
    '"dict";key="c": (a b c)',
    `"@signature-params": (${identifiers.join(' ')});created=1`,
  ]);
});

test('without a query there is a question mark in @query alone', () => {
  const message = { head: headOf('GET / HTTP/1.1', 'Host: a.example'), origin: 'http://a.example' };
  expect(signatureBase(message, coveredBy('("@query" "@target-uri")'))?.split('\n').slice(0, 2)).toEqual([
    '"@query": ?',
    '"@target-uri": http://a.example/',
  ]);
});

test.each([
  ['("missing")', 'a field that is missing'],
  ['("host" "host")', 'a component twice'],
  ['("@authority";req)', 'parameters of a derived component'],
  ['("host";bs)', 'a field as bytes'],
  ['("host";key="a")', 'a member of what is no dictionary'],
  ['("dict";key="b")', 'a member that is missing'],
  ['("@status")', 'a component of responses'],
  ['("@query-param";name="x")', 'a query parameter'],
  ['(host)', 'a token for a name'],
  [`(${Array.from({ length: 21 }, (_, i) => `"x-${i}"`).join(' ')})`, 'many components'],
])('%s has no base: %s', (input) => {
  const many = Array.from({ length: 21 }, (_, i) => `X-${i}: 1`);
  const head = headOf('GET / HTTP/1.1', 'Host: a.example', 'Dict: a=1', ...many);
  expect(signatureBase({ head, origin: 'http://a.example' }, coveredBy(input))).toBeUndefined();
});
