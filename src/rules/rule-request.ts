/** What rules may look at in a request. Source: docs/reference/rules.md ("Conditions"). */
import type { BotClass } from '../core/bot-classes.ts';
import type { CrawlerVerdict } from '../core/bot-verified.ts';
import type { AskedUrl } from '../core/own-url.ts';

export const ruleDevices = ['mobile', 'tablet', 'desktop'] as const;
export type RuleDevice = (typeof ruleDevices)[number];

/**
 * A request. Everything but method, origin, path and query is looked up only when a condition asks for it, and possibly
 * several times: implement it by getters that look up once.
 */
export interface RuleRequest extends AskedUrl {
  readonly method: string;
  /** ISO 3166-1 alpha-2, upper case; '' if unknown. */
  readonly country: string;
  /** The language the client prefers, as `preferredLanguage` returns it. */
  readonly language: string;
  /** '' if unknown. */
  readonly device: RuleDevice | '';
  /** The slug of the operating system. */
  readonly system: string;
  /** The slug of the browser. */
  readonly browser: string;
  /** The bot's name, '' for people. */
  readonly botName: string;
  /** '' for people. */
  readonly botClass: BotClass | '';
  readonly botVerified: CrawlerVerdict;
  /** An IP address without brackets; '' if unknown. */
  readonly clientAddress: string;
  /** SHA-256 of the client certificate that the host takes, upper-case hex pairs with colons; '' without one. */
  readonly clientFingerprint: string;
  /** Where the visitor stands among all: at least 0, less than 100, the same as long as the salt lives. */
  readonly visitorShare: number;
  readonly nowMs: number;
}
