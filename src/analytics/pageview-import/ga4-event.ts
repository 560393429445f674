/**
 * Takes an event of Google Analytics 4 apart: a row of its BigQuery export as JSON.
 * Source: Google Analytics help, "BigQuery Export schema"; docs/guides/import-pageviews.md.
 */
import { isScreenClass } from '../lookup/screen.ts';

/** Of an object in JSON. */
export type Members = Readonly<Record<string, unknown>>;

/** What Google adds to events, and what columns of ours are made of. */
const ownParameters =
  /^(?:page_|ga_session_|engage|session_engaged$|entrances$|ignore_referrer$|batch_|debug_mode$|(?:source|medium|campaign|campaign_id|term|content|gclid|value|currency|transaction_id)$)/;
/** Events of enhanced measurement that the tracker reports under names of its own. */
const trackerNames: Readonly<Record<string, string>> = {
  click: 'Outbound Link: Click',
  file_download: 'File Download',
};
const countryCodes = countriesByName();

/** Answers the event under the names of import columns; undefined when the object isn't such an event. */
export function ga4Event(entry: Members): Members | undefined {
  const { event_params: list, event_timestamp: micros, event_name: name, user_pseudo_id: visitor } = entry;
  if (!Array.isArray(list) || micros === undefined || typeof name !== 'string') return undefined;
  const parameters = parametersOf(list);
  const device = membersOf(entry, 'device');
  const geo = membersOf(entry, 'geo');
  const country = textOf(geo['country']);
  const screen = textOf(device['category']);
  return {
    // Microseconds.
    time: /^\d{15,17}$/.test(textOf(micros)) ? Math.floor(Number(micros) / 1_000) : textOf(micros),
    visitor,
    event: trackerNames[name] ?? name,
    url: parameters['page_location'],
    referrer: parameters['page_referrer'],
    browser: membersOf(device, 'web_info')['browser'] ?? device['browser'],
    operating_system: device['operating_system'],
    screen: isScreenClass(screen) ? screen : '',
    country: countryCodes.get(country) ?? '',
    region_name: geo['region'],
    city: geo['city'],
    ...(name === 'page_view' ? {} : customOf(entry, name, parameters)),
  };
}

function customOf(entry: Members, name: string, parameters: Members): Members {
  const { purchase_revenue: purchase } = membersOf(entry, 'ecommerce');
  const amount = purchase ?? parameters['value'];
  const { link_url: url } = parameters;
  const own = Object.entries(parameters).filter(([key]) => !ownParameters.test(key));
  return {
    props: Object.hasOwn(trackerNames, name) ? { url: textOf(url) } : Object.fromEntries(own),
    // Sums of floating-point prices have more digits than money has.
    ...(typeof amount === 'number' && parameters['currency'] !== undefined
      ? { revenue_amount: amount.toFixed(3), revenue_currency: parameters['currency'] }
      : {}),
  };
}

/** Each parameter has one of several members, by its type; integers come as text. */
function parametersOf(list: readonly unknown[]): Members {
  return Object.fromEntries(
    list.flatMap((parameter): [string, unknown][] => {
      if (typeof parameter !== 'object' || parameter === null || !('key' in parameter)) return [];
      const {
        string_value: text,
        int_value: integer,
        double_value: double,
        float_value: float,
      } = membersOf(parameter, 'value');
      const number = integer ?? double ?? float;
      const value = text ?? (number === undefined || number === null ? undefined : Number(number));
      return value === undefined ? [] : [[textOf(parameter.key), value]];
    }),
  );
}

function membersOf(value: unknown, name: string): Members {
  const member = isMembers(value) ? value[name] : undefined;
  return isMembers(member) ? member : {};
}

function isMembers(value: unknown): value is Members {
  return typeof value === 'object' && value !== null;
}

function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

/** GA4 names countries in English, as the Unicode CLDR does. */
function countriesByName(): ReadonlyMap<string, string> {
  const display = new Intl.DisplayNames('en', { type: 'region' });
  const letters = Array.from({ length: 26 }, (_, index) => String.fromCharCode(65 + index));
  const codes = letters.flatMap((first) => letters.map((second) => first + second));
  return new Map([
    ...codes.map((code): [string, string] => [display.of(code) ?? '', code]),
    ['Turkey', 'TR'],
  ]);
}
