/** The top of a page for customers. Source: docs/reference/connect-page.md ("The brand"). */
import { type Html, html } from '../../core/html.ts';

export type Brand = { readonly name: string; readonly logo: string | null };

export function brandHeader({ name, logo }: Brand): Html {
  return html`<header>${logo === null ? '' : html`<img src="${logo}" alt="" height="40">`}<p>${name}</p></header>`;
}
