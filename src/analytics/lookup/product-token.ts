/** What a user agent calls itself. Source: RFC 9110 section 10.1.5 (product). */

/** Longer ones are noise, not names. */
const maxLength = 40;
/** Names beginning with a letter, with what stands between words in them. */
const word = /[A-Za-z][\w.!-]*/g;
const robot = /bot|crawl|spider|scan|check|monitor|fetch|feed|preview|agent|archiv|validator|index|search/i;
/** Words of the form itself, and what browsers say of themselves, which crawlers copy. */
const notNames =
  /^(?:mozilla|compatible|applewebkit|khtml|like|gecko|version|chrome|safari|mobile|firefox|edg|opr|windows|win64|x64|nt|macintosh|intel|mac|os|linux|x11|x86_64|android|iphone|ipad|cpu|ubuntu|u|en|en-us|wow64|https?|www|com|org|bots?|robot|crawler|spider|user-agent|\w\.\w|v?\d[\w.]*)$/i;

/**
 * Picks the product of a user agent: of the words outside addresses, the first that sounds like a robot, or else the
 * first that is no word every browser uses. '' when there is none.
 */
export function productToken(userAgent: string): string {
  const text = userAgent.replace(/(?:https?:\/\/|www\.)[^\s;,)]*|[\w.+-]{1,64}@\S*/gi, ' ');
  const words = (text.match(word) ?? []).map(trimEnd).filter(isName);
  return words.find((one) => robot.test(one)) ?? words[0] ?? '';
}

function isName(one: string): boolean {
  return one.length > 1 && one.length <= maxLength && !notNames.test(one);
}

function trimEnd(name: string): string {
  return name.replace(/[.!_-]+$/, '');
}
