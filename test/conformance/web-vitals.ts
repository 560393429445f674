/** Web vitals on the wire. What a browser reports: test/e2e/web-vitals.test.ts. */
import { expect } from 'vitest';
import type { ServiceClient } from '../support/service-client.ts';
import type { MeasuredDomain } from './analytics-resources.ts';
import type { Row } from './row.ts';
import { newDomain, send } from './tracker.ts';

async function ask(service: ServiceClient, domain: MeasuredDomain, json: object): Promise<unknown> {
  const asked = { date_range: 'day', ...json };
  const { owner, reports } = domain;
  const { body } = await service.api(`${reports}/query`, { method: 'POST', json: asked, token: owner.token });
  return body.results;
}

export const webVitalsRows: readonly Row[] = [
  {
    source: 'docs/reference/web-vitals.md ("How it gets into a page")',
    statement:
      'the script stands beside the tracker: at most 4 KiB compressed, on every domain that has the tracker',
    async check(service) {
      const domain = await newDomain(service);
      const path = '/.nameplate/vitals.js';
      const served = await service.edge(domain.host, path);
      expect(served).toMatchObject({
        status: 200,
        headers: {
          'access-control-allow-origin': '*',
          'content-type': expect.stringContaining('javascript'),
        },
      });
      const onApi = await fetch(`${service.apiOrigin}${path}`);
      expect([onApi.status, await onApi.text()]).toEqual([200, served.body]);
      const off = await newDomain(service, { web_analytics: 'off' });
      expect((await service.edge(off.host, path)).status).toBe(404);
    },
  },
  {
    source: 'docs/reference/web-vitals.md ("Reports")',
    statement:
      'a report out of range is refused with 400 and vitals_invalid, whether or not the switch is on; each number may be missing',
    async check(service) {
      for (const web_vitals of [true, false]) {
        const domain = await newDomain(service, { web_vitals });
        const report = { n: 'vitals', u: `https://${domain.host}/` };
        for (const wrong of [
          { lcp: -1 },
          { lcp: 86_400_001 },
          { inp: null },
          { inp: '5' },
          { ttfb: true },
          { ttfb: [1] },
          { cls: 1_000.5 },
          { cls: -0.1 },
          { lcp: 1, cls: {} },
        ]) {
          const refused = await send(service, domain, { ...report, ...wrong });
          expect(refused).toMatchObject({ status: 400, headers: { 'x-nameplate-reason': 'vitals_invalid' } });
        }
        const other = await send(service, domain, { ...report, u: 'https://other.example/' });
        expect(other.headers['x-nameplate-reason']).toBe('host_other');
        const most = { lcp: 86_400_000, inp: 86_400_000, ttfb: 86_400_000, cls: 1_000 };
        for (const right of [{}, { cls: 0.05 }, { lcp: 0.5 }, most])
          expect((await send(service, domain, { ...report, ...right })).status).toBe(202);
      }
    },
  },
  {
    source: 'docs/reference/web-vitals.md ("What is counted")',
    statement: 'reports are nearest ranks and no events; with the switch off they are dropped',
    async check(service) {
      const [on, off] = [await newDomain(service, { web_vitals: true }), await newDomain(service)];
      for (const domain of [on, off]) {
        const u = `https://${domain.host}/a`;
        for (const event of [
          { u },
          { n: 'vitals', u, lcp: 2_500, inp: 40, cls: 0.1254 },
          { n: 'vitals', u, lcp: 900, cls: 0 },
          { n: 'vitals', u, lcp: 1_700.5 },
          { n: 'vitals', u: `${u}/never-seen`, lcp: 9_000 },
          { n: 'Last', u },
        ])
          expect((await send(service, domain, event)).status).toBe(202);
      }
      const metrics = ['events', 'visitors', 'bounce_rate', 'lcp_p75', 'inp_p75', 'ttfb_p75', 'cls_p75'];
      const rows = (domain: MeasuredDomain) => ask(service, domain, { metrics });
      const shown = (...measured: (number | null)[]) => [
        { dimensions: [], metrics: [2, 1, 100, ...measured] },
      ];
      await expect.poll(() => rows(on), { interval: 200 }).toEqual(shown(2_500, 40, null, 0.125));
      await expect.poll(() => rows(off), { interval: 200 }).toEqual(shown(null, null, null, null));
      const names = await ask(service, on, { metrics: ['events'], dimensions: ['event:name'] });
      expect(names).toEqual([
        { dimensions: ['Last'], metrics: [1] },
        { dimensions: ['pageview'], metrics: [1] },
      ]);
    },
  },
];
