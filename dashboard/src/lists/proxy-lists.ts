/** The ranked lists of proxy analytics. Source: docs/reference/proxy-analytics.md. */
import { slugOf } from '../../../src/core/slug.ts';
import { statusTexts } from '../../../src/core/status-texts.ts';
import { rankedReport } from './ranked-report.ts';

const words = { area: 'requests', countHead: 'Requests' } as const;

export const files = rankedReport(
  { ...words, slug: 'files', title: 'Files', tab: 'Files', labelHead: 'Path', kind: 'path' },
  { metric: 'requests', dimension: 'request:path' },
);

export const statusCodes = rankedReport(
  {
    ...words,
    slug: 'status-codes',
    title: 'Status codes',
    tab: 'Status codes',
    labelHead: 'Status',
    idHead: 'code',
    kind: 'status',
  },
  {
    metric: 'requests',
    dimension: 'request:status',
    rowOf: ([code = '']) => ({ id: code, label: `${code} ${statusTexts[Number(code)] ?? 'Unknown'}` }),
    filtersOf: ({ id }) => [['is', 'request:status', [id]]],
  },
);

export const bots = rankedReport(
  { ...words, slug: 'bots', title: 'Bots', tab: 'Bots', labelHead: 'Bot', kind: 'bot' },
  { metric: 'requests', dimension: 'request:bot', skipsNone: true },
);

export const datacenters = rankedReport(
  {
    ...words,
    slug: 'datacenters',
    title: 'Datacenters',
    tab: 'Datacenters',
    labelHead: 'Provider',
    idHead: 'id',
    kind: 'network',
  },
  {
    metric: 'requests',
    dimension: 'request:datacenter',
    rowOf: ([label = '']) => ({ id: slugOf(label), label }),
    skipsNone: true,
  },
);
