import { expect, test } from 'vitest';
import { checkPassedPorts, readPassedSockets } from './socket-activation.ts';

const ports = new Map([
  [3, 80],
  [4, 443],
  [5, 3000],
  [6, 53],
  [7, 53],
]);
const read = (names: string | undefined, count = '3', pid = '7') =>
  readPassedSockets({ LISTEN_PID: pid, LISTEN_FDS: count, LISTEN_FDNAMES: names }, 7, (descriptor) => {
    const port = ports.get(descriptor);
    return port === undefined ? undefined : { protocol: port === 53 ? 'UDP' : 'TCP', port };
  });

test('sockets are found by their names, in any order', () => {
  expect(read('https:api:http')).toEqual({
    https: { descriptor: 3, port: 80 },
    api: { descriptor: 4, port: 443 },
    http: { descriptor: 5, port: 3000 },
  });
  expect(read('http', '1')).toEqual({ http: { descriptor: 3, port: 80 } });
  expect(read('', '0')).toEqual({});
  expect(read('dns:http:api:dns', '4')).toEqual({
    dns_tcp: { descriptor: 3, port: 80 },
    http: { descriptor: 4, port: 443 },
    api: { descriptor: 5, port: 3000 },
    dns_udp: { descriptor: 6, port: 53 },
  });
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
    'a socket called "nameplate.socket"; allowed: FileDescriptorName=api, http, https, dns',
  ],
  ['toString', '1', 'a socket called "toString"'],
  ['http', '2', 'a socket called "unknown"'],
  [undefined, '1', 'a socket called "unknown"'],
  ['http:http', '2', 'two sockets called "http"; allowed: one of each name'],
  ['http:https:api', '4', 'a socket called "unknown"'],
  ['dns:dns', '2', 'two TCP sockets called "dns"; allowed: one of each name and protocol'],
  ['http:https:api:dns:dns', '5', 'two UDP sockets called "dns"'],
  ['dns_udp', '1', 'a socket called "dns_udp"'],
  ['dns:https:api:http', '4', 'the socket "http" that systemd passes is not a TCP socket that listens'],
])('%j with LISTEN_FDS=%s is refused: %s', (names, count, message) => {
  expect(() => read(names, count)).toThrow(message);
});

test('what is no listening TCP socket is refused', () => {
  const variables = { LISTEN_PID: '7', LISTEN_FDS: '1', LISTEN_FDNAMES: 'api' };
  const message = 'the socket "api" that systemd passes is not a TCP socket that listens';
  expect(() => readPassedSockets(variables, 7, () => undefined)).toThrow(message);
  const dns = { ...variables, LISTEN_FDNAMES: 'dns' };
  expect(() => readPassedSockets(dns, 7, () => undefined)).toThrow('or ListenDatagram= with a port');
});

test('settings name the ports that the sockets have', () => {
  const config = { api: { port: 3000 }, edge: { httpPort: 80, httpsPort: 0 }, responder: { port: 53 } };
  expect(() => checkPassedPorts({ api: 3000, http: 80 }, 'serve', config)).not.toThrow();
  expect(() => checkPassedPorts({}, 'app', config)).not.toThrow();
  expect(() => checkPassedPorts({ api: 3001 }, 'edge', config)).toThrow(
    'NAMEPLATE_API_PORT is 3000, but the socket "api" that systemd passes has port 3001; allowed: the same port',
  );
  expect(() => checkPassedPorts({ https: 443 }, 'serve', config)).toThrow('NAMEPLATE_EDGE_HTTPS_PORT is 0');
  expect(() => checkPassedPorts({ http: 80 }, 'app', config)).toThrow('serves no visitors');
  expect(() => checkPassedPorts({ api: 3000, dns_tcp: 53, dns_udp: 53 }, 'app', config)).not.toThrow();
  expect(() => checkPassedPorts({ dns_udp: 54 }, 'serve', config)).toThrow(
    'NAMEPLATE_DNS_PORT is 53, but the socket "dns" that systemd passes has port 54; allowed: the same port',
  );
  expect(() => checkPassedPorts({ dns_tcp: 53 }, 'edge', { ...config, responder: undefined })).toThrow(
    'systemd passes the socket "dns", but NAMEPLATE_DNS_ZONE is not set',
  );
});
