/** The columns of imported events, under all names that are read. Source: docs/guides/import-pageviews.md. */

/** Of the names of a column, the first that a line has counts. */
export const columnNames = {
  time: ['time', 'timestamp', 'ts', 'datetime', 'date', 'created_at', 'event_time', 'server_time'],
  visitor: ['visitor', 'visitor_id', 'user_id', 'client_id', 'distinct_id', 'session', 'session_id'],
  event: ['event', 'event_name'],
  event_type: ['event_type'],
  props: ['props', 'properties', 'event_data'],
  revenue_amount: ['revenue_amount', 'revenue'],
  revenue_currency: ['revenue_currency', 'currency'],
  url: ['url', 'page_url', 'current_url'],
  path: ['path', 'pathname', 'page_path', 'url_path', 'page'],
  query: ['query', 'query_string', 'url_query'],
  host: ['host', 'hostname'],
  referrer: ['referrer', 'referer', 'document_referrer', 'referrer_url', 'referrer_domain'],
  referrer_path: ['referrer_path'],
  source: ['source', 'referrer_source'],
  utm_source: ['utm_source'],
  utm_medium: ['utm_medium'],
  utm_campaign: ['utm_campaign'],
  utm_term: ['utm_term'],
  utm_content: ['utm_content'],
  browser: ['browser', 'browser_name'],
  operating_system: ['operating_system', 'os', 'os_name'],
  screen: ['screen', 'screen_class', 'screen_size', 'device', 'device_type'],
  width: ['width', 'viewport_width', 'screen_width'],
  country: ['country', 'country_code'],
  region: ['region', 'region_code', 'subdivision1', 'subdivision1_code'],
  region_name: ['region_name'],
  city: ['city', 'city_name'],
  user_agent: ['user_agent', 'ua'],
  ip: ['ip', 'ip_address', 'client_ip', 'remote_addr'],
} as const;

export type Column = keyof typeof columnNames;
export type Cells = Partial<Record<Column, string>>;

type Place = {
  readonly column: Column /** Its name's position among those of the column. */;
  readonly rank: number;
};

const places: ReadonlyMap<string, Place> = new Map(
  Object.entries(columnNames).flatMap(([column, names]) =>
    names.map((name, rank): [string, Place] => {
      // The keys of the table are its columns.
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion
      return [name, { column: column as Column, rank }];
    }),
  ),
);

/** Against a file that has new names on every line. */
const maxIgnored = 50;

/** Finds the columns of one file by the names it has for them. */
export class ColumnFinder {
  readonly #found = new Map<string, Place | undefined>();
  readonly #ignored = new Set<string>();

  /** Names that mean nothing, as they stand in the file. */
  get ignored(): readonly string[] {
    return [...this.#ignored];
  }

  /** Letters' case, spaces and hyphens do not matter: `Created At` and `createdAt` are `created_at`. */
  find(name: string): Place | undefined {
    const known = this.#found.get(name);
    if (known || this.#ignored.has(name)) return known;
    const place = places.get(
      name
        .trim()
        .replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2')
        .toLowerCase()
        .replaceAll(/[\s-]+/g, '_'),
    );
    if (place) this.#found.set(name, place);
    else if (this.#ignored.size < maxIgnored) this.#ignored.add(name);
    return place;
  }
}
