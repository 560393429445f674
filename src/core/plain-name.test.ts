import { expect, test } from 'vitest';
import { hasAddress, plainName } from './plain-name.ts';

test.each([
  ['Acme', 'Acme'],
  ['Müller & Söhne (Köln), Inc.', 'Müller & Söhne (Köln), Inc.'],
  ['株式会社ネーム', '株式会社ネーム'],
  ['Win at https://evil.example/x now', 'Win at https evil example x now'],
  ['www.evil.example', 'www evil example'],
  ['ann@evil.example', 'ann evil example'],
  ['\u202e<b>"x', 'b x'],
  ['a\u200bb\u2028c', 'a b c'],
  ['𝄞', ''],
  ['x'.repeat(61), 'x'.repeat(60)],
  ['𝒳'.repeat(61), '𝒳'.repeat(60)],
])('%j is %j in an e-mail', (name, plain) => {
  expect(plainName(name)).toBe(plain);
});

test.each(['https://a.example', 'a://b', 'WWW.a.example', 'A/S'])('%j has an address in it', (name) => {
  expect(hasAddress(name)).toBe(true);
});

test.each(['Acme', 'Acme Inc.', 'Wow. Nice', 'a:b'])('%j has none', (name) => {
  expect(hasAddress(name)).toBe(false);
});
