import { expect, test } from 'vitest';
import { normalizePassword, passwordProblem } from './password-rule.ts';

test.each([
  'correct horse battery staple',
  'vT9-hamster-fjord',
  'пароль-из-слов-и-ещё',
  '🐢🐙🦀🦑🐡🐠🐬🐳🐋🦈🐊🐸',
  'passport of a walrus',
  'x'.repeat(100) + 'abcd',
])('takes %j', (password) => {
  expect(passwordProblem(password)).toBeUndefined();
});

test.each([
  ['', '0 characters'],
  ['elevenchars', '11 characters'],
  ['🐢'.repeat(11), '11 characters'],
  [`${'ab cd'.repeat(40)}x`, 'more than 200'],
  ['aaaaaaaaaaaa', 'fewer than four'],
  ['121212121212', 'fewer than four'],
  ['password1234', 'first'],
  ['Password2024!', 'first'],
  ['passwordpassword', 'first'],
  ['123456789012', 'first'],
  ['qwertyuiop123', 'first'],
  ['Administrator1', 'first'],
  ['ada@example.com', 'email'],
  ['\ud800\ud800abcdefghijk', 'Unicode'],
])('refuses %j: %s', (password, reason) => {
  const problem = passwordProblem(password, ['Ada@Example.com']);
  expect(problem).toContain(reason);
  if (password !== '') expect(problem).not.toContain(password);
});

test('is the same on every keyboard', () => {
  expect(normalizePassword('Ｃafe\u0301')).toBe('Café');
});
