/** The reports that put what machines do beside what people do. */
import { expect, onTestFinished } from 'vitest';
import { createDomain as createLocalDomain, startUpstream } from '../support/domains.ts';
import {
  askReport,
  dataOf,
  expectCount,
  feedRequests,
  firefox,
  googlebot,
  newDomain,
  reportsOf,
} from './analytics-resources.ts';
import { expectError, newHost, type Row } from './row.ts';
import { send } from './tracker.ts';
import { expectViews, placeViews } from './web-analytics-resources.ts';

const assistantSource = 'docs/reference/bots.md ("Assistants")';
const noLoads = ['verified_crawlers', 'claimed_crawlers', 'people', 'not_measured', 'unexplained'].map(
  (name) => ({ name, count: 0, percentage: 0 }),
);
const range = 'from=2026-05-04&to=2026-05-05';
const gptBot = 'Mozilla/5.0 (compatible; GPTBot/1.3; +https://openai.com/gptbot)';
const claudeBot = 'Mozilla/5.0 (compatible; ClaudeBot/1.0; +claudebot@anthropic.com)';

export const machineReportRows: readonly Row[] = [
  {
    source: assistantSource,
    statement: 'assistants answers crawls, visits and their ratio of each assistant that has either',
    codes: ['not_found'],
    async check(service) {
      const domain = await newDomain(service);
      await feedRequests(service, domain, [
        { at: '2026-05-04', userAgent: gptBot },
        { at: '2026-05-04', userAgent: gptBot, status: 404 },
        { at: '2026-05-05T23:59:59.999Z', userAgent: gptBot },
        { at: '2026-05-06', userAgent: gptBot },
        { at: '2026-05-04', userAgent: claudeBot },
        { at: '2026-05-04', userAgent: googlebot },
        { at: '2026-05-04', userAgent: firefox },
      ]);
      expect(await dataOf(service, domain, `assistants?${range}`)).toEqual({
        data: [
          { name: 'ChatGPT', crawls: 3, visits: 0, crawls_per_visit: null },
          { name: 'Claude', crawls: 1, visits: 0, crawls_per_visit: null },
        ],
      });
      const views = [
        { at: '2026-05-04', visitor: 'a', referrer: 'https://chatgpt.com' },
        { at: '2026-05-04', visitor: 'b', referrer: 'https://chatgpt.com' },
        { at: '2026-05-05', visitor: 'c', referrer: 'https://www.perplexity.ai' },
      ];
      await placeViews(service, [[domain, views]]);
      await expectViews(service, domain, views.length);
      expect(await dataOf(service, domain, `assistants?${range}`)).toEqual({
        data: [
          { name: 'ChatGPT', crawls: 3, visits: 2, crawls_per_visit: 1.5 },
          { name: 'Claude', crawls: 1, visits: 0, crawls_per_visit: null },
          { name: 'Perplexity', crawls: 0, visits: 1, crawls_per_visit: 0 },
        ],
      });
      const other = await newDomain(service);
      expect(await dataOf(service, other, 'assistants')).toEqual({ data: [] });
      const { owner } = other;
      expectError(await askReport(service, { ...domain, owner }, 'assistants'), 404, 'not_found');
      expectError(await askReport(service, domain, 'assistants?from=x'), 400, 'from_invalid', '"x"');
    },
  },
  {
    source: 'docs/reference/page-loads.md ("The report")',
    statement: 'page_loads answers the five classes in their order, which add up to the metric page_loads',
    codes: ['not_found'],
    async check(service) {
      const domain = await newDomain(service);
      const load = { at: '2026-05-04T12:00:00Z', pageLoad: 'measured' } as const;
      await feedRequests(service, domain, [
        { ...load, userAgent: googlebot, clientAddress: '66.249.66.1' },
        { ...load, userAgent: googlebot },
        { ...load, userAgent: gptBot },
        { ...load, at: '2026-05-05T23:59:59.999Z', pageLoad: 'not_measured' },
        load,
        { ...load, clientAddress: '198.51.100.1' },
        { ...load, at: '2026-05-06' },
        { at: '2026-05-04' },
      ]);
      const expected = [
        { name: 'verified_crawlers', count: 1, percentage: 16.67 },
        { name: 'claimed_crawlers', count: 2, percentage: 33.33 },
        { name: 'people', count: 0, percentage: 0 },
        { name: 'not_measured', count: 1, percentage: 16.67 },
        { name: 'unexplained', count: 2, percentage: 33.33 },
      ];
      expect(await dataOf(service, domain, `page_loads?${range}`)).toEqual({ data: expected });
      const metrics = ['page_loads', ...expected.map(({ name }) => name)];
      const { body } = await service.api(`${domain.reports}/requests/query`, {
        token: domain.owner.token,
        json: { metrics, date_range: ['2026-05-04', '2026-05-05'] },
      });
      expect(body.results).toEqual([{ dimensions: [], metrics: [6, 1, 2, 0, 1, 2] }]);

      const other = await newDomain(service);
      expect(await dataOf(service, other, 'page_loads')).toEqual({ data: noLoads });
      expectError(
        await askReport(service, { ...domain, owner: other.owner }, 'page_loads'),
        404,
        'not_found',
      );
      expectError(await askReport(service, domain, 'page_loads?from=x'), 400, 'from_invalid', '"x"');
    },
  },
  {
    source: 'docs/reference/page-loads.md ("Classes")',
    statement:
      'a page load is a person’s once their view has arrived, whatever the path; without a view it is unexplained, and not measured where none could come',
    async check(service) {
      const upstream = await startUpstream((request, answer) => {
        const isPage = request.url !== '/style.css' && request.url !== '/missing';
        answer.writeHead(request.url === '/missing' ? 404 : 200, {
          'content-type': isPage ? 'text/html' : 'text/css',
        });
        answer.end('<!doctype html><title>x</title>');
      });
      onTestFinished(() => upstream.close());
      const created = await createLocalDomain(service, newHost(), upstream.port, { web_analytics: 'inject' });
      const owner = { token: service.token, upstreams: '' };
      const domain = { ...created, owner, path: '', reports: reportsOf(created.uuid) };
      const visit = async (userAgent: string, path = '/', fields: object = {}): Promise<void> => {
        await service.edge(domain.host, path, { headers: { 'user-agent': userAgent, ...fields } });
      };
      await visit(firefox);
      await visit(firefox, '/about');
      for (const path of ['/style.css', '/missing']) await visit(firefox, path);
      await service.edge(domain.host, '/', { method: 'POST', headers: { 'user-agent': firefox } });
      const blocked = firefox.replace('128', '127');
      await visit(blocked);
      await visit(blocked, '/', { 'sec-gpc': '1' });
      await visit(blocked, '/', { dnt: '1' });
      await visit(gptBot);
      // Its two page loads have the same visitor, and this view is after both.
      expect((await send(service, domain, { u: `https://${domain.host}/elsewhere` })).status).toBe(202);
      await expectCount(service, domain, 10);
      await expect
        .poll(async () => (await dataOf(service, domain, 'page_loads')).data, { interval: 200 })
        .toEqual([
          { name: 'verified_crawlers', count: 0, percentage: 0 },
          { name: 'claimed_crawlers', count: 1, percentage: 16.67 },
          { name: 'people', count: 2, percentage: 33.33 },
          { name: 'not_measured', count: 2, percentage: 33.33 },
          { name: 'unexplained', count: 1, percentage: 16.67 },
        ]);
    },
  },
];
