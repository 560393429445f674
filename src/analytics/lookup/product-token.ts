/** What a user agent calls itself. Source: RFC 9110 section 10.1.5 (product). */

/** Longer ones are noise, not names. */
const maxLength = 40;
/** Names beginning with a letter, with what stands between words in them. */
const word = /[A-Za-z][\w.!-]*/g;
const robot = /bot|crawl|spider|scan|check|monitor|fetch|feed|preview|agent|archiv|validator|index|search/i;
/** Words of the form itself, and what browsers and phones say of themselves, which crawlers copy. */
const browserWords =
  /^(?:mozilla|compatible|applewebkit|webkit|khtml|like|gecko|version|chrome|safari|mobile|tablet|desktop|phone|touch|firefox|edge?|opr|msie|trident|presto|rv|gzip|gfe|deflate|windows|win32|win64|x64|nt|macintosh|intel|ppc|mac|os|darwin|linux|gnu|x11|x86_64|i[3-6]86|amd64|arm\w*|aarch64|android|build|wv|iphone|ipad|cpu|ubuntu|u|wow64|sv1|slcc\d?|net|clr|net\d\S*|infopath(?:\.\d)?|media|center|pc|profile|midp\S*|configuration|cldc\S*|[a-z]{2}|[a-z]{2}[-_][a-z]{2})$/i;
/** Words that say what a robot does or where it is described, not what it is called. */
const plainWords =
  /^(?:https?|www|ftp|com|org|bots?|robot|crawler|spider|user-agent|(?:link|url)?(?:agent|check|checker|client|fetch|fetcher|feed|index|monitor|preview|scan|scanner|search)|api|by|contact|div|e?mail|for|from|img|page|pre|rss|site|test|the|url|via|visit|web|website|\w\.\w|v?\d[\w.]*)$/i;

/**
 * Picks the product of a user agent: of the words outside addresses, the first that sounds like a robot, or else the
 * first that is neither a browser's word nor a plain one. '' when there is none.
 */
export function productToken(userAgent: string): string {
  const text = userAgent.replace(/<[^<>]*>|(?:https?:\/\/|www\.)[^\s;,)]*|[\w.+-]{1,64}@\S*/gi, ' ');
  const words = (text.match(word) ?? []).map(trimEnd).filter(isName);
  return words.find((one) => robot.test(one)) ?? words[0] ?? '';
}

function isName(one: string): boolean {
  return one.length > 1 && one.length <= maxLength && !browserWords.test(one) && !plainWords.test(one);
}

function trimEnd(name: string): string {
  return name.replace(/[.!_-]+$/, '');
}
