/**
 * Reads an event's name, properties and revenue.
 * Source: docs/reference/tracker.md ("Custom events"), ISO 4217.
 */
import { maxEventNameLength, maxPropertyKeyLength } from '../../core/event-limits.ts';
import { type EventDetails, plainPageview } from '../engine/pageview-row.ts';
import type { CollectRefusal } from './collector-refusals.ts';

const maxProperties = 30;
const maxValueLength = 2_000;

/** No control characters and no lone surrogates. */
const eventName = new RegExp(`^[^\\p{Cc}\\p{Cs}]{1,${maxEventNameLength}}$`, 'u');
/** What Decimal(18, 3) holds. */
const amountText = /^-?[0-9]{1,15}(?:\.[0-9]{1,3})?$/;
const currencies: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'));

/** Returns the details of an event's members `n`, `p` and `$`; one that is undefined is absent. */
export function readDetails(
  name: unknown,
  props: unknown,
  revenue: unknown,
): EventDetails | Extract<CollectRefusal, 'name_invalid' | 'props_invalid' | 'revenue_invalid'> {
  if (name !== undefined && !isEventName(name)) return 'name_invalid';
  const readProps = props === undefined ? plainPageview.props : propertiesOf(props);
  if (!readProps) return 'props_invalid';
  const readRevenue = revenue === undefined ? noRevenue : revenueOf(revenue);
  if (!readRevenue) return 'revenue_invalid';
  return { name: name ?? plainPageview.name, props: readProps, ...readRevenue };
}

/** Whether details that were written down are such as `readDetails` answers. */
export function isDetails(value: unknown): value is EventDetails {
  if (typeof value !== 'object' || value === null) return false;
  const { name, props, revenue_amount: amount, revenue_currency: currency } = value as Partial<EventDetails>;
  return (
    isEventName(name) &&
    typeof props === 'object' &&
    props !== null &&
    Object.values(props).every((text) => typeof text === 'string') &&
    typeof amount === 'string' &&
    amountText.test(amount) &&
    typeof currency === 'string'
  );
}

function isEventName(name: unknown): name is string {
  return typeof name === 'string' && eventName.test(name) && name.trim() !== '';
}

function propertiesOf(props: unknown): Record<string, string> | undefined {
  if (typeof props !== 'object' || props === null || Array.isArray(props)) return undefined;
  const entries = Object.entries(props);
  if (entries.length > maxProperties) return undefined;
  const texts: [string, string][] = [];
  for (const [key, value] of entries) {
    const text = textOf(value);
    if (
      key === '' ||
      key.length > maxPropertyKeyLength ||
      text === undefined ||
      text.length > maxValueLength
    ) {
      return undefined;
    }
    texts.push([key.toWellFormed(), text.toWellFormed()]);
  }
  return Object.fromEntries(texts);
}

/** A number that is too large for JSON's readers comes as infinity. */
function textOf(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  if (typeof value === 'boolean' || Number.isFinite(value)) return String(value);
  return undefined;
}

type Revenue = Pick<EventDetails, 'revenue_amount' | 'revenue_currency'>;

const noRevenue: Revenue = {
  revenue_amount: plainPageview.revenue_amount,
  revenue_currency: plainPageview.revenue_currency,
};

function revenueOf(revenue: unknown): Revenue | undefined {
  if (typeof revenue !== 'object' || revenue === null) return undefined;
  const { amount, currency } = revenue as { readonly amount?: unknown; readonly currency?: unknown };
  const text = typeof amount === 'string' || typeof amount === 'number' ? String(amount) : '';
  const code = typeof currency === 'string' ? currency.toUpperCase() : '';
  if (!amountText.test(text) || !currencies.has(code)) return undefined;
  return { revenue_amount: text, revenue_currency: code };
}
