/** What `<nameplate-statistics>` shows. Source: docs/guides/embedding.md ("Statistics"). */
import type { Reader } from '../../src/core/accept-language.ts';
import {
  type StatisticsWriting,
  statisticsLists,
  statisticsWriting,
} from '../../src/core/shown-statistics.ts';
import { type StatisticsTexts, statisticsTexts } from '../../src/core/statistics-texts.ts';
import { writtenDuration } from './duration.ts';
import { make, makeSvg } from './make.ts';
import { bucketWriter, type Period, periodIds, periodLabel, periodOf } from './periods.ts';
import type { Domain, Row, Statistics } from './read-statistics.ts';

export type Choices = {
  readonly choosePeriod: (period: Period) => void;
  readonly chooseDomain: (uuid: string) => void;
  readonly tryAgain: () => void;
};

export class StatisticsView {
  readonly reader: Reader;
  readonly element: HTMLElement;
  readonly #own: StatisticsTexts;
  readonly #writing: StatisticsWriting;
  readonly #host = make('div', { class: 'host' });
  readonly #period: HTMLSelectElement;
  readonly #note = make('div', { class: 'note', role: 'status' });
  readonly #shown = make('div', { class: 'shown' });
  readonly #choices: Choices;

  constructor(reader: Reader, choices: Choices) {
    this.reader = reader;
    this.#choices = choices;
    this.#own = statisticsTexts[reader.language];
    this.#writing = statisticsWriting(reader);
    this.#period = make('select', {}, ...periodIds.map((id) => option(id, periodLabel(id, reader))));
    this.#period.addEventListener('change', () => choices.choosePeriod(periodOf(this.#period.value)));
    const period = make('label', {}, this.#own.period, this.#period);
    this.element = make(
      'section',
      { lang: reader.language },
      make('div', { class: 'head' }, this.#host, period),
      this.#note,
      this.#shown,
    );
  }

  showLoading(period: Period): void {
    this.#period.value = period;
    this.element.setAttribute('aria-busy', 'true');
    if (this.#shown.childElementCount === 0) this.#note.replaceChildren(this.#own.loading);
  }

  /** A choice of domains, where there are several and the page names none. */
  showDomain(domain: Domain, offered: readonly Domain[]): void {
    this.element.setAttribute('aria-label', domain.host);
    if (offered.length < 2) {
      this.#host.replaceChildren(isolated(domain.host));
      return;
    }
    // One that somebody is in the middle of stays.
    const known = this.#host.querySelector('select');
    const select = known ?? make('select', { 'aria-label': this.#own.domain });
    const isSame =
      select.length === offered.length &&
      offered.every(({ uuid }, place) => select.item(place)?.value === uuid);
    if (!isSame) select.replaceChildren(...offered.map(({ uuid, host }) => option(uuid, host)));
    select.value = domain.uuid;
    if (known) return;
    select.addEventListener('change', () => this.#choices.chooseDomain(select.value));
    this.#host.replaceChildren(select);
  }

  show(statistics: Statistics, period: Period): void {
    this.#done();
    if (statistics.visitors === 0) {
      this.#note.replaceChildren(make('p', {}, this.#own.noVisitors));
      this.#shown.replaceChildren();
      return;
    }
    this.#note.replaceChildren();
    this.#shown.replaceChildren(
      this.#totals(statistics),
      this.#chart(statistics.buckets, bucketWriter(period, this.reader)),
      this.#lists(statistics.lists),
    );
  }

  /** Above what was there before; `isMoment`: it may pass. */
  showFailure(isMoment: boolean): void {
    this.#done();
    const { notShown, statisticsAway, tryAgain } = this.#own;
    const button = make('button', { type: 'button' }, tryAgain);
    button.addEventListener('click', () => this.#choices.tryAgain());
    this.#note.replaceChildren(make('p', {}, isMoment ? statisticsAway : notShown), button);
  }

  /** What is not of this token. */
  forget(): void {
    this.#host.replaceChildren();
    this.element.removeAttribute('aria-label');
    this.clear();
  }

  /** What is of another domain. */
  clear(): void {
    this.#note.replaceChildren();
    this.#shown.replaceChildren();
  }

  #done(): void {
    this.element.setAttribute('aria-busy', 'false');
  }

  #totals({ visitors, visits, pageviews, bounceRate, visitDuration }: Statistics): HTMLElement {
    const { number, percent } = this.#writing;
    return make(
      'dl',
      {},
      total(this.#own.visitors, number(visitors)),
      total(this.#own.visits, number(visits)),
      total(this.#own.pageviews, number(pageviews)),
      total(this.#own.bounceRate, percent(bounceRate)),
      total(this.#own.visitDuration, writtenDuration(visitDuration, this.reader.locale)),
    );
  }

  #chart(buckets: readonly Row[], written: (key: string) => string): HTMLElement {
    const rows = buckets.map(({ label, count }) => ({ label: written(label), count }));
    const most = rows.reduce((high, row) => (row.count > high.count ? row : high), { label: '', count: 0 });
    const { overTime } = this.#own;
    const said = (row: Row) => `${row.label}: ${this.#writing.number(row.count)}`;
    const bars = rows.map((row, place) => {
      const x = place * 10;
      const height = most.count === 0 ? 0 : (row.count / most.count) * 100;
      // The whole height shows its number, not the bar alone.
      return makeSvg(
        'g',
        {},
        makeSvg('title', {}, said(row)),
        rect(x, 0, 10, 100, 'all'),
        rect(x + 1, 100 - height, 8, height, 'bar'),
      );
    });
    return make(
      'figure',
      {},
      make('div', { class: 'most', 'aria-hidden': 'true' }, isolated(this.#writing.number(most.count))),
      makeSvg(
        'svg',
        {
          role: 'img',
          'aria-label': `${overTime}. ${said(most)}`,
          viewBox: `0 0 ${rows.length * 10} 100`,
          preserveAspectRatio: 'none',
        },
        ...bars,
      ),
      make('div', { class: 'axis' }, isolated(rows[0]?.label), isolated(rows.at(-1)?.label)),
      make('details', {}, make('summary', {}, overTime), this.#table(overTime, rows.toReversed())),
    );
  }

  #lists(lists: readonly (readonly Row[])[]): HTMLElement {
    const tables = statisticsLists.map(([title], place) => {
      const rows = (lists[place] ?? []).map(({ label, count }) => ({
        label: this.#writing.label(title, label),
        count,
      }));
      const table = this.#table(this.#own[title], rows);
      table.prepend(make('caption', {}, this.#own[title]));
      return table;
    });
    return make('div', { class: 'lists' }, ...tables);
  }

  #table(title: string, rows: readonly Row[]): HTMLTableElement {
    const most = Math.max(1, ...rows.map(({ count }) => count));
    const lines = rows.map(({ label, count }) => {
      const line = make(
        'tr',
        {},
        make('th', { scope: 'row' }, isolated(label)),
        make('td', {}, this.#writing.number(count)),
      );
      line.style.setProperty('--share', `${(count / most) * 100}%`);
      return line;
    });
    return make('table', { 'aria-label': title }, make('tbody', {}, ...lines));
  }
}

function total(name: string, value: string): HTMLElement {
  return make('div', {}, make('dt', {}, name), make('dd', {}, isolated(value)));
}

/** In its own direction, whatever that of the page is. */
function isolated(text = ''): HTMLElement {
  return make('bdi', {}, text);
}

function option(value: string, text: string): HTMLOptionElement {
  return make('option', { value }, text);
}

function rect(x: number, y: number, width: number, height: number, kind: string): SVGElement {
  return makeSvg('rect', {
    class: kind,
    x: String(x),
    y: String(y),
    width: String(width),
    height: String(height),
  });
}
