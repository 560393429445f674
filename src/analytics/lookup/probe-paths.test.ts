import { expect, test } from 'vitest';
import { probePaths, probePattern } from './probe-paths.ts';

const isProbe = (path: string): boolean => new RegExp(probePattern, 'i').test(path);

test.each([
  '/wp-login.php',
  '/blog/wp-login.php',
  '/WP-LOGIN.PHP',
  '/.env',
  '/.env.production',
  '/app/.git/config',
  '//wp-includes/wlwmanifest.xml',
  '/phpMyAdmin-5/index.php',
  '/vendor/phpunit/phpunit/src/Util/PHP/eval-stdin.php',
  '/actuator/health',
])('%s is a probe', (path) => expect(isProbe(path)).toBe(true));

test.each([
  '/',
  '/environment',
  '/old.env-guide',
  '/about-wp-login.php',
  '/wp-content/uploads/2020/photo.jpg',
  '/index.php',
  '/git',
  '/manager',
  '/.well-known/security.txt',
  '/envy',
])('%s may be a page', (path) => expect(isProbe(path)).toBe(false));

test('each is listed once, in lower case, without a slash at an end', () => {
  expect(new Set(probePaths).size).toBe(probePaths.length);
  for (const path of probePaths) expect(path).toMatch(/^[a-z0-9_.*-]+(?:\/[a-z0-9_.*-]+)*$/);
});
