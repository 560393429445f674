import { expect, test } from 'vitest';
import { expiredSessionCookie, readSessionCookie, sessionCookie } from './session-cookie.ts';

const a = 'a'.repeat(43);
const b = 'b'.repeat(43);

test.each([
  [undefined, undefined],
  ['', undefined],
  [`nameplate_session=${a}`, a],
  [`x=1; nameplate_session=${a}; y`, a],
  [`x=1;nameplate_session = ${a} `, a],
  [`nameplate_session=${a}; nameplate_session=${a}`, a],
  [`nameplate_session=${a}; nameplate_session=${b}`, undefined],
  [`nameplate_session=${a}; nameplate_session=`, undefined],
  [`nameplate_session="${a}"`, undefined],
  [`nameplate_session=${a}a`, undefined],
  [`nameplate_session=${a.slice(1)}é`, undefined],
  [`Nameplate_Session=${a}`, undefined],
  [`xnameplate_session=${a}`, undefined],
  [`__Host-nameplate_session=${a}`, undefined],
  ['nameplate_session', undefined],
  [';;;=;', undefined],
])('reads of "%s": %s', (field, secret) => {
  expect(readSessionCookie(field, false)).toBe(secret);
});

test('reads the one that is bound to its host, and no other, by HTTPS', () => {
  expect(readSessionCookie(`__Host-nameplate_session=${a}; nameplate_session=${b}`, true)).toBe(a);
  expect(readSessionCookie(`nameplate_session=${b}`, true)).toBeUndefined();
});

test('writes what keeps the cookie from scripts, other sites and clear text', () => {
  expect(sessionCookie(a, 60, true)).toBe(
    `__Host-nameplate_session=${a}; HttpOnly; SameSite=Strict; Path=/; Max-Age=60; Secure`,
  );
  expect(sessionCookie(a, 60, false)).toBe(
    `nameplate_session=${a}; HttpOnly; SameSite=Strict; Path=/; Max-Age=60`,
  );
  expect(expiredSessionCookie(true)).toBe(
    '__Host-nameplate_session=; HttpOnly; SameSite=Strict; Path=/; Max-Age=0; Secure',
  );
});
