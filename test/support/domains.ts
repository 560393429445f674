/** Upstreams and custom domains of a running service, made through its API. */
import { once } from 'node:events';
import http, { type RequestListener } from 'node:http';
import type { ApiAnswer, ServiceClient } from './service-client.ts';

/** What a service needs so that its upstreams may listen on this machine. */
export const loopbackUpstreams = { NAMEPLATE_UPSTREAM_ALLOW: '127.0.0.0/8,::1/128' } as const;

export type LocalUpstream = { readonly port: number; close(): Promise<void> };

/** An HTTP server on a free loopback port; by default it answers every request with a line of text. */
export async function startUpstream(
  listener: RequestListener = (_, answer) => void answer.end('hello\n'),
): Promise<LocalUpstream> {
  const server = http.createServer(listener);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (typeof address !== 'object' || !address) throw new Error('the upstream has no address');
  return {
    port: address.port,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

export type TestDomain = { readonly uuid: string; readonly upstreamUuid: string; readonly host: string };

/** Creates an upstream at a loopback port and a custom domain that leads there. */
export async function createDomain(
  service: Pick<ServiceClient, 'accountUuid' | 'api'>,
  host: string,
  port: number,
  attributes: Readonly<Record<string, unknown>> = {},
): Promise<TestDomain> {
  return addDomain(service, host, { host: '127.0.0.1', port, tls: false }, attributes);
}

/** Creates an upstream and a custom domain that leads there. */
export async function addDomain(
  service: Pick<ServiceClient, 'accountUuid' | 'api'>,
  host: string,
  place: { readonly host: string; readonly port?: number; readonly tls?: boolean },
  attributes: Readonly<Record<string, unknown>> = {},
): Promise<TestDomain> {
  const upstreams = `/api/v1/accounts/${service.accountUuid}/upstreams`;
  const upstream = await service.api(upstreams, { json: place });
  if (upstream.status !== 201) throw new Error(`no upstream: ${JSON.stringify(upstream.body)}`);
  const domain = await service.api(`${upstreams}/${upstream.body.uuid}/custom_domains`, {
    json: { host, ...attributes },
  });
  if (domain.status !== 201) throw new Error(`no custom domain: ${JSON.stringify(domain.body)}`);
  return { uuid: domain.body.uuid, upstreamUuid: upstream.body.uuid, host };
}

/** A report of a custom domain. */
export async function reportOf(
  service: Pick<ServiceClient, 'accountUuid' | 'api'>,
  domain: TestDomain,
  name: string,
  query = '',
): Promise<ApiAnswer['body']> {
  const { body } = await service.api(`/api/v1/analytics/custom_domains/${domain.uuid}/${name}${query}`);
  return body;
}
