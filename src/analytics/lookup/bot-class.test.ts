import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, test } from 'vitest';
import { botClasses } from '../../core/bot-classes.ts';
import { parseUrl } from '../../core/url.ts';
import { BotLookup } from './bot.ts';
import { botClassOf } from './bot-class.ts';
import { botClassTable } from './bot-class-table.ts';

const lookup = new BotLookup();
const webkit = (product: string) =>
  `Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; ${product})`;
const chrome = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0';

/** What the operators document, and spellings that were seen. */
const aiUserAgents: readonly (readonly [name: string, userAgent: string])[] = [
  ['GPTBot', webkit('GPTBot/1.3; +https://openai.com/gptbot')],
  ['OAI-SearchBot', `${chrome} Safari/537.36; compatible; OAI-SearchBot/1.3; +https://openai.com/searchbot`],
  ['ChatGPT-User', webkit('ChatGPT-User/1.0; +https://openai.com/bot')],
  ['ClaudeBot', webkit('ClaudeBot/1.0; +claudebot@anthropic.com')],
  ['Claude-User', webkit('Claude-User/1.0; +Claude-User@anthropic.com')],
  ['Claude-User', 'Claude-User (claude-code/2.1.86; +https://support.anthropic.com/)'],
  ['Claude-SearchBot', webkit('Claude-SearchBot/1.0; +Claude-SearchBot@anthropic.com')],
  ['Claude-Web', 'Claude-Web/1.0 (web crawler; +https://www.anthropic.com/; bots@anthropic.com)'],
  ['claude-web', 'claude-web/1.0 (+http://www.anthropic.com/)'],
  ['anthropic-ai', 'anthropic-ai'],
  ['GoogleOther', 'GoogleOther'],
  ['GoogleOther', 'GoogleOther-Image/1.0'],
  ['GoogleOther', `${webkit('GoogleOther')} Chrome/131.0.0.0 Safari/537.36`],
  [
    'Google-CloudVertexBot',
    `${webkit('Google-CloudVertexBot; +https://cloud.google.com/enterprise-search')} Chrome/131.0.0.0 Safari/537.36`,
  ],
  ['Google-Extended', 'Mozilla/5.0 (compatible; Google-Extended/1.0; +http://www.google.com/bot.html)'],
  [
    'Gemini-Deep-Research',
    `${webkit('Gemini-Deep-Research; +https://gemini.google/overview/deep-research/')} Chrome/135.0.0.0 Safari/537.36`,
  ],
  [
    'Google-Agent',
    `${webkit('Google-Agent; +https://developers.google.com/crawling/docs/crawlers-fetchers/google-agent')} Chrome/131.0.0.0 Safari/537.36`,
  ],
  [
    'Google-GeminiNotebook',
    'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/138.0.0.0 Mobile Safari/537.36 (compatible; Google-GeminiNotebook; +https://developers.google.com/crawling/docs/crawlers-fetchers/google-gemininotebook)',
  ],
  ['Google-NotebookLM', 'Mozilla/5.0 (compatible; Google-NotebookLM; +https://notebooklm.google.com/)'],
  [
    'meta-externalagent',
    'meta-externalagent/1.1 (+https://developers.facebook.com/docs/sharing/webmasters/crawler)',
  ],
  ['Meta-ExternalAgent', 'Meta-ExternalAgent/1.1'],
  [
    'meta-externalfetcher',
    'meta-externalfetcher/1.1 (+https://developers.facebook.com/docs/sharing/webmasters/crawler)',
  ],
  [
    'meta-webindexer',
    'meta-webindexer/1.1 (+https://developers.facebook.com/docs/sharing/webmasters/crawler)',
  ],
  [
    'FacebookBot',
    'Mozilla/5.0 (compatible; FacebookBot/1.0; +https://developers.facebook.com/docs/sharing/webmasters/facebookbot/)',
  ],
  [
    'Amazonbot',
    `${webkit('Amazonbot/0.1; +https://developer.amazon.com/support/amazonbot')} Chrome/119.0.6045.214 Safari/537.36`,
  ],
  ['Amzn-SearchBot', `${webkit('Amzn-SearchBot/0.1')} Chrome/119.0.6045.214 Safari/537.36`],
  ['Amzn-User', `${webkit('Amzn-User/0.1')} Chrome/119.0.6045.214 Safari/537.36`],
  ['bedrockbot', `${chrome} Safari/537.36 bedrockbot-6f9619ff-8b86-d011-b42d-00cf4fc964ff`],
  ['bedrockbot', 'bedrockbot_6f9619ff-8b86-d011-b42d-00cf4fc964ff'],
  ['amazon-kendra', 'amazon-kendra-customer-id-123456789012'],
  [
    'AzureAI-SearchBot',
    'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko); compatible; AzureAI-SearchBot/1.0;',
  ],
  ['PerplexityBot', webkit('PerplexityBot/1.0; +https://perplexity.ai/perplexitybot')],
  ['Perplexity-User', webkit('Perplexity-User/1.0; +https://perplexity.ai/perplexity-user')],
  ['MistralAI-User', webkit('MistralAI-User/1.0; +https://docs.mistral.ai/robots')],
  ['MistralAI-Index', webkit('MistralAI-Index/1.0; +https://docs.mistral.ai/robots')],
  ['MistralAI-Training', webkit('MistralAI-Training/1.0; +https://docs.mistral.ai/robots')],
  [
    'Bytespider',
    'Mozilla/5.0 (Linux; Android 5.0) AppleWebKit/537.36 (KHTML, like Gecko) Mobile Safari/537.36 (compatible; Bytespider; spider-feedback@bytedance.com)',
  ],
  ['Bytespider', 'Mozilla/5.0 (compatible; Bytespider; https://zhanzhang.toutiao.com/)'],
  [
    'TikTokSpider',
    'Mozilla/5.0 (Linux; Android 5.0) AppleWebKit/537.36 (KHTML, like Gecko) Mobile Safari/537.36 (compatible; TikTokSpider; ttspider-feedback@tiktok.com)',
  ],
  ['CCBot', 'CCBot/2.0 (https://commoncrawl.org/faq/)'],
  ['cohere-ai', 'cohere-ai'],
  ['cohere-training-data-crawler', 'cohere-training-data-crawler (+crawler@cohere.ai)'],
  [
    'Diffbot',
    'Mozilla/5.0 (Windows; U; Windows NT 5.1; en-US; rv:1.9.1.2) Gecko/20090729 Firefox/3.5.2 (.NET CLR 3.5.30729; Diffbot/0.1; +http://www.diffbot.com)',
  ],
  ['DuckAssistBot', 'DuckAssistBot/1.2; (+http://duckduckgo.com/duckassistbot.html)'],
  ['YouBot', 'Mozilla/5.0 (compatible; YouBot (+http://www.you.com))'],
  ['Timpibot', 'Timpibot/0.8 (+http://www.timpi.io)'],
  ['DeepSeekBot', 'Mozilla/5.0 (compatible; DeepSeekBot/1.0; +https://www.deepseek.com/bot)'],
  ['ChatGLM-Spider', 'Mozilla/5.0 (compatible; ChatGLM-Spider/1.0; +https://chatglm.cn/)'],
  ['PanguBot', 'Mozilla/5.0 (compatible; PanguBot; +https://www.huaweicloud.com)'],
  ['xAI-Bot', 'Mozilla/5.0 (compatible; xAI-Bot/1.0; +https://x.ai/grok)'],
  ['AI2Bot', 'Mozilla/5.0 (compatible) AI2Bot (+https://www.allenai.org/crawler)'],
  ['Ai2Bot-Dolma', 'Mozilla/5.0 (compatible) Ai2Bot-Dolma (+https://www.allenai.org/crawler)'],
  ['Ai2Bot-DeepResearchEval', 'Mozilla/5.0 (compatible) Ai2Bot-DeepResearchEval'],
  ['omgili', 'omgili/0.5 +http://omgili.com'],
  ['omgili', 'omgilibot/0.3 +http://www.omgili.com/Crawler.html'],
  ['webzio', 'webzio (+https://webz.io/bot.html)'],
  ['webzio', 'webzio-extended (+https://webz.io/bot.html)'],
  ['Andibot', 'Mozilla/5.0 (compatible; Andibot)'],
  ['Kagi-Fetcher', 'Mozilla/5.0 (compatible; Kagi-Fetcher/1.0)'],
  ['crawl4ai', 'Mozilla/5.0 (compatible; crawl4ai)'],
  ['Manus-User', `${chrome} Safari/537.36; Manus-User/1.0`],
];

