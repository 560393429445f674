/** What visitors who were challenged send to the edge. Source: docs/reference/rules.md ("Challenge"). */

/** Takes answers, on each host that has rules. */
export const challengePath = '/.nameplate/challenge';
/** Shows that a visitor has answered; it isn't passed to upstreams. */
export const challengeCookie = '__np_c';
