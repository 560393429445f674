/** Sends what a script beside the tracker has measured, to the tracker's address. Source: docs/reference/engagement.md ("Reports"). */

/** A script of SVG has no `src`: it reports nothing. */
export type Tag = { readonly src?: string; readonly dataset: DOMStringMap };

/** Goes on when the page is left, as a beacon would, but without the site's cookies. Never throws. */
export const send = ({ src, dataset }: Tag, report: object): void => {
  fetch(new URL(dataset.event || '/.nameplate/event', src), {
    method: 'POST',
    keepalive: true,
    credentials: 'omit',
    body: JSON.stringify({ d: dataset.domain, ...report }),
  })
    // Some browsers' developer tools show an unread answer as a failure.
    .then((answer) => answer.text())
    .catch(() => {});
};
