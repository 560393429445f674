/**
 * Whether a user agent is a crawler's: the one answer for events, requests, logs and imports. Source:
 * docs/reference/enrichment.md ("Crawlers"), isbot.
 *
 * isbot decides: that is one regular expression, and people's browsers, which most user agents are, end there. What isbot
 * takes for a crawler is looked at again without the phrases that people's devices and apps use.
 */
import { isbot } from 'isbot';
import { missedBots, peoplePhrases } from './bot-exceptions.ts';
import { RecentMap } from './recent-map.ts';

/** What is looked at: crawlers name themselves early, and work must not grow with what a client sends. */
const maxLength = 512;
/** User agents of events: few, because crawlers hardly run scripts. */
const remembered = 5_000;

const anyPeoplePhrase = new RegExp(sourceOf(peoplePhrases), 'g');
const anyMissedBot = new RegExp(sourceOf(missedBots));

export type RecognizedBot = {
  /** The user agent without the phrases of people. */
  readonly rest: string;
  /** The name of a crawler that isbot misses; '' for others. */
  readonly missed: string;
};

/** The part of a user agent that is looked at. */
export function botText(userAgent: string): string {
  return userAgent.length > maxLength ? userAgent.slice(0, maxLength) : userAgent;
}

/** Takes what `botText` returned. Undefined: not a crawler. */
export function recognizeBot(text: string): RecognizedBot | undefined {
  const missed = anyMissedBot.exec(text)?.[0] ?? '';
  if (missed === '' && !isbot(text)) return undefined;
  const rest = text.replaceAll(anyPeoplePhrase, ' ').trim();
  if (missed === '' && rest !== text && !isbot(rest)) return undefined;
  return { rest, missed };
}

/** Says yes or no without the lists of names that `BotLookup` reads. */
export class BotCheck {
  readonly #answers = new RecentMap<string, boolean>(remembered);

  isBot(userAgent: string): boolean {
    const text = botText(userAgent);
    let answer = this.#answers.get(text);
    if (answer === undefined) {
      answer = recognizeBot(text) !== undefined;
      this.#answers.set(text, answer);
    }
    return answer;
  }
}

function sourceOf(rows: readonly (readonly [phrase: RegExp, ...rest: unknown[]])[]): string {
  return rows.map(([phrase]) => phrase.source).join('|');
}
