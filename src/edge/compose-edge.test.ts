/** Edges that one process composes. Source: docs/reference/edge.md ("Workers"). */
import { expect, onTestFinished, test } from 'vitest';
import { edgeOptions, openEdge } from '../../test/support/composed-edge.ts';
import { talk } from '../../test/support/raw-http.ts';

const get = (host: string, fields = ''): string =>
  `GET / HTTP/1.1\r\nHost: ${host}\r\n${fields}Connection: close\r\n\r\n`;

test('two with different options in one process serve different hosts, and neither sees the other', async () => {
  const one = await openEdge(
    { options: edgeOptions({ trustedProxies: ['127.0.0.1'] }), rules: { 'one.example': {} } },
    onTestFinished,
  );
  const other = await openEdge(
    { rules: { 'other.example': { destinationUrl: 'https://elsewhere.example' } } },
    onTestFinished,
  );
  const ask = (edge: typeof one, host: string) =>
    talk(edge.edge.http?.port ?? 0, get(host, 'X-Forwarded-For: 203.0.113.9\r\n'));
  expect(await ask(one, 'one.example')).toMatch(
    /^HTTP\/1\.1 301 [^]*\r\nLocation: https:\/\/dest\.example\/\r\n/,
  );
  expect(await ask(other, 'one.example')).toMatch(/^HTTP\/1\.1 404 /);
  expect(await ask(one, 'other.example')).toMatch(/^HTTP\/1\.1 404 /);
  expect(await ask(other, 'other.example')).toMatch(/\r\nLocation: https:\/\/elsewhere\.example\/\r\n/);
  expect(one.seen.records).toMatchObject([{ status: 301, clientAddress: '203.0.113.9' }, { status: 404 }]);
  expect(other.seen.records).toMatchObject([{ status: 404 }, { status: 301, clientAddress: '127.0.0.1' }]);

  one.edge.lameDuck();
  await one.edge.drain(1_000, 0);
  await expect(talk(one.edge.http?.port ?? 0, get('one.example'))).resolves.toBe('');
  expect(await ask(other, 'other.example')).toMatch(/^HTTP\/1\.1 301 /);
});
