/**
 * The crawlers that are known by name: the patterns of crawler-user-agents, compiled. Source: crawler-user-agents.
 *
 * Nearly all patterns are plain text behind their escapes and are looked for in one pass; the rest are tried one by one.
 * Of several that match, one that stands for a product wins over one that stands for what it is made with (a library, a
 * headless browser), then the one the package lists first.
 */
import { createRequire } from 'node:module';
import { botNames } from './bot-names.ts';
import { LiteralMatcher } from './literal-matcher.ts';
import { productToken } from './product-token.ts';

/** As crawler-user-agents has them. */
export type CrawlerEntry = {
  readonly pattern: string;
  readonly tags?: readonly string[];
  readonly addition_date?: string;
};

type Crawler = {
  readonly pattern: string;
  /** What the pattern is without its escapes; undefined when there is more to it. */
  readonly literal: string | undefined;
};

type RegularCrawler = { readonly number: number; readonly expression: RegExp };

const tools = new Set(['http-library', 'browser-automation']);

export class CrawlerCatalogue {
  readonly #crawlers: readonly Crawler[];
  readonly #literals = new LiteralMatcher();
  readonly #regular: RegularCrawler[] = [];

  constructor(entries: readonly CrawlerEntry[] = packagedCrawlers()) {
    const ordered = [...entries.filter((entry) => !isTool(entry)), ...entries.filter(isTool)];
    this.#crawlers = ordered.map(({ pattern }) => ({ pattern, literal: literalOf(pattern) }));
    for (const [number, { pattern, literal }] of this.#crawlers.entries()) {
      if (literal === undefined) this.#regular.push({ number, expression: new RegExp(pattern) });
      else this.#literals.add(literal, number);
    }
  }

  /** The name of the crawler that a user agent is known as; '' when it is not known. */
  nameOf(userAgent: string): string {
    let number = this.#literals.lowestIn(userAgent);
    let matched = this.#crawlers[number]?.literal ?? '';
    for (const regular of this.#regular) {
      if (number !== -1 && regular.number > number) break;
      const found = regular.expression.exec(userAgent);
      if (!found) continue;
      number = regular.number;
      matched = found[0];
      break;
    }
    const crawler = this.#crawlers[number];
    return crawler ? crawlerName(crawler.pattern, matched, userAgent) : '';
  }
}

function crawlerName(pattern: string, matched: string, userAgent: string): string {
  const given = botNames[pattern];
  if (given !== undefined) return given;
  // Known by an address, such as yandex.com/bots: then its name stands elsewhere in the user agent.
  if (/\.[a-z]{2,}\/\w/.test(matched)) {
    const token = productToken(userAgent);
    if (token !== '') return token;
  }
  return matched.replace(/^[^A-Za-z0-9]+|[^A-Za-z0-9!]+$/g, '');
}

function isTool({ tags = [] }: CrawlerEntry): boolean {
  return tags.some((tag) => tools.has(tag));
}

function literalOf(pattern: string): string | undefined {
  const withoutEscapes = pattern.replace(/\\[^A-Za-z0-9]/g, '');
  return /[\\^$*+?.()[\]{}|]/.test(withoutEscapes) ? undefined : pattern.replace(/\\([^A-Za-z0-9])/g, '$1');
}

/** The list that comes with the program. Not by `import`, which would need an attribute that Node 20 and later spell differently, and holds all instances. */
export function packagedCrawlers(): readonly CrawlerEntry[] {
  return createRequire(import.meta.url)('crawler-user-agents');
}
