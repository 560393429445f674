/** Time on page and scroll depth on the wire. What a browser reports: test/e2e/engagement.test.ts. */
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

export const engagementRows: readonly Row[] = [
  {
    source: 'docs/reference/engagement.md ("How it gets into a page")',
    statement:
      'the script stands beside the tracker: at most 1 KiB compressed, on every domain that has the tracker',
    async check(service) {
      const domain = await newDomain(service);
      const path = '/.nameplate/engagement.js';
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
    source: 'docs/reference/engagement.md ("Reports")',
    statement:
      'a report out of range is refused with 400 and engagement_invalid, whether or not the switch is on',
    async check(service) {
      for (const engagement of [true, false]) {
        const domain = await newDomain(service, { engagement });
        const report = { n: 'engagement', u: `https://${domain.host}/`, e: 0, sd: 100 };
        for (const wrong of [
          { e: -1 },
          { e: 86_400_001 },
          { e: 0.5 },
          { e: null },
          { e: '5' },
          { e: undefined },
          { sd: 900 },
          { sd: -1 },
          { sd: 50.5 },
          { sd: 'NaN' },
          { sd: undefined },
        ]) {
          const refused = await send(service, domain, { ...report, ...wrong });
          expect(refused).toMatchObject({
            status: 400,
            headers: { 'x-nameplate-reason': 'engagement_invalid' },
          });
        }
        const other = await send(service, domain, { ...report, u: 'https://other.example/' });
        expect(other.headers['x-nameplate-reason']).toBe('host_other');
        expect((await send(service, domain, report)).status).toBe(202);
        expect((await send(service, domain, { ...report, e: 86_400_000 })).status).toBe(202);
      }
    },
  },
  {
    source: 'docs/reference/engagement.md ("What is counted")',
    statement:
      'reports are in time_on_page and scroll_depth and are no events; with the switch off they are dropped',
    async check(service) {
      const [on, off] = [await newDomain(service, { engagement: true }), await newDomain(service)];
      for (const domain of [on, off]) {
        const u = `https://${domain.host}/a`;
        for (const event of [
          { u },
          { n: 'engagement', u, e: 1_400, sd: 30 },
          { n: 'engagement', u, e: 1_100, sd: 75 },
          { n: 'engagement', u: `${u}/never-seen`, e: 9_000, sd: 75 },
          { n: 'Last', u },
        ])
          expect((await send(service, domain, event)).status).toBe(202);
      }
      const metrics = ['events', 'visitors', 'bounce_rate', 'time_on_page', 'scroll_depth'];
      const rows = (domain: MeasuredDomain) => ask(service, domain, { metrics, dimensions: ['event:page'] });
      const shown = (time: number | null, depth: number | null) => [
        { dimensions: ['/a'], metrics: [2, 1, 100, time, depth] },
      ];
      await expect.poll(() => rows(on), { interval: 200 }).toEqual(shown(3, 75));
      await expect.poll(() => rows(off), { interval: 200 }).toEqual(shown(null, null));
      const names = await ask(service, on, { metrics: ['events'], dimensions: ['event:name'] });
      expect(names).toEqual([
        { dimensions: ['Last'], metrics: [1] },
        { dimensions: ['pageview'], metrics: [1] },
      ]);
    },
  },
];
