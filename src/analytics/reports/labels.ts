/** The query dimensions that reports group by, and how their keys are shown. */
import { slugOf } from '../../core/slug.ts';
import { statusTexts } from '../../core/status-texts.ts';
import { datacenterProviders } from '../lookup/hosting-networks.ts';
import { countryName, regionName } from '../query/place-names.ts';
import type { RequestDimension } from '../query/request-vocabulary.ts';
import { screenNames, type VisitorDimension } from '../query/vocabulary.ts';
import type { DimensionName, Report, ReportRequest, UtmParam } from './report.ts';

export type Dimension = {
  /** The dimension of queries; visitors are counted without one, see run-report.ts. */
  readonly word?: VisitorDimension | RequestDimension;
  /** Whether rows without a value are left out. */
  readonly isPresent?: boolean;
  /** What a key is shown as; by default itself. */
  readonly label?: (key: string) => string;
  /** The second field that names an item; by default the key. */
  readonly id?: (key: string) => string;
  /**
   * SQL over `key` that sorts items of the same number as their labels do, byte by byte. Without it the labels are known to
   * the program only: then all groups are fetched, so there must be few.
   */
  readonly order?: string;
};

const unknown = 'Unknown';
const providerNames: ReadonlyMap<string, string> = new Map(
  datacenterProviders.map(({ slug, name }) => [slug, name]),
);

/** A key of two texts: see `visitorKeys` of engine/schema/visitor-days.ts. */
const beforeNul = (key: string): string => key.split('\0', 1)[0] ?? '';
const afterNul = (key: string): string => key.slice(beforeNul(key).length + 1);

const utm = (name: UtmParam): Dimension => ({ word: `raw:${name}`, isPresent: true, order: 'key' });

export const dimensions: Readonly<Record<DimensionName, Dimension>> = {
  all: {},
  date: {},
  response_time_bucket: { word: 'raw:bucket' },
  page: { word: 'event:page', order: 'key' },
  property_key: { word: 'raw:property_key', order: 'key' },
  file: { word: 'request:path', order: 'key' },
  status: {
    word: 'request:status',
    label: (key) => `${key} ${statusTexts[Number(key)] ?? unknown}`,
    order: 'key',
  },
  bot: { word: 'raw:bot', isPresent: true, order: 'key' },
  datacenter: {
    word: 'raw:datacenter',
    isPresent: true,
    // A provider that has left the table keeps its slug.
    label: (key) => providerNames.get(key) ?? key,
  },
  source: { word: 'visit:source', order: 'key' },
  utm_source: utm('utm_source'),
  utm_medium: utm('utm_medium'),
  utm_campaign: utm('utm_campaign'),
  utm_term: utm('utm_term'),
  utm_content: utm('utm_content'),
  browser: { id: slugOf },
  operating_system: { id: slugOf },
  screen: { label: (key) => screenNames[key] ?? unknown, id: (key) => (key === '' ? 'unknown' : key) },
  country: { label: (key) => countryName(key) ?? (key || unknown) },
  region: {
    label: (key) => beforeNul(key) || (regionName(afterNul(key)) ?? (afterNul(key) || unknown)),
    id: afterNul,
  },
  city: {
    label: (key) => beforeNul(key) || unknown,
    id: afterNul,
    order: `if(key = '', '${unknown}', key)`,
  },
  entry_path: { word: 'visit:entry_page', order: 'key' },
  exit_path: { word: 'visit:exit_page', order: 'key' },
};

/** What a report groups by, when its parameters have their say. `devices` are several dimensions. */
export function dimensionOf({ dimension }: Report, request: ReportRequest): Dimension {
  if (dimension === 'utm_param') return dimensions[request.utmParam];
  if (dimension === 'location_type') return dimensions[request.locationType];
  return dimension === 'devices' ? dimensions.all : dimensions[dimension];
}
