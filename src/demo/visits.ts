/**
 * Visits to one site: who comes when, from where, and what they look at. Source: docs/guides/demo.md ("What is in
 * it").
 */
import { type PageviewRow, plainPageview } from '../analytics/engine/pageview-row.ts';
import { searchLabels, sourceRows } from '../analytics/lookup/source-table.ts';
import { dayMs, hourMs } from '../core/time.ts';
import { type Device, devices } from './devices.ts';
import { hourWeights, type Place } from './places.ts';
import { Choice, number64, type Random } from './random.ts';
import type { Campaign, Page, Site } from './sites.ts';

/** How many recent visitors may return. */
const remembered = 3_000;
const bounceShare = 0.42;
const secondsOnPage = 52;
const maxSecondsOnPage = 1_500;
/** How long after a salt's change the hash under the previous salt is stored too. */
const afterlifeMs = 1_800_000;
const hours = new Choice(hourWeights.map((weight, hour) => [weight, hour] as const));

/** A page of a visit, before it is known when. */
type Step = { page: Page; product: string | undefined; fillsCart: boolean };
type Person = { readonly id: string; readonly device: Device; readonly place: Place };

export type View = {
  readonly row: PageviewRow;
  readonly page: Page;
  readonly isFirst: boolean;
  /** When the visit's next page is seen; infinite for the last one. */
  readonly nextMs: number;
  /** The page of the product that is put into the cart here or was before. */
  readonly product: string | undefined;
  /** Whether the product is put into the cart on this page. */
  readonly fillsCart: boolean;
};

/** Generates one site's visits day by day; keeps its visitors, so that some return. */
export class Visits {
  readonly #site: Site;
  readonly #domain: string;
  readonly #random: Random;
  readonly #people: Person[] = [];
  #count = 0;

  constructor(site: Site, domain: string, random: Random) {
    this.#site = site;
    this.#domain = domain;
    this.#random = random;
  }

  /** The pageviews of all visits that begin on a day; `age` is how many days it is before the last, of `days`. */
  *ofDay(startMs: number, age: number, days: number): Generator<View> {
    const count = this.#random.round(this.#visitsOf(startMs, age, days));
    for (let i = 0; i < count; i++) yield* this.#visit(startMs, age);
  }

