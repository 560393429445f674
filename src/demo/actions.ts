/** What the demo's visitors do besides looking at pages: custom events on some pages, and the goals that count them. */
import { type PageviewRow, plainPageview } from '../analytics/engine/pageview-row.ts';
import type { GoalValues } from '../features/goals/feature.ts';
import { Choice, type Random } from './random.ts';
import { dayEnd } from './visits.ts';

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
  readonly outcomes: Choice<Outcome>;
};

const bikes = ['/bikes/gravel', '/bikes/city', '/bikes/cargo', '/bikes/gravel/kies-3'];

/** By host; sites that are not here have no custom events. */
const actions: Readonly<Record<string, readonly Action[]>> = {
  'velo-atelier.example': [
    {
      event: 'Add to cart',
      paths: bikes,
      share: 0.12,
      outcomes: new Choice([
        [4, { props: { product: 'Kies 3', size: 'M' } }],
        [3, { props: { product: 'Kies 3', size: 'L' } }],
        [3, { props: { product: 'Stadt 1', size: 'M' } }],
        [1, { props: { product: 'Lasten 2' } }],
      ]),
    },
    {
      event: 'Order',
      paths: ['/checkout/thanks'],
      share: 0.95,
      outcomes: new Choice([
        [5, { props: { payment: 'card', delivery: 'courier' }, revenue: ['49.90', 'EUR'] }],
        [4, { props: { payment: 'PayPal', delivery: 'courier' }, revenue: ['119.00', 'EUR'] }],
        [3, { props: { payment: 'card', delivery: 'pick-up' }, revenue: ['1890.00', 'EUR'] }],
        [1, { props: { payment: 'invoice', delivery: 'pick-up' }, revenue: ['2450.50', 'EUR'] }],
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
export function* eventsOf(host: string, view: PageviewRow, random: Random): Generator<PageviewRow> {
  for (const { event, paths, share, outcomes } of actions[host] ?? []) {
    if (!paths.includes(view.path) || !random.chance(share)) continue;
    const { props, revenue = [plainPageview.revenue_amount, plainPageview.revenue_currency] } =
      random.item(outcomes);
    const time = Math.min(view.time + 2_000 + random.below(20_000), dayEnd(view.time));
    const [amount, currency] = revenue;
    yield { ...view, time, name: event, props, revenue_amount: amount, revenue_currency: currency };
  }
}

function pageGoal(displayName: string, pagePath: string): GoalValues {
  return { displayName, eventName: null, pagePath };
}

function eventGoal(eventName: string): GoalValues {
  return { displayName: eventName, eventName, pagePath: null };
}
