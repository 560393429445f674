import { expect, test } from 'vitest';
import { sampleRecord } from '../../../test/support/spool-directory.ts';
import { chromeOnWindows, missedCrawlers, people } from '../../../test/support/user-agents.ts';
import { logImport } from '../../analytics/access-log/log-import.ts';
import { Collector } from '../../analytics/ingest/collector.ts';
import { FloodGuard } from '../../analytics/ingest/collector-flood-guard.ts';
import { RequestPipeline } from '../../analytics/ingest/request-pipeline.ts';
import type { RequestRecord } from '../../analytics/ingest/request-record.ts';
import { BotLookup } from '../../analytics/lookup/bot.ts';
import { CrawlerJudge } from '../../analytics/lookup/crawler-judge.ts';
import { UserAgentLookup } from '../../analytics/lookup/user-agent.ts';
import { pageviewImport } from '../../analytics/pageview-import/pageview-import.ts';

const { domainUuid } = sampleRecord;

const collector = new Collector(
  { hash: () => undefined },
  { appendDurably: () => Promise.resolve() },
  new FloodGuard(0),
  { now: () => 0 },
);
const pipeline = new RequestPipeline({
  bots: new BotLookup(),
  crawlers: new CrawlerJudge(),
  datacenters: { slugOf: () => '' },
  userAgents: new UserAgentLookup(),
  countries: { countryOf: () => '' },
  visitors: { hash: () => undefined },
});

const isBotToEvents = (userAgent: string) =>
  collector.admit({ clientAddress: '203.0.113.9', userAgent, fields: [] }) === 'bot';

function isBotToRequests(changes: Partial<RequestRecord>): boolean {
  const row = pipeline.toRow({ ...sampleRecord, ...changes });
  if (typeof row === 'string') throw new Error(`refused: ${row}`);
  return row.bot !== '';
}

function isBotToLogs(userAgent: string): boolean {
  const line = `192.0.2.7 - - [10/Oct/2024:13:55:36 +0000] "GET / HTTP/1.1" 200 5 "-" "${userAgent}"`;
  const format = logImport({
    domainUuid,
    domainHost: 'a.example.com',
    referrerPaths: false,
    hosts: undefined,
    format: 'combined',
    durationUnit: undefined,
    useForwardedFor: false,
  });
  const reading = format.detect([line]);
  const request = 'problem' in reading ? undefined : reading.parse(line);
  if (typeof request !== 'object') throw new Error(`refused: ${request}`);
  return isBotToRequests(request);
}

function isBotToImports(userAgent: string): boolean {
  const line = JSON.stringify({ time: 1_728_561_336, visitor: 'ada', path: '/', user_agent: userAgent });
  const reading = pageviewImport({
    domainUuid,
    referrerPaths: false,
    hosts: undefined,
    nowMs: 1_728_561_336_000,
    assumeUtc: false,
  }).detect([line]);
  const pageview = 'problem' in reading ? undefined : reading.parse(line);
  if (typeof pageview !== 'object' && pageview !== 'bot') throw new Error(`refused: ${pageview}`);
  return pageview === 'bot';
}

const crawlers = [
  ...missedCrawlers.map(([, userAgent]) => userAgent),
  'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
  'curl/8.5.0',
  `${chromeOnWindows} HeadlessChrome/118.0.0.0 Safari/537.36`,
  `${'x'.repeat(480)} Googlebot/2.1`,
];
const visitors = [
  ...people.map(([, userAgent]) => userAgent),
  `${chromeOnWindows} Chrome/118.0.0.0 Safari/537.36`,
  `${chromeOnWindows} Chrome/118.0.0.0 ${'Safari/537.36 '.repeat(40)} Googlebot/2.1`,
];

test.each([
  ...crawlers.map((userAgent) => [true, userAgent] as const),
  ...visitors.map((userAgent) => [false, userAgent] as const),
])('events, requests, logs and imports agree whether it is a crawler (%s): %s', (isBot, userAgent) => {
  expect({
    events: isBotToEvents(userAgent),
    requests: isBotToRequests({ userAgent }),
    logs: isBotToLogs(userAgent),
    imports: isBotToImports(userAgent),
  }).toEqual({ events: isBot, requests: isBot, logs: isBot, imports: isBot });
});
