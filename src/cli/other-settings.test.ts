/** Text lacks nothing of a resource that was set, and shows no secret. */
import { expect, test, vi } from 'vitest';
import { makeAuthority } from '../../test/support/certificate-maker.ts';
import { upstreamResource } from '../resources/upstream.ts';
import { noteOtherSettings } from './other-settings.ts';

function noted(wire: object): string {
  let text = '';
  vi.spyOn(process.stderr, 'write').mockImplementation((chunk) => (text += String(chunk)).length > 0);
  noteOtherSettings(upstreamResource, wire, ['host', 'port', 'tls', 'maintenance']);
  return text;
}

test('what is set has a line, and defaults and secrets have none', () => {
  const { definitions, writable } = upstreamResource;
  const defaults = Object.fromEntries(
    writable.map((name) => [name, 'default' in definitions[name] ? definitions[name].default : 'x']),
  );
  expect(noted(defaults)).toBe('');
  const pems = ['A', 'B', 'C', 'D'].map((name) => makeAuthority(name).pem);
  const set = {
    ...defaults,
    tls_ca: pems.join(''),
    tls_client_certificate: pems[0],
    tls_client_key: 'a secret',
    auth_token: 'a secret',
    compression: true,
    targets: [{ host: 'b.example.net', port: 443 }],
    health_check: { path: '/health' },
    tls_server_name: 'a\u202eb',
  };
  expect(noted(set)).toBe(`tls_server_name: a\ufffdb
tls_ca: 4 certificates (CN=A; CN=B; CN=C; …)
tls_client_certificate: 1 certificate (CN=A)
compression: true
targets: [{"host":"b.example.net","port":443}]
health_check: {"path":"/health"}
`);
});
