/** Changes of upstreams and custom domains reach the edge before they are answered. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import { expect, onTestFinished } from 'vitest';
import { freePort } from '../support/free-port.ts';
import type { ServiceClient } from '../support/service-client.ts';
import { createDomain, createUpstream, newOwner, ownOwner, put } from './domain-resources.ts';
import { createRedirect, expectError, newHost, newToken, type Row, timestamp } from './row.ts';

const source = 'docs/reference/api.md ("Live before answered")';

/** An upstream that answers every request with its name and what it was asked with; that for `/sick-<name>` with 500 while it is sick. */
async function startUpstream(
  name: string,
  isSick: () => boolean = () => true,
): Promise<{ host: string; port: number; tls: boolean }> {
  const server = createServer(({ headers, url }, answer) => {
    if (url === `/sick-${name}` && isSick()) answer.statusCode = 500;
    answer.setHeader('x-host', headers.host ?? '');
    answer.setHeader('x-metadata', headers['x-nameplate-metadata'] ?? '');
    answer.setHeader('x-token', headers['x-nameplate-auth-token'] ?? '');
    answer.end(name);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  });
  const address = server.address();
  return { host: '127.0.0.1', port: typeof address === 'object' ? (address?.port ?? 0) : 0, tls: false };
}

/** What several connections get, each accepted by whichever worker is quicker. */
async function answersOf(service: ServiceClient, host: string): Promise<unknown[]> {
  const answers = await Promise.all(Array.from({ length: 6 }, () => service.edge(host)));
  return [...new Set(answers.map(({ status, body }) => (status === 200 ? body : status)))];
}

