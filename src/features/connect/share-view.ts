/** The page of shared statistics as HTML. Source: docs/reference/connect-page.md ("Shared statistics"). */

import type { Reader } from '../../core/accept-language.ts';
import { type Html, html } from '../../core/html.ts';
import { statisticsTexts } from '../../core/statistics-texts.ts';
import { type Brand, brandHeader } from './brand-header.ts';
import type { Statistics } from './domain-statistics.ts';
import { type Period, periodLabel } from './statistics-period.ts';
import { statisticsView } from './statistics-view.ts';
import { texts } from './texts/texts.ts';

export type ShareView = {
  readonly reader: Reader;
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
  const { host, period, periods, isEmbedded, reader } = view;
  const own = texts[reader.language];
  const words = statisticsTexts[reader.language];
  return html`${isEmbedded ? '' : brandHeader(view.brand)}
<main>
<h1>${own.statisticsTitle(host)}</h1>
<nav class="periods" aria-label="${words.period}">${periods.map(
    ({ label, query, isChosen }) =>
      html`<a href="?${query}"${isChosen ? html` aria-current="page"` : ''}>${label}</a>`,
  )}</nav>
<section><h2>${periodLabel(period.id, reader)}</h2>
${statisticsOf(view)}</section>
</main>
${isEmbedded ? '' : html`<footer><p>${own.daysOf(period.range.zone)}</p></footer>`}`;
}

function statisticsOf({ isCounted, statistics, reader }: ShareView): Html | readonly Html[] {
  const { statisticsAway, noVisitors } = statisticsTexts[reader.language];
  if (!isCounted) return html`<p>${texts[reader.language].notCounted}</p>`;
  if (statistics === 'away') return html`<p>${statisticsAway}</p>`;
  return statistics === undefined ? html`<p>${noVisitors}</p>` : statisticsView(statistics, reader);
}
