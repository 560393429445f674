/** A request as people type it, and as rules look at it. */

import type { BotClass } from '../../../../../src/core/bot-classes.ts';
import type { CrawlerVerdict } from '../../../../../src/core/bot-verified.ts';
import { parseFingerprint } from '../../../../../src/core/certificate-fingerprint.ts';
import { parseIpAddress } from '../../../../../src/core/ip-address.ts';
import { slugOf } from '../../../../../src/core/slug.ts';
import { parseUrl } from '../../../../../src/core/url.ts';
import { preferredLanguage } from '../../../../../src/rules/preferred-language.ts';
import type { RuleDevice, RuleRequest } from '../../../../../src/rules/rule-request.ts';
import { botClassNames } from '../bot-class-names.ts';

export type TypedRequest = {
  readonly method: string;
  /** A path with its query, or a whole address. */
  readonly target: string;
  readonly country: string;
  /** As in Accept-Language. */
  readonly language: string;
  readonly device: RuleDevice;
  /** Names or slugs; empty for what a rule can't know. */
  readonly system: string;
  readonly browser: string;
  /** Empty for people. */
  readonly botClass: BotClass | '';
  readonly botName: string;
  /** Of a bot. */
  readonly botVerified: Exclude<CrawlerVerdict, 'none'>;
  readonly address: string;
  /** Of a client certificate that the host takes; empty without one. */
  readonly fingerprint: string;
  /** In the browser's time zone; empty for now. */
  readonly time: string;
};

export const firstRequest: TypedRequest = {
  method: 'GET',
  target: '/',
  country: '',
  language: '',
  device: 'desktop',
  system: '',
  browser: '',
  botClass: '',
  botName: '',
  botVerified: 'claimed',
  address: '',
  fingerprint: '',
  time: '',
};

export type ReadRequest =
  | { readonly ok: true; readonly request: Omit<RuleRequest, 'visitorShare'> }
  | { readonly ok: false; readonly problems: Partial<Record<keyof TypedRequest, string>> };

/** Path and query become what a browser would send. */
export function readRequest(typed: TypedRequest, host: string, nowMs: number): ReadRequest {
  const problems: Partial<Record<keyof TypedRequest, string>> = {};
  const url = urlOf(typed.target.trim(), host);
  if (url === undefined)
    problems.target = "Enter a path that begins with /, or one of this host's addresses.";
  else if (url.hostname !== host) problems.target = `Enter an address of ${host}.`;
  const address = typed.address.trim();
  if (address !== '' && parseIpAddress(address) === undefined) problems.address = 'Enter an IP address.';
  const given = typed.fingerprint.trim();
  const fingerprint = given === '' ? '' : parseFingerprint(given);
  if (fingerprint === undefined) problems.fingerprint = 'Enter a SHA-256 fingerprint.';
  const timeMs = typed.time === '' ? nowMs : new Date(typed.time).getTime();
  if (Number.isNaN(timeMs)) problems.time = 'Enter a date with a time.';
  if (url === undefined || fingerprint === undefined || Object.keys(problems).length > 0)
    return { ok: false, problems };
  const botName = typed.botName.trim();
  return {
    ok: true,
    request: {
      method: typed.method,
      origin: url.origin,
      path: url.pathname,
      query: url.search.slice(1),
      country: typed.country,
      language: preferredLanguage(typed.language),
      device: typed.device,
      system: slugOf(typed.system),
      browser: slugOf(typed.browser),
      botName:
        typed.botClass === '' ? '' : botName === '' ? (botClassNames[typed.botClass] ?? 'bot') : botName,
      botClass: typed.botClass,
      botVerified: typed.botClass === '' ? 'none' : typed.botVerified,
      clientAddress: address,
      clientFingerprint: fingerprint,
      nowMs: timeMs,
    },
  };
}

function urlOf(target: string, host: string): URL | undefined {
  if (/^https?:\/\//i.test(target)) return parseUrl(target);
  return target.startsWith('/') ? parseUrl(`https://${host}${target}`) : undefined;
}
