/** Source: docs/reference/ask.md ("The question"). */
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { HostNames } from '../../core/host-names.ts';
import { askEndpoint } from './endpoint.ts';

async function endpointOf(answer: RequestListener, query = '') {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url ?? '');
    answer(request, response);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : 0;
  const options = {
    url: `http://127.0.0.1:${port}/check${query}`,
    names: new HostNames(),
    userAgent: 'test',
  };
  const ask = (host: string, signal = new AbortController().signal) => askEndpoint(host, options, signal);
  return { ask, asked };
}

test('the name is added to what the address asks already, and the address policy is no concern', async () => {
  const { ask, asked } = await endpointOf((_, response) => response.end('OK'), '?key=a%20b');
  expect(await ask('shop.example.com')).toMatchObject({ kind: 'domain' });
  expect(asked).toEqual(['/check?key=a+b&domain=shop.example.com']);
});

test('a redirect is not followed', async () => {
  const { ask, asked } = await endpointOf((_, response) => {
    response.writeHead(302, { location: '/elsewhere' }).end('{}');
  });
  expect(await ask('shop.example.com')).toEqual({ kind: 'undecided', problem: 'its status is 302' });
  expect(asked).toHaveLength(1);
});

test('a long answer, one that ends early and none at all are undecided', async () => {
  const long = await endpointOf((_, response) => response.end(' '.repeat(65_537)));
  expect(await long.ask('a.example')).toEqual({
    kind: 'undecided',
    problem: 'The answer has more than 65536 bytes',
  });
  const short = await endpointOf((_, response) => {
    response.writeHead(200, { 'content-length': '10' });
    response.write('{');
    setTimeout(() => response.destroy(), 20);
  });
  expect(await short.ask('a.example')).toMatchObject({ kind: 'undecided' });
  const stopping = new AbortController();
  const silent = await endpointOf(() => stopping.abort());
  expect(await silent.ask('a.example', stopping.signal)).toMatchObject({ kind: 'undecided' });
});

test('a body without end does not matter where the status decides', async () => {
  const { ask } = await endpointOf((_, response) => {
    response.writeHead(404);
    response.write('no');
  });
  expect(await ask('a.example')).toEqual({ kind: 'no' });
});