  #visitsOf(startMs: number, age: number, days: number): number {
    const { visitsPerDay, startShare, weekendShare, peak } = this.#site;
    const growth = 1 - (1 - startShare) * (age / Math.max(days - 1, 1));
    const weekday = new Date(startMs).getUTCDay();
    const rhythm = weekday === 0 || weekday === 6 ? weekendShare : 1;
    const ofPeak = peak && age <= peak.daysAgo ? (peak.factor - 1) * 0.22 ** (peak.daysAgo - age) : 0;
    return visitsPerDay * growth * rhythm * (1 + ofPeak) * this.#random.logNormal(1, 0.07);
  }

  *#visit(dayStartMs: number, age: number): Generator<View> {
    const random = this.#random;
    const { site, person } = { site: this.#site, person: this.#person() };
    const utcHour = (random.item(hours) - person.place.utcOffsetHours + 24) % 24;
    const startMs = dayStartMs + Math.floor((utcHour + random.next()) * hourMs);
    const origin = this.#origin(age);
    const count = random.chance(bounceShare)
      ? 1
      : 1 + Math.ceil(random.exponential((site.pageviewsPerVisit - 1) / (1 - bounceShare)));
    const common = {
      domain: this.#domain,
      ...person.device,
      ...withoutOffset(person.place),
      ...plainPageview,
    };
    const pages = this.#pages(count);
    let time = startMs;
    for (const [i, { page, product, fillsCart }] of pages.entries()) {
      const onPageMs = Math.floor(1_000 * Math.min(1 + random.exponential(secondsOnPage), maxSecondsOnPage));
      // Only the first page has the campaign's tag and the source; later pages have the site as their referrer.
      const first = i === 0 ? origin : internal;
      yield {
        row: { ...common, ...visitorAt(person.id, time), ...first, time, arrival: i, path: page.path },
        page,
        isFirst: i === 0,
        nextMs: i === pages.length - 1 ? Number.POSITIVE_INFINITY : time + onPageMs,
        product,
        fillsCart,
      };
      time += onPageMs;
    }
  }

  /** Those of an order come one after the other, each once, and after a product's. */
  #pages(count: number): Step[] {
    const random = this.#random;
    const { entries, pages, order } = this.#site;
    const visit: Step[] = [];
    let step = 0;
    let product: string | undefined;
    for (let i = 0; i < count; i++) {
      let page = random.item(i === 0 ? entries : pages);
      if (page.path === visit.at(-1)?.page.path) page = random.item(pages);
      if (order && order.steps.includes(page.path)) {
        const shown = visit.findLast((one) => order.products.includes(one.page.path));
        if (step === 0 && shown) {
          product = shown.page.path;
          shown.fillsCart = true;
          shown.product = product;
        }
        const path =
          product === undefined ? order.products[random.below(order.products.length)] : order.steps[step];
        page = { ...page, path: path ?? page.path };
        if (product !== undefined) step += 1;
      }
      visit.push({ page, product, fillsCart: false });
      if (order && step === order.steps.length) {
        step = 0;
        product = undefined;
      }
    }
    return visit;
  }

  #person(): Person {
    const { returningShare, places } = this.#site;
    const random = this.#random;
    if (this.#people.length > 0 && random.chance(returningShare)) {
      // Recent visitors are the likeliest to return.
      const back = Math.floor(this.#people.length * random.next() ** 2);
      const found = this.#people[this.#people.length - 1 - back];
      if (found) return found;
    }
    this.#count += 1;
    const id = `${this.#site.host}/${this.#count}/${random.word()}`;
    const person = { id, device: random.item(devices), place: random.item(places) };
    this.#people.push(person);
    if (this.#people.length > 2 * remembered) this.#people.splice(0, remembered);
    return person;
  }

  #origin(age: number): Origin {
    const { campaigns, sources, peak } = this.#site;
    const random = this.#random;
    for (const campaign of campaigns) {
      const runs = age <= campaign.fromDaysAgo && age >= campaign.toDaysAgo;
      if (runs && random.chance(campaign.share)) return this.#ofCampaign(campaign);
    }
    if (peak && age <= peak.daysAgo && age > peak.daysAgo - 3 && random.chance(0.75)) {
      return { ...internal, ...this.#from(random.item(peak.sources)) };
    }
    return { ...internal, ...this.#from(random.item(sources)) };
  }

  #from(source: string): Pick<Origin, 'source' | 'referrer'> {
    const pages = this.#site.linkingPages?.[source];
    const path = pages === undefined ? '' : this.#random.item(pages);
    return { source, referrer: `${hostOf.get(source) ?? source}${path}` };
  }

  #ofCampaign({ source, utm, terms = [], contents = [] }: Campaign): Origin {
    const random = this.#random;
    return {
      ...this.#from(source),
      utm_source: utm.source,
      utm_medium: utm.medium,
      utm_campaign: utm.campaign,
      utm_term: terms[random.below(terms.length)] ?? '',
      utm_content: contents[random.below(contents.length)] ?? '',
    };
  }
}

type Origin = Pick<
  PageviewRow,
  'source' | 'referrer' | 'utm_source' | 'utm_medium' | 'utm_campaign' | 'utm_term' | 'utm_content'
>;

const internal: Origin = {
  source: 'Direct',
  referrer: 'Direct',
  utm_source: '',
  utm_medium: '',
  utm_campaign: '',
  utm_term: '',
  utm_content: '',
};

/** The first host of each source in the tables. A search's own comes before those of its other services. */
const hostOf: ReadonlyMap<string, string> = new Map([
  ...sourceRows.map(([name, , host = name]) => [name, host] as const),
  ...Object.entries(searchLabels).map(([label, { name }]) => [name, `${label}.com`] as const),
]);

function withoutOffset({ country, region, region_name, city }: Place) {
  return { country, region, region_name, city };
}

/** Visitors are known for a month, as salts are. */
function visitorAt(id: string, timeMs: number): Pick<PageviewRow, 'visitor' | 'previous_visitor'> {
  const at = new Date(timeMs);
  const [year, month] = [at.getUTCFullYear(), at.getUTCMonth()];
  const isAfterChange = timeMs - Date.UTC(year, month) < afterlifeMs;
  return {
    visitor: visitorIn(id, year * 12 + month),
    previous_visitor: isAfterChange ? visitorIn(id, year * 12 + month - 1) : '0',
  };
}

const latest = { id: '', month: 0, visitor: '' };

/** The pages of a visit follow one another. */
function visitorIn(id: string, month: number): string {
  if (latest.id !== id || latest.month !== month) {
    Object.assign(latest, { id, month, visitor: number64(`${id}/${month}`) });
  }
  return latest.visitor;
}

/** Days are generated in order, each from its midnight. */
export function dayStart(timeMs: number): number {
  return timeMs - (timeMs % dayMs);
}

/** The last millisecond of a day. */
export function dayEnd(timeMs: number): number {
  return dayStart(timeMs) + dayMs - 1;
}
