/**
 * AI assistants that both crawl sites and send visits to them. Source: docs/reference/bots.md ("Assistants"), the crawlers'
 * pages in bot-class-table.ts.
 *
 * One whose pages come from a search engine's crawler, such as Copilot with Bingbot, isn't in it: nobody can tell which of the
 * crawls are for the assistant.
 */

export type Assistant = {
  /** Of the source of its visits, as in source-table.ts. */
  readonly name: string;
  /** As bot-class-table.ts calls them. */
  readonly crawlers: readonly string[];
};

export const assistants: readonly Assistant[] = [
  { name: 'ChatGPT', crawlers: ['GPTBot', 'OAI-SearchBot', 'ChatGPT-User'] },
  {
    name: 'Claude',
    crawlers: ['ClaudeBot', 'Claude-User', 'Claude-SearchBot', 'Claude-Web', 'anthropic-ai'],
  },
  { name: 'Gemini', crawlers: ['Gemini-Deep-Research', 'Google-Agent', 'Google-Extended'] },
  { name: 'NotebookLM', crawlers: ['Google-GeminiNotebook', 'Google-NotebookLM'] },
  { name: 'Perplexity', crawlers: ['PerplexityBot', 'Perplexity-User'] },
  { name: 'Meta AI', crawlers: ['meta-externalagent', 'meta-externalfetcher', 'meta-webindexer'] },
  { name: 'Mistral', crawlers: ['MistralAI-User', 'MistralAI-Index', 'MistralAI-Training'] },
  { name: 'DeepSeek', crawlers: ['DeepSeekBot'] },
  { name: 'Grok', crawlers: ['xAI-Bot'] },
  { name: 'Duck.ai', crawlers: ['DuckAssistBot'] },
  { name: 'Doubao', crawlers: ['Bytespider'] },
  { name: 'ChatGLM', crawlers: ['ChatGLM-Spider'] },
  { name: 'You.com', crawlers: ['YouBot'] },
  { name: 'Phind', crawlers: ['PhindBot'] },
  { name: 'Liner', crawlers: ['LinerBot'] },
  { name: 'Andi', crawlers: ['Andibot'] },
];

/** The assistant's name, by those of its crawlers in lower case: they may call themselves in any. */
export const assistantsByCrawler: ReadonlyMap<string, string> = new Map(
  assistants.flatMap(({ name, crawlers }) => crawlers.map((crawler) => [crawler.toLowerCase(), name])),
);
