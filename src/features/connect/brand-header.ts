/** The top of a page for customers. Source: docs/reference/connect-page.md ("The brand"). */
import { type Html, html } from '../../core/html.ts';

/** `name` is empty while the account has none. */
export type Brand = { readonly name: string; readonly logo: string | null };

export function brandHeader({ name, logo }: Brand): Html {
  if (name === '' && logo === null) return html``;
  return html`<header>${logo === null ? '' : html`<img src="${logo}" alt="" height="40">`}${name === '' ? '' : html`<p>${name}</p>`}</header>`;
}
