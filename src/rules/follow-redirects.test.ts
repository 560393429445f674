import { describe, expect, it } from 'vitest';
import { ruleRequest } from '../../test/support/rule-requests.ts';
import { endsInCircle, maxRedirects, type RedirectionOf } from './follow-redirects.ts';

/** Redirects by `host path?query`. */
function redirects(table: Readonly<Record<string, string>>, status: number = 301): RedirectionOf {
  const byRequest = new Map(Object.entries(table));
  return (host, { path, query }) => {
    const location = byRequest.get(`${host} ${path}${query === '' ? '' : `?${query}`}`);
    return location === undefined ? undefined : { location, status };
  };
}

function isCircle(
  location: string,
  table: Readonly<Record<string, string>>,
  authority = 'a.example',
): boolean {
  return endsInCircle(
    `https://${authority}`,
    ruleRequest('/start'),
    { location, status: 301 },
    redirects(table),
  );
}

describe('endsInCircle', () => {
  it.each([
    ['/x', {}, false],
    ['/x', { 'a.example /x': '/y' }, false],
    ['/x', { 'a.example /x': '/x' }, true],
    ['/x', { 'a.example /x': '/y', 'a.example /y': '/x#top' }, true],
    ['/x?q=1', { 'a.example /x?q=1': '/x?q=1' }, true],
    ['/x?q=1', { 'a.example /x': '/x' }, false],
    ['/x#f?q=1', { 'a.example /x': '/x' }, true],
    ['/a/../x', { 'a.example /x': '/x' }, true],
    ['/%2e/x', { 'a.example /x': '/x' }, true],
    ['https://a.example/x', { 'a.example /x': '/x' }, true],
    ['https://a.example', { 'a.example /': 'https://a.example?' }, true],
    ['https://a.example./x', { 'a.example /x': '/x' }, true],
    ['https://a.example:8443/x', { 'a.example /x': '/x' }, false],
    ['https://b.example/x', { 'a.example /x': '/x' }, false],
    [
      'https://b.example/x',
      { 'b.example /x': 'http://a.example/x', 'a.example /x': 'https://b.example/x' },
      true,
    ],
    ['https://[2001:db8::1]/x', { '[2001:db8::1] /x': '/x' }, true],
  ])('%s among %j: %j', (location, table, expected) => {
    expect(isCircle(location, table)).toBe(expected);
  });

  it('keeps a port that was asked for', () => {
    const table = { 'a.example /x': 'http://a.example:8080/x' };
    expect(isCircle('/x', table, 'a.example:8080')).toBe(true);
    expect(isCircle('/x', table, 'a.example')).toBe(false);
  });

  it.each([
    [maxRedirects, false],
    [maxRedirects + 1, true],
  ])('of %d redirects: %j', (count, expected) => {
    const table: Record<string, string> = {};
    for (let step = 1; step < count; step++) table[`a.example /${step}`] = `/${step + 1}`;
    expect(isCircle('/1', table)).toBe(expected);
  });

  it.each([
    [301, 'POST', 'GET'],
    [302, 'PUT', 'GET'],
    [303, 'HEAD', 'HEAD'],
    [307, 'POST', 'POST'],
    [308, 'POST', 'POST'],
  ])('after %d, %s is %s', (status, method, expected) => {
    const seen: string[] = [];
    endsInCircle(
      'https://a.example',
      ruleRequest('/a', { method }),
      { location: '/b', status },
      (_, request) => {
        seen.push(request.method);
        return undefined;
      },
    );
    expect(seen).toEqual([expected]);
  });

  it('asks as the same visitor', () => {
    const visitor = {
      country: 'AT',
      language: 'de',
      device: 'mobile',
      botName: 'x',
      botClass: 'ai',
    } as const;
    const others = { ...visitor, clientAddress: '192.0.2.1', visitorShare: 7, nowMs: 5 };
    endsInCircle(
      'https://a.example',
      ruleRequest('/a', others),
      { location: '/b', status: 301 },
      (_, request) => {
        for (const [name, value] of Object.entries(others)) expect(Reflect.get(request, name)).toBe(value);
        return undefined;
      },
    );
    expect.assertions(Object.keys(others).length);
  });
});
