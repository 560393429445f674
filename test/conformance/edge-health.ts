/** The edge's own health. */
import { expect } from 'vitest';
import { createRedirect, newHost, type Row, trustingService } from './row.ts';

const source = 'docs/reference/edge.md ("Health checks")';
const path = '/.nameplate/health';

export const healthRows: readonly Row[] = [
  {
    source,
    statement: 'every host of the edge answers 200 with status, application and routes to this machine',
    async check(service) {
      const { source_host: host } = await createRedirect(service, {
        source_host: newHost(),
        match_path: '*',
      });
      for (const each of [host, newHost(), '127.0.0.1']) {
        const answer = await service.edge(each, path);
        expect([answer.status, answer.headers['content-type']]).toEqual([200, 'application/json']);
        expect(JSON.parse(answer.body)).toEqual({
          status: 'ok',
          application: 'ok',
          routes: expect.any(Number),
        });
      }
      expect((await service.edge(host, path, { method: 'DELETE' })).headers.allow).toBe('GET, HEAD');
    },
  },
  {
    source,
    statement: 'anyone else gets what the host has at that path',
    async check(_service, bench) {
      const service = await trustingService(bench);
      const { source_host: host } = await createRedirect(service, {
        source_host: newHost(),
        match_path: '*',
      });
      const headers = { 'x-forwarded-for': '192.0.2.7' };
      expect((await service.edge(host, path, { headers })).status).toBe(301);
      expect((await service.edge(newHost(), path, { headers })).status).toBe(404);
    },
  },
];
