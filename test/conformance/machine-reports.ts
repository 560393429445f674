/** The reports that put what machines do beside what people do. */
import { expect } from 'vitest';
import { askReport, dataOf, feedRequests, firefox, googlebot, newDomain } from './analytics-resources.ts';
import { expectError, type Row } from './row.ts';
import { expectViews, placeViews } from './web-analytics-resources.ts';

const assistantSource = 'docs/reference/bots.md ("Assistants")';
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
];