export const liveRows: readonly Row[] = [
  {
    source: 'docs/reference/domains.md ("Moving to another upstream")',
    statement:
      'while a custom domain moves, no request fails; when that is answered, all go to the new upstream',
    async check(service) {
      const owner = ownOwner(service);
      const one = await createUpstream(service, owner, await startUpstream('one'));
      const two = await createUpstream(service, owner, await startUpstream('two'));
      const host = newHost();
      const { uuid } = await createDomain(service, owner, one, { host });
      const over = new AbortController();
      const others = Array.from({ length: 3 }, async () => {
        const statuses = new Set<number>();
        while (!over.signal.aborted) statuses.add((await service.edge(host)).status);
        return [...statuses];
      });
      for (let round = 0; round < 5; round++) {
        for (const [from, to, name] of [
          [one, two, 'two'],
          [two, one, 'one'],
        ] as const) {
          const json = { upstream_uuid: to.uuid };
          expect((await service.api(`${from.domains}/${uuid}/move`, { json })).status).toBe(200);
          expect(await answersOf(service, host)).toEqual([name]);
        }
      }
      over.abort();
      for (const statuses of await Promise.all(others)) expect(statuses).toEqual([200]);
    },
  },
  {
    source,
    statement: 'every change of upstreams and custom domains is live on every worker before it is answered',
    process: 'several workers',
    postgres: 'notifications between processes, and the replica that workers read',
    async check(service) {
      const [one, two] = [await startUpstream('one'), await startUpstream('two')];
      const owner = ownOwner(service);
      for (let round = 0; round < 5; round++) {
        const upstream = await createUpstream(service, owner, one);
        const [host, moved] = [newHost(), newHost()];
        const domain = await createDomain(service, owner, upstream, { host });
        expect(await answersOf(service, host)).toEqual(['one']);
        expect((await put(service, owner, upstream, two)).status).toBe(200);
        expect(await answersOf(service, host)).toEqual(['two']);
        const auth_token = `token-of-round-${round}`;
        expect((await put(service, owner, upstream, { auth_token })).status).toBe(200);
        expect((await service.edge(host)).headers['x-token']).toBe(auth_token);
        expect((await put(service, owner, upstream, { host_header: 'original' })).status).toBe(200);
        expect((await service.edge(host)).headers['x-host']).toBe(host);
        expect((await put(service, owner, upstream, { host_header: 'upstream' })).status).toBe(200);
        expect((await service.edge(host)).headers['x-host']).toBe('127.0.0.1');
        expect((await put(service, owner, upstream, { metadata_fields: true })).status).toBe(200);
        const metadata = { round: `${round} ü` };
        expect((await put(service, owner, domain, { metadata })).status).toBe(200);
        const told = (await service.edge(host, '/', { headers: { 'x-nameplate-metadata': 'forged' } }))
          .headers;
        expect(told['x-metadata']).toBe(String.raw`{"round":"${round} \u00fc"}`);
        const targets = [{ host: '127.0.0.1', port: two.port }];
        expect((await put(service, owner, upstream, { port: await freePort(), targets })).status).toBe(200);
        expect(await answersOf(service, host)).toEqual(['two']);
        expect((await put(service, owner, upstream, { targets: [], port: two.port })).status).toBe(200);
        expect((await put(service, owner, domain, { host: moved })).status).toBe(200);
        expect(await answersOf(service, host)).toEqual([404]);
        expect(await answersOf(service, moved)).toEqual(['two']);
        const remove = (path: string) => service.api(path, { method: 'DELETE' });
        expect((await remove(domain.path)).status).toBe(200);
        expect(await answersOf(service, moved)).toEqual([404]);
        await createDomain(service, owner, upstream, { host });
        expect(await answersOf(service, host)).toEqual(['two']);
        expect((await remove(upstream.path)).status).toBe(200);
        expect(await answersOf(service, host)).toEqual([404]);
      }
    },
  },
  {
    source: 'docs/reference/proxy.md ("Health checks")',
    statement:
      'a target that fails its checks gets no requests, on any worker, until it isn’t checked any more',
    async check(service) {
      // The first check comes within a second of the first request.
      let isSick = false;
      const [one, two] = [await startUpstream('one', () => isSick), await startUpstream('two')];
      const owner = ownOwner(service);
      const health_check = { path: '/sick-one', interval_seconds: 5, unhealthy_after: 1 };
      const targets = [{ host: two.host, port: two.port }];
      const upstream = await createUpstream(service, owner, { ...one, targets, health_check });
      const { host } = await createDomain(service, owner, upstream);
      expect(await answersOf(service, host)).toEqual(['one']);
      isSick = true;
      await expect.poll(() => answersOf(service, host)).toEqual(['two']);
      expect((await put(service, owner, upstream, { health_check: null })).status).toBe(200);
      await expect.poll(() => answersOf(service, host)).toEqual(['one']);
    },
  },
  {
    source: 'docs/reference/domains.md ("Health now")',
    statement: 'health answers what each target of an upstream does now, to readers of its account alone',
    codes: ['not_found'],
    async check(service) {
      const [one, two, dead] = [await startUpstream('one'), await startUpstream('two'), await freePort()];
      const owner = ownOwner(service);
      const targets = [two, { host: '127.0.0.1', port: dead }].map(({ host, port }) => ({ host, port }));
      const upstream = await createUpstream(service, owner, { ...one, targets });
      const token = await newToken(service, { scope: 'read' });
      const at = `${upstream.path}/health`;
      const well = { healthy: true, failure: null, detail: '', duration: expect.any(Number) };
      const refused = {
        ...targets[1],
        healthy: false,
        status: null,
        failure: 'refused',
        detail: `connect ECONNREFUSED 127.0.0.1:${dead}`,
        duration: expect.any(Number),
      };
      expect(await service.api(at, { token })).toMatchObject({
        status: 200,
        body: {
          checked_at: expect.stringMatching(timestamp),
          targets: [
            { host: one.host, port: one.port, status: 200, ...well },
            { ...targets[0], status: 200, ...well },
            refused,
          ],
        },
      });
      await put(service, owner, upstream, { health_check: { path: '/sick-two' } });
      expect((await service.api(at, { token })).body.targets).toMatchObject([
        { healthy: true },
        {
          healthy: false,
          status: 500,
          failure: 'status_refused',
          detail: expect.stringMatching(/^status 500 /),
        },
        refused,
      ]);
      const stranger = await newOwner(service);
      expectError(await service.api(at, { token: stranger.token }), 404, 'not_found');
      const foreign = `${stranger.upstreams}/${upstream.uuid}/health`;
      expectError(await service.api(foreign, { token: stranger.token }), 404, 'not_found', upstream.uuid);
    },
  },
  {
    source: 'docs/reference/edge.md ("Answered")',
    statement: 'a redirect of the host comes before its custom domain, as far as its path matches',
    async check(service) {
      const owner = ownOwner(service);
      const upstream = await createUpstream(service, owner, await startUpstream('upstream'));
      const { host } = await createDomain(service, owner, upstream);
      const redirect = await createRedirect(service, { source_host: host, match_path: '/old*' });
      expect((await service.edge(host, '/old/page')).status).toBe(301);
      expect(await service.edge(host, '/new')).toMatchObject({ status: 200, body: 'upstream' });
      await service.api(`${service.redirects}/${redirect.uuid}`, { method: 'PUT', json: { active: false } });
      expect(await service.edge(host, '/old/page')).toMatchObject({ status: 200, body: 'upstream' });
    },
  },
];
