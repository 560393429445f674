/**
 * Where operators of crawlers publish the keys that their crawlers sign requests with, as they document it. Source:
 * docs/reference/bots.md ("Signatures"), and the pages named here.
 *
 * A crawler is listed only where its operator says that it signs: the keys of an agent that does what people tell it say nothing about the
 * operator's search engine. OpenAI says it of ChatGPT's agent mode, which is ChatGPT-User where it doesn't call itself a browser.
 */
import type { BotDirectory } from '../../core/bot-directory.ts';

type Operator = {
  /** Where the operator documents it. */
  readonly source: string;
  readonly origin: string;
  /** As `BotLookup.nameOf` has them. */
  readonly crawlers: readonly string[];
};

/** The directories that come with the program, for tests and docs. */
export const crawlerDirectories: readonly Operator[] = [
  {
    source: 'https://help.openai.com/en/articles/11845367-chatgpt-agent-allowlisting',
    origin: 'https://chatgpt.com',
    crawlers: ['ChatGPT-User'],
  },
  {
    source: 'https://developers.google.com/crawling/docs/crawlers-fetchers/allow-google-agent',
    origin: 'https://agent.bot.goog',
    crawlers: ['Google-Agent'],
  },
];

/** The directories of crawlers: those of the program, and the installation's own. */
export class CrawlerDirectories {
  /** The names of crawlers in lower case, by origin. */
  readonly #crawlers = new Map<string, Set<string>>();

  constructor(own: readonly BotDirectory[]) {
    const packaged = crawlerDirectories.flatMap(({ origin, crawlers }) =>
      crawlers.map((crawler) => ({ crawler, origin })),
    );
    for (const { crawler, origin } of [...packaged, ...own]) {
      const crawlers = this.#crawlers.get(origin) ?? new Set();
      this.#crawlers.set(origin, crawlers.add(crawler.toLowerCase()));
    }
  }

  isListed(origin: string): boolean {
    return this.#crawlers.has(origin);
  }

  /** Whether the origin is listed as a directory of the crawler's operator. The case of the crawler's letters makes no difference. */
  isOf(bot: string, origin: string): boolean {
    return this.#crawlers.get(origin)?.has(bot.toLowerCase()) ?? false;
  }
}
