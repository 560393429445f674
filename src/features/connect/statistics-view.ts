/** A domain's visitors as HTML. Source: docs/reference/connect-page.md ("Shared statistics"). */

import type { Reader } from '../../core/accept-language.ts';
import { type Html, html } from '../../core/html.ts';
import { type StatisticsWriting, statisticsWriting } from '../../core/shown-statistics.ts';
import { statisticsTexts } from '../../core/statistics-texts.ts';
import type { Statistics, StatisticsRow } from './domain-statistics.ts';
import type { Texts } from './texts/text-names.ts';
import { texts } from './texts/texts.ts';

type Writing = StatisticsWriting & { readonly own: Texts; readonly day: (label: string) => string };

export function statisticsView(statistics: Statistics, reader: Reader): readonly Html[] {
  const writing = writingOf(reader);
  const { number, percent, label } = writing;
  const words = statisticsTexts[reader.language];
  const { visitors, visits, pageviews, bounceRate, days, lists } = statistics;
  return [
    html`<dl class="totals">${total(words.visitors, number(visitors))}${total(words.visits, number(visits))}${total(words.pageviews, number(pageviews))}${total(words.bounceRate, percent(bounceRate))}</dl>`,
    dayChart(days, writing),
    html`<div class="lists">${lists.map(({ title, rows }) =>
      rowTable(
        words[title],
        rows.map((row) => ({ ...row, label: label(title, row.label) })),
        writing,
      ),
    )}</div>`,
  ];
}

function writingOf(reader: Reader): Writing {
  const days = new Intl.DateTimeFormat(reader.locale, { dateStyle: 'medium', timeZone: 'UTC' });
  return {
    ...statisticsWriting(reader),
    own: texts[reader.language],
    day: (label) => days.format(Date.parse(label)),
  };
}

function total(name: string, value: string): Html {
  return html`<div><dt>${name}</dt><dd>${value}</dd></div>`;
}

function rowTable(title: string, rows: readonly StatisticsRow[], { number }: Writing): Html {
  return html`<table><caption>${title}</caption><tbody>${rows.map(
    ({ label, count }) => html`<tr><th scope="row">${label}</th><td>${number(count)}</td></tr>`,
  )}</tbody></table>`;
}

const barWidth = 10;
const chartHeight = 100;

/** A bar a day, with the same numbers as a table for those who don't see it. */
function dayChart(days: readonly StatisticsRow[], writing: Writing): Html {
  const { own, number, day } = writing;
  const most = days.reduce((highest, each) => (each.count > highest.count ? each : highest), {
    label: '',
    count: 0,
  });
  const end = (at: StatisticsRow | undefined): Html =>
    html`<span>${at ? html`<time datetime="${at.label}">${day(at.label)}</time>` : ''}</span>`;
  const rows = days.map(({ label, count }) => ({ label: day(label), count }));
  const bars = days.map(({ label, count }, index) => {
    const height = most.count === 0 ? 0 : (count / most.count) * chartHeight;
    return html`<rect x="${index * barWidth + 1}" y="${(chartHeight - height).toFixed(1)}" width="${barWidth - 2}" height="${height.toFixed(1)}"><title>${day(label)}${own.colon} ${number(count)}</title></rect>`;
  });
  return html`<svg class="chart" role="img" aria-label="${own.chart(number(most.count), most.label === '' ? '' : day(most.label))}" viewBox="0 0 ${days.length * barWidth} ${chartHeight}" preserveAspectRatio="none">${bars}</svg>
<p class="axis">${end(days[0])}${end(days.at(-1))}<span class="most">${own.atMost(number(most.count))}</span></p>
<details class="lists"><summary>${own.byDay}</summary>${rowTable(own.byDay, rows.toReversed(), writing)}</details>`;
}
