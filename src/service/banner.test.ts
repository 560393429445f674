import { expect, test } from 'vitest';
import { renderBanner } from './banner.ts';

const facts = {
  version: '1.2.3',
  role: 'serve',
  apiOrigin: 'http://127.0.0.1:3000',
  edgeOrigin: 'http://127.0.0.1:8080',
  edgeTlsOrigin: null,
  first: undefined,
} as const;

test('the dashboard stands before everything else', () => {
  expect(renderBanner(facts)).toBe(
    [
      'Nameplate 1.2.3 is running.',
      '  Dashboard  http://127.0.0.1:3000/',
      '  API        http://127.0.0.1:3000/api/v1  (reference: http://127.0.0.1:3000/docs)',
      '  Edge       http://127.0.0.1:8080',
      '',
    ].join('\n'),
  );
});

test('a machine with one part says what it has', () => {
  expect(renderBanner({ ...facts, role: 'edge' })).toBe(
    [
      'Nameplate 1.2.3 is running.',
      '  Health     http://127.0.0.1:3000/readyz',
      '  Edge       http://127.0.0.1:8080',
      '',
    ].join('\n'),
  );
  expect(renderBanner({ ...facts, role: 'app', edgeOrigin: null })).toContain(
    '  Edge       on other machines',
  );
});

test('a first start says how to sign in before it shows what to type', () => {
  const token = { kind: 'printed', secret: 'np_secret' } as const;
  const text = renderBanner({ ...facts, first: { accountUuid: 'the-account', token } });
  const places = ['Dashboard', 'token    np_secret', 'Sign in to the dashboard with the token', 'curl'];
  const found = places.map((place) => text.indexOf(place));
  expect(found).not.toContain(-1);
  expect(found).toEqual(found.toSorted((a, b) => a - b));
});
