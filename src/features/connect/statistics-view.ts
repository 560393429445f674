/** A domain's visitors as HTML. Source: docs/reference/connect-page.md ("Shared statistics"). */

import { type Html, html } from '../../core/html.ts';
import type { Statistics, StatisticsRow } from './domain-statistics.ts';

export function statisticsView({
  visitors,
  visits,
  pageviews,
  bounceRate,
  days,
  lists,
}: Statistics): readonly Html[] {
  return [
    html`<dl class="totals">${total('Visitors', thousands(visitors))}${total('Visits', thousands(visits))}${total('Page views', thousands(pageviews))}${total('Bounce rate', `${Math.round(bounceRate)} %`)}</dl>`,
    dayChart(days),
    html`<div class="lists">${lists.map(({ title, rows }) => rowTable(title, rows))}</div>`,
  ];
}

function total(name: string, value: string): Html {
  return html`<div><dt>${name}</dt><dd>${value}</dd></div>`;
}

function rowTable(title: string, rows: readonly StatisticsRow[]): Html {
  return html`<table><caption>${title}</caption><tbody>${rows.map(
    ({ label, count }) => html`<tr><th scope="row">${label}</th><td>${thousands(count)}</td></tr>`,
  )}</tbody></table>`;
}

const barWidth = 10;
const chartHeight = 100;

/** A bar a day, with the same numbers as a table for those who don't see it. */
function dayChart(days: readonly StatisticsRow[]): Html {
  const most = days.reduce((highest, day) => (day.count > highest.count ? day : highest), {
    label: '',
    count: 0,
  });
  const bars = days.map(({ label, count }, index) => {
    const height = most.count === 0 ? 0 : (count / most.count) * chartHeight;
    return html`<rect x="${index * barWidth + 1}" y="${(chartHeight - height).toFixed(1)}" width="${barWidth - 2}" height="${height.toFixed(1)}"><title>${label}: ${thousands(count)}</title></rect>`;
  });
  return html`<svg class="chart" role="img" aria-label="Visitors by day, at most ${thousands(most.count)} on ${most.label}" viewBox="0 0 ${days.length * barWidth} ${chartHeight}" preserveAspectRatio="none">${bars}</svg>
<p class="axis"><span>${days[0]?.label ?? ''}</span><span>at most ${thousands(most.count)} a day</span><span>${days.at(-1)?.label ?? ''}</span></p>
<details class="lists"><summary>Visitors by day</summary>${rowTable('Visitors by day', days.toReversed())}</details>`;
}

function thousands(count: number): string {
  return count.toLocaleString('en-US');
}
