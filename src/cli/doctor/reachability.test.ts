import { once } from 'node:events';
import http from 'node:http';
import { describe, expect, it, onTestFinished } from 'vitest';
import { TestDnsServer } from '../../../test/support/dns-server.ts';
import { freePort } from '../../../test/support/free-port.ts';
import { openSecureEdge } from '../../../test/support/secure-edge.ts';
import { parseConfig } from '../../config/config.ts';
import { checkReachability, type PublicPorts } from './reachability.ts';

async function open(env: Readonly<Record<string, string>> = {}) {
  const edge = await openSecureEdge();
  const dns = await TestDnsServer.start(['edge.example A 127.0.0.1']);
  onTestFinished(() => dns[Symbol.asyncDispose]());
  const config = parseConfig({
    NAMEPLATE_ACME: 'on',
    NAMEPLATE_DNS_SERVERS: dns.address,
    NAMEPLATE_EDGE_HOSTNAME: 'edge.example',
    NAMEPLATE_EDGE_HTTP_PORT: String(edge.httpPort),
    NAMEPLATE_EDGE_HTTPS_PORT: String(edge.port),
    ...env,
  });
  const here: PublicPorts = { http: edge.httpPort, https: edge.port };
  return {
    edge,
    here,
    look: (ports: Partial<PublicPorts> = {}) => checkReachability(config, { ...here, ...ports }),
  };
}

describe('the check of the public ports', () => {
  it('finds that they lead here', async () => {
    const { look, here, edge } = await open();
    expect(await look()).toEqual([
      { level: 'ok', check: 'public ports', message: `Port ${here.http} of 127.0.0.1 leads here.` },
      { level: 'ok', check: 'public ports', message: `Port ${here.https} of 127.0.0.1 leads here.` },
    ]);
    expect(edge.missing).toEqual(['edge.example']);
  });

  it('takes the configured addresses where there is no name', async () => {
    const env = { NAMEPLATE_EDGE_HOSTNAME: '', NAMEPLATE_EDGE_ADDRESSES: '127.0.0.1' };
    const { look } = await open(env);
    expect(await look()).toMatchObject([{ level: 'ok' }, { level: 'ok' }]);
  });

  it('finds nobody there, or somebody else', async () => {
    const { look } = await open();
    const closed = await freePort();
    expect(await look({ http: closed, https: closed })).toMatchObject([
      { level: 'warning', message: expect.stringMatching(/ECONNREFUSED.*NAMEPLATE_EDGE_HTTP_PORT/) },
      { level: 'warning', message: expect.stringMatching(/ECONNREFUSED.*NAMEPLATE_EDGE_HTTPS_PORT/) },
    ]);
    const server = http.createServer((_, answer) => answer.end('hello'));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    onTestFinished(() => void server.close());
    const address = server.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    expect(await look({ http: port })).toMatchObject([
      { level: 'warning', message: expect.stringContaining('another server answers 200') },
      { level: 'ok' },
    ]);
  });

  it('finds out nothing while the edge does not run, and nothing is to be found where nobody is to come', async () => {
    const { look } = await open({ NAMEPLATE_EDGE_HTTP_PORT: String(await freePort()) });
    expect(await look()).toMatchObject([{ level: 'ok', message: expect.stringContaining('does not run') }]);
    expect(await (await open({ NAMEPLATE_ACME: 'off' })).look()).toEqual([]);
  });
});
