import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { assistants, assistantsByCrawler } from './assistants.ts';
import { botClassTable } from './bot-class-table.ts';
import { sourceRows } from './source-table.ts';

test('names sources of visits, and crawlers of the class ai, each once', () => {
  const sources = new Set(sourceRows.map(([name]) => name));
  const ofAi = new Set(botClassTable.ai.map(([name]) => name));
  for (const { name, crawlers } of assistants) {
    expect(sources).toContain(name);
    for (const crawler of crawlers) expect(ofAi).toContain(crawler);
  }
  const crawlers = assistants.flatMap((assistant) => assistant.crawlers);
  expect(assistantsByCrawler.size).toBe(crawlers.length);
  expect(new Set(assistants.map(({ name }) => name)).size).toBe(assistants.length);
});

test('is in the documentation', () => {
  const page = readFileSync(new URL('../../../docs/reference/bots.md', import.meta.url), 'utf8');
  const [, table = ''] = /<!-- assistants -->\n([^<]*)\n<!-- \/assistants -->/.exec(page) ?? [];
  const rows = assistants.map(({ name, crawlers }) => `| ${name} | ${crawlers.join(' · ')} |`);
  expect(table.split('\n').slice(2)).toEqual(rows);
});
