/**
 * The element that is added to pages, and its addresses.
 * Source: docs/reference/injection.md.
 */
export const scriptPath = '/.nameplate/script.js';
/** Where the script sends what it has seen. */
export const eventPath = '/.nameplate/event';
/** ASCII, so it means the same in every encoding that pages are changed in. */
export const scriptTag: string = `<script defer src="${scriptPath}"></script>`;
