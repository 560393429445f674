/**
 * The addresses that Nameplate answers itself on every proxied host and on the API's origin.
 * Source: docs/reference/injection.md, docs/reference/tracker.md.
 */
export const scriptPath = '/.nameplate/script.js';
/** What the script has no room for. */
export const linksScriptPath = '/.nameplate/links.js';
/** The script posts pageviews and events here. */
export const eventPath = '/.nameplate/event';
/** The second is for hosts on which lists of trackers have the first. */
export const eventPaths: readonly string[] = [eventPath, '/.nameplate/n'];
