/** What the demo's visitors do besides looking at pages: custom events on some pages, and the goals that count them. */
import { type PageviewRow, plainPageview } from '../analytics/engine/pageview-row.ts';
import type { GoalValues } from '../features/goals/feature.ts';
import { Choice, type Random } from './random.ts';
import { dayEnd, type View } from './visits.ts';

type Outcome = {
  readonly props: Readonly<Record<string, string>>;
  /** Amount and currency. */
  readonly revenue?: readonly [string, 'EUR' | 'USD'];
};

type Action = {
  readonly event: string;
  readonly paths: readonly string[];
  /** Of the pageviews of these paths. */
  readonly share: number;
  /** Of a product: that of the page, or with `price` the one ordered. */
  readonly of?: 'product' | 'price';
  readonly outcomes: Choice<Outcome>;
};

/** By the path of the page: name and price. */
const products: Readonly<Record<string, readonly [name: string, price: string]>> = {
  '/bikes/gravel/kies-3': ['Kies 3', '1890.00'],
  '/bikes/gravel': ['Kies 1', '1290.00'],
  '/bikes/city': ['Stadt 1', '890.00'],
  '/bikes/cargo': ['Lasten 2', '3450.00'],
  '/parts/wheels': ['Laufrad 28', '119.00'],
};

/** By host; sites that are not here have no custom events. */
const actions: Readonly<Record<string, readonly Action[]>> = {
  'velo-atelier.example': [
    {
      event: 'Add to cart',
      paths: Object.keys(products),
      // Beside those that go on to the cart.
      share: 0.04,
      of: 'product',
      outcomes: new Choice([
        [4, { props: { size: 'M' } }],
        [3, { props: { size: 'L' } }],
        [2, { props: { size: 'S' } }],
      ]),
    },
    {
      event: 'Order',
      paths: ['/checkout/thanks'],
      share: 1,
      of: 'price',
      outcomes: new Choice([
        [5, { props: { payment: 'card', delivery: 'courier' } }],
        [4, { props: { payment: 'PayPal', delivery: 'courier' } }],
        [3, { props: { payment: 'card', delivery: 'pick-up' } }],
        [1, { props: { payment: 'invoice', delivery: 'pick-up' } }],
      ]),
    },
    {
      event: 'Newsletter signup',
      paths: ['/', '/sale'],
      share: 0.03,
      outcomes: new Choice([
        [3, { props: { place: 'footer' } }],
        [1, { props: { place: 'sale banner' } }],
      ]),
    },
  ],
  'docs.lumen-ci.example': [
    {
      event: 'Copy command',
      paths: ['/quickstart', '/install/linux', '/install/macos', '/install/windows'],
      share: 0.3,
      outcomes: new Choice([
        [5, { props: { command: 'curl' } }],
        [3, { props: { command: 'brew' } }],
        [2, { props: { command: 'apt' } }],
      ]),
    },
  ],
  'journal.nordlicht.example': [
    {
      event: 'Subscribe',
      paths: ['/subscribe'],
      share: 0.35,
      outcomes: new Choice([
        [14, { props: { plan: 'free' } }],
        [5, { props: { plan: 'supporter' }, revenue: ['4.00', 'EUR'] }],
        [1, { props: { plan: 'patron' }, revenue: ['12.50', 'EUR'] }],
      ]),
    },
  ],
  'open-data-days.example': [
    {
      event: 'Ticket',
      paths: ['/tickets'],
      share: 0.2,
      outcomes: new Choice([
        [5, { props: { type: 'regular' }, revenue: ['120.00', 'EUR'] }],
        [2, { props: { type: 'regular' }, revenue: ['135.00', 'USD'] }],
        [3, { props: { type: 'student' }, revenue: ['20.00', 'EUR'] }],
      ]),
    },
  ],
};

/** By host, as goals are created. */
const goals: Readonly<Record<string, readonly GoalValues[]>> = {
  'velo-atelier.example': [
    pageGoal('Looked at a bike', '/bikes/*'),
    pageGoal('Visit /cart', '/cart'),
    eventGoal('Order'),
    eventGoal('Newsletter signup'),
  ],
  'docs.lumen-ci.example': [eventGoal('Copy command')],
  'journal.nordlicht.example': [eventGoal('Subscribe')],
  'open-data-days.example': [pageGoal('Looked at tickets', '/tickets'), eventGoal('Ticket')],
};

export function goalsOf(host: string): readonly GoalValues[] {
  return goals[host] ?? [];
}

/** Yields the custom events during a pageview, some seconds after it and on the same day. */
export function* eventsOf(
  host: string,
  { row, nextMs, product, fillsCart }: View,
  random: Random,
): Generator<PageviewRow> {
  for (const { event, paths, share, of, outcomes } of actions[host] ?? []) {
    if (!paths.includes(row.path) || !(random.chance(share) || (of === 'product' && fillsCart))) continue;
    const { props, revenue = none } = random.item(outcomes);
    const [name, price] = products[(of === 'price' ? product : row.path) ?? ''] ?? [];
    const isNamed = of !== undefined && name !== undefined;
    // Before the visit goes on.
    const time = Math.min(row.time + 2_000 + random.below(20_000), nextMs - 1, dayEnd(row.time));
    const [amount, currency] = of === 'price' && price !== undefined ? ([price, 'EUR'] as const) : revenue;
    yield {
      ...row,
      time,
      name: event,
      props: isNamed ? { product: name, ...props } : props,
      revenue_amount: amount,
      revenue_currency: currency,
    };
  }
}

const none = [plainPageview.revenue_amount, plainPageview.revenue_currency] as const;

function pageGoal(displayName: string, pagePath: string): GoalValues {
  return { displayName, eventName: null, pagePath };
}

function eventGoal(eventName: string): GoalValues {
  return { displayName: eventName, eventName, pagePath: null };
}
