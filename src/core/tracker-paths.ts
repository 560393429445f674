/**
 * The addresses that Nameplate answers itself on every proxied host and on the API's origin.
 * Source: docs/reference/injection.md.
 */
export const scriptPath = '/.nameplate/script.js';
/** The script posts pageviews and events here. */
export const eventPath = '/.nameplate/event';
