/** How the rows of each kind are written into their table. */
import type { PageviewRow } from '../pageview-row.ts';
import type { RequestRow } from '../request-row.ts';
import type { InsertTarget } from './row-inserts.ts';
import { pageviews } from './schema/pageviews.ts';
import { requests } from './schema/requests.ts';

export const requestTarget: InsertTarget<RequestRow> = {
  table: requests.name,
  columns: [
    'domain',
    'time',
    'method',
    'path',
    'status',
    'bytes_in',
    'bytes_out',
    'duration_us',
    'bot',
    'datacenter',
  ],
  write: (out, row) => {
    out.text(row.domain);
    out.seconds(row.time);
    out.text(row.method);
    out.text(row.path);
    out.integer(row.status);
    out.integer(row.bytes_in);
    out.integer(row.bytes_out);
    out.integer(row.duration_us);
    out.text(row.bot);
    out.text(row.datacenter);
  },
};

export const pageviewTarget: InsertTarget<PageviewRow> = {
  table: pageviews.name,
  columns: [
    'domain',
    'time',
    'visitor',
    'previous_visitor',
    'path',
    'source',
    'utm_source',
    'utm_medium',
    'utm_campaign',
    'utm_term',
    'utm_content',
    'browser',
    'operating_system',
    'screen',
    'country',
    'region',
    'region_name',
    'city',
  ],
  write: (out, row) => {
    out.text(row.domain);
    out.seconds(row.time);
    out.text(row.visitor);
    out.text(row.previous_visitor);
    out.text(row.path);
    out.text(row.source);
    out.text(row.utm_source);
    out.text(row.utm_medium);
    out.text(row.utm_campaign);
    out.text(row.utm_term);
    out.text(row.utm_content);
    out.text(row.browser);
    out.text(row.operating_system);
    out.text(row.screen);
    out.text(row.country);
    out.text(row.region);
    out.text(row.region_name);
    out.text(row.city);
  },
};
