/** Error pages in a whole service: what every worker shows once a change is answered. Source: docs/reference/error-pages.md. */
import { expect, onTestFinished, test } from 'vitest';
import { dataDirFor, onEachControlStore } from '../support/control-stores.ts';
import { createDomain, loopbackUpstreams, startUpstream } from '../support/domains.ts';
import { serviceEnvironment, TestService } from '../support/service.ts';

onEachControlStore('error pages of a service', (newLocation) => {
  test('are live on every worker before a change is answered, and after kill -9', async () => {
    const control = await newLocation('tables');
    const dataDir = await dataDirFor(control);
    const env = await serviceEnvironment({ dataDir, control, workers: 2, env: loopbackUpstreams });
    let service = await TestService.startWith(env);
    onTestFinished(async () => {
      await service.stop();
    });
    const upstream = await startUpstream();
    await upstream.close();
    const host = 'pages.example.com';
    const { uuid, upstreamUuid } = await createDomain(service, host, upstream.port);
    const ofUpstream = `/api/v1/accounts/${service.accountUuid}/upstreams/${upstreamUuid}`;
    const ofDomain = `${ofUpstream}/custom_domains/${uuid}`;
    const change = async (owner: string, html: string | undefined) => {
      const method = html === undefined ? 'DELETE' : 'PUT';
      const answer = await service.api(`${owner}/error_pages/502`, {
        method,
        json: html === undefined ? undefined : { html },
      });
      expect(answer.status).toBeLessThan(300);
    };
    /** What several new connections get, so that each worker is asked. */
    const shown = async (): Promise<Set<string>> => {
      const answers = await Promise.all(Array.from({ length: 16 }, () => service.edge(host)));
      return new Set(answers.map(({ status, body }) => `${status} ${body.slice(0, 40)}`));
    };
    for (let round = 0; round < 5; round++) {
      await change(ofUpstream, `upstream ${round}`);
      expect(await shown()).toEqual(new Set([`502 upstream ${round}`]));
      await change(ofDomain, `domain ${round}`);
      expect(await shown()).toEqual(new Set([`502 domain ${round}`]));
      await change(ofDomain, undefined);
      expect(await shown()).toEqual(new Set([`502 upstream ${round}`]));
    }
    await change(ofDomain, 'kept');
    await service.kill();
    service = await TestService.startWith(env);
    expect(await shown()).toEqual(new Set(['502 kept']));
  });
});
