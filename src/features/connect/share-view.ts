/** The page of shared statistics as HTML. Source: docs/reference/connect-page.md ("Shared statistics"). */

import { type Html, html } from '../../core/html.ts';
import { type Brand, brandHeader } from './brand-header.ts';
import type { Statistics } from './domain-statistics.ts';
import type { Period } from './statistics-period.ts';
import { statisticsView } from './statistics-view.ts';

export type ShareView = {
  readonly host: string;
  readonly brand: Brand;
  readonly period: Period;
  /** `query` is what follows the `?`. */
  readonly periods: readonly { readonly label: string; readonly query: string; readonly isChosen: boolean }[];
  readonly isCounted: boolean;
  /** Undefined: nobody has come; away: they can't be read now. */
  readonly statistics: Statistics | 'away' | undefined;
  readonly isEmbedded: boolean;
};

export function shareMain(view: ShareView): Html {
  const { host, period, periods, isEmbedded } = view;
  return html`${isEmbedded ? '' : brandHeader(view.brand)}
<main>
<h1>Statistics of ${host}</h1>
<nav class="periods" aria-label="Time">${periods.map(
    ({ label, query, isChosen }) =>
      html`<a href="?${query}"${isChosen ? html` aria-current="page"` : ''}>${label}</a>`,
  )}</nav>
<section><h2>${period.label}</h2>
${statisticsOf(view)}</section>
</main>
${isEmbedded ? '' : html`<footer><p>Days are those of ${period.range.zone}, today included.</p></footer>`}`;
}

function statisticsOf({ isCounted, statistics }: ShareView): Html | readonly Html[] {
  if (!isCounted) return html`<p>Visitors are not counted.</p>`;
  if (statistics === 'away')
    return html`<p>The statistics can’t be read at the moment. Try again in a minute.</p>`;
  return statistics === undefined ? html`<p>No visitors in this time.</p>` : statisticsView(statistics);
}
