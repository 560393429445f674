/** A domain's visitors as HTML. Source: docs/reference/connect-page.md ("Shared statistics"). */

import type { Reader } from '../../core/accept-language.ts';
import { type Html, html } from '../../core/html.ts';
import { texts as reportTexts } from '../subscriptions/texts.ts';
import type { ListTitle, Statistics, StatisticsRow } from './domain-statistics.ts';
import type { Texts } from './texts/text-names.ts';
import { texts } from './texts/texts.ts';

/** What the reader's language and region make of words and numbers. */
type Writing = {
  readonly own: Texts;
  readonly number: (count: number) => string;
  readonly day: (label: string) => string;
  readonly label: (list: ListTitle, label: string) => string;
};

export function statisticsView(statistics: Statistics, reader: Reader): readonly Html[] {
  const writing = writingOf(reader);
  const { own, number, label } = writing;
  const words = reportTexts[reader.language];
  const { visitors, visits, pageviews, bounceRate, days, lists } = statistics;
  const percent = new Intl.NumberFormat(reader.locale, { style: 'percent', maximumFractionDigits: 0 });
  return [
    html`<dl class="totals">${total(words.visitors, number(visitors))}${total(words.visits, number(visits))}${total(words.pageviews, number(pageviews))}${total(own.bounceRate, percent.format(bounceRate / 100))}</dl>`,
    dayChart(days, writing),
    html`<div class="lists">${lists.map(({ title, rows }) =>
      rowTable(
        own[title],
        rows.map((row) => ({ ...row, label: label(title, row.label) })),
        writing,
      ),
    )}</div>`,
  ];
}

function writingOf({ language, locale }: Reader): Writing {
  const own = texts[language];
  const numbers = new Intl.NumberFormat(locale);
  const days = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' });
  const regions = new Intl.DisplayNames(locale, { type: 'region' });
  const devices: Readonly<Record<string, string>> = own.devices;
  return {
    own,
    number: (count) => numbers.format(count),
    day: (label) => days.format(Date.parse(label)),
    label(list, label) {
      if (label === 'Unknown' || label === '') return own.unknown;
      if (list === 'byCountry') return /^[A-Z]{2}$/.test(label) ? (regions.of(label) ?? label) : label;
      if (list === 'bySource' && label === 'Direct') return own.direct;
      return list === 'byDevice' && Object.hasOwn(devices, label) ? (devices[label] ?? label) : label;
    },
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
