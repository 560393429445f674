import { expect, test } from 'vitest';
import { makeAuthority, makeCertificate } from '../../test/support/certificate-maker.ts';
import { freePort } from '../../test/support/free-port.ts';
import { domainAt } from '../../test/support/proxied-domain.ts';
import { answering, openRawUpstream } from '../../test/support/raw-upstream.ts';
import { AddressPolicy } from '../core/address-policy.ts';
import { HostNames } from '../core/host-names.ts';
import { upstreamCheckerOf } from './check-upstream.ts';

test('each target is checked with the certificates that the upstream trusts', async () => {
  const root = makeAuthority('Root');
  const { pem, keyPem } = makeCertificate({ issuer: root, sans: ['localhost'] });
  const answer = answering('HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n');
  const secure = await openRawUpstream(answer, { cert: pem, key: keyPem });
  const check = upstreamCheckerOf(new AddressPolicy(['127.0.0.0/8', '::1/128'], []), new HostNames(), {
    upstreamTlsOf: async () => ({
      digest: 'd1',
      tlsCa: root.pem,
      tlsClientCertificate: '',
      tlsClientKey: '',
    }),
  });
  const targets = [{ host: '127.0.0.1', port: await freePort() }];
  const { upstream } = domainAt({ host: 'localhost', port: secure.port, tls: true, targets });
  const place = { host: 'localhost', port: secure.port };
  const refused = { ...targets[0], status: null, failure: 'refused' };
  expect(await check({ ...upstream, tlsDigest: 'd1' })).toMatchObject([
    { ...place, status: 404, failure: null, detail: '' },
    refused,
  ]);
  expect(await check(upstream)).toMatchObject([{ ...place, status: null, failure: 'tls' }, refused]);
});

test('nothing is sent without the token', async () => {
  const upstream = await openRawUpstream();
  const check = upstreamCheckerOf(new AddressPolicy(['127.0.0.0/8'], []), new HostNames(), {
    upstreamTlsOf: async () => undefined,
  });
  expect(await check(domainAt({ port: upstream.port, authToken: null }).upstream)).toMatchObject([
    { status: null, failure: 'token_unreadable', detail: expect.stringContaining('secret key') },
  ]);
  expect(upstream.connections).toEqual([]);
});

test('a store that is away says nothing about the upstream', async () => {
  const away = new Error('connect ECONNREFUSED 10.0.0.5:5432');
  const check = upstreamCheckerOf(new AddressPolicy(['127.0.0.0/8'], []), new HostNames(), {
    upstreamTlsOf: () => Promise.reject(away),
  });
  const { upstream } = domainAt({ port: await freePort(), tls: true, tlsDigest: 'd1' });
  await expect(check(upstream)).rejects.toBe(away);
});