test.each(aiUserAgents)('finds %s and says that it is of the class ai: %s', (name, userAgent) => {
  expect(lookup.nameOf(userAgent).toLowerCase()).toBe(name.toLowerCase());
  expect(botClassOf(lookup.nameOf(userAgent))).toBe('ai');
});

test('has only names in the table that the lookup gives some user agent', () => {
  const entries: readonly { instances: readonly string[] }[] = createRequire(import.meta.url)(
    'crawler-user-agents',
  );
  const others = [
    `${chrome} Safari/537.36 (BingLocalSearch)`,
    `${chrome} Safari/537.36 GTmetrix`,
    `${chrome} Safari/537.36 DebugBear`,
    'kube-probe/1.29+',
  ];
  const userAgents = [
    ...entries.flatMap(({ instances }) => instances),
    ...aiUserAgents.map(([, userAgent]) => userAgent),
    ...others,
  ];
  const names = new Set(userAgents.map((userAgent) => lookup.nameOf(userAgent)));
  const lowerCase = new Set([...names].map((name) => name.toLowerCase()));
  for (const [botClass, rows] of Object.entries(botClassTable))
    for (const [name] of rows) {
      // In `ai` a name may be written in another case by other versions of the crawler.
      const isGiven = botClass === 'ai' ? lowerCase.has(name.toLowerCase()) : names.has(name);
      expect(isGiven, `${name} (${botClass})`).toBe(true);
    }
});

test('has each name once, and an address for each', () => {
  const rows = Object.values(botClassTable).flat();
  const names = rows.map(([name]) => name.toLowerCase());
  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
  for (const [name, source] of rows) expect(parseUrl(source), name).toBeDefined();
});

test.each([
  ['', ''],
  ['Googlebot', 'search'],
  ['facebookexternalhit', 'social'],
  ['UptimeRobot', 'monitor'],
  ['curl', 'other'],
  ['Unknown', 'other'],
  ['constructor', 'other'],
])('says that %j is of the class %j', (name, botClass) => {
  expect(botClassOf(name)).toBe(botClass);
});

test('calls no class by another name', () => {
  expect([...botClasses].toSorted()).toEqual([...Object.keys(botClassTable), 'other'].toSorted());
});

test('has its names in the documentation', () => {
  const page = readFileSync(new URL('../../../docs/reference/bots.md', import.meta.url), 'utf8');
  const [, table = ''] = /<!-- classes -->\n([^<]*)\n<!-- \/classes -->/.exec(page) ?? [];
  const rows = Object.entries(botClassTable).map(([botClass, list]) => {
    const names = list.map(([name]) => name).toSorted((a, b) => a.localeCompare(b, 'en'));
    return `| \`${botClass}\` | ${names.join(' · ')} |`;
  });
  expect(table.split('\n').slice(2)).toEqual(rows);
});
