/** The answers of the edge, their order, and how soon a change is live. */
import { Agent } from 'node:http';
import { expect } from 'vitest';
import { createRedirect, newHost, type Row, updateRedirect } from './row.ts';

export const edgeRows: readonly Row[] = [
  {
    source: 'docs/reference/redirects.md ("The answer")',
    statement: 'permanent answers 301 with Cache-Control: private, max-age=90',
    async check(service) {
      const { source_host: host } = await createRedirect(service);
      const answer = await service.edge(host);
      expect(answer.status).toBe(301);
      expect(answer.headers['cache-control']).toBe('private, max-age=90');
    },
  },
  {
    source: 'docs/reference/redirects.md ("The answer")',
    statement: 'found answers 302 with Cache-Control: private, no-store',
    async check(service) {
      const { source_host: host } = await createRedirect(service, { redirect_type: 'found' });
      const answer = await service.edge(host);
      expect(answer.status).toBe(302);
      expect(answer.headers['cache-control']).toBe('private, no-store');
    },
  },
  {
    source: 'docs/reference/redirects.md ("The answer")',
    statement: 'any method is redirected, with or without a body',
    async check(service) {
      const { source_host: host } = await createRedirect(service);
      for (const method of ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
        const answer = await service.edge(host, '/a?b', { method });
        expect([method, answer.status, answer.location]).toEqual([method, 301, 'https://dest.example/a?b']);
      }
      const headers = { 'content-type': 'text/plain', 'content-length': '5' };
      const post = await service.edge(host, '/a', { method: 'POST', headers, body: 'hello' });
      expect(post).toMatchObject({ status: 301, location: 'https://dest.example/a' });
    },
  },
  {
    source: 'docs/reference/redirects.md ("The path")',
    statement: 'the Host field is compared without case, port and trailing dot',
    async check(service) {
      const { source_host: host } = await createRedirect(service);
      for (const field of [host.toUpperCase(), `${host}:${service.edgePort}`, `${host}:80`, `${host}.`]) {
        expect([field, (await service.edge(field)).status]).toEqual([field, 301]);
      }
    },
  },
  {
    source: 'docs/reference/redirects.md ("The answer")',
    statement: 'a host without a redirect is 404',
    async check(service) {
      const answer = await service.edge(newHost());
      expect(answer).toMatchObject({ status: 404, location: undefined });
      expect(answer.headers['cache-control']).toBe('no-store');
    },
  },
  {
    source: 'docs/reference/redirects.md ("The answer")',
    statement: 'a path that does not match, or a paused redirect, is 404',
    async check(service) {
      const redirect = await createRedirect(service, { match_path: '/a' });
      expect((await service.edge(redirect.source_host, '/b')).status).toBe(404);
      await updateRedirect(service, redirect, { active: false });
      expect((await service.edge(redirect.source_host, '/a')).status).toBe(404);
    },
  },
  {
    source: 'docs/reference/redirects.md ("Loops")',
    statement: 'a redirect that would answer a request with its own URL is no match',
    async check(service) {
      const host = newHost();
      const own = `http://${host}:${service.edgePort}`;
      const destination = { destination_url: `${own}/a`, preserve_path: false };
      await createRedirect(service, { source_host: host, match_path: '/a*', ...destination });
      const looping = await service.edge(`${host}:${service.edgePort}`, '/a');
      expect(looping).toMatchObject({ status: 404, location: undefined });
      const moving = await service.edge(`${host}:${service.edgePort}`, '/ab');
      expect(moving).toMatchObject({ status: 301, location: `${own}/a` });
    },
  },
  {
    source: 'docs/reference/redirects.md ("Loops")',
    statement: 'from http to https of the same URL is no loop',
    async check(service) {
      const host = newHost();
      const attributes = { match_path: '/a*', destination_url: `https://${host}` };
      await createRedirect(service, { source_host: host, ...attributes });
      expect(await service.edge(host, '/a')).toMatchObject({ status: 301, location: `https://${host}/a` });
    },
  },
  {
    source: 'docs/reference/api.md ("Live before answered")',
    statement: 'a change is live on every worker before the API answers, on new and on open connections',
    process: 'several workers',
    postgres: 'notifications between processes, and the replica that workers read',
    async check(service) {
      expect(service.workerPids().length).toBeGreaterThanOrEqual(2);
      const agent = new Agent({ keepAlive: true, maxSockets: 20 });
      try {
        const redirect = await createRedirect(service, { redirect_type: 'found' });
        const everywhere = async () => {
          const kept = Array.from({ length: 20 }, () => service.edge(redirect.source_host, '/', { agent }));
          const fresh = Array.from({ length: 20 }, () => service.edge(redirect.source_host));
          const answers = await Promise.all([...kept, ...fresh]);
          return [...new Set(answers.map(({ status, location }) => `${status} ${location}`))];
        };
        expect(await everywhere()).toEqual(['302 https://dest.example/']);
        for (let round = 0; round < 10; round++) {
          const destination_url = `https://dest${round}.example`;
          await updateRedirect(service, redirect, { destination_url });
          expect(await everywhere()).toEqual([`302 ${destination_url}/`]);
        }
      } finally {
        agent.destroy();
      }
    },
  },
  {
    source: 'docs/reference/api.md ("Live before answered")',
    statement: 'a paused redirect stops and a resumed one goes on at once, on every worker',
    process: 'several workers',
    async check(service) {
      const redirect = await createRedirect(service);
      for (let round = 0; round < 10; round++) {
        const active = round % 2 === 1;
        await updateRedirect(service, redirect, { active });
        const answers = await Promise.all(
          Array.from({ length: 20 }, () => service.edge(redirect.source_host)),
        );
        expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([active ? 301 : 404]));
      }
    },
  },
  {
    source: 'docs/reference/api.md ("Live before answered")',
    statement: 'changes of many redirects at once are each live when answered',
    postgres: 'notifications between processes, and the replica that workers read',
    async check(service) {
      await Promise.all(
        Array.from({ length: 60 }, async () => {
          const { source_host: host } = await createRedirect(service);
          const answers = await Promise.all([service.edge(host), service.edge(host), service.edge(host)]);
          for (const answer of answers) expect(answer.status).toBe(301);
        }),
      );
    },
  },
];
