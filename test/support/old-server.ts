/** A server that is moved in from: its account with an authority, and what it has ordered. */
import { join } from 'node:path';
import { orderCertificate } from '../../src/acme/order-certificate.ts';
import { AcmeClient } from '../../src/acme/protocol/acme-client.ts';
import { AcmeTransport } from '../../src/acme/protocol/transport.ts';
import { newAccountKeyPem, readAccountKey } from '../../src/certificates/account-key.ts';
import type { FakeAuthority } from './fake-authority.ts';
import { put, putCaddySite } from './storages.ts';

export type OldServer = {
  /** Of its account. */
  readonly url: string;
  readonly privateKeyPem: string;
  readonly order: (
    host: string,
  ) => Promise<{ readonly host: string; readonly pem: string; readonly keyPem: string }>;
};

export async function startOldServer(
  { directoryUrl }: FakeAuthority,
  privateKeyPem: string = newAccountKeyPem(),
): Promise<OldServer> {
  const transport = new AcmeTransport({ directoryUrl, userAgent: 'old/1', deadlineMs: 30_000 });
  const client = new AcmeClient(transport, new AbortController().signal);
  const account = await client.register(readAccountKey(privateKeyPem), undefined, undefined);
  const steps = {
    show: async () => {},
    hide: async () => {},
    onFinalize: () => {},
    dnsLabel: null,
  };
  return {
    url: account.accountUrl,
    privateKeyPem,
    order: async (host) => {
      const order = await client.newOrder(account, host, {});
      const issued = await orderCertificate(client, account, order, host, ['http-01'], steps);
      return { host, pem: issued.certificatePem, keyPem: issued.privateKeyPem };
    },
  };
}

/** The folder that Caddy has for an authority. */
export function caddyFolderOf({ directoryUrl }: FakeAuthority): string {
  const { hostname, port } = new URL(directoryUrl);
  return `${hostname}-${port}-directory`;
}

/** Has certificates ordered and kept in Caddy's layout, with their account. */
export async function fillCaddyStorage(
  root: string,
  authority: FakeAuthority,
  hosts: readonly string[],
  privateKeyPem?: string,
): Promise<OldServer> {
  const server = await startOldServer(authority, privateKeyPem);
  const folder = caddyFolderOf(authority);
  for (const host of hosts) await putCaddySite(root, { ...(await server.order(host)), authority: folder });
  const user = join(root, 'acme', folder, 'users', 'ops@example.com', 'ops');
  await put(`${user}.json`, JSON.stringify({ status: 'valid', location: server.url }));
  await put(`${user}.key`, server.privateKeyPem);
  return server;
}
