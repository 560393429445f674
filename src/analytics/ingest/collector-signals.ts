/**
 * Request fields that ask not to be counted.
 * Source: Global Privacy Control (W3C), Tracking Preference Expression (DNT), Fetch standard (Sec-Purpose).
 */
import type { CollectRefusal } from './collector-refusals.ts';

/** A quick test whether any of the fields below may be present: nearly all requests have none. */
const mention = /^(?:sec-gpc|dnt|(?:sec-|x-)?purpose|x-moz|authorization):/im;
const privacySignal = /^(?:sec-gpc|dnt):[ \t]*1[ \t]*\r/im;
/** One of our access tokens; scripts of the page may use the field for tokens of their own. */
const accessToken = /^Bearer +np_/i;

export function mentionsSignals(fieldSection: string): boolean {
  return mention.test(fieldSection);
}

/** Whether a field asks not to be counted: `Sec-GPC: 1` or `DNT: 1`. */
export function hasPrivacySignal(fieldSection: string): boolean {
  return privacySignal.test(fieldSection);
}

/** Whether a server sends the event, with an access token. */
export function bearsAccessToken(authorization: string | undefined): boolean {
  return authorization !== undefined && accessToken.test(authorization);
}

/** Takes `[name, value, name, value, …]`. */
export function refusalBySignals(fields: readonly string[]): CollectRefusal | undefined {
  for (let i = 0; i + 1 < fields.length; i += 2) {
    const value = fields[i + 1]?.trim().toLowerCase() ?? '';
    switch ((fields[i] ?? '').toLowerCase()) {
      case 'sec-gpc':
      case 'dnt':
        if (value === '1') return 'privacy_signal';
        break;
      case 'sec-purpose':
      case 'purpose':
      case 'x-purpose':
      case 'x-moz':
        if (/prefetch|prerender|preview/.test(value)) return 'prefetch';
        break;
      default:
    }
  }
  return undefined;
}
