import { expect, test } from 'vitest';
import { checkPassedPorts, readPassedSockets } from './socket-activation.ts';

const ports = new Map([
  [3, 80],
  [4, 443],
  [5, 3000],
]);
const read = (names: string | undefined, count = '3', pid = '7') =>
  readPassedSockets({ LISTEN_PID: pid, LISTEN_FDS: count, LISTEN_FDNAMES: names }, 7, (descriptor) =>
    ports.get(descriptor),
  );

test('sockets are found by their names, in any order', () => {
  expect(read('https:api:http')).toEqual({
    https: { descriptor: 3, port: 80 },
    api: { descriptor: 4, port: 443 },
    http: { descriptor: 5, port: 3000 },
  });
  expect(read('http', '1')).toEqual({ http: { descriptor: 3, port: 80 } });
  expect(read('', '0')).toEqual({});
});

test('what is meant for another process is ignored', () => {
  expect(read('nonsense', 'x', '8')).toEqual({});
  expect(readPassedSockets({ LISTEN_FDS: '1', LISTEN_FDNAMES: 'http' }, 7)).toEqual({});
  expect(readPassedSockets({}, 7)).toEqual({});
});

test.each([
  ['http', 'x', 'LISTEN_FDS is "x"; allowed: a whole number from 0 to 1024'],
  ['http', '-1', 'LISTEN_FDS is "-1"'],
  ['http', '1025', 'LISTEN_FDS is "1025"'],
  [
    'nameplate.socket',
    '1',
    'a socket called "nameplate.socket"; allowed: FileDescriptorName=api, http, https',
  ],
  ['toString', '1', 'a socket called "toString"'],
  ['http', '2', 'a socket called "unknown"'],
  [undefined, '1', 'a socket called "unknown"'],
  ['http:http', '2', 'two sockets called "http"; allowed: one of each name'],
  ['http:https:api', '4', 'a socket called "unknown"'],
])('%j with LISTEN_FDS=%s is refused: %s', (names, count, message) => {
  expect(() => read(names, count)).toThrow(message);
});

test('what is no listening TCP socket is refused', () => {
  const variables = { LISTEN_PID: '7', LISTEN_FDS: '1', LISTEN_FDNAMES: 'api' };
  const message = 'the socket "api" that systemd passes is not a TCP socket that listens';
  expect(() => readPassedSockets(variables, 7, () => undefined)).toThrow(message);
});

test('settings name the ports that the sockets have', () => {
  const config = { api: { port: 3000 }, edge: { httpPort: 80, httpsPort: 0 } };
  expect(() => checkPassedPorts({ api: 3000, http: 80 }, 'serve', config)).not.toThrow();
  expect(() => checkPassedPorts({}, 'app', config)).not.toThrow();
  expect(() => checkPassedPorts({ api: 3001 }, 'edge', config)).toThrow(
    'NAMEPLATE_API_PORT is 3000, but the socket "api" that systemd passes has port 3001; allowed: the same port',
  );
  expect(() => checkPassedPorts({ https: 443 }, 'serve', config)).toThrow('NAMEPLATE_EDGE_HTTPS_PORT is 0');
  expect(() => checkPassedPorts({ http: 80 }, 'app', config)).toThrow('serves no visitors');
});
