/**
 * Names crawlers by their user agents, by the same list as the request's record. Source: docs/reference/bots.md
 * ("The switch").
 *
 * A worker reads the list, which takes it about 20 ms, when a request needs it for the first time: most never do.
 */
import { BotLookup } from '../../analytics/lookup/bot.ts';
import { botClassOf } from '../../analytics/lookup/bot-class.ts';
import type { BotClass } from '../../core/bot-classes.ts';

export class CrawlerLookup {
  readonly #listPath: string | null;
  #lookup: BotLookup | undefined;

  /** Null: the list that comes with the program. It is also used while the other one is missing or bad. */
  constructor(listPath: string | null) {
    this.#listPath = listPath;
  }

  /** Like `BotLookup.nameOf`. */
  nameOf(userAgent: string): string {
    this.#lookup ??= new BotLookup(
      // An operator's own list has been checked at the start; one that is bad now must not end a worker.
      this.#listPath === null ? undefined : { path: this.#listPath, isDownloaded: true },
    );
    return this.#lookup.nameOf(userAgent);
  }

  /** The class of the crawler; '' when it is none. */
  classOf(userAgent: string): BotClass | '' {
    return botClassOf(this.nameOf(userAgent));
  }
}
